// Files in one: the plainest form of ZIP, without compression.

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function checksum(bytes) {
  let value = 0xffffffff;
  for (const byte of bytes) value = TABLE[(value ^ byte) & 0xff] ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

// 1 January 1980, the first day that the form knows: a file of the same texts is the same file.
const DAY = 0x21;

function record(size, fields) {
  const view = new DataView(new ArrayBuffer(size));
  let at = 0;
  for (const [width, value] of fields) {
    if (width === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += width;
  }
  return new Uint8Array(view.buffer);
}

/** The parts of a file that holds these texts: `{name: text}`. */
export function zip(texts) {
  const encoder = new TextEncoder();
  const files = [];
  const directory = [];
  let offset = 0;
  let length = 0;
  for (const [name, text] of Object.entries(texts)) {
    const [title, bytes] = [encoder.encode(name), encoder.encode(text)];
    // Version 2.0; names in UTF-8; stored; time and day; checksum and both sizes; the name's length, nothing extra.
    const common = [
      [2, 20], [2, 0x800], [2, 0], [2, 0], [2, DAY], [4, checksum(bytes)],
      [4, bytes.length], [4, bytes.length], [2, title.length], [2, 0],
    ];
    const head = record(30, [[4, 0x04034b50], ...common]);
    files.push(head, title, bytes);
    const entry = record(46, [
      [4, 0x02014b50], [2, 20], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset],
    ]);
    directory.push(entry, title);
    offset += head.length + title.length + bytes.length;
    length += entry.length + title.length;
  }
  const count = Object.keys(texts).length;
  const end = record(22, [[4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, length], [4, offset], [2, 0]]);
  return [...files, ...directory, end];
}
