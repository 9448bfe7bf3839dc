import { describe, expect, test } from "vitest";
import { CountedWork } from "../../work/counted-work.testing.js";
import {
  MAX_ENTRIES,
  MAX_OBJECT_BYTES,
  MAX_OBJECT_STREAMS,
  MAX_PDF_BYTES,
  MAX_READ_BYTES,
} from "./limits.js";
import { nameList, objectStreamOf, pdfOf, streamedPdfOf, streamOf, type XrefRow } from "./pdf.testing.js";
import { PdfFile } from "./pdf-file.js";
import { isStream } from "./pdf-value.js";

const ref = (object: number, generation = 0) => ({ object, generation });
const open = (bytes: Uint8Array, work = new CountedWork()) => PdfFile.open(bytes, work);
const codeOf = (reading: Promise<unknown>): Promise<string> =>
  reading.then(
    () => "accepted",
    ({ code }) => code,
  );

describe("a file", () => {
  test("has at most 8 MiB, and begins with its version", async () => {
    expect(await codeOf(open(new Uint8Array(MAX_PDF_BYTES)))).toBe("pdf_bad_header");
    expect(await codeOf(open(new Uint8Array(MAX_PDF_BYTES + 1)))).toBe("pdf_too_large");
  });

  test.each([
    ["%PDF-1.0\n", "accepted"],
    ["%PDF-2.9\n", "accepted"],
    ["%PDF-3.0\n", "pdf_bad_header"],
    ["%PDF-1.x\n", "pdf_bad_header"],
    ["%PDF-1,7\n", "pdf_bad_header"],
    ["%PDF-\n", "pdf_bad_header"],
    ["%PDF 1.7\n", "pdf_bad_header"],
  ])("with the header %j", async (header, expected) => {
    expect(await codeOf(open(pdfOf({ objects: ["null"], header })))).toBe(expected);
  });
});

describe("a reference", () => {
  const objects = ["<< /Type /Catalog >>", "(text)", "3 0 R", "5", "8 0 R"];

  test("leads to an object of its number and generation; to null if there is none", async () => {
    const file = await open(pdfOf({ objects }));
    expect(file.trailer.get("Root")).toEqual(ref(1));
    expect(await file.resolve(ref(2))).toEqual(new Uint8Array(Buffer.from("text")));
    expect(await file.resolve(ref(4))).toBe(5);
    for (const nothing of [ref(2, 1), ref(0), ref(0, 65_535), ref(99), undefined, null]) {
      expect(await file.resolve(nothing)).toBeNull();
    }
  });

  test("any other value is the value itself", async () => {
    const file = await open(pdfOf({ objects }));
    for (const value of [5, true, { name: "a" }, [ref(1)]]) expect(await file.resolve(value)).toBe(value);
  });

  test("does not lead to a reference", async () => {
    const file = await open(pdfOf({ objects }));
    expect(await codeOf(file.resolve(ref(3)))).toBe("pdf_object_malformed");
    expect(await codeOf(file.resolve(ref(5)))).toBe("pdf_object_malformed");
  });

  test("beyond the file, or to another object, is malformed", async () => {
    for (const offset of [9, 999, 9_999_999_999]) {
      const file = await open(
        streamedPdfOf({ objects: ["<< >>"], rows: [[1, offset, 0]] as XrefRow[], widths: [1, 6, 2] }),
      );
      expect(await codeOf(file.resolve(ref(3))), `offset ${offset}`).toBe("pdf_object_malformed");
    }
  });

  test("to a dictionary leads to nothing else", async () => {
    const file = await open(pdfOf({ objects }));
    expect(await file.dictionary(ref(1), "the catalog")).toBeInstanceOf(Map);
    expect(await codeOf(file.dictionary(ref(2), "the catalog"))).toBe("pdf_structure_malformed");
    expect(await codeOf(file.dictionary(ref(99), "the catalog"))).toBe("pdf_structure_malformed");
  });

  test("is a pause each time", async () => {
    const work = new CountedWork();
    const file = await open(pdfOf({ objects }), work);
    const before = work.pauses;
    await file.resolve(ref(2));
    await file.resolve(ref(99));
    await file.resolve(5);
    expect(work.pauses - before).toBe(2);
  });
});

