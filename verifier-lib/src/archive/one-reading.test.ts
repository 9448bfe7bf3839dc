/** Files that some programs could read otherwise: hybrid cross-references, and bytes before the header. */

import { FormatError } from "@svc-proof/shared/encoding";
import { describe, expect, test } from "vitest";
import { attachmentObjects, objectStreamOf, pdfOf, streamOf } from "./pdf.testing.js";
import { parseAttachments } from "./pdf-attachments.js";

const PROOF = { name: "proof.json", data: '{"schema":"svc-proof/2"}' };

/** The names of the attachments, or a code. */
async function read(text: string): Promise<string[] | string> {
  try {
    return (await parseAttachments(Buffer.from(text, "latin1"))).map(({ name }) => name);
  } catch (error) {
    if (error instanceof FormatError) return error.code;
    throw error;
  }
}

const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");
const entry = (offset: number, kind = "n") => `${String(offset).padStart(10, "0")} 00000 ${kind} \n`;
const startOf = (text: string) => Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)![1]!);
const offsetOf = (text: string, object: number) => text.indexOf(`\n${object} 0 obj`) + 1;

/** Type, second and third field of an entry. */
type Row = readonly [object: number, type: number, second: number, third?: number];

/** Adds a table and the stream beside it, as Microsoft Word does. */
function withHybrid(text: string, rows: readonly Row[], table = "", more = ""): string {
  const data = rows
    .map(([, ...fields]) => {
      const bytes = Buffer.alloc(7);
      bytes.writeUInt8(fields[0], 0);
      bytes.writeUInt32BE(fields[1], 1);
      bytes.writeUInt16BE(fields[2] ?? 0, 5);
      return bytes.toString("latin1");
    })
    .join("");
  const index = rows.map(([object]) => `${object} 1`).join(" ");
  const stream = `<< /Type /XRef /W [1 4 2] /Index [${index}] /Size 99 /Root 1 0 R ${more} /Length ${data.length} >>\nstream\n${data}\nendstream`;
  const before = `${text}90 0 obj\n${stream}\nendobj\n`;
  const trailer = `<< /Size 99 /Root 1 0 R /Prev ${startOf(text)} /XRefStm ${text.length} >>`;
  return `${before}xref\n${table}trailer\n${trailer}\nstartxref\n${before.length}\n%%EOF\n`;
}

describe("hybrid cross-references", () => {
  const OBJECTS = attachmentObjects([PROOF]);
  const file = textOf(pdfOf({ objects: [...OBJECTS, "(no attachment)"] }));
  const same = [1, 2, 3, 4, 5].map((object): Row => [object, 1, offsetOf(file, object)]);

  test("are read where the stream says what the tables say", async () => {
    expect(await read(withHybrid(file, same))).toEqual([PROOF.name]);
    expect(await read(withHybrid(file, same, `2 1\n${entry(offsetOf(file, 2))}`))).toEqual([PROOF.name]);
    expect(await read(withHybrid(file, []))).toEqual([PROOF.name]);
  });

  test("are read where only what leads to no attachment differs", async () => {
    expect(await read(withHybrid(file, [[5, 2, 9]]))).toEqual([PROOF.name]);
    expect(await read(withHybrid(file, [[6, 1, offsetOf(file, 4)]]))).toEqual([PROOF.name]);
    expect(await read(withHybrid(file, [[5, 0, 0]]))).toEqual([PROOF.name]);
  });

  test("are read in a file that was updated", async () => {
    const hybrid = withHybrid(file, same);
    const tree = `2 0 obj\n<< /Names [(other) 3 0 R] >>\nendobj\n`;
    const table = `xref\n2 1\n${entry(hybrid.length)}trailer\n<< /Root 1 0 R /Prev ${startOf(hybrid)} >>\n`;
    const updated = `${hybrid}${tree}${table}startxref\n${hybrid.length + tree.length}\n%%EOF\n`;
    expect(await read(updated)).toEqual([PROOF.name]);
    // The newest stream, too, and one that repeats what an older one says.
    expect(await read(withHybrid(hybrid, same))).toEqual([PROOF.name]);
  });

  /** The file with another tree of attachments, which comes first: a program that searches finds the one of the table. */
  const [, tree, specification, content] = OBJECTS;
  const two = textOf(pdfOf({ objects: [OBJECTS[0]!, tree!, specification!, content!, "<< /Names [] >>"] }));

  test.each<[string, string]>([
    ["where an older table has another", withHybrid(two, [[2, 2, 5]])],
    [
      "where the table beside it has another",
      withHybrid(two, [[2, 1, offsetOf(two, 5)]], `2 1\n${entry(offsetOf(two, 2))}`),
    ],
    ["where an older table has an object, and it has none", withHybrid(two, [[2, 0, 0]])],
    ["with an older section of its own", withHybrid(two, [], "", "/Prev 9")],
    ["with another catalog", withHybrid(two, []).replace("/Size 99 /Root 1", "/Size 99 /Root 2")],
  ])("do not name another object: %s", async (_, text) => {
    expect(await read(text)).toBe("pdf_xref_ambiguous");
  });

  test("do not hide the attachments from programs that do not know them", async () => {
    const hidden = "pdf_hybrid_unsupported";
    // The tables call free what the stream lists, or do not list it.
    expect(await read(withHybrid(file, same, `2 1\n${entry(0, "f")}`))).toBe(hidden);
    const freed = file.replace(entry(offsetOf(file, 4)), entry(0, "f"));
    expect(await read(withHybrid(freed, same))).toBe(hidden);
    const [, ...others] = OBJECTS;
    const stream = objectStreamOf([
      [6, others[0]!],
      [7, others[1]!],
    ]);
    const catalog = "<< /Type /Catalog /Names << /EmbeddedFiles 6 0 R >> >>";
    const packed = textOf(pdfOf({ objects: [catalog, stream, "null", OBJECTS[3]!] }));
    expect(
      await read(
        withHybrid(packed, [
          [6, 2, 2, 0],
          [7, 2, 2, 1],
        ]),
      ),
    ).toBe(hidden);
  });

  test("are not read if they are encrypted, or lead to another section", async () => {
    expect(await read(withHybrid(file, [], "", "/Encrypt 5 0 R"))).toBe("pdf_encrypted");
    const hybrid = withHybrid(file, same);
    expect(await read(hybrid.replace(/XRefStm \d+/, `XRefStm ${startOf(file)}`))).toBe(
      "pdf_object_malformed",
    );
    expect(await read(hybrid.replace(/XRefStm \d+/, "XRefStm (a)"))).toBe("pdf_xref_malformed");
  });
});

