//! Every method on many random instances: how often each beats LPT, how often it loses, and by how much; and plain Subset
//! Sum beside Balanced Subset Sum, by kind of instance (Section 5.2 of the paper).
//!
//! `cargo run --release --example compare_methods`, or with the number of instances and the seed: `… compare_methods 900 1`

use evenkeel::generate::{Kind, instance};
use evenkeel::random::Random;
use evenkeel::{Algorithm, Options, Schedule, Slots, Time, schedule};

const KINDS: [Kind; 4] = [Kind::Zipf, Kind::HistogramMovies, Kind::Uniform, Kind::FewHuge];

/// One method against another one: how often, and by how much at most.
#[derive(Default)]
struct Duel {
    better: usize,
    worse: usize,
    most_better: f64,
    most_worse: f64,
}

impl Duel {
    fn add(&mut self, ours: Time, theirs: Time) {
        self.better += usize::from(ours < theirs);
        self.worse += usize::from(ours > theirs);
        self.most_better = self.most_better.max(theirs.ratio(ours));
        self.most_worse = self.most_worse.max(ours.ratio(theirs));
    }

    fn cells(&self) -> String {
        format!("{} | {:.3} | {} | {:.3}", self.better, self.most_better, self.worse, self.most_worse)
    }
}

/// What came of a method.
#[derive(Default)]
struct Tally {
    lpt: Duel,
    optimal: usize,
    sum: f64,
    worst: f64,
}

/// A random instance: its kind (as a place in `KINDS`), loads and number of slots.
fn draw(random: &mut Random) -> (usize, Vec<u64>, u32) {
    let kind = random.below(KINDS.len() as u64) as usize;
    let slots = random.between(4, 40);
    let operations = slots * random.between(2, 16);
    (kind, instance(KINDS[kind], operations as usize, slots as usize, random.next_u64()), slots as u32)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let count: usize = arguments.next().map_or(Ok(900), |text| text.parse())?;
    let seed: u64 = arguments.next().map_or(Ok(1), |text| text.parse())?;
    let mut random = Random::new(seed);
    let mut tallies: Vec<Tally> = Algorithm::ALL.iter().map(|_| Tally::default()).collect();
    let mut sums: Vec<(usize, Duel)> = KINDS.iter().map(|_| (0, Duel::default())).collect();
    let mut beaten = 0;
    for _ in 0..count {
        let (kind, loads, slots) = draw(&mut random);
        let slots = Slots::equal(slots)?;
        let plan = |&algorithm: &Algorithm| schedule(&loads, &slots, &Options::with(algorithm));
        let plans = Algorithm::ALL.iter().map(plan).collect::<Result<Vec<Schedule>, _>>()?;
        let makespan = |wanted| plans.iter().find(|plan| plan.algorithm == wanted).map(|plan| plan.makespan);
        let lpt = makespan(Algorithm::Lpt).ok_or("no LPT")?;
        for (plan, tally) in plans.iter().zip(&mut tallies) {
            tally.lpt.add(plan.makespan, lpt);
            tally.optimal += usize::from(plan.optimal);
            tally.sum += plan.ratio();
            tally.worst = tally.worst.max(plan.ratio());
        }
        let least = plans.iter().map(|plan| plan.makespan).min();
        beaten += usize::from(makespan(Algorithm::Best) > least);
        sums[kind].0 += 1;
        if let (Some(plain), Some(balanced)) = (makespan(Algorithm::SubsetSum), makespan(Algorithm::Exact)) {
            sums[kind].1.add(plain, balanced);
        }
    }
    println!("{count} random instances, seed {seed}; ratio is makespan to lower bound\n");
    println!(
        "| method | better than lpt | by up to | worse | by up to | proven optimal | mean ratio | worst ratio |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for (algorithm, tally) in Algorithm::ALL.into_iter().zip(&tallies) {
        let (mean, cells) = (tally.sum / count.max(1) as f64, tally.lpt.cells());
        println!("| `{algorithm}` | {cells} | {} | {mean:.4} | {:.4} |", tally.optimal, tally.worst);
    }
    println!("\nbest is worse than some other method on {beaten} of them");
    println!("\n| kind | instances | subset-sum better than exact | by up to | worse | by up to |");
    println!("|---|---|---|---|---|---|");
    for (kind, (instances, duel)) in KINDS.iter().zip(&sums) {
        println!("| {kind:?} | {instances} | {} |", duel.cells());
    }
    Ok(())
}
