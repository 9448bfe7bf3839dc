import { describe, expect, test } from "vitest";
import {
  MAX_ENTRIES,
  MAX_OBJECT_BYTES,
  MAX_OBJECT_STREAMS,
  MAX_PDF_BYTES,
  MAX_READ_BYTES,
} from "../limits.js";
import { CountedWork } from "../work/counted-work.testing.js";
import { nameList, objectStreamOf, pdfOf, streamedPdfOf, streamOf, type XrefRow } from "./pdf.testing.js";
import { checkNoArchive, checkNothingHidden, PdfFile } from "./pdf-file.js";
import { isStream } from "./pdf-objects.js";

describe("check no archive", () => {
  const BEFORE = "%PDF-1.7\n";

  async function check(file: Buffer, work = new CountedWork()): Promise<string | number> {
    // Bytes of a file may be a part of a larger buffer.
    const inside = Buffer.concat([Buffer.from("PK"), file]).subarray(2);
    return checkNoArchive(inside, file.toString("latin1"), work).then(
      () => "accepted",
      ({ code, offset }) => (code === "pdf_also_zip" ? offset : code),
    );
  }

  const text = (characters: string) => Buffer.from(characters, "latin1");

  interface Entry {
    readonly version?: number;
    readonly method?: number;
    readonly name?: number;
    readonly extra?: number;
    /** Bytes after the header. Default: those of name and field. */
    readonly rest?: number;
  }

  function entry({ version = 20, method = 8, name = 5, extra = 3, rest = name + extra }: Entry = {}): Buffer {
    const header = Buffer.alloc(30 + rest);
    header.write("PK\x03\x04", "latin1");
    header.writeUInt8(version, 4);
    header.writeUInt16LE(method, 8);
    header.writeUInt16LE(name, 26);
    header.writeUInt16LE(extra, 28);
    return header;
  }

  describe("a PDF file", () => {
    test.each([
      ["without signatures", text(BEFORE)],
      ["with only the signature of a directory", text(`${BEFORE}PK\x01\x02`)],
      ["with only the signature of an end", text(`${BEFORE}PK\x05\x06`)],
      ["with both, but in the wrong order", text(`${BEFORE}PK\x05\x06PK\x01\x02`)],
      ["with the signature of an entry near its end", Buffer.concat([text(BEFORE), entry().subarray(0, 29)])],
      ["with the signature alone", text(`${BEFORE}PK\x03\x04`)],
    ])("%s may hold them by chance", async (_, file) => {
      expect(await check(file)).toBe("accepted");
    });

    test("is no list of an archive: a directory, and an end behind it", async () => {
      expect(await check(text(`${BEFORE}PK\x01\x02 PK\x05\x06`))).toBe(BEFORE.length);
      expect(await check(text(`${BEFORE}PK\x05\x06 PK\x01\x02 PK\x05\x06`))).toBe(BEFORE.length + 5);
      expect(await check(text("PK\x01\x02PK\x05\x06"))).toBe(0);
    });

    test.each<[string, Entry, boolean]>([
      ["deflated", {}, true],
      ["of the highest version", { version: 99 }, true],
      ["of an unknown version", { version: 100 }, false],
      ["of the highest method", { method: 99 }, true],
      ["of an unknown method", { method: 100 }, false],
      ["of a method that would be known in the other byte order", { method: 0x100 }, false],
      ["with a name of one byte", { name: 1, extra: 0 }, true],
      ["without a name", { name: 0, extra: 3 }, false],
      ["with a name that does not fit", { name: 5, extra: 0, rest: 4 }, false],
      ["with a field that does not fit", { name: 5, extra: 3, rest: 7 }, false],
      ["with a field of one byte", { name: 5, extra: 1 }, true],
      ["with room behind it", { rest: 100 }, true],
    ])("is no entry of an archive: %s", async (_, parts, isEntry) => {
      expect(await check(Buffer.concat([text(BEFORE), entry(parts)]))).toBe(
        isEntry ? BEFORE.length : "accepted",
      );
      expect(await check(entry(parts))).toBe(isEntry ? 0 : "accepted");
    });

    test("is searched to its end for entries", async () => {
      const odd = entry({ version: 255 });
      expect(await check(Buffer.concat([odd, odd, entry()]))).toBe(2 * odd.length);
    });
  });

  test("each signature of an entry costs a unit, and every 1,024 of them a pause", async () => {
    for (const [count, pauses] of [
      [1023, 0],
      [1024, 1],
      [2047, 1],
      [2048, 2],
    ] as const) {
      const work = new CountedWork({ units: 5000 });
      expect(await check(text("PK\x03\x04".repeat(count)), work)).toBe("accepted");
      expect([5000 - work.left, work.pauses], `${count} signatures`).toEqual([count, pauses]);
    }
  });
});

