//! The same bytes for the same report, whatever else goes on.

use super::support::{INPUTS, input, pdf};
use rayon::ThreadPoolBuilder;

#[test]
fn the_bytes_depend_on_the_report_alone() {
    let first: Vec<Vec<u8>> = INPUTS.iter().map(|name| pdf(&input(name)).bytes).collect();
    for (name, first) in INPUTS.iter().zip(&first).rev() {
        for threads in [1, 2, 5] {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            assert!(pool.install(|| pdf(&input(name)).bytes) == *first, "{name} on {threads} threads");
        }
    }
}