describe("the length of a stream", () => {
  const lengths = async (length: string, other = "3") => {
    const file = await open(pdfOf({ objects: [streamOf("").replace("/Length 0", length), other] }));
    const stream = await file.resolve(ref(1));
    if (!isStream(stream)) throw new Error("It is no stream");
    return codeOf(file.decode(stream, 100));
  };

  test("is a number or a reference to one", async () => {
    expect(await lengths("/Length 0")).toBe("accepted");
    expect(await lengths("/Length 2 0 R", "0")).toBe("accepted");
    expect(await lengths("/Length 2 0 R", "1")).toBe("accepted");
  });

  test.each(["", "/Length null", "/Length -1", "/Length (0)", "/Length [0]", "/Length 0.5", "/Length 9 0 R"])(
    "is not %j",
    async (length) => {
      expect(await lengths(length)).toBe("pdf_stream_malformed");
    },
  );
});

test("objects have a limit of bytes together, also those that are read again", async () => {
  const [start, end] = ["2 0 obj\n", "\nendobj"];
  const body = nameList("[", "]", MAX_OBJECT_BYTES - start.length - end.length);
  // The first object moves the second, so that lengths are not taken for positions.
  const file = await open(pdfOf({ objects: ["(first)", body] }));
  for (let bytes = 0; bytes < MAX_READ_BYTES; bytes += MAX_OBJECT_BYTES) await file.resolve(ref(2));
  expect(await codeOf(file.resolve(ref(1)))).toBe("pdf_too_many_objects");
});

