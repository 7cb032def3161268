//! Reading, rating and writing at the same time, in bounded memory and in the order of the input.
//!
//! One thread reads and cuts the input into batches; a pool of threads rates each batch and makes of it what is
//! wanted, such as rows; the thread that started it all takes that and writes it. The reader announces a batch to
//! the writer before it gives it to the pool, and the announcements wait in a channel of limited length. So the
//! order is kept whichever batch is ready first, and a reader that is ahead of the others waits.

use std::cell::RefCell;
use std::io::{self, BufReader, Read, Write};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use rayon::ThreadPool;
use undoku::Engine;
use undoku::grid::format::{Entry, read_puzzles};

use super::{Layout, Row};
use crate::console;
use crate::input::{self, Input};
use crate::output::Output;
use crate::progress::Progress;
use crate::tally::Tally;

/// The most puzzles of a batch: enough that handing it over costs nothing beside rating it.
const BATCH: usize = 256;
/// The bytes that are read at once.
const BUFFER: usize = 64 * 1024;
/// The batches for each thread that may be read and not yet written.
const AHEAD: usize = 4;

/// What there is to do.
pub(crate) struct Work {
    /// Rates.
    pub(crate) engine: Engine,
    /// Where the puzzles come from.
    pub(crate) inputs: Vec<Input>,
    /// The column of tables that holds them.
    pub(crate) column: Option<String>,
    /// How many threads rate.
    pub(crate) jobs: usize,
}

/// What was done.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Outcome {
    /// How the puzzles ended.
    pub(crate) tally: Tally,
    /// How many inputs were read, at least in part.
    pub(crate) inputs_read: usize,
    /// How many inputs could not be read, or not to their end.
    pub(crate) inputs_failed: usize,
}

/// What the reader tells the writer.
enum Event<T> {
    /// A rated batch will come.
    Batch(Receiver<io::Result<Rated<T>>>),
    /// An input was opened.
    Opened,
    /// An input cannot be read, or not to its end.
    Failed(String),
    /// An input has no puzzles.
    Empty(String),
}

/// What was made of a batch.
struct Rated<T> {
    made: T,
    tally: Tally,
    /// The bytes read so far.
    position: u64,
}

/// What makes something of a batch's ratings; all threads that rate share it.
type Make<T> = dyn Fn(&[Row]) -> io::Result<T> + Send + Sync;

/// Rates everything and writes rows.
///
/// # Errors
///
/// When results cannot be written.
pub(crate) fn run(
    work: Work,
    layout: Arc<dyn Layout>,
    output: &mut Output,
    progress: &mut Progress,
) -> io::Result<Outcome> {
    let mut header = Vec::new();
    layout.header(&mut header)?;
    let mut write = |progress: &Progress, rows: &[u8]| {
        progress.aside_rows(|| {
            output.write_all(&std::mem::take(&mut header))?;
            output.write_all(rows)
        })
    };
    let header_alone = layout.header_alone();
    let lay_out = move |rows: &[Row]| {
        let mut out = Vec::new();
        layout.rows(rows, &mut out)?;
        Ok(out)
    };
    let take = |progress: &Progress, rows: Vec<u8>| write(progress, &rows);
    let outcome = each(work, lay_out, progress, take)?;
    if header_alone && outcome.inputs_read > 0 {
        write(progress, &[])?;
    }
    Ok(outcome)
}

/// Rates everything: `make` makes something of each batch, on many threads, and `take` gets it on this one, in the
/// order of the input.
///
/// # Errors
///
/// Those of `make` and `take`.
pub(crate) fn each<T: Send + 'static>(
    work: Work,
    make: impl Fn(&[Row]) -> io::Result<T> + Send + Sync + 'static,
    progress: &mut Progress,
    mut take: impl FnMut(&Progress, T) -> io::Result<()>,
) -> io::Result<Outcome> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(work.jobs)
        // The writer misses what a thread that panicked owes it.
        .panic_handler(|_| ())
        .build()
        .map_err(io::Error::other)?;
    let (events, announced) = sync_channel(work.jobs * AHEAD);
    let make: Arc<Make<T>> = Arc::new(make);
    // Not joined: it may wait for input that never comes, while the results are no longer wanted.
    std::thread::spawn(move || read_all(&Arc::new(work), &make, &pool, &events));

    let mut outcome = Outcome::default();
    for event in announced {
        match event {
            Event::Batch(rated) => {
                let lost = |_| io::Error::other("a thread that rates has failed");
                let rated = rated.recv().map_err(lost)??;
                take(progress, rated.made)?;
                outcome.tally.add(rated.tally);
                progress.advance(rated.position, outcome.tally.total());
            }
            Event::Opened => outcome.inputs_read += 1,
            Event::Failed(message) => {
                outcome.inputs_failed += 1;
                progress.aside(|| console::error(message));
            }
            Event::Empty(name) => {
                progress.aside(|| console::warning(format_args!("no puzzles found in {name}")));
            }
        }
    }
    Ok(outcome)
}