describe("bytes before the header", () => {
  const BEFORE = "HTTP/1.1 200 OK\nContent-Type: application/pdf\n\n";
  const objects = attachmentObjects([PROOF]);
  const file = textOf(pdfOf({ objects }));
  const fromFirstByte = (before: string) => textOf(pdfOf({ objects, header: `${before}%PDF-1.7\n` }));

  test.each(["\n", "\r\n\r\n", BEFORE, `${"x".repeat(1022)}\n`])("are skipped: %j", async (before) => {
    expect(await read(before + file)).toEqual([PROOF.name]);
    expect(await read(fromFirstByte(before))).toEqual([PROOF.name]);
  });

  test("are not skipped beyond the first 1,024, nor if no line ends before the header", async () => {
    expect(await read(`${"x".repeat(1023)}\n${file}`)).toBe("pdf_bad_header");
    expect(await read(`x${file}`)).toBe("pdf_bad_header");
  });

  test("do not shift a number of digits: the section is an object that begins there", async () => {
    const rows = [1, 2, 3, 4];
    let text = "%PDF-1.7\n\n";
    const offsets = rows.map((object) => {
      const offset = text.length;
      text += `${object} 0 obj\n${objects[object - 1]}\nendobj\n`;
      return offset;
    });
    const data = offsets.map((offset) => `\u0001${String.fromCharCode(offset >> 8, offset & 255)}`).join("");
    const start = text.length;
    const stream = streamOf(
      Buffer.from(data, "latin1"),
      "/Type /XRef /W [1 2 0] /Index [1 4] /Size 212 /Root 1 0 R",
    );
    text += `211 0 obj\n${stream}\nendobj\nstartxref\n${start}\n%%EOF\n`;
    expect(await read(text)).toEqual([PROOF.name]);
    expect(await read(`\n${text}`)).toEqual([PROOF.name]);
    expect(await read(`\n${text.replace("\n", "")}`)).toEqual([PROOF.name]);
  });

  test("do not give offsets a second meaning", async () => {
    // From the first byte, the end names a section before the header.
    const decoy = `${"y".repeat(20)}\nxref\n0 0\ntrailer\n<< /Root 1 0 R >>\n`.padEnd(1000, "z");
    const before = `${decoy}\n`;
    const text = before + file.replace(/startxref\n\d+/, "startxref\n21");
    expect(await read(text)).toBe("pdf_object_hidden");
    const start = startOf(file);
    const both = `${"x".repeat(start)}\nxref\n`.slice(1);
    expect(await read(`${both}${file}`)).toBe("pdf_xref_ambiguous");
  });

  test.each([
    ["an object", "9 0 obj\n<< /Type /Catalog >>\nendobj\n", "pdf_object_hidden"],
    ["a trailer", "trailer\n<< /Root 1 0 R >>\n", "pdf_object_hidden"],
    ["an archive", "PK\x01\x02PK\x05\x06\n", "pdf_also_zip"],
  ])("do not hold %s", async (_, before, code) => {
    expect(await read(before + file)).toBe(code);
    expect(await read(fromFirstByte(before))).toBe(code);
  });

  test("do not make a linearized file of two", async () => {
    const linearized = (lengthOf: (bytes: number, before: number) => number, before: string) => {
      const length = (bytes: number) => String(lengthOf(bytes, before.length)).padStart(10, "0");
      const build = (bytes: number) =>
        textOf(pdfOf({ objects, header: `%PDF-1.7\n` })).replace(
          "<< /Type /Catalog",
          `<< /Linearized 1 /L ${length(bytes)} /Type /Catalog`,
        );
      const shift = build(0).length - file.length;
      const text = build(build(0).length);
      const moved = text.replace(/\d{10} 00000 n/g, (one) => {
        const offset = Number(one.slice(0, 10));
        return one.replace(/^\d+/, String(offset > 20 ? offset + shift : offset).padStart(10, "0"));
      });
      return before + moved.replace(/startxref\n\d+/, `startxref\n${startOf(file) + shift}`);
    };
    // The first object is not followed by the section that the end names.
    for (const before of ["", "\n", BEFORE]) {
      expect(await read(linearized((bytes) => bytes, before))).toBe("pdf_xref_ambiguous");
      expect(await read(linearized((bytes, count) => bytes + count, before))).toBe("pdf_xref_ambiguous");
      expect(await read(linearized((bytes) => bytes - 7, before))).toEqual([PROOF.name]);
    }
  });
});
