//! Section 5: the examples to the digit, the lemmas and theorems, and the bit version against the paper's lists.

mod oracle;

use evenkeel::Error;
use evenkeel::bss::{self, Ratio, exact, relax, relax_by};
use evenkeel::random::Random;
use proptest::prelude::*;

#[test]
fn example_1() {
    let target = Ratio::new(6, 2);
    assert_eq!(oracle::lists(&[1, 3, 2], target), [vec![0], vec![0, 1], vec![0, 1, 3], vec![0, 1, 2, 3]]);
    let found = exact(&[1, 3, 2], target).expect("small");
    assert_eq!((found.sum, found.chosen), (3, vec![true, false, true]));
}

#[test]
fn example_2() {
    let target = Ratio::new(102 + 304 + 203, 2);
    let found = relax_by(&[102, 304, 203], target, Ratio::new(10, 1)).expect("small");
    // K = 100, 300, 200; y = 1, 0, 1; T* = 300; t* = 305.
    assert_eq!((found.units * 10, found.selection.sum), (300, 305));
    assert_eq!(found.selection.chosen, [true, false, true]);
    assert!(found.selection.sum.abs_diff(300) <= 3 * 10 / 2);
}

#[test]
fn delta_of_formula_5_2() {
    let found = relax(&[102, 304, 203], Ratio::new(609, 2), 2_000_000).expect("small");
    // 2 · 0.002 · 304.5 / 3
    assert!((found.delta.as_f64() - 0.406).abs() < 1e-12);
}

/// Theorem 3 bounds |T* − t*|. It does not bound how much worse than Exact_BSS the answer is: both the relaxed sum of the best
/// subset and the true sum of the chosen one may be off by η, so 2η is what holds, and this comes close to it.
#[test]
fn relax_can_be_worse_than_exact_by_more_than_eta() {
    let mut loads = vec![101; 20];
    loads.extend([180, 142]);
    let target = Ratio::new(2200, 1);
    let best = exact(&loads, target).expect("small");
    let found = relax(&loads, target, 10_000_000).expect("small");
    assert_eq!((best.sum, found.selection.sum), (2200, 2162));
    let worse = 38.0 / 2200.0;
    assert!(worse > 1.7 * 0.01 && worse <= 2.0 * 0.01);
    // (5-3): |T* − t*| / T.
    let relaxed = found.units as f64 * found.delta.as_f64();
    assert!((relaxed - found.selection.sum as f64).abs() / 2200.0 <= 0.01);
}

#[test]
fn extremes() {
    assert_eq!(exact(&[], Ratio::new(5, 1)).expect("empty").sum, 0);
    assert_eq!(exact(&[u64::MAX], Ratio::new(5, 1)).expect("one").sum, 0);
    assert_eq!(exact(&[0, 0], Ratio::new(0, 1)).expect("zeros").sum, 0);
    assert!(exact(&[1], Ratio::new(1 << 40, 1)).is_err());
    let huge = [u64::MAX / 4, u64::MAX / 4, u64::MAX / 4];
    let found = relax(&huge, Ratio::new(3 * u128::from(u64::MAX / 4), 2), 2_000_000).expect("relaxed");
    assert!(found.selection.sum >= u64::MAX / 4 && found.selection.sum <= u64::MAX / 4 * 2);
}

/// Too many sums for all sets to be kept: the core then keeps two and the step at which each sum was first reached.
#[test]
fn large_sets_are_the_lists_too() {
    let mut random = Random::new(8);
    let loads: Vec<u64> = (0..48).map(|_| random.between(1, 60_000)).collect();
    for target in [Ratio::new(200_003, 1), Ratio::new(1_700_001, 7)] {
        let found = exact(&loads, target).expect("fits");
        assert_eq!((found.sum, found.chosen), oracle::exact(&loads, target));
    }
    // Relax_BSS: 60,000 units below T for 240 operations.
    let loads: Vec<u64> = (0..240).map(|_| random.between(1, 10_000)).collect();
    let target = Ratio::new(loads.iter().sum::<u64>().into(), 15);
    let found = relax(&loads, target, 2_000_000).expect("fits");
    let units: Vec<u64> = loads.iter().map(|&load| in_units(load, found.delta)).collect();
    let (sum, chosen) = oracle::exact(&units, Ratio::new(60_000, 1));
    assert_eq!((found.units, found.selection.chosen), (sum, chosen));
}

/// ⌊load / Δ + 1/2⌋ in whole numbers.
fn in_units(load: u64, delta: Ratio) -> u64 {
    ((2 * u128::from(load) * delta.den() + delta.num()) / (2 * delta.num())) as u64
}

