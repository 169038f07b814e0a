//! How fast each slot is, told by how long its node took for the maps of the same job.
//!
//! The paper's slots are alike (Section 3) and leave other ones to future work. Here a node counts as faster or
//! slower only where its maps differ from those of the others by more than chance explains; so on equal nodes,
//! and while little is known, slots are equal. How much faster is told by each node's fastest map: the others may
//! have waited for JVMs to start, which small machines do slowly. Knows nothing of loads or schedules.

use crate::error::{Error, Result};
use serde::Deserialize;

/// Standard errors that a node's mean must be away from the usual one: many nodes are looked at, each may stray.
const SIGMAS: f64 = 4.0;
/// Smaller differences are not worth a table of their own.
const LEAST: f64 = 1.2;
/// The usual speed; the others are in parts of it.
const USUAL: f64 = 100.0;
/// No node is taken for more times faster or slower than this: start-up time makes slow nodes look slower than they are.
const MOST: f64 = 3.0;
/// Maps beyond each node's first that must have been done before their variation counts as known.
const ENOUGH: f64 = 6.0;

/// What is known of the nodes of a job, as JSON from the JobTracker's hook.
///
/// ```
/// use evenkeel::pace::Paces;
/// // Six maps of 10 s on one node, three of 20 s on the other; three slots, of which the last has no node yet.
/// let nodes = "[[6,60000,6.0e8,10000],[3,60000,1.2e9,20000]]";
/// let paces = Paces::from_json(&format!(r#"{{"nodes":{nodes},"slots":[0,1,null]}}"#))?;
/// assert_eq!(paces.speeds(3)?, Some(vec![150, 75, 100]));
/// # Ok::<(), evenkeel::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paces {
    /// The nodes that have done maps.
    pub nodes: Vec<Pace>,
    /// The node of each slot, where it is known.
    pub slots: Vec<Option<u32>>,
}

/// The maps that a node has done: how many, their milliseconds, the sum of the squares of these, and the least.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
pub struct Pace(pub f64, pub f64, pub f64, pub f64);

impl Pace {
    /// Whether anything is known of the node.
    fn counts(&self) -> bool {
        self.0 >= 1.0 && self.1 > 0.0 && self.2.is_finite() && self.3 > 0.0
    }

    fn mean(&self) -> f64 {
        self.1 / self.0
    }

    /// The sum of squared deviations from the mean, in parts of the mean's square.
    fn spread(&self) -> f64 {
        (self.2 / self.mean().powi(2) - self.0).max(0.0)
    }
}

impl Paces {
    /// Reads JSON.
    pub fn from_json(text: &str) -> Result<Self> {
        serde_json::from_str(text).map_err(|error| Error::Spec { reason: error.to_string() })
    }

    /// The speed of each of `slots` slots, or none if they are equal as far as is known.
    pub fn speeds(&self, slots: u32) -> Result<Option<Vec<u32>>> {
        let expected = slots as usize;
        if self.slots.len() != expected {
            return Err(Error::Speeds { expected, found: self.slots.len().to_string() });
        }
        if let Some(node) = self.slots.iter().flatten().find(|&&node| node as usize >= self.nodes.len()) {
            return Err(Error::Speeds {
                expected,
                found: format!("a slot on node {node}, which is unknown"),
            });
        }
        let known: Vec<&Pace> = self.nodes.iter().filter(|node| node.counts()).collect();
        let beyond_one: f64 = known.iter().map(|node| node.0 - 1.0).sum();
        if beyond_one < ENOUGH {
            return Ok(None);
        }
        let variation = (known.iter().map(|node| node.spread()).sum::<f64>() / beyond_one).sqrt();
        let usual_mean = median(known.iter().map(|node| node.mean()));
        let usual_least = median(known.iter().map(|node| node.3));
        let speed = |node: &Pace| {
            let chance = SIGMAS * variation / node.0.sqrt();
            let differs = node.counts() && (node.mean() / usual_mean).ln().abs() > chance.max(LEAST.ln());
            let slower = (node.3 / usual_least).clamp(1.0 / MOST, MOST);
            (if differs { USUAL / slower } else { USUAL }).round() as u32
        };
        let speed_of =
            |slot: &Option<u32>| slot.map_or(USUAL as u32, |node| speed(&self.nodes[node as usize]));
        let speeds: Vec<u32> = self.slots.iter().map(speed_of).collect();
        Ok(speeds.iter().any(|speed| *speed != speeds[0]).then_some(speeds))
    }
}

