//! What the allocator does with memory nobody uses any more.
//!
//! Tables are large and come and go. The GNU allocator learns from that to keep
//! such blocks for itself, in one heap a thread, so that a server would stay as
//! large as it ever was. Fixed thresholds stop the learning: large blocks come
//! from the system and go back to it.

#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code)]
mod gnu {
    /// Blocks from here on are mapped by themselves.
    const MAPPED: libc::c_int = 256 << 10;
    /// So much may stay free at the end of a heap.
    const SPARE: libc::c_int = 1 << 20;
    /// Heaps; threads share them.
    const HEAPS: libc::c_int = 4;

    pub fn return_freed() {
        // SAFETY: mallopt only sets numbers of the allocator, under its own lock.
        unsafe {
            libc::mallopt(libc::M_MMAP_THRESHOLD, MAPPED);
            libc::mallopt(libc::M_TRIM_THRESHOLD, SPARE);
            libc::mallopt(libc::M_ARENA_MAX, HEAPS);
        }
    }

    pub fn trim() {
        // SAFETY: malloc_trim gives back pages in which nothing is allocated.
        unsafe { libc::malloc_trim(0) };
    }
}

/// Lets memory go back to the system when it is freed, from now on. Called once,
/// when a long-lived program starts.
pub fn return_freed() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    gnu::return_freed();
}

/// Gives back what is free now, for a moment when much was freed.
pub fn trim() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    gnu::trim();
}
