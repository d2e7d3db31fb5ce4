//! The council and judge tests, until they join the one integration binary.

#![expect(clippy::unwrap_used, reason = "a test that can't go on should panic")]

#[path = "it/contract.rs"]
mod contract;

#[path = "it/contract_rules.rs"]
mod contract_rules;
