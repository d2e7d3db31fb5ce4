//! What a misspelt word was meant to be.

/// The candidate that a misspelt word most likely stands for.
#[must_use]
pub fn nearest<'c>(word: &str, candidates: &[&'c str]) -> Option<&'c str> {
    const ALIKE: f64 = 0.7;
    let plain = |s: &str| s.to_lowercase().replace(['-', '_', ' '], "");
    let word = plain(word);
    candidates
        .iter()
        .map(|c| (strsim::normalized_damerau_levenshtein(&word, &plain(c)), *c))
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .filter(|(alike, _)| *alike >= ALIKE)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_near_word_is_found_and_a_far_one_is_not() {
        let keys = ["merge_class", "severity", "location"];
        assert_eq!(nearest("mergeclass", &keys), Some("merge_class"));
        assert_eq!(nearest("MergeClass", &keys), Some("merge_class"));
        assert_eq!(nearest("locaton", &keys), Some("location"));
        assert_eq!(nearest("colour", &keys), None);
        assert_eq!(nearest("", &keys), None);
    }
}
