//! Cases of a technique library are read from any bytes.

#![no_main]

use libfuzzer_sys::fuzz_target;
use undoku::grid::format::read_library;

fuzz_target!(|data: &[u8]| {
    for case in read_library(data) {
        match case.expect("memory has no errors") {
            Ok(case) => {
                // What a case expects can be written and read again.
                if let Some(finds) = case.finds {
                    assert_eq!(finds.to_string().parse().as_ref(), Ok(&finds));
                }
                assert!(!case.full_code().is_empty());
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
});
