//! The council and judge tests, until they join the one integration binary.

#[path = "it/contract.rs"]
mod contract;
