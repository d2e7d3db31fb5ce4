//! SHA-256 identities of inputs and of embedded assets.

use sha2::{Digest, Sha256};
use std::fmt::Write as _;

/// The SHA-256 of some bytes as 64 lower-case hex digits.
#[must_use]
pub fn sha256_hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::with_capacity(64), |mut hex, byte| {
        // Writing to a String does not fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// The SHA-256 of some bytes in Base64, as a Content-Security-Policy writes it (CSP Level 3, section 2.3.1).
#[must_use]
pub fn sha256_base64(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(44);
    for chunk in Sha256::digest(bytes).chunks(3) {
        let word = chunk.iter().enumerate().fold(0u32, |word, (i, byte)| word | (u32::from(*byte) << (16 - 8 * i)));
        for i in 0..4 {
            out.push(if i <= chunk.len() { char::from(ALPHABET[(word >> (18 - 6 * i)) as usize & 63]) } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{sha256_base64, sha256_hex};

    #[test]
    fn digests_match_the_published_ones() {
        assert_eq!(sha256_hex(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(sha256_base64(b"alert('Hello, world.');"), "qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng=");
    }
}
