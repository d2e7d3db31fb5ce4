#!/usr/bin/env bash
# Makes docs/screenshot.png: the sample report as a page, light. Needs what tests/run installs.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo run --release --quiet -- render samples/review.json --html -o out/
node tests/browser/shot.mjs out/review.html docs/screenshot.png --width 1280 --height 1100
