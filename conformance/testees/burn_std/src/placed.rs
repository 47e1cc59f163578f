//! Memory at a chosen distance from an address divisible by 64.
//!
//! burn-std takes its codes as a `Vec` that it then owns, so the only way to choose where they lie
//! is the allocator that every `Vec` comes from.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

const ALIGN: usize = 64;
static OFFSET: AtomicUsize = AtomicUsize::new(0);

#[global_allocator]
static ALLOCATOR: Placing = Placing;

/// Puts everything of alignment 1 `OFFSET` bytes after a multiple of 64; the rest is as always.
struct Placing;

// SAFETY: blocks of alignment 1 come from System at a multiple of 64 and move up by less than 64,
// with as much room added; so the block, and what it takes, can be told from the address alone.
unsafe impl GlobalAlloc for Placing {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if layout.align() > 1 {
            return unsafe { System.alloc(layout) };
        }
        let offset = OFFSET.load(Relaxed);
        let Ok(block) = Layout::from_size_align(layout.size() + offset, ALIGN) else {
            return std::ptr::null_mut();
        };
        let start = unsafe { System.alloc(block) };
        if start.is_null() { start } else { unsafe { start.add(offset) } }
    }

    unsafe fn dealloc(&self, address: *mut u8, layout: Layout) {
        if layout.align() > 1 {
            return unsafe { System.dealloc(address, layout) };
        }
        let offset = address as usize % ALIGN;
        let block = Layout::from_size_align(layout.size() + offset, ALIGN).unwrap();
        unsafe { System.dealloc(address.sub(offset), block) }
    }
}

/// A copy of `data` that starts `offset` bytes after an address divisible by 64.
pub fn copy_at<T: Copy>(offset: usize, data: &[T]) -> Vec<T> {
    OFFSET.store(offset % ALIGN, Relaxed);
    let copy = data.to_vec();
    OFFSET.store(0, Relaxed);
    assert!(copy.is_empty() || copy.as_ptr() as usize % ALIGN == offset % ALIGN);
    copy
}
