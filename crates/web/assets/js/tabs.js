// Tabs that are gone through by arrow keys.

/** Makes tabs of the buttons in a list; `shown` is called with the id of the one that is chosen. */
export function tabs(list, shown) {
  const buttons = [...list.querySelectorAll('[role="tab"]')];
  const choose = (button, focus) => {
    for (const each of buttons) {
      const on = each === button;
      each.setAttribute("aria-selected", String(on));
      each.tabIndex = on ? 0 : -1;
      document.getElementById(each.getAttribute("aria-controls")).hidden = !on;
    }
    if (focus) button.focus();
    shown(button.id);
  };
  for (const button of buttons) button.addEventListener("click", () => choose(button, false));
  list.addEventListener("keydown", (event) => {
    const at = buttons.indexOf(event.target);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    choose(buttons[(to + buttons.length) % buttons.length], true);
  });
  return (id) => choose(buttons.find((button) => button.id === id) ?? buttons[0], false);
}
