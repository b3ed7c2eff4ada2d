//! Feeds a target of the library to libFuzzer.
#![no_main]
libfuzzer_sys::fuzz_target!(|input: &[u8]| fuzz::run("records_contest", input));
