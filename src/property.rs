//! How properties are tried, beside the code and in the integration tests.
//!
//! The seed is fixed, so that a run tells about the change at hand and nothing else. To search on:
//! `PROPTEST_RNG_SEED=7 PROPTEST_CASES=5000 cargo test properties`.

use proptest::test_runner::{Config, RngSeed};

/// How many cases are tried, from which seed. What is found becomes an example in a test, not a file of seeds.
pub fn config(cases: u32) -> Config {
    let mut config = Config { failure_persistence: None, ..Config::default() };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = cases;
    }
    if config.rng_seed == RngSeed::Random {
        config.rng_seed = RngSeed::Fixed(0x5eed);
    }
    config
}
