/** Certificates that are as expensive as possible, each for one reason. */
import { deflateSync } from "node:zlib";
import { encodeBlock, repeated } from "./deflate-blocks.js";
import { attachmentBodies, pdfOf, streamOf } from "./pdf-of.js";
import type { WorstInput } from "./worst-input.js";

/** Just below the maximum size of a PDF. */
const MAX_BYTES = 8_300_000;
const FLATE = "/Filter /FlateDecode";

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");
const upTo = (sizeBytes: number) => Math.min(sizeBytes, MAX_BYTES);

/** A chain of sections, as text after a file. @param entryOf where a section begins, by its number. */
function withSections(
  count: number,
  sectionOf: (previous: number, at: number) => string,
  first: Uint8Array,
): Uint8Array {
  const text = latin1(first);
  let previous = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)![1]);
  const pieces = [text];
  let at = text.length;
  for (let i = 0; i < count; i++) {
    const start = at;
    const section = `${sectionOf(previous, at)}\nstartxref\n${start}\n%%EOF\n`;
    pieces.push(section);
    at += section.length;
    previous = start;
  }
  return Buffer.from(pieces.join(""), "latin1");
}

function emptyBlocks(sizeBytes: number): string {
  const lengths = new Array<number>(257).fill(8);
  lengths[0] = lengths[256] = 9;
  const raw = repeated(
    (writer) => encodeBlock(writer, { lengths, distances: [1], symbols: [] }),
    sizeBytes,
    new Uint8Array(0),
  );
  return `\x78\x01${latin1(raw)}\x00\x00\x00\x01`;
}

