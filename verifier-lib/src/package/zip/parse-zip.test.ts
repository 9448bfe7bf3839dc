import { crc32 } from "@svc-proof/shared/zip";
import { describe, expect, test } from "vitest";
import { CountedWork } from "../../work/counted-work.testing.js";
import { parseZip } from "./parse-zip.js";
import { readWhole } from "./read-whole.js";
import { rawCentralHeader, rawEnd, rawLocalHeader } from "./zip.testing.js";

interface Stored {
  readonly name: string;
  readonly content: string;
}

/** An archive whose directory has another order than its entries. */
function archive(
  entries: readonly Stored[],
  order = entries.map((_, i) => i),
  before = "",
  comment = "",
): Buffer {
  const headers = entries.map(({ name, content }) => ({
    name,
    crc: crc32(Buffer.from(content)),
    sizeBytes: content.length,
    compressedBytes: content.length,
  }));
  const locals: Buffer[] = [Buffer.from(before)];
  const offsets = entries.map(({ content }, i) => {
    const offset = Buffer.concat(locals).length;
    locals.push(rawLocalHeader(headers[i]!), Buffer.from(content));
    return offset;
  });
  const data = Buffer.concat(locals);
  const directory = Buffer.concat(
    order.map((i) => rawCentralHeader({ ...headers[i]!, offset: offsets[i]! })),
  );
  const place = { entryCount: order.length, sizeBytes: directory.length, offset: data.length };
  return Buffer.concat([data, directory, rawEnd({ ...place, comment: Buffer.from(comment) })]);
}

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
      const entries = await parseZip(archive([A, B, C], order));
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
    expect(await parseZip(archive([]))).toEqual([]);
    expect(await codeOf(archive([], [], "hidden"))).toBe("zip_prepended_data@0");
  });

  test("begin with the file and end with the directory", async () => {
    expect(await codeOf(archive([A, B], undefined, "x"))).toBe("zip_prepended_data@0");
    expect(await codeOf(archive([A, B], [1]))).toBe("zip_prepended_data@0");
    expect(await codeOf(archive([A, B], [0]))).toBe("zip_gap@36");
    expect(await codeOf(archive([A, B, C], [2, 0]))).toBe("zip_gap@36");
  });

  test("begin before the directory", async () => {
    const directoryAt = archive([A]).length - 22 - 47;
    for (const [offset, outcome] of [
      [directoryAt, `zip_overlap@${directoryAt}`],
      [directoryAt + 1, `zip_local_header_mismatch@${directoryAt}`],
    ] as const) {
      const zip = archive([A]);
      zip.writeUInt32LE(offset, directoryAt + 42);
      expect(await codeOf(zip)).toBe(outcome);
    }
  });

  test("are a pause each", async () => {
    const work = new CountedWork();
    await parseZip(archive([A, B, C]), work);
    expect(work.pauses).toBe(3);
  });
});

test("an archive is no PDF file", async () => {
  expect(await codeOf(archive([{ name: "a", content: "%PDF-1.7" }]))).toBe("zip_also_pdf@0");
  expect(await codeOf(archive([A], undefined, "", "%PDF-1.7"))).toBe("zip_also_pdf@0");
  expect(await codeOf(archive([{ name: "a", content: " ".repeat(2000) }], undefined, "", "%PDF-1.7"))).toBe(
    "accepted",
  );
});