describe("check nothing hidden", () => {
  interface Told {
    /** The start of each object that a section lists. */
    readonly offsets?: readonly number[];
    /** The newest place of each object. */
    readonly places?: Readonly<Record<number, number>>;
    readonly trailers?: readonly number[];
  }

  /** The position of what is hidden, or `accepted`. */
  async function check(text: string, told: Told = {}, work = new CountedWork()): Promise<string | number> {
    const { offsets = [], places = {}, trailers = [] } = told;
    const found = {
      offsets: new Set(offsets),
      places: new Map(
        Object.entries(places).map(([object, offset]) => [Number(object), { offset, generation: 0 }]),
      ),
      trailers: new Set(trailers),
    };
    return checkNothingHidden(text, found, work).then(
      () => "accepted",
      ({ code, offset }) => (code === "pdf_object_hidden" ? offset : code),
    );
  }

  describe("an object that a section lists", () => {
    test.each([
      "1 0 obj null",
      "1  0 obj",
      "1 0  obj",
      "12 65535 obj",
      " \0\n1 0 obj",
      "1\r\n0\r\nobj",
      "1 0 obj<<>>",
    ])("is found: %j", async (text) => {
      expect(await check(text, { offsets: [0] })).toBe("accepted");
      expect(await check(`%PDF-1.7\n${text}`, { offsets: [9] })).toBe("accepted");
    });

    test("is not found where other text stands before it", async () => {
      expect(await check("\nx 1 0 obj", { offsets: [1] })).toBe(7);
      expect(await check("word\nobj 1 0 obj", { offsets: [0] })).toBe(5);
    });

    test("a section may list what is no object", async () => {
      expect(await check("nothing here", { offsets: [0, 5, 1000] })).toBe("accepted");
    });
  });

  describe("an object that no section lists", () => {
    test.each([
      ["after its number", "9 0 obj", 4],
      ["after a number without a blank", "9 0obj", 3],
      ["on a line of its own", "word\nobj", 5],
      ["after a carriage return", "word\robj", 5],
      ["after blanks on its line", "word\n \0\tobj", 8],
      ["at the start of the file", "obj", 0],
      ["after blanks at the start of the file", "  obj", 2],
      ["after more blanks than are looked at", `x${" ".repeat(60)}obj`, 61],
    ])("is refused: %s", async (_, text, at) => {
      expect(await check(text)).toBe(at);
      expect(await check(`${text}\n`)).toBe(at);
    });

    test.each(["word obj 1", "1 endobj 5", "1 word obj\n", "the objects are", "(obj) 1\n", "7 xobj\n"])(
      "is no word in a text: %j",
      async (text) => {
        expect(await check(`%PDF-1.7\n${text}`)).toBe("accepted");
      },
    );
  });

  describe("a trailer", () => {
    test.each([
      ["on a line of its own", "x\ntrailer", 2],
      ["at the start of the file", "trailer", 0],
      ["after a number", "5 trailer", 2],
    ])("that no section has is refused: %s", async (_, text, at) => {
      expect(await check(text)).toBe(at);
      expect(await check(text, { trailers: [at] })).toBe("accepted");
    });

    test("is no word in a text", async () => {
      expect(await check("the trailer\n")).toBe("accepted");
    });

    test("all are looked at", async () => {
      expect(await check("\ntrailer\ntrailer", { trailers: [1] })).toBe(9);
    });
  });

  test("the newest place of an object is the last one in the file", async () => {
    const text = "1 0 obj null 1 0 obj null";
    const offsets = [0, 13];
    expect(await check(text, { offsets, places: { 1: 13 } })).toBe("accepted");
    expect(await check(text, { offsets, places: { 1: 0 } })).toBe(13);
  });

  test("each place that is looked at costs two units, and every 1,024 of them a pause", async () => {
    const spent = async (text: string, told: Told = {}) => {
      const work = new CountedWork({ units: 50_000 });
      expect(await check(text, told, work)).toBe("accepted");
      return [50_000 - work.left, work.pauses];
    };
    expect(await spent("1 endobj endobj xtrailer (obj")).toEqual([0, 0]);
    expect(await spent("word obj, the trailer")).toEqual([4, 0]);
    const offsets = (count: number) => Array.from({ length: count }, (_, at) => at);
    expect(await spent("", { offsets: offsets(1023) })).toEqual([2046, 0]);
    expect(await spent("", { offsets: offsets(1024) })).toEqual([2048, 1]);
    expect(await spent("a obj", { offsets: offsets(2047) })).toEqual([4096, 2]);
  });
});

describe("pdf file", () => {
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

    test.each([
      "",
      "/Length null",
      "/Length -1",
      "/Length (0)",
      "/Length [0]",
      "/Length 0.5",
      "/Length 9 0 R",
    ])("is not %j", async (length) => {
      expect(await lengths(length)).toBe("pdf_stream_malformed");
    });
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
        const file = await open(
          streamedPdfOf({ objects: [objectStreamOf(objects)], rows: [[2, 1, 0]] }),
          work,
        );
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
});
