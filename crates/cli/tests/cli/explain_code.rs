//! `undoku explain-code`.

use undoku::rules::codes;

use crate::run::run;

#[test]
fn a_page_by_any_form_of_its_code() {
    let page = run(&["explain-code", "U0301"]);
    assert_eq!((page.code, page.err.as_str()), (0, ""));
    assert!(page.out.starts_with("U0301: A value of the wrong type\n"));
    // An example is indented, without its fences, and links are texts.
    assert!(page.out.contains("\nWrong:\n\n    pattern: |\n"));
    assert!(!page.out.contains("```") && !page.out.contains("]("));
    for form in ["u0301", "U301", "u301", "301", "0301"] {
        assert_eq!(run(&["explain-code", form]).out, page.out, "{form}");
    }
    let two = run(&["explain-code", "301", "302"]);
    assert!(two.out.starts_with(&page.out) && two.out.contains("\n\nU0302: "));
}

#[test]
fn without_a_code_all_are_listed() {
    let list = run(&["explain-code"]);
    assert_eq!(list.code, 0);
    let lines: Vec<&str> = list.out.lines().collect();
    let expected: Vec<String> = codes::all()
        .map(|(code, meaning)| format!("{code}  {meaning}"))
        .collect();
    assert_eq!(lines, expected);
}

#[test]
fn an_unknown_code_is_wrong_usage() {
    let near = run(&["explain-code", "U0391"]);
    assert_eq!((near.code, near.out.as_str()), (2, ""));
    assert!(
        near.err
            .contains("there is no code `U0391`: did you mean `U0301`?"),
        "{}",
        near.err
    );
    for text in ["E0599", "nonsense", "", "U", "99999999", "U03\u{1b}01"] {
        let unknown = run(&["explain-code", "U0301", text]);
        assert_eq!((unknown.code, unknown.out.as_str()), (2, ""), "{text}");
        assert!(unknown.err.contains("there is no code"), "{}", unknown.err);
        assert!(!unknown.err.contains('\u{1b}'));
    }
}