#[test]
fn no_target_and_no_eta() {
    let nothing = relax(&[3, 0, 5], Ratio::new(0, 7), 2_000_000).expect("T = 0");
    assert_eq!((nothing.selection.sum, nothing.units), (0, 0));
    assert_eq!(nothing.selection, exact(&[3, 0, 5], Ratio::new(0, 7)).expect("T = 0"));
    for eta in [0, 1_000_000_001, u64::MAX] {
        assert!(matches!(relax(&[3, 5], Ratio::new(4, 1), eta), Err(Error::Eta { .. })));
    }
    assert_eq!(
        relax_by(&[3, 5], Ratio::new(4, 1), Ratio::new(0, 1)).map(|found| found.units),
        Err(Error::Delta)
    );
    assert_eq!(relax_by(&[3, 5], Ratio::new(0, 1), Ratio::new(2, 1)).expect("T = 0").units, 0);
    // Numbers that no schedule has, but a caller may.
    let huge = Ratio::new(u128::MAX, u128::MAX - 1);
    assert_eq!(exact(&[1, 2], huge).expect("about 1").sum, 1);
    assert_eq!(bss::subset_sum(&[1, 2], huge).expect("about 1").sum, 1);
    assert!(relax(&[1, 2], huge, 2_000_000).is_err());
    assert_eq!(relax(&[1, 2], Ratio::new(u128::MAX, u128::MAX), 2_000_000).expect("1").selection.sum, 1);
}

fn instance() -> impl Strategy<Value = (Vec<u64>, Ratio)> {
    let loads = prop_oneof![
        prop::collection::vec(1..30u64, 0..12),
        prop::collection::vec(1..5_000u64, 0..12),
        prop::collection::vec(prop_oneof![1..4u64, 900..1_100u64], 0..14),
    ];
    (loads, 1..8u128).prop_map(|(loads, parts)| {
        let sum: u64 = loads.iter().sum();
        (loads, Ratio::new(u128::from(sum), parts))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn exact_is_the_list_version((loads, target) in instance()) {
        let found = exact(&loads, target).expect("small");
        prop_assert_eq!((found.sum, found.chosen), oracle::exact(&loads, target));
    }

    #[test]
    fn relax_is_the_list_version((loads, target) in instance(), eta in 1_000_000..200_000_000u64) {
        prop_assume!(target.num() > 0);
        let found = relax(&loads, target, eta).expect("small");
        let units: Vec<u64> = loads.iter().map(|&load| in_units(load, found.delta)).collect();
        let scaled = Ratio::new(1_000_000_000 * loads.len() as u128, 2 * u128::from(eta));
        let (sum, chosen) = oracle::exact(&units, scaled);
        prop_assert_eq!((found.units, found.selection.chosen), (sum, chosen));
    }

    #[test]
    fn theorem_1((loads, target) in instance()) {
        let found = exact(&loads, target).expect("small");
        let distance = (u128::from(found.sum) * target.den()).abs_diff(target.num());
        prop_assert_eq!(distance, oracle::least_distance(&loads, target));
        let picked: u64 = loads.iter().zip(&found.chosen).filter(|(_, chosen)| **chosen).map(|(load, _)| load).sum();
        prop_assert_eq!(picked, found.sum);
    }

    #[test]
    fn lemma_1((loads, target) in instance()) {
        let balanced = exact(&loads, target).expect("small").sum;
        let plain = bss::subset_sum(&loads, target).expect("small").sum;
        prop_assert!(u128::from(plain) * target.den() <= target.num());
        if u128::from(balanced) * target.den() <= target.num() {
            prop_assert_eq!(balanced, plain);
        }
    }

    #[test]
    fn lemma_2((loads, target) in instance()) {
        let found = exact(&loads, target).expect("small");
        for (load, _) in loads.iter().zip(&found.chosen).filter(|(_, chosen)| **chosen) {
            prop_assert!(u128::from(found.sum - load) * target.den() < target.num());
        }
    }

    #[test]
    fn theorems_2_and_3((loads, target) in instance(), eta in 1_000_000..200_000_000u64) {
        prop_assume!(target.num() > 0);
        let found = relax(&loads, target, eta).expect("small");
        let s = loads.len() as i128;
        // |T* − t*| ≤ sΔ/2 = ηT, in whole numbers: T*/T = units · 2η/s.
        let (p, num, den) = (i128::from(eta), target.num() as i128, target.den() as i128);
        let relaxed = 2 * i128::from(found.units) * p * num;
        let actual = i128::from(found.selection.sum) * den * s * 1_000_000_000;
        prop_assert!((relaxed - actual).abs() <= p * num * s);
        // Theorem 2's range is half open: t* is below T* + sΔ/2, as halves are rounded up.
        prop_assert!(actual - relaxed < p * num * s.max(1));
        // What follows for the answer itself: no more than 2η worse than Exact_BSS.
        let best = exact(&loads, target).expect("small").sum;
        let off = |sum: u64| (sum as f64 - target.as_f64()).abs();
        prop_assert!(off(found.selection.sum) - off(best) <= 2.0 * eta as f64 / 1e9 * target.as_f64() + 1e-6);
    }

    #[test]
    fn theorem_2_with_any_delta((loads, target) in instance(), num in 1..60u128, den in 1..7u128) {
        let found = relax_by(&loads, target, Ratio::new(num, den)).expect("small");
        // All times 2·den: T* = units·Δ, and t* lies in [T* − sΔ/2, T* + sΔ/2).
        let (sum, units, s) = (u128::from(found.selection.sum) * 2 * den, u128::from(found.units) * 2 * num, loads.len() as u128);
        prop_assert!(sum + s * num >= units);
        prop_assert!(sum < units + s.max(1) * num);
    }

    #[test]
    fn sums_grow_with_the_target(loads in prop::collection::vec(1..200u64, 1..10), low in 0..500u128, more in 0..500u128) {
        let at = |target: u128| exact(&loads, Ratio::new(target, 3)).expect("small").sum;
        prop_assert!(at(low) <= at(low + more));
    }
}
