//! What a user types and sees: every block in tests/cmd and in the pages of
//! docs/ that shows a session is run.

#[test]
fn sessions_print_what_they_show() {
    let cases = trycmd::TestCases::new();
    cases.case("tests/cmd/*.trycmd");
    cases.case("../../docs/command-line.md");
}