describe("an object stream", () => {
  /** Object 1 is an object stream; objects 3 and 4 are in it. */
  const PACKED = [
    [3, "<< /a 1 >>"],
    [4, "(four)"],
  ] as const;
  const IN_IT: readonly XrefRow[] = [
    [2, 1, 0],
    [2, 1, 1],
  ];
  const packed = (change?: (was: string) => string, rows = IN_IT, objects = PACKED) =>
    open(streamedPdfOf({ objects: [objectStreamOf(objects, change)], rows }));

  test("has objects by their place in it", async () => {
    const file = await packed();
    expect(await file.resolve(ref(3))).toEqual(new Map([["a", 1]]));
    expect(await file.resolve(ref(4))).toEqual(new Uint8Array(Buffer.from("four")));
    expect(await file.resolve(ref(4))).toEqual(new Uint8Array(Buffer.from("four")));
  });

  test("has objects of generation 0 only", async () => {
    expect(await (await packed()).resolve(ref(3, 1))).toBeNull();
  });

  test.each<[string, readonly XrefRow[]]>([
    ["another object", [[2, 1, 1]]],
    ["no object", [[2, 1, 2]]],
    ["an object far behind", [[2, 1, 1000]]],
  ])("is malformed where it has %s at the place", async (_, rows) => {
    expect(await codeOf((await packed(undefined, rows)).resolve(ref(3)))).toBe("pdf_object_malformed");
  });

  test.each<[string, string, XrefRow]>([
    ["no object", "<< >>", [2, 9, 0]],
    ["itself in an object stream", "<< >>", [2, 3, 0]],
    ["deleted", "<< >>", [2, 0, 0]],
    ["no stream", "<< /Type /ObjStm >>", [2, 1, 0]],
    ["a number", "5", [2, 1, 0]],
  ])("is malformed if it is %s", async (_, body, row) => {
    const file = await open(streamedPdfOf({ objects: [body], rows: [row] }));
    expect(await codeOf(file.resolve(ref(3)))).toBe("pdf_object_malformed");
  });

  test.each<[string, RegExp, string]>([
    ["another type", /\/Type \/ObjStm/, "/Type /XObject"],
    ["no type", /\/Type \/ObjStm/, ""],
    ["no offset of its first object", /\/First .*/, ""],
    ["a negative one", /\/First .*/, "/First -1"],
    ["no number of objects", /\/N .*/, ""],
    ["a negative one", /\/N .*/, "/N -1"],
    ["fewer objects", /\/N .*/, "/N 1"],
    ["more objects", /\/N .*/, "/N 3"],
    ["its length in an object stream", /\/Length .*/, "/Length 3 0 R"],
  ])("is malformed with %s", async (_, from, to) => {
    const file = await packed((was) => was.replace(from, to));
    expect(await codeOf(file.resolve(ref(4)))).toBe("pdf_object_malformed");
  });

  test("may have its length in the file, not in another object stream", async () => {
    const body = objectStreamOf([[4, "5"]]);
    const length = /\/Length (\d+)/.exec(body)![1]!;
    const byReference = (to: number) => body.replace(/\/Length \d+/, `/Length ${to} 0 R`);
    const outside = await open(streamedPdfOf({ objects: [byReference(2), length], rows: [[2, 1, 0]] }));
    expect(await outside.resolve(ref(4))).toBe(5);
    const inside = await open(
      streamedPdfOf({
        objects: [byReference(5), objectStreamOf([[5, length]])],
        rows: [
          [2, 1, 0],
          [2, 2, 0],
        ],
      }),
    );
    expect(await inside.resolve(ref(5))).toBe(Number(length));
    expect(await codeOf(inside.resolve(ref(4)))).toBe("pdf_object_malformed");
    const missing = await open(streamedPdfOf({ objects: [byReference(9), length], rows: [[2, 1, 0]] }));
    expect(await codeOf(missing.resolve(ref(4)))).toBe("pdf_stream_malformed");
  });

  test("has at most as many objects as a file; then its dictionary is malformed, else its data", async () => {
    const offsetOf = async (count: number) => {
      const file = await packed((was) => was.replace(/\/N .*/, `/N ${count}`), IN_IT, [
        ...PACKED,
        [5, "null"],
      ] as never);
      return file.resolve(ref(3)).catch(({ offset }) => offset);
    };
    expect(await offsetOf(MAX_ENTRIES + 1)).toBe("%PDF-1.7\n".length);
    expect(await offsetOf(MAX_ENTRIES)).toBe("3 0 4 11 5 18 ".length);
  });

  test("has no object that is only a reference", async () => {
    const file = await packed(undefined, IN_IT, [
      [3, "4 0 R"],
      [4, "5"],
    ] as never);
    expect(await codeOf(file.resolve(ref(3)))).toBe("pdf_object_malformed");
  });

  test("is read once; as many as allowed are read", async () => {
    const count = MAX_OBJECT_STREAMS + 1;
    const numbers = Array.from({ length: count }, (_, at) => at + 1);
    const inside = (at: number) => count + 1 + at;
    const file = await open(
      streamedPdfOf({
        objects: numbers.map((at) => objectStreamOf([[inside(at), `${at}`]])),
        rows: numbers.map((at) => [2, at, 0] as const),
      }),
    );
    for (const at of numbers.slice(0, -1)) expect(await file.resolve(ref(inside(at)))).toBe(at);
    expect(await codeOf(file.resolve(ref(inside(count))))).toBe("pdf_too_many_objects");
    expect(await file.resolve(ref(inside(1)))).toBe(1);
  });

  test("is a pause for each 1,024 objects", async () => {
    const pausesFor = async (count: number) => {
      const objects = Array.from({ length: count }, (_, at) => [3 + at, "5"] as const);
      const work = new CountedWork();
      const file = await open(streamedPdfOf({ objects: [objectStreamOf(objects)], rows: [[2, 1, 0]] }), work);
      const before = work.pauses;
      expect(await file.resolve(ref(3))).toBe(5);
      return work.pauses - before;
    };
    const least = await pausesFor(1);
    expect(await pausesFor(1024)).toBe(least);
    expect(await pausesFor(1025)).toBe(least + 1);
    expect(await pausesFor(2049)).toBe(least + 2);
  });
});
