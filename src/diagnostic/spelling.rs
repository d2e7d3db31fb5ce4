//! What a misspelt word was meant to be.

/// How much alike two words must be for one to be taken for the other, from 0 to 1.
const ALIKE: f64 = 0.7;

/// How much nearer the nearest candidate must be than the next for there to be no doubt.
const CLEARLY: f64 = 0.1;

/// The candidates that a misspelt word may stand for, the nearest first.
fn near<'c>(word: &str, candidates: &[&'c str]) -> Vec<(f64, &'c str)> {
    let plain = |s: &str| s.to_lowercase().replace(['-', '_', ' '], "");
    let word = plain(word);
    let mut near: Vec<_> = candidates
        .iter()
        .map(|c| (strsim::normalized_damerau_levenshtein(&word, &plain(c)), *c))
        .filter(|(alike, _)| *alike >= ALIKE)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    near
}

/// The candidate that a misspelt word most likely stands for.
#[must_use]
pub fn nearest<'c>(word: &str, candidates: &[&'c str]) -> Option<&'c str> {
    near(word, candidates).first().map(|(_, candidate)| *candidate)
}

/// The candidate that a misspelt word can only stand for.
#[must_use]
pub fn unmistakable<'c>(word: &str, candidates: &[&'c str]) -> Option<&'c str> {
    match near(word, candidates).as_slice() {
        [(_, only)] => Some(only),
        [(first, candidate), (second, _), ..] if first - second >= CLEARLY => Some(candidate),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{nearest, unmistakable};

    #[test]
    fn a_near_word_is_found_and_a_far_one_is_not() {
        let keys = ["merge_class", "severity", "location"];
        assert_eq!(nearest("mergeclass", &keys), Some("merge_class"));
        assert_eq!(nearest("MergeClass", &keys), Some("merge_class"));
        assert_eq!(nearest("locaton", &keys), Some("location"));
        assert_eq!(nearest("colour", &keys), None);
        assert_eq!(nearest("", &keys), None);
        assert_eq!(unmistakable("locaton", &keys), Some("location"));
        assert_eq!(unmistakable("sizes", &["size1", "size2"]), None);
    }
}
