//! Copying before the last map is done: hints while maps run, then one final table that honours them.
//!
//! The paper starts to copy when all maps are done, stock Hadoop copies early but cannot balance. No group can *run*
//! before the last map is done, so an early decision need not be right, only useful: [`Hinter`] says which slot will
//! probably get which group, and [`finalise`](fn@finalise) makes the table that keeps as many copied bytes as possible where they are,
//! with a makespan within ε of the best. [`simulate`](fn@simulate) replays a job and says what that was worth.
//! It knows counts and slots; who copies what, and how, is the tasks' matter.

mod finalise;
mod hint;
mod observe;
mod repair;
mod simulate;

pub use finalise::{EPSILON, finalise};
pub use hint::Hinter;
pub use observe::Observed;
pub use simulate::{Replay, Simulation, simulate};
