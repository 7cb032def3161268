//! The files of the page, which are part of the program.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use axum::routing::{MethodRouter, get};
use include_dir::{Dir, DirEntry, File, include_dir};
use sha2::{Digest, Sha256};

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/assets");

/// The page itself.
const PAGE: &str = "index.html";

/// Each file with its address.
pub(crate) fn routes<S: Clone + Send + Sync + 'static>() -> Vec<(String, MethodRouter<S>)> {
    let mut files = Vec::new();
    collect(&FILES, &mut files);
    files.into_iter().map(route).collect()
}

fn collect(dir: &'static Dir<'static>, files: &mut Vec<&'static File<'static>>) {
    for entry in dir.entries() {
        match entry {
            DirEntry::Dir(dir) => collect(dir, files),
            DirEntry::File(file) => files.push(file),
        }
    }
}

fn route<S: Clone + Send + Sync + 'static>(
    file: &'static File<'static>,
) -> (String, MethodRouter<S>) {
    let path = file.path().to_string_lossy().replace('\\', "/");
    let address = if path == PAGE {
        "/".to_owned()
    } else {
        format!("/{path}")
    };
    let kind = kind(&path);
    let tag = tag(file.contents());
    let answer = move |headers: HeaderMap| async move { answer(file, kind, tag, &headers) };
    (address, get(answer))
}

/// The type of a file, by the end of its name.
fn kind(path: &str) -> HeaderValue {
    HeaderValue::from_static(match path.rsplit_once('.').map_or("", |(_, end)| end) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml",
        "json" => "application/json",
        _ => "application/octet-stream",
    })
}

/// A tag that changes with the content.
fn tag(content: &[u8]) -> HeaderValue {
    let hash = Sha256::digest(content);
    let hex: String = hash[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    // Quotes and hexadecimal digits may stand in a header.
    HeaderValue::from_str(&format!("\"{hex}\"")).unwrap_or(HeaderValue::from_static("\"\""))
}

fn answer(
    file: &'static File<'static>,
    kind: HeaderValue,
    tag: HeaderValue,
    headers: &HeaderMap,
) -> Response {
    let known = headers.get(header::IF_NONE_MATCH) == Some(&tag);
    let mut response = if known {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        response
    } else {
        let mut response = Response::new(Body::from(file.contents()));
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
        response
    };
    let headers = response.headers_mut();
    headers.insert(header::ETAG, tag);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}
