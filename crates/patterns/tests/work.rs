//! What looking for patterns may cost at worst.

use patterns::PatternSet;
use patterns::check::work;
use patterns::shipped::shipped;

#[test]
fn the_work_of_a_set_is_bounded_by_its_bindings() {
    let of = |text: &str| work(&PatternSet::read(text).0.grounds);
    // Red and black, both wings the same: two ground patterns of one condition each.
    assert_eq!(of("(pattern a (when (at us.rook back-rank)))"), 2);
    let one = of("(pattern a (when (let X us.rook) (attacks X them.king)))");
    let two = of("(pattern a (when (let X us.rook) (let Y us.rook) (attacks X them.king)))");
    assert!(one < two && two < 30, "{one} {two}");
    let inner = of("(pattern a (when (no (let X any) (let Y any) (attacks X Y))))");
    assert!(inner > 1_000, "{inner}");
    let all: String = (0..8).map(|number| format!("(let X{number} any)")).collect();
    assert!(of(&format!("(pattern a (when {all} (attacks X0 X1)))")) > 1 << 30);
    assert!(work(&shipped().grounds) < 20_000, "{}", work(&shipped().grounds));
}
