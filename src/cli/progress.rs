//! A sign of life on a terminal, for work that takes longer than a second.

use indicatif::{ProgressBar, ProgressStyle};
use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// Shows a bar from the second second on, until it is dropped. Nothing on anything but a terminal.
pub(super) struct Progress {
    bar: ProgressBar,
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Progress {
    /// For work in `steps` steps.
    pub(super) fn start(steps: u64) -> Self {
        let bar = ProgressBar::hidden();
        bar.set_length(steps);
        let template =
            if steps > 1 { "{bar:30} {pos}/{len} {msg} {elapsed}" } else { "{spinner} {msg} {elapsed}" };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        let (stop, stopped) = channel::<()>();
        let shown = bar.clone();
        let wait = move || {
            if stopped.recv_timeout(Duration::from_secs(1)) == Err(std::sync::mpsc::RecvTimeoutError::Timeout)
            {
                shown.set_draw_target(indicatif::ProgressDrawTarget::stderr());
                shown.enable_steady_tick(Duration::from_millis(200));
            }
        };
        // No thread to be had: then there is no bar.
        let thread = std::thread::Builder::new().spawn(wait).ok();
        Progress { bar, stop: Some(stop), thread }
    }

    /// The next step begins.
    pub(super) fn step(&self, at: usize, name: &str) {
        self.bar.set_position(at as u64);
        self.bar.set_message(name.to_owned());
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // The thread only waits and draws: there is nothing to learn from its end.
            thread.join().unwrap_or_default();
        }
        self.bar.finish_and_clear();
    }
}
