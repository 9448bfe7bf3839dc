/**
 * Writes the test vectors of docs/formats/evidence.md and docs/formats/certificate.md, of archives
 * and PDF files that programs read differently: `node generate.mjs [directory]`, by default beside
 * itself. Built on node:zlib alone, from the format documents: it shares no code with the tested
 * implementation. All data is stored, or deflated here by hand: every version of Node gives the
 * same bytes. Every bad file has one failure. Its case names the code with which the check `format`
 * fails.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { crc32 as zlibCrc32 } from "node:zlib";

const here = fileURLToPath(new URL(".", import.meta.url));
const PROOF = readFileSync(join(here, "../svc-proof-2/good/one-leaf.json"));
const OTHER_PROOF = readFileSync(join(here, "../svc-proof-2/good/two-leaves-first.json"));
const TARGET = "elsewhere.txt";

/** @param {number[]} values */
const u16 = (...values) => {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt16LE(value, 2 * i);
  return bytes;
};
/** @param {number[]} values */
const u32 = (...values) => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt32LE(value >>> 0, 4 * i);
  return bytes;
};
/** node:zlib has it from 20.15 on. @param {Uint8Array} bytes */
function crc32(bytes) {
  if (zlibCrc32 !== undefined) return zlibCrc32(bytes);
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

/** In uncompressed blocks. @param {Buffer} content */
function rawDeflated(content) {
  const blocks = [];
  for (let at = 0; at === 0 || at < content.length; at += 65_535) {
    const piece = content.subarray(at, at + 65_535);
    const isLast = at + 65_535 >= content.length ? 1 : 0;
    blocks.push(Buffer.of(isLast), u16(piece.length, ~piece.length & 0xffff), piece);
  }
  return Buffer.concat(blocks);
}

/** @param {Buffer} content */
function zlibbed(content) {
  let [a, b] = [1, 0];
  for (const byte of content) {
    a = (a + byte) % 65_521;
    b = (b + a) % 65_521;
  }
  return Buffer.concat([
    Buffer.of(0x78, 0x01),
    rawDeflated(content),
    Buffer.of(b >> 8, b & 255, a >> 8, a & 255),
  ]);
}

/**
 * @typedef {object} Entry
 * @property {string | Buffer} name
 * @property {Buffer | string} [content]
 * @property {Buffer} [data] as it stands in the archive; default: the content
 * @property {number} [method] default 0
 * @property {number} [flags] default: of names in UTF-8
 * @property {number} [host] upper byte of "version made by"; default 0, DOS
 * @property {number} [attributes] external, 32 bits; default 0
 * @property {Buffer} [extra] in both lists
 * @property {Buffer} [localExtra] in the entry's own header only
 */

/** @param {Entry[]} entries @param {Buffer} [comment] @param {number} [offset] of the archive in its file */
function zip(entries, comment = Buffer.alloc(0), offset = 0) {
  const locals = [];
  const centrals = [];
  let at = offset;
  for (const entry of entries) {
    const { method = 0, flags = 0x800, host = 0, attributes = 0, extra = Buffer.alloc(0) } = entry;
    const localExtra = entry.localExtra ?? extra;
    const name = Buffer.from(entry.name);
    const content = Buffer.from(entry.content ?? "");
    const data = entry.data ?? content;
    const common = Buffer.concat([
      u16(20, flags, method, 0, 0x5c43),
      u32(crc32(content), data.length, content.length),
    ]);
    const local = Buffer.concat([
      u32(0x04034b50),
      common,
      u16(name.length, localExtra.length),
      name,
      localExtra,
      data,
    ]);
    centrals.push(
      u32(0x02014b50),
      Buffer.of(20, host),
      common,
      u16(name.length, extra.length, 0, 0, 0),
      u32(attributes, at),
      name,
      extra,
    );
    locals.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = [u32(0x06054b50), u16(0, 0, entries.length, entries.length), u32(directory.length, at)];
  return Buffer.concat([...locals, directory, ...end, u16(comment.length), comment]);
}

/** @param {number} id @param {Buffer[]} contents */
function field(id, ...contents) {
  const content = Buffer.concat(contents);
  return Buffer.concat([u16(id, content.length), content]);
}

/** ASi's Unix field. @param {number} mode @param {string} [target] */
function asi(mode, target = "") {
  const content = Buffer.concat([u16(mode), u32(target.length), u16(0, 0), Buffer.from(target)]);
  return field(0x756e, u32(crc32(content)), content);
}

/**
 * @param {[name: string, data: Buffer][]} attachments
 * @param {{ before?: string, between?: Buffer, after?: string, catalog?: string, inTree?: number, isHexadecimal?: boolean }} [more]
 * `inTree` of the attachments are in the name tree; the catalog shows the others.
 */
function pdf(
  attachments,
  {
    before = "",
    between = Buffer.alloc(0),
    after = "",
    catalog = "",
    inTree = attachments.length,
    isHexadecimal = false,
  } = {},
) {
  const tree = attachments.slice(0, inTree).map(([name], i) => `(${name}) ${3 + 2 * i} 0 R`);
  const bodies = [
    Buffer.from(`<< /Type /Catalog /Names << /EmbeddedFiles 2 0 R >>${catalog} >>`),
    Buffer.from(`<< /Names [${tree.join(" ")}] >>`),
    ...attachments.flatMap(([name, content], i) => {
      const flate = zlibbed(content);
      const data = isHexadecimal ? Buffer.from(`${flate.toString("hex")}>`) : flate;
      const filter = isHexadecimal ? "[/ASCIIHexDecode /FlateDecode]" : "/FlateDecode";
      return [
        Buffer.from(`<< /Type /Filespec /F (${name}) /UF (${name}) /EF << /F ${4 + 2 * i} 0 R >> >>`),
        Buffer.concat([
          Buffer.from(`<< /Type /EmbeddedFile /Filter ${filter} /Length ${data.length} >>\nstream\n`),
          data,
          Buffer.from("\nendstream"),
        ]),
      ];
    }),
    // Nothing refers to it: whatever other programs find there is not an attachment.
    Buffer.concat([
      Buffer.from(`<< /Length ${between.length} >>\nstream\n`),
      between,
      Buffer.from("\nendstream"),
    ]),
  ];
  const pieces = [Buffer.from(`${before}%PDF-1.7\n`)];
  const length = () => pieces.reduce((sum, piece) => sum + piece.length, 0);
  const offsets = bodies.map((body, i) => {
    const offset = length();
    pieces.push(Buffer.from(`${i + 1} 0 obj\n`), body, Buffer.from("\nendobj\n"));
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const start = length();
  const count = bodies.length + 1;
  pieces.push(
    Buffer.from(`xref\n0 ${count}\n0000000000 65535 f \n${offsets.join("")}`),
    Buffer.from(`trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n${after}`),
  );
  return Buffer.concat(pieces);
}

/**
 * Adds a table, and the stream beside it that lists one object, as Microsoft Word does.
 *
 * @param {Buffer} file
 * @param {[object: number, type: number, second: number]} row
 * @param {string} [table] of the new section
 * @param {string} [more] in the dictionary of the stream
 */
function hybrid(file, [object, type, second], table = "", more = "") {
  const start = /startxref\n(\d+)\n%%EOF\n$/.exec(file.toString("latin1"))?.[1];
  const entry = Buffer.alloc(7);
  entry.writeUInt8(type, 0);
  entry.writeUInt32BE(second, 1);
  const stream = Buffer.concat([
    Buffer.from(
      `90 0 obj\n<< /Type /XRef /W [1 4 2] /Index [${object} 1] /Size 91 /Root 1 0 R${more} /Length 7 >>\nstream\n`,
    ),
    entry,
    Buffer.from("\nendstream\nendobj\n"),
  ]);
  const end = `trailer\n<< /Size 91 /Root 1 0 R /Prev ${start} /XRefStm ${file.length} >>\nstartxref\n${file.length + stream.length}\n%%EOF\n`;
  return Buffer.concat([file, stream, Buffer.from(`xref\n${table}${end}`)]);
}

/** @type {Entry} */
const proof = { name: "proof.json", content: PROOF };
/** @param {Partial<Entry>} changes */
const changed = (changes) => zip([{ ...proof, ...changes }]);
const readme = { name: "README.txt", content: "Instructions.\n".repeat(100) };
const certificate = { name: "certificate.pdf", content: pdf([["proof.json", OTHER_PROOF]]) };
const link = { name: "original/contract.txt", content: TARGET };
const forgedZip = zip([{ name: "proof.json", content: OTHER_PROOF }]);

const UNIX = 3;
const LINK = 0xa1ff0000;

/** @type {Record<string, [about: string, bytes: Buffer]>} */
const good = {
  "dos.zip": ["Attributes as DOS has them: hidden, system, archive.", changed({ attributes: 0x27 })],
  "unix.zip": [
    "Modes of a file and of a folder, with times and owners.",
    zip([
      { name: "bitcoin/", host: UNIX, attributes: 0x41ed0010 },
      {
        ...proof,
        host: UNIX,
        attributes: 0x81a40000,
        extra: field(0x5455, Buffer.of(1), u32(1_770_000_000)),
      },
    ]),
  ],
  "unix-set-user-id.zip": [
    "A mode with bits beyond the permissions.",
    changed({ host: UNIX, attributes: 0x8fed0000 }),
  ],
  "amiga.zip": ["The Amiga's mode of a file.", changed({ host: 1, attributes: 0x040f0000 })],
  "asi-file.zip": ["ASi's Unix field of a file.", changed({ host: UNIX, extra: asi(0o100644) })],
  "pkware-unix.zip": [
    "PKWARE's Unix field without a target.",
    changed({ extra: field(0x000d, u32(1, 2), u16(3, 4)) }),
  ],
  "folders.zip": [
    "One folder, as an entry and in two paths, always spelled alike.",
    zip([proof, { name: "a/" }, { name: "a/b", content: "b" }, { name: "a/c", content: "c" }]),
  ],
  "certificate-behind.zip": [
    "A PDF file that is stored, behind the first 1,024 bytes.",
    zip([readme, certificate, proof]),
  ],
  "semicolon.zip": [
    "A semicolon that begins no version.",
    zip([proof, { name: "a;1.txt" }, { name: "b;x" }]),
  ],
  "tilde.zip": [
    "Names with a tilde that are no short names of Windows.",
    zip([proof, { name: "contract~1.pdf" }]),
  ],
  "dynamic-blocks.zip": [
    "A block with codes of its own, for the end alone, again and again, and then the proof.",
    changed({ method: 8, data: Buffer.concat([emptyDynamicBlocks(64), rawDeflated(PROOF)]) }),
  ],
  "folder-on-top.zip": [
    "Packed again in a folder, with what macOS adds.",
    zip([
      { name: "evidence/" },
      { ...proof, name: "evidence/proof.json" },
      { name: "evidence/.DS_Store", content: "x" },
      { name: "__MACOSX/evidence/._proof.json", content: "x" },
    ]),
  ],
  "litter.zip": [
    "What Windows keeps in folders and about downloads.",
    zip([
      proof,
      ...["Thumbs.db", "desktop.ini", "proof.json:Zone.Identifier"].map((name) => ({ name, content: "x" })),
    ]),
  ],
  "dot-slash.zip": [
    "The folder . and names in it.",
    zip([{ name: "./" }, { ...proof, name: "./proof.json" }, { name: "./a/b" }]),
  ],
  "backslashes.zip": [
    "Backslashes in an archive without a slash.",
    zip([proof, { name: "bitcoin\\" }, { name: "bitcoin\\x" }]),
  ],
  "padding.zip": ["Three bytes behind the last extra field.", changed({ extra: Buffer.alloc(7) })],
  "local-time.zip": ["Another time in the entry's own header.", withOtherTime(changed({}))],
  "zeros-behind.zip": [
    "Zeros that fill a block of 10,240 bytes.",
    Buffer.concat([changed({}), Buffer.alloc(10_240 - changed({}).length)]),
  ],
  "plain.pdf": ["A certificate with its proof.", pdf([["proof.json", PROOF]])],
  "hybrid.pdf": [
    "A table and a stream beside it, which lists only itself.",
    hybrid(pdf([["proof.json", PROOF]]), [90, 1, pdf([["proof.json", PROOF]]).length]),
  ],
  "lines-before.pdf": [
    "Lines before the header, and behind the end. Offsets count from the header.",
    Buffer.concat([
      Buffer.from("Printed by a server:\r\n\r\n"),
      pdf([["proof.json", PROOF]], { after: "<!-- served -->\n" }),
    ]),
  ],
  "offsets-from-first-byte.pdf": [
    "A line before the header, and offsets that count it.",
    pdf([["proof.json", PROOF]], { before: "Printed by a server:\r\n" }),
  ],
  "hexadecimal.pdf": [
    "A proof that is compressed, and then written in hexadecimal digits.",
    pdf([["proof.json", PROOF]], { isHexadecimal: true }),
  ],
  "signature-by-chance.pdf": [
    "Bytes that begin as an entry of an archive does, and go on otherwise.",
    pdf([["proof.json", PROOF]], {
      between: Buffer.concat([Buffer.from("PK\x03\x04"), Buffer.alloc(40, 0xff)]),
    }),
  ],
  "end-by-chance.pdf": [
    "Bytes that begin as an archive's end does, without a list before them.",
    pdf([["proof.json", PROOF]], { between: Buffer.from("PK\x05\x06") }),
  ],
};

/** @param {Buffer} bytes of an archive */
function withOtherTime(bytes) {
  bytes.writeUInt16LE(1, 10);
  return bytes;
}

/**
 * Eight of them end on a byte boundary: 46 bits of lengths, and the code that ends a block.
 * @param {number} count
 */
function emptyDynamicBlocks(count) {
  /** @type {number[]} */
  const bits = [];
  /** @param {number} value @param {number} length */
  const put = (value, length) => {
    for (let bit = 0; bit < length; bit++) bits.push((value >> bit) & 1);
  };
  for (let block = 0; block < count; block++) {
    put(0, 1);
    put(2, 2);
    put(0, 5);
    put(0, 5);
    put(14, 4);
    // Lengths of the codes of lengths, in the order of the format: 18 and 1 have a code of one bit.
    for (const symbol of [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1]) {
      put(symbol === 18 || symbol === 1 ? 1 : 0, 3);
    }
    // 138 and 118 zeros; the length 1 for the end of the block, and for the one distance. The code
    // of 1 is 0.
    put(1, 1);
    put(127, 7);
    put(1, 1);
    put(107, 7);
    put(0, 1);
    put(0, 1);
    put(0, 1);
  }
  const bytes = Buffer.alloc(Math.ceil(bits.length / 8));
  bits.forEach((bit, i) => {
    bytes[i >> 3] |= bit << (i & 7);
  });
  if (bits.length % 8 !== 0) throw new Error("the blocks do not end with a byte");
  return bytes;
}

/** @type {Record<string, [code: string, about: string, bytes: Buffer]>} */
const bad = {
  "link-unix.zip": [
    "zip_entry_not_regular",
    "A symbolic link of Unix: unzip, 7-Zip and bsdtar make one.",
    zip([proof, { ...link, host: UNIX, attributes: LINK }]),
  ],
  "link-proof.zip": [
    "zip_entry_not_regular",
    "The proof itself is a link.",
    changed({ host: UNIX, attributes: LINK }),
  ],
  ...Object.fromEntries(
    /** @type {const} */ ([
      ["dos", 0, "7-Zip makes a link of it"],
      ["vms", 2, "unzip makes a link of it"],
      ["atari", 5, "unzip makes a link of it"],
      ["ntfs", 10, "no program here makes one"],
      ["beos", 16, "unzip makes a link of it"],
      ["macos", 19, "no program here makes one"],
      ["atheos", 30, "unzip makes a link of it"],
    ]).map(([system, host, who]) => [
      `link-${system}.zip`,
      [
        "zip_entry_not_regular",
        `A symbolic link, made by the system ${host}: ${who}.`,
        zip([proof, { ...link, host, attributes: LINK }]),
      ],
    ]),
  ),
  "link-7-zip.zip": [
    "zip_entry_not_regular",
    "A link by the mode that 7-Zip marks with a bit of the attributes of DOS.",
    zip([proof, { ...link, attributes: LINK | 0x8000 }]),
  ],
  "link-asi.zip": [
    "zip_entry_not_regular",
    "A link by ASi's Unix field: unzip makes one.",
    zip([proof, { ...link, host: UNIX, extra: asi(0o120777, TARGET) }]),
  ],
  "link-asi-local.zip": [
    "zip_entry_not_regular",
    "The same in the entry's own header only.",
    zip([proof, { ...link, host: UNIX, localExtra: asi(0o120777, TARGET) }]),
  ],
  "link-asi-target.zip": [
    "zip_entry_not_regular",
    "A file by ASi's mode, with a link's target: a hard link.",
    zip([proof, { ...link, host: UNIX, extra: asi(0o100644, TARGET) }]),
  ],
  "link-pkware.zip": [
    "zip_entry_not_regular",
    "PKWARE's Unix field with a target.",
    zip([proof, { ...link, host: UNIX, extra: field(0x000d, u32(1, 2), u16(3, 4), Buffer.from(TARGET)) }]),
  ],
  "pkware-short.zip": [
    "zip_extra_field_malformed",
    "PKWARE's Unix field without its last values.",
    changed({ host: UNIX, extra: field(0x000d, u32(0), u32(0)) }),
  ],
  "asi-short.zip": [
    "zip_extra_field_malformed",
    "ASi's Unix field, cut behind its mode.",
    changed({ host: UNIX, extra: field(0x756e, u32(0), u16(0o100644)) }),
  ],
  "pipe.zip": [
    "zip_entry_not_regular",
    "A named pipe.",
    zip([proof, { name: "a", host: UNIX, attributes: 0x11a40000 }]),
  ],
  "device.zip": [
    "zip_entry_not_regular",
    "A device: bsdtar makes one.",
    zip([proof, { name: "a", host: UNIX, attributes: 0x21a40000 }]),
  ],
  "socket.zip": [
    "zip_entry_not_regular",
    "A socket.",
    zip([proof, { name: "a", host: UNIX, attributes: 0xc1a40000 }]),
  ],
  "volume-label.zip": [
    "zip_entry_not_regular",
    "A volume label of DOS: unzip leaves the entry out.",
    changed({ attributes: 0x08 }),
  ],
  "reparse-point.zip": [
    "zip_entry_not_regular",
    "A reparse point of NTFS.",
    changed({ host: 10, attributes: 0x420 }),
  ],
  "dot-slash-twice.zip": [
    "zip_name_duplicate",
    "A name with ./ before it, and the same without.",
    zip([proof, { name: "./proof.json", content: OTHER_PROOF }]),
  ],
  "both-separators.zip": [
    "zip_name_unsafe",
    "A backslash in an archive whose names have slashes.",
    zip([proof, { name: "a/b" }, { name: "original\\contract.txt" }]),
  ],
  "half-character.zip": [
    "zip_name_unsafe",
    "A backslash that is half a character in Shift-JIS.",
    zip([proof, { name: Buffer.from("original/\x83\x5c.txt", "latin1"), flags: 0 }]),
  ],
  "two-packages.zip": [
    "evidence_folder_unsupported",
    "Two packages, each in a folder.",
    zip([
      { ...proof, name: "a/proof.json" },
      { name: "b/proof.json", content: OTHER_PROOF },
    ]),
  ],
  "zeros-behind-too-many.zip": [
    "zip_trailing_data",
    "As many zeros as a block has.",
    Buffer.concat([changed({}), Buffer.alloc(10_240)]),
  ],
  "folder-by-dos.zip": [
    "zip_entry_type_mismatch",
    "A folder by the attributes of DOS: 7-Zip and bsdtar make a folder.",
    changed({ attributes: 0x10 }),
  ],
  "folder-by-unix.zip": [
    "zip_entry_type_mismatch",
    "A folder by its mode: 7-Zip and bsdtar make a folder.",
    changed({ host: UNIX, attributes: 0x41ed0000 }),
  ],
  "folder-by-amiga.zip": [
    "zip_entry_type_mismatch",
    "A folder by the Amiga's mode.",
    changed({ host: 1, attributes: 0x080f0000 }),
  ],
  "folder-by-asi.zip": [
    "zip_entry_type_mismatch",
    "A folder by ASi's field.",
    changed({ extra: asi(0o40755) }),
  ],
  "file-by-unix.zip": [
    "zip_entry_type_mismatch",
    "A folder by its name, a file by its mode.",
    zip([proof, { name: "a/", host: UNIX, attributes: 0x81a40000 }]),
  ],
  "version.zip": [
    "zip_name_version",
    "unzip unpacks the second over the first.",
    zip([proof, { name: "proof.json;1", content: OTHER_PROOF }]),
  ],
  "version-alone.zip": [
    "zip_name_version",
    "The only proof to unzip, and none to others.",
    zip([{ name: "proof.json;1", content: OTHER_PROOF }]),
  ],
  "version-empty.zip": [
    "zip_name_version",
    "unzip drops a semicolon at the end too.",
    zip([proof, { name: "proof.json;", content: OTHER_PROOF }]),
  ],
  "dropped-byte.zip": [
    "zip_name_unsafe",
    "unzip drops the byte 255 of a name made on Unix.",
    zip([
      proof,
      { name: Buffer.from("proof.json\xff", "latin1"), flags: 0, host: UNIX, content: OTHER_PROOF },
    ]),
  ],
  "short-name.zip": [
    "zip_name_unsafe",
    "Windows gives proof.json this name too.",
    zip([proof, { name: "PROOF~1.JSO", content: OTHER_PROOF }]),
  ],
  "folder-twins.zip": [
    "zip_name_duplicate",
    "Two folders that are one where case does not count.",
    zip([proof, { name: "original/a.txt", content: "a" }, { name: "Original/b.txt", content: "b" }]),
  ],
  "folder-twins-listed.zip": [
    "zip_name_duplicate",
    "The same, of folders that are entries.",
    zip([proof, { name: "original/" }, { name: "ORIGINAL/" }]),
  ],
  "folder-twins-normalised.zip": [
    "zip_name_duplicate",
    "Two folders that are one after normalisation.",
    zip([proof, { name: "\u00e9/a" }, { name: "e\u0301/b" }]),
  ],
  "file-folder-twins.zip": [
    "zip_name_duplicate",
    "A file and a folder that are one where case does not count.",
    zip([proof, { name: "A" }, { name: "a/b" }]),
  ],
  "file-twins-compatible.zip": [
    "zip_name_duplicate",
    "Two names that are one on a file system that folds compatible characters.",
    zip([proof, { name: "proo\uff46.json", content: OTHER_PROOF }]),
  ],
  "folder-twice.zip": [
    "zip_name_duplicate",
    "One folder listed twice.",
    zip([proof, { name: "a/" }, { name: "a/" }]),
  ],
  "original-by-case.zip": [
    "evidence_name_ambiguous",
    "The original to a person, and to a system that folds case; a part that is not checked to others.",
    zip([proof, { name: "Original/contract.txt", content: "forged" }]),
  ],
  "xceed-name.zip": [
    "zip_extra_field_unsupported",
    "Xceed's field gives the entry another name.",
    zip([
      {
        name: "README.txt",
        content: OTHER_PROOF,
        extra: field(0x554e, Buffer.from("NUCX"), u16(10), Buffer.from("proof.json", "utf16le")),
      },
      proof,
    ]),
  ],
  "zipit-name.zip": [
    "zip_extra_field_unsupported",
    "ZipIt's field gives the entry another name.",
    zip([
      {
        name: "README.txt",
        content: OTHER_PROOF,
        extra: field(0x2605, Buffer.from("ZPIT"), Buffer.of(10), Buffer.from("proof.jsonTEXTttxt")),
      },
      proof,
    ]),
  ],
  "pdf-first.zip": [
    "zip_also_pdf",
    "The first entry is a PDF file that is stored: programs for PDF show it.",
    zip([certificate, proof]),
  ],
  "pdf-in-field.zip": [
    "zip_also_pdf",
    "A PDF file's beginning in an extra field.",
    zip([{ ...readme, extra: field(0xcafe, Buffer.from("%PDF-1.7\n")) }, proof]),
  ],
  "pdf-in-comment.zip": [
    "zip_also_pdf",
    "The same in the archive's comment.",
    zip([{ name: "proof.json", content: "{}" }], Buffer.from("%PDF-1.7\n")),
  ],
  "zip-between.pdf": [
    "pdf_also_zip",
    "An archive in a stream: unzip and Python read it.",
    pdf([["proof.json", PROOF]], { between: forgedZip }),
  ],
  "zip-entries.pdf": [
    "pdf_also_zip",
    "Entries without a list: programs that read from the start, or search, show them.",
    pdf([["proof.json", PROOF]], {
      between: forgedZip.subarray(0, forgedZip.readUInt32LE(forgedZip.length - 6)),
    }),
  ],
  "zip-odd-entry.pdf": [
    "pdf_also_zip",
    "A list whose entry has a header of no known version: Python reads it.",
    pdf([["proof.json", PROOF]], {
      between: Buffer.concat([forgedZip.subarray(0, 4), Buffer.of(255, 255), forgedZip.subarray(6)]),
    }),
  ],
  "second-proof-in-annotation.pdf": [
    "pdf_attachment_duplicate",
    "A page has another proof as its file attachment annotation: viewers list both.",
    pdf(
      [
        ["proof.json", PROOF],
        ["proof.json", OTHER_PROOF],
      ],
      {
        inTree: 1,
        catalog: " /Pages << /Kids [<< /Type /Page /Annots [<< /Subtype /FileAttachment /FS 5 0 R >>] >>] >>",
      },
    ),
  ],
  "second-proof-of-document.pdf": [
    "pdf_attachment_duplicate",
    "The document has another proof as an associated file, outside the name tree.",
    pdf(
      [
        ["proof.json", PROOF],
        ["proof.json", OTHER_PROOF],
      ],
      { inTree: 1, catalog: " /AF [3 0 R 5 0 R]" },
    ),
  ],
  "hybrid-other.pdf": [
    "pdf_xref_ambiguous",
    "The stream beside a table places the tree of attachments elsewhere: some programs follow it.",
    hybrid(pdf([["proof.json", PROOF]]), [2, 2, 5]),
  ],
  "hybrid-hidden.pdf": [
    "pdf_hybrid_unsupported",
    "The table calls the tree of attachments free, and only the stream beside it lists it.",
    hybrid(pdf([["proof.json", PROOF]]), [2, 2, 5], "2 1\n0000000000 00000 f \n"),
  ],
  "key-twice.pdf": [
    "pdf_key_duplicate",
    "The catalog names two trees: programs take the first or the last.",
    pdf(
      [
        ["proof.json", PROOF],
        ["proof.json", OTHER_PROOF],
      ],
      { inTree: 1, catalog: " /Names << /EmbeddedFiles << /Names [(proof.json) 5 0 R] >> >>" },
    ),
  ],
  "object-before.pdf": [
    "pdf_object_hidden",
    "Another catalog before the header: programs that repair a file find it.",
    Buffer.concat([Buffer.from("9 0 obj\n<< /Type /Catalog >>\nendobj\n"), pdf([["proof.json", PROOF]])]),
  ],
  "encrypted.pdf": [
    "pdf_encrypted",
    "A section whose dictionary says that the file is encrypted.",
    hybrid(pdf([["proof.json", PROOF]]), [90, 1, pdf([["proof.json", PROOF]]).length], "", " /Encrypt 5 0 R"),
  ],
  "zip-behind.pdf": [
    "pdf_also_zip",
    "An archive behind the end.",
    Buffer.concat([pdf([["proof.json", PROOF]]), forgedZip]),
  ],
};

const directory = process.argv[2] ?? here;
for (const folder of ["good", "bad"]) {
  rmSync(join(directory, folder), { recursive: true, force: true });
  mkdirSync(join(directory, folder), { recursive: true });
}
for (const [name, [, bytes]] of Object.entries(good)) writeFileSync(join(directory, "good", name), bytes);
for (const [name, [, , bytes]] of Object.entries(bad)) writeFileSync(join(directory, "bad", name), bytes);
const index = {
  format: "package-vectors/1",
  good: Object.entries(good).map(([name, [about]]) => ({ file: `good/${name}`, about })),
  bad: Object.entries(bad).map(([name, [code, about]]) => ({ file: `bad/${name}`, about, code })),
};
writeFileSync(join(directory, "cases.json"), `${JSON.stringify(index, null, 2)}\n`);
