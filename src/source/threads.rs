//! How many threads may work on inputs: one reads and analyses, others unpack and hash.

/// Threads that may still be started beside the one that reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threads {
    left: usize,
    /// Whether pipes are read as they come: then each has a thread, or nobody could end the reading.
    pipes: bool,
}

impl Threads {
    /// At most `most` threads, the one that reads among them.
    pub const fn new(most: usize) -> Self {
        Self { left: most.saturating_sub(1), pipes: false }
    }

    /// As many as the machine runs at once.
    pub fn of_machine() -> Self {
        Self::new(std::thread::available_parallelism().map_or(1, std::num::NonZero::get))
    }

    /// Pipes are read as they come.
    #[must_use]
    pub const fn with_pipes(mut self) -> Self {
        self.pipes = true;
        self
    }

    /// How many may still be started.
    pub const fn left(self) -> usize {
        self.left
    }

    /// Takes one of those that are left. `false` when there is none: the work is done by whoever needs it.
    pub(super) const fn take(&mut self) -> bool {
        let has = self.left > 0;
        self.left = self.left.saturating_sub(1);
        has
    }

    pub(super) const fn take_for_pipe(&mut self) -> bool {
        self.take() || self.pipes
    }
}
