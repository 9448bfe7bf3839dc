import { describe, expect, test } from "vitest";
import { randomAccess } from "../content/random-access.js";
import { CountedWork } from "../work/counted-work.testing.js";
import { hasPdfHeader, PDF_HEADER_BYTES, parseZip, readWhole } from "./zip.js";
import { zipOf } from "./zip.testing.js";

const codeOf = (zip: Uint8Array) =>
  parseZip(zip).then(
    () => "accepted",
    ({ code, offset }) => `${code}@${offset}`,
  );
const [A, B, C] = [
  { name: "a", content: "first" },
  { name: "b", content: "second" },
  { name: "c", content: "the third" },
] as const;

describe("entries", () => {
  test("come in the order of the directory, each with its content", async () => {
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
    ]) {
      const entries = await parseZip(zipOf([A, B, C], { order }));
      const contents = await Promise.all(
        entries.map(async (entry) => [
          entry.name,
          entry.sizeBytes,
          Buffer.from(await readWhole(entry)).toString(),
        ]),
      );
      expect(contents).toEqual(
        order.map((i) => [A, B, C][i]!).map(({ name, content }) => [name, content.length, content]),
      );
    }
  });

  test("may be none", async () => {
    expect(await parseZip(zipOf([]))).toEqual([]);
    expect(await codeOf(zipOf([], { before: "hidden" }))).toBe("zip_prepended_data@0");
  });

  test("begin with the file and end with the directory", async () => {
    expect(await codeOf(zipOf([A, B], { before: "x" }))).toBe("zip_prepended_data@0");
    expect(await codeOf(zipOf([A, B], { order: [1] }))).toBe("zip_prepended_data@0");
    expect(await codeOf(zipOf([A, B], { order: [0] }))).toBe("zip_gap@36");
    expect(await codeOf(zipOf([A, B, C], { order: [2, 0] }))).toBe("zip_gap@36");
  });

  test("begin before the directory", async () => {
    const directoryAt = zipOf([A]).length - 22 - 47;
    for (const [offset, outcome] of [
      [directoryAt, `zip_overlap@${directoryAt}`],
      [directoryAt + 1, `zip_local_header_mismatch@${directoryAt}`],
    ] as const) {
      const zip = zipOf([A]);
      zip.writeUInt32LE(offset, directoryAt + 42);
      expect(await codeOf(zip)).toBe(outcome);
    }
  });

  test("are a pause each", async () => {
    const work = new CountedWork();
    await parseZip(zipOf([A, B, C]), work);
    expect(work.pauses).toBe(3);
  });
});

test("an archive is no PDF file", async () => {
  expect(await codeOf(zipOf([{ name: "a", content: "%PDF-1.7" }]))).toBe("zip_also_pdf@0");
  expect(await codeOf(zipOf([A], { comment: "%PDF-1.7" }))).toBe("zip_also_pdf@0");
  expect(await codeOf(zipOf([{ name: "a", content: " ".repeat(2000) }], { comment: "%PDF-1.7" }))).toBe(
    "accepted",
  );
});

const has = (text: string) => hasPdfHeader(randomAccess(Buffer.from(text, "latin1")));
const after = (bytes: number) => `${"x".repeat(bytes)}%PDF-${"x".repeat(100)}`;

test("programs look for the start of a PDF file in the first 1,024 bytes", async () => {
  for (const bytes of [0, 1, 500, PDF_HEADER_BYTES - 1])
    expect(await has(after(bytes)), `${bytes}`).toBe(true);
  for (const bytes of [PDF_HEADER_BYTES, PDF_HEADER_BYTES + 1]) expect(await has(after(bytes))).toBe(false);
});

test.each(["", "%PDF", "%PDF ", "%pdf-", "PDF-", "%P%PDF"])("the start is whole: %j", async (text) => {
  expect(await has(text)).toBe(false);
});
