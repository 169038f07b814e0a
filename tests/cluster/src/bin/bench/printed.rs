//! The numbers that the paper's evaluation (section 6) prints.

/// One of its eight cases.
#[derive(Debug, Clone, Copy)]
pub struct Printed {
    /// Its name there.
    pub name: &'static str,
    /// Table 2: size of the data in GB.
    pub gigabytes: f64,
    /// Table 3: job duration in parts of standard MapReduce's.
    pub ratio: f64,
    /// Largest load of standard MapReduce.
    pub standard: Option<u64>,
    /// Largest load of the paper's approach.
    pub improved: Option<u64>,
    /// The load if all slots had the same.
    pub ideal: Option<u64>,
}

const fn plain(name: &'static str, gigabytes: f64, ratio: f64) -> Printed {
    Printed { name, gigabytes, ratio, standard: None, improved: None, ideal: None }
}

/// All eight.
pub const CASES: [Printed; 8] = [
    Printed { standard: Some(10_488_733), improved: Some(7_789_497), ..plain("WC_S", 0.94, 0.9567) },
    plain("TV_S", 0.94, 0.8942),
    plain("II_S", 0.94, 0.8389),
    Printed { improved: Some(8_651), ideal: Some(6_651), ..plain("HM_S", 5.1, 0.6345) },
    plain("WC_L", 7.0, 0.7339),
    plain("TV_L", 7.0, 0.7756),
    plain("II_L", 1.8, 0.7985),
    plain("HM_L", 15.0, 0.6314),
];

/// Figure 1(b): standard MapReduce's largest load in parts of its smallest, HM on 5.1 GB.
pub const SKEW: f64 = 673.0;
/// Section 6.1.1: the best that any schedule can do with HM_S's twenty heavy operations.
pub const HEAVY_OPTIMUM: u64 = 7_700;
/// Figure 8: seconds that scheduling takes at most.
pub const SCHEDULING: f64 = 0.2;
/// Section 6: a block of data, and so a map, in GB.
pub const BLOCK: f64 = 0.064;
/// HM_S has 15 × 6,651 pairs, one a movie.
pub const MOVIES: f64 = 15.0 * 6_651.0;
