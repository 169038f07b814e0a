//! What the maps so far say about the maps to come: shares of the groups, and how much they vary from map to map.

use crate::wire::Counts;

/// Sums over the maps that have reported. O(n) memory.
#[derive(Debug, Clone)]
pub struct Observed {
    maps: u32,
    seen: u32,
    /// Σ xᵢ of each group.
    sum: Vec<f64>,
    /// Σ xᵢ² of each group.
    squares: Vec<f64>,
    /// Σ xᵢ·sᵢ of each group, sᵢ being the map's total.
    products: Vec<f64>,
    /// Σ sᵢ and Σ sᵢ².
    total: (f64, f64),
    /// Σ xᵢ of each group and Σ sᵢ at the last mark.
    mark: (Vec<f64>, f64),
}

impl Observed {
    /// Nothing seen yet of a job with `maps` maps and `groups` groups.
    pub fn new(maps: u32, groups: u32) -> Self {
        let zeros = vec![0.0; groups as usize];
        Observed {
            maps,
            seen: 0,
            sum: zeros.clone(),
            squares: zeros.clone(),
            products: zeros.clone(),
            total: (0.0, 0.0),
            mark: (zeros, 0.0),
        }
    }

    /// Adds a map's counts. Their number must be right.
    pub fn add(&mut self, counts: Counts<'_>) {
        let size: f64 = counts.iter().map(|(_, load)| load as f64).sum();
        for (group, load) in counts.iter() {
            let load = load as f64;
            self.sum[group] += load;
            self.squares[group] += load * load;
            self.products[group] += load * size;
        }
        self.total = (self.total.0 + size, self.total.1 + size * size);
        self.seen += 1;
    }

    /// Maps seen.
    pub fn seen(&self) -> u32 {
        self.seen
    }

    /// Maps of the job.
    pub fn maps(&self) -> u32 {
        self.maps
    }

    /// Remembers where we are: [`Observed::lately`] counts from here.
    pub fn set_mark(&mut self) {
        self.mark = (self.sum.clone(), self.total.0);
    }

    /// What each group is forecast to hold in the end: x·M/c.
    pub fn forecast(&self) -> Vec<u64> {
        let scale = f64::from(self.maps) / f64::from(self.seen.max(1));
        self.sum.iter().map(|sum| (sum * scale).round() as u64).collect()
    }

    /// The variance of each group's forecast: M − c maps are to come, and the mean comes from c maps only.
    ///
    /// The variance between maps is that of what a map's size does not explain. A group that has looked calm so far
    /// is not believed to be calmer than the groups are as a whole.
    pub fn variances(&self) -> Vec<f64> {
        let (m, c) = (f64::from(self.maps), f64::from(self.seen.max(1)));
        let factor = (m - c).max(0.0) * m / c / (c - 1.0).max(1.0);
        let residuals: Vec<f64> = (0..self.sum.len()).map(|group| self.residual(group)).collect();
        let spread: f64 = residuals.iter().sum::<f64>() / self.total.0.max(1.0);
        residuals.iter().zip(&self.sum).map(|(own, sum)| own.max(0.5 * spread * sum) * factor).collect()
    }

    /// Σ (xᵢ − p·sᵢ)² of a group with share p.
    fn residual(&self, group: usize) -> f64 {
        let share = self.sum[group] / self.total.0.max(1.0);
        let square = self.squares[group] - 2.0 * share * self.products[group] + share * share * self.total.1;
        square.max(0.0)
    }

    /// Each group's share before the mark and since, if both parts have any load.
    pub fn lately(&self) -> Option<Vec<(f64, f64)>> {
        let (then, before) = (&self.mark.0, self.mark.1);
        let since = self.total.0 - before;
        if before <= 0.0 || since <= 0.0 {
            return None;
        }
        Some(then.iter().zip(&self.sum).map(|(then, now)| (then / before, (now - then) / since)).collect())
    }
}
