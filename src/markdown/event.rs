//! What the policy lets through: the events that every renderer of Markdown reads.

use pulldown_cmark::CowStr;

/// How a table column is set.
pub use pulldown_cmark::Alignment;

/// An event that the policy let through. Starts and ends are balanced.
#[derive(Debug, Clone, PartialEq)]
pub enum Event<'a> {
    /// Opens something.
    Start(Container<'a>),
    /// Closes what was opened last.
    End,
    /// Text, with nothing to interpret in it.
    Text(CowStr<'a>),
    /// A code span.
    Code(CowStr<'a>),
    /// A line break in the source.
    SoftBreak,
    /// A line break in the text.
    HardBreak,
    /// A thematic break.
    Rule,
    /// The box of a task list item, and whether it is ticked.
    Task(bool),
}

/// Something that holds other events.
#[derive(Debug, Clone, PartialEq)]
pub enum Container<'a> {
    /// A paragraph.
    Paragraph,
    /// A heading; levels count from 1 within the text and never skip one.
    Heading(u8),
    /// A block quote.
    Quote,
    /// A list, with the first number if it is ordered.
    List(Option<u64>),
    /// An item of a list.
    Item,
    /// A code block, with the language named on its fence.
    CodeBlock(CowStr<'a>),
    /// A table, with its columns' alignments.
    Table(Vec<Alignment>),
    /// The head row of a table.
    TableHead,
    /// Another row of a table.
    TableRow,
    /// A cell.
    TableCell,
    /// A disclosure with its summary.
    Details(CowStr<'a>),
    /// Emphasis.
    Emphasis,
    /// Strong emphasis.
    Strong,
    /// Struck text.
    Strikethrough,
    /// A link whose destination has passed [`is_safe_destination`](crate::markdown::is_safe_destination).
    Link(CowStr<'a>),
    /// An inline tag of the allow-list.
    Inline(Inline),
}

/// Inline tags of the allow-list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Inline(pub &'static str);