/// Reads all inputs, as long as there is someone to read them for.
fn read_all<T: Send + 'static>(
    work: &Arc<Work>,
    make: &Arc<Make<T>>,
    pool: &ThreadPool,
    events: &SyncSender<Event<T>>,
) {
    let mut position = 0;
    for number in 0..work.inputs.len() {
        let batches = Rc::new(RefCell::new(Batches {
            work,
            make,
            pool,
            events,
            number,
            file: work.inputs[number].file().map(Arc::from),
            waiting: Vec::new(),
            found: false,
            position,
            unwanted: false,
        }));
        let event = match read(&work.inputs[number], work.column.as_deref(), &batches) {
            Err(message) => Some(Event::Failed(message)),
            Ok(()) if !batches.borrow().found => Some(Event::Empty(work.inputs[number].name())),
            Ok(()) => None,
        };
        let mut batches = batches.borrow_mut();
        batches.hand_over();
        position = batches.position;
        if batches.unwanted || event.is_some_and(|event| events.send(event).is_err()) {
            return;
        }
    }
}

/// Reads an input into batches; says why it cannot be read.
fn read<T: Send + 'static>(
    input: &Input,
    column: Option<&str>,
    batches: &Rc<RefCell<Batches<'_, T>>>,
) -> Result<(), String> {
    let bytes = input.open()?;
    if batches.borrow().events.send(Event::Opened).is_err() {
        batches.borrow_mut().unwanted = true;
    }
    let watched = Watched {
        bytes,
        batches: Rc::clone(batches),
    };
    let reader = BufReader::with_capacity(BUFFER, watched);
    for entry in read_puzzles(reader, input.options(column)) {
        if batches.borrow().unwanted {
            break;
        }
        let entry = entry.map_err(|error| format!("{} cannot be read: {error}", input.name()))?;
        if let Some(trouble) = input::trouble_of(&entry, input) {
            return Err(trouble);
        }
        batches.borrow_mut().add(entry);
    }
    Ok(())
}

/// Bytes of an input. Before more of them are waited for, what was read is handed over: whoever feeds puzzles
/// in one by one gets the ratings one by one.
struct Watched<'a, T> {
    bytes: Box<dyn Read + Send>,
    batches: Rc<RefCell<Batches<'a, T>>>,
}

impl<T: Send + 'static> Read for Watched<'_, T> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.batches.borrow_mut().hand_over();
        let count = self.bytes.read(buffer)?;
        self.batches.borrow_mut().position += count as u64;
        Ok(count)
    }
}

/// The batch in progress.
struct Batches<'a, T> {
    work: &'a Arc<Work>,
    make: &'a Arc<Make<T>>,
    pool: &'a ThreadPool,
    events: &'a SyncSender<Event<T>>,
    /// Which input is read.
    number: usize,
    file: Option<Arc<str>>,
    waiting: Vec<Entry>,
    /// Whether the input has a puzzle, or something that should have been one.
    found: bool,
    position: u64,
    /// Whether the writer is gone.
    unwanted: bool,
}

impl<T: Send + 'static> Batches<'_, T> {
    fn add(&mut self, entry: Entry) {
        self.found = true;
        self.waiting.push(entry);
        if self.waiting.len() >= BATCH {
            self.hand_over();
        }
    }

    fn hand_over(&mut self) {
        if self.waiting.is_empty() || self.unwanted {
            return;
        }
        let entries = std::mem::take(&mut self.waiting);
        let (sender, receiver) = sync_channel(1);
        if self.events.send(Event::Batch(receiver)).is_err() {
            self.unwanted = true;
            return;
        }
        let (work, make) = (Arc::clone(self.work), Arc::clone(self.make));
        let file = self.file.clone();
        let (number, position) = (self.number, self.position);
        self.pool.spawn_fifo(move || {
            let (rows, tally) = rate(&work, number, file.as_deref(), entries);
            let rated = make(&rows).map(|made| Rated {
                made,
                tally,
                position,
            });
            // A writer that is gone needs nothing.
            let _ = sender.send(rated);
        });
    }
}

/// Rates a batch.
fn rate(work: &Work, number: usize, file: Option<&str>, entries: Vec<Entry>) -> (Vec<Row>, Tally) {
    let mut rater = work.engine.rater();
    let mut tally = Tally::default();
    let mut rows = Vec::with_capacity(entries.len());
    for entry in entries {
        let line = entry.place.line;
        let name = match file {
            None => (number + 1).to_string(),
            Some(_) if work.inputs.len() == 1 => line.to_string(),
            Some(file) => format!("{file}:{line}"),
        };
        let report = rater.rate_entry(entry, file);
        tally.count(report.status);
        rows.push(Row { name, report });
    }
    (rows, tally)
}