export const worstPdfs: readonly WorstInput[] = [
  {
    name: "six attachments of one stream of tiny blocks",
    make: (sizeBytes) => {
      const names = ["proof.json", "a.ots", "b.ots", "c.ots", "d.ots", "e.tsr"];
      const bodies = attachmentBodies({
        2: `<< /Names [${names.map((name, i) => `(${name}) ${5 + i} 0 R`).join(" ")}] >>`,
        4: streamOf(emptyBlocks(upTo(sizeBytes) - 10_000), FLATE),
      });
      return pdfOf([...bodies, ...names.map((name) => `<< /F (${name}) /EF << /F 4 0 R >> >>`)]);
    },
  },
  ...(
    [
      ["white space of hexadecimal data", "/ASCIIHexDecode", " ", ">"],
      ["zeros of base 85", "/ASCII85Decode", "z", "~>"],
      ["runs of two bytes", "/RunLengthDecode", "\xffa", "\x80"],
      // Nine bits that clear the table, and nine of one byte.
      ["bytes of LZW", "/LZWDecode", "\x80\x10\x60\x20\x04\x18\x08\x01\x06", "\x80\x40"],
      ["white space that is decompressed before", "[/FlateDecode /ASCIIHexDecode]", null, ">"],
    ] as const
  ).map(
    ([name, filter, piece, end]): WorstInput => ({
      name: `six attachments of one stream: ${name}`,
      make: (sizeBytes) => {
        const names = ["proof.json", "a.ots", "b.ots", "c.ots", "d.ots", "e.tsr"];
        const data =
          piece === null
            ? latin1(deflateSync(`${" ".repeat(4_000_000)}${end}`))
            : piece.repeat(Math.floor((upTo(sizeBytes) - 10_000) / piece.length)) + end;
        const bodies = attachmentBodies({
          2: `<< /Names [${names.map((each, i) => `(${each}) ${5 + i} 0 R`).join(" ")}] >>`,
          4: streamOf(data, `/Filter ${filter}`),
        });
        return pdfOf([...bodies, ...names.map((each) => `<< /F (${each}) /EF << /F 4 0 R >> >>`)]);
      },
    }),
  ),
  {
    name: "64 sections as streams with predictors",
    make: () => {
      const rows = Buffer.alloc(5 * 200_000, 4);
      const data = latin1(deflateSync(rows));
      return withSections(
        62,
        (previous) =>
          `90 0 obj\n<< /Type /XRef /Size 1600 /Index [1000 1500] /W [1 2 1] ${FLATE} /DecodeParms << /Predictor 15 /Columns 4 >> /Root 1 0 R /Prev ${previous} /Length ${data.length} >>\nstream\n${data}\nendstream\nendobj`,
        pdfOf(attachmentBodies()),
      );
    },
  },
  {
    name: "a table of 100,000 entries",
    make: () => {
      const entries = "0000000009 00000 n \n".repeat(99_000);
      return withSections(
        1,
        (previous) => `xref\n1000 99000\n${entries}trailer\n<< /Root 1 0 R /Prev ${previous} >>`,
        pdfOf(attachmentBodies()),
      );
    },
  },
  ...[
    " obj",
    "\n1 2 obj",
    "\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\nx obj",
    "\ntrailer",
    " trailer",
    "PK\x03\x04\xff\xff",
    "P",
    "PK",
  ].map(
    (text): WorstInput => ({
      name: `${JSON.stringify(text.slice(-12))} again and again`,
      make: (sizeBytes) =>
        pdfOf([
          ...attachmentBodies(),
          streamOf(text.repeat(Math.floor((upTo(sizeBytes) - 2000) / text.length)), ""),
        ]),
    }),
  ),
  ...(
    [
      ["white space", " ", "", ""],
      ["a comment", "x", "%", "\n"],
      ["escaped ends of lines", "\\\n", "(", ")"],
      ["octal escapes", "\\101", "(", ")"],
      ["a name", "#41", "/", ""],
      ["digits", "41", "<", ">"],
      ["numbers", "1 2 ", "", ""],
      ["arrays", "[] ", "", ""],
      ["dictionaries", "<<>> ", "", ""],
      ["references", "1 0 R ", "", ""],
      ["strings", "()", "", ""],
      ["names", "/a", "", ""],
    ] as const
  ).map(
    ([name, piece, start, end]): WorstInput => ({
      name: `64 attachments of one object: ${name}`,
      make: (sizeBytes) => {
        // As large as one object may be, or one string, or as many values.
        const most =
          start !== "" && start !== "%" ? 65_000 : piece === " " || start === "%" ? 1_000_000 : 90_000;
        const text =
          start + piece.repeat(Math.min(most, Math.floor((upTo(sizeBytes) - 9000) / piece.length))) + end;
        return pdfOf([
          ...attachmentBodies({
            2: `<< /Names [${Array.from({ length: 64 }, (_, i) => `(${i}) ${5 + i} 0 R`).join(" ")}] >>`,
          }),
          ...Array.from({ length: 64 }, (_, i) => `<< /F (${i}) /X 69 0 R /UF 69 0 R /EF << /F 4 0 R >> >>`),
          `[${text}]`,
        ]);
      },
    }),
  ),
  {
    name: "an object of a mebibyte, read 16 times",
    make: () => {
      const large = `<< /A [${"1 2 ".repeat(24_000)}] /F (a) /EF << /F 4 0 R >> >>`;
      return pdfOf([
        ...attachmentBodies({
          2: `<< /Names [${Array.from({ length: 64 }, (_, i) => `(${i}) 5 0 R`).join(" ")}] >>`,
        }),
        large,
      ]);
    },
  },
  {
    name: "a tree whose nodes have many kids, each again",
    make: () =>
      pdfOf([...attachmentBodies({ 2: "<< /Kids [5 0 R] >>" }), `<< /Kids [${"5 0 R ".repeat(33_000)}] >>`]),
  },
  {
    name: "16 object streams of many objects",
    make: () => {
      const streams = Array.from({ length: 16 }, (_, i) => {
        const heads = `${100 + i} 0 `.repeat(99_000);
        const data = latin1(deflateSync(Buffer.from(`${heads}<< /Names [] >>`)));
        return streamOf(data, `/Type /ObjStm /N 99000 /First ${heads.length} ${FLATE}`);
      });
      const first = pdfOf([
        ...attachmentBodies({
          2: `<< /Kids [${Array.from({ length: 16 }, (_, i) => `${100 + i} 0 R`).join(" ")}] >>`,
        }),
        ...streams,
      ]);
      const rows = Array.from({ length: 16 }, (_, i) => `${100 + i} 1\n0000000009 00000 n \n`).join("");
      const plain = withSections(
        1,
        (previous) => `xref\n${rows}trailer\n<< /Root 1 0 R /Prev ${previous} >>`,
        first,
      );
      const table = Buffer.from(Array.from({ length: 16 }, (_, i) => [2, 0, 5 + i, 0]).flat());
      return withSections(
        1,
        (previous) =>
          `90 0 obj\n<< /Type /XRef /Size 200 /Index [100 16] /W [1 2 1] /Root 1 0 R /Prev ${previous} /Length ${table.length} >>\nstream\n${latin1(table)}\nendstream\nendobj`,
        plain,
      );
    },
  },
];