/// The middle value, or the mean of the two in the middle; 0 of nothing.
fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut sorted: Vec<f64> = values.collect();
    sorted.sort_by(f64::total_cmp);
    match sorted.len() {
        0 => 0.0,
        n => (sorted[(n - 1) / 2] + sorted[n / 2]) / 2.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn node(times: &[f64]) -> Pace {
        let least = times.iter().copied().fold(f64::INFINITY, f64::min);
        Pace(times.len() as f64, times.iter().sum(), times.iter().map(|t| t * t).sum(), least)
    }

    fn one_slot_each(nodes: Vec<Pace>) -> Paces {
        let slots = (0..nodes.len() as u32).map(Some).collect();
        Paces { nodes, slots }
    }

    #[test]
    fn half_the_nodes_of_half_the_speed() {
        let fast = [10_000.0, 11_000.0, 9_500.0, 10_500.0];
        let slow = [20_000.0, 21_500.0];
        let paces = one_slot_each(vec![node(&fast), node(&fast), node(&slow), node(&slow)]);
        let speeds = paces.speeds(4).unwrap().expect("they differ");
        let ratio = f64::from(speeds[0]) / f64::from(speeds[2]);
        assert!((1.9..2.2).contains(&ratio), "{speeds:?}");
    }

    #[test]
    fn equal_nodes_stay_equal_whatever_maps_vary() {
        let mut random = Random::new(5);
        let mut differ = 0;
        for _ in 0..1_000 {
            let nodes = (0..8)
                .map(|_| {
                    let times: Vec<f64> = (0..4).map(|_| 10_000.0 * (0.6 + 0.8 * random.unit())).collect();
                    node(&times)
                })
                .collect();
            differ += u32::from(one_slot_each(nodes).speeds(8).unwrap().is_some());
        }
        assert!(differ < 30, "{differ} of 1000 clusters of equal nodes were taken for unequal ones");
    }

    #[test]
    fn one_map_tells_enough_of_a_node_if_the_others_hardly_vary() {
        let others = [10_000.0, 10_300.0, 9_900.0, 10_100.0];
        let mut nodes = vec![node(&others); 3];
        nodes.push(node(&[30_000.0]));
        let speeds = one_slot_each(nodes).speeds(4).unwrap().expect("it differs");
        assert_eq!(speeds, [100, 100, 100, 33]);
    }

    #[test]
    fn little_knowledge_is_none() {
        assert_eq!(one_slot_each(vec![]).speeds(0).unwrap(), None);
        let once = one_slot_each(vec![node(&[1_000.0]), node(&[9_000.0])]);
        assert_eq!(once.speeds(2).unwrap(), None);
        let nowhere = Paces { nodes: vec![node(&[1e3; 9]), node(&[9e3; 9])], slots: vec![None, None] };
        assert_eq!(nowhere.speeds(2).unwrap(), None);
        let strange =
            vec![Pace(3.0, 0.0, 0.0, 0.0), Pace(f64::NAN, -1.0, 2.0, 1.0), Pace(9.0, 1.0, 1e308, -1.0)];
        assert_eq!(one_slot_each(strange).speeds(3).unwrap(), None);
    }

    #[test]
    fn other_numbers_of_slots_and_unknown_nodes_are_refused() {
        let paces = one_slot_each(vec![node(&[1e3, 1e3])]);
        assert!(paces.speeds(2).is_err());
        assert!(Paces { nodes: vec![], slots: vec![Some(0)] }.speeds(1).is_err());
        assert!(Paces::from_json("{}").is_err());
        assert!(Paces::from_json(r#"{"nodes":[[1,2,3]],"slots":[]}"#).is_err());
    }
}
