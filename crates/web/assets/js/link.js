// The part of the address that says what is on the screen.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

async function through(bytes, stream) {
  const piped = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}

/** A text as few letters that may stand in an address. */
export async function packed(text) {
  const bytes = await through(encoder.encode(text), new CompressionStream("deflate-raw"));
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The text again. */
export async function unpacked(letters) {
  const binary = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (c) => c.charCodeAt(0));
  return decoder.decode(await through(bytes, new DecompressionStream("deflate-raw")));
}

/** The fragment for a state: `{tab, puzzle, system, step, file, sets, rules, bank}`. */
export async function write(state) {
  const parts = new URLSearchParams();
  for (const key of ["tab", "puzzle", "system", "step", "file"]) if (state[key]) parts.set(key, state[key]);
  for (const [path, value] of state.sets) parts.append("set", `${path}=${value}`);
  if (Object.keys(state.rules).length > 0) parts.set("rules", await packed(JSON.stringify(state.rules)));
  if (state.bank) parts.set("bank", await packed(state.bank));
  return parts.toString();
}

/** The state that a fragment says; what cannot be read of it is left out. */
export async function read(fragment) {
  const parts = new URLSearchParams(fragment.replace(/^#/, ""));
  const state = { sets: [], rules: {}, damaged: false };
  for (const key of ["tab", "puzzle", "system", "file"]) state[key] = parts.get(key) ?? "";
  state.step = Number.parseInt(parts.get("step") ?? "0", 10) || 0;
  for (const set of parts.getAll("set")) {
    const at = set.indexOf("=");
    const value = Number(set.slice(at + 1));
    if (at > 0 && set.slice(at + 1) !== "" && Number.isFinite(value)) state.sets.push([set.slice(0, at), value]);
    else state.damaged = true;
  }
  try {
    if (parts.has("rules")) {
      const rules = Object.entries(JSON.parse(await unpacked(parts.get("rules"))));
      state.rules = Object.fromEntries(rules.filter(([, text]) => typeof text === "string"));
    }
    state.bank = parts.has("bank") ? await unpacked(parts.get("bank")) : "";
  } catch {
    state.damaged = true;
    state.bank ??= "";
  }
  return state;
}
