//! CRC-32 (the polynomial of Ethernet and zip).

static TABLE: [u32; 256] = table();

const fn table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut remainder = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            remainder = (remainder >> 1) ^ (0xedb8_8320 * (remainder & 1));
            bit += 1;
        }
        table[byte] = remainder;
        byte += 1;
    }
    table
}

/// The checksum of some bytes.
pub(crate) fn crc32(bytes: &[u8]) -> u32 {
    !bytes
        .iter()
        .fold(u32::MAX, |crc, &byte| (crc >> 8) ^ TABLE[((crc ^ u32::from(byte)) & 255) as usize])
}

#[test]
fn the_usual_check_value() {
    assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
}
