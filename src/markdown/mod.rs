//! What Markdown written by strangers may do: one policy, then HTML behind a last gate, or verbatim text that keeps to
//! its place.
//!
//! ```text
//! source ─▶ pulldown-cmark ─▶ policy ─▶ html ─▶ ammonia
//!                      └────────────▶ contain (verbatim)
//! ```

mod contain;
mod disarm;
mod escape;
mod event;
mod gate;
mod html;
mod links;
mod mention;
pub(crate) mod plain;
mod policy;
mod raw_html;
mod writer;

pub(crate) use contain::open_fence;
pub use contain::{Contained, contain, fenced};
pub use escape::{escape_into, write_body, write_code, write_visible};
pub use event::{Alignment, Container, Event, Inline};
pub use html::Html;
pub use links::is_safe_destination;
pub(crate) use mention::without_mentions;
pub use policy::events;

use pulldown_cmark::{Options, Parser};

/// GFM as the format's texts use it: tables, strikethrough and task lists over `CommonMark`.
fn parser(source: &str) -> Parser<'_> {
    Parser::new_ext(source, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS)
}
