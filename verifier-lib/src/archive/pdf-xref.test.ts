import { deflateSync } from "node:zlib";
import { WorkBudget } from "@svc-proof/shared/work";
import { describe, expect, test } from "vitest";
import { MAX_ENTRIES, MAX_OBJECT_BYTES, MAX_READ_BYTES, MAX_SECTIONS, TAIL_BYTES } from "../limits.js";
import { CountedWork } from "../work/counted-work.testing.js";
import { nameList, type StreamedParts, streamedPdfOf } from "./pdf.testing.js";
import { type CrossReference, isMisleadinglyLinearized, readCrossReference } from "./pdf-xref.js";

describe("cross reference", () => {
  const HEADER = "%PDF-1.7\n1 0 obj\nnull\nendobj\n";
  const entry = (offset: number, generation = 0, kind = "n") =>
    `${String(offset).padStart(10, "0")} ${String(generation).padStart(5, "0")} ${kind} \n`;

  const read = (text: string | Uint8Array, work = new CountedWork()) =>
    readCrossReference(typeof text === "string" ? Buffer.from(text, "latin1") : text, 0, work);

  /** `code@position`, or `accepted`. */
  const outcome = (text: string | Uint8Array, work?: CountedWork) =>
    read(text, work).then(
      () => "accepted",
      ({ code, offset }) => `${code}@${offset}`,
    );
  const codeOf = async (text: string | Uint8Array, work?: CountedWork) =>
    (await outcome(text, work)).split("@")[0];

  const told = ({ places, offsets, trailers }: CrossReference) => ({
    places: Object.fromEntries(places),
    offsets: [...offsets],
    trailers: [...trailers],
  });

  /** A file whose only section is a table. */
  function withTable(table: string, trailer = "<< /Root 1 0 R >>"): string {
    return `${HEADER}xref\n${table}trailer\n${trailer}\nstartxref\n${HEADER.length}\n%%EOF\n`;
  }

  /** The file with one more section, a table. */
  function updated(text: string, table: string, trailer = "/Root 1 0 R"): string {
    const previous = /startxref\n(\d+)\n%%EOF\n$/.exec(text)![1]!;
    return `${text}xref\n${table}trailer\n<< ${trailer} /Prev ${previous} >>\nstartxref\n${text.length}\n%%EOF\n`;
  }

  describe("the end of a file", () => {
    const ending = (end: string) => `${HEADER}xref\ntrailer\n<< /Root 1 0 R >>\n${end}`;
    const at = HEADER.length;

    test.each([
      `startxref\n${at}\n%%EOF`,
      `startxref\r\n${at}\r\n%%EOF\r\n`,
      `startxref \t\n\n \t${at} \t\n\n%%EOF`,
      `startxref\n${at}\n%%EOF\n\0\0 \n`,
      `startxref\n${String(at).padStart(10, "0")}\n%%EOF`,
      `startxref\n${at}\n%%EOF\n<!-- served -->\n`,
    ])("names the newest section: %j", async (end) => {
      expect(await outcome(ending(end))).toBe("accepted");
    });

    test.each([
      `startxref ${at}\n%%EOF`,
      `startxrefs\n${at}\n%%EOF`,
      `startxref x\n${at}\n%%EOF`,
      `startxref\n${at} %%EOF`,
      `startxref\n\n%%EOF`,
      `startxref\n${String(at).padStart(11, "0")}\n%%EOF`,
      `startxref\n${at}\n%%EOF startxref`,
      `startxref\n${at}\n%%EO`,
      `startxref\n-${at}\n%%EOF`,
      "",
    ])("is refused: %j", async (end) => {
      expect(await outcome(ending(end))).toBe(`pdf_truncated@${ending(end).length}`);
    });

    test("is within its last 1,024 bytes", async () => {
      const end = `startxref\n${at}\n%%EOF`;
      expect(await outcome(ending(end.padEnd(TAIL_BYTES, "\n")))).toBe("accepted");
      expect(await codeOf(ending(end.padEnd(TAIL_BYTES + 1, "\n")))).toBe("pdf_truncated");
    });

    test("names a section inside the file", async () => {
      const named = (offset: number) => ending(`startxref\n${String(offset).padStart(10, "0")}\n%%EOF`);
      const { length } = named(0);
      expect(await outcome(named(length))).toBe(`pdf_xref_malformed@${length}`);
      expect(await codeOf(named(length + 1))).toBe("pdf_xref_malformed");
      expect(await codeOf(named(length - 1))).toBe("pdf_object_malformed");
    });
  });

  describe("a table", () => {
    test("lists objects in use and deleted ones; only places in use are offsets", async () => {
      const text = withTable(
        `0 2\n${entry(3, 65_535, "f")}${entry(9)}12 3\n${entry(20, 7)}${entry(0, 1, "f")}${entry(30)}`,
      );
      const found = await read(text);
      expect(told(found)).toEqual({
        places: {
          0: null,
          1: { offset: 9, generation: 0 },
          12: { offset: 20, generation: 7 },
          13: null,
          14: { offset: 30, generation: 0 },
        },
        offsets: [9, 20, 30],
        trailers: [text.indexOf("trailer")],
      });
      expect(found.trailer).toEqual(new Map([["Root", { object: 1, generation: 0 }]]));
    });

    test.each([" \n", " \r", "\r\n"])("has entries that end with two bytes: %j", async (end) => {
      expect(await outcome(withTable(`0 1\n0000000000 65535 f${end}`))).toBe("accepted");
    });

    test.each([
      "0 1\n0000000000 65535 f\n",
      "0 1\n0000000000 65535 f  ",
      "0 1\n0000000000 65535 x \n",
      "0 1\n000000000 65535 f \n ",
      "0 1\n0000000000 6553 f \n ",
      "0 2\n0000000000 65535 f \n",
      "a1 0\n",
      "1a 0\n",
      "12345678901 0\n",
      "-1 0\n",
    ])("is refused: %j", async (table) => {
      expect(await codeOf(withTable(table))).toBe("pdf_xref_malformed");
    });

    test("ends with a dictionary", async () => {
      expect(await codeOf(withTable("0 0\n", "[]"))).toBe("pdf_xref_malformed");
    });
  });

  describe("a stream", () => {
    const OBJECTS = ["<< /Type /Catalog >>"];
    const streamed = (parts: Partial<StreamedParts> = {}) => streamedPdfOf({ objects: OBJECTS, ...parts });
    const changed = (from: string | RegExp, to: string) =>
      streamed({
        change: (was) => {
          expect(was).toMatch(from);
          return was.replace(from, to);
        },
      });
    const OBJECT = "%PDF-1.7\n".length;
    const STREAM = OBJECT + "1 0 obj\n<< /Type /Catalog >>\nendobj\n".length;
    const PLACES = { 0: null, 1: { offset: OBJECT, generation: 0 }, 2: { offset: STREAM, generation: 0 } };

    test("lists objects in the file, in object streams, and deleted ones", async () => {
      const rows = [
        [2, 5, 1],
        [1, 300, 258],
        [0, 9, 9],
        [3, 9, 9],
      ] as const;
      expect(told(await read(streamed({ rows })))).toEqual({
        places: {
          ...PLACES,
          3: { inStream: 5, index: 1 },
          4: { offset: 300, generation: 258 },
          5: null,
          6: null,
        },
        offsets: [STREAM, OBJECT, 300],
        trailers: [],
      });
    });

    test("has fields of any width; without a type, all are in the file", async () => {
      for (const widths of [
        [1, 2, 2],
        [2, 6, 6],
        [6, 3, 3],
        [1, 7, 2],
        [1, 8, 2],
        [9, 40, 300],
      ] as const) {
        expect(told(await read(streamed({ widths }))).places).toEqual(PLACES);
      }
      const { places } = await read(streamed({ widths: [0, 2, 1] }));
      expect(places.get(0)).toEqual({ offset: 0, generation: 255 });
      expect(places.get(1)).toEqual({ offset: OBJECT, generation: 0 });
      const six = streamed({ widths: [1, 6, 2], rows: [[1, 0x010203040506, 1]] });
      expect((await read(six)).places.get(3)).toEqual({ offset: 0x010203040506, generation: 1 });
    });

    test("places what no number holds beyond the file", async () => {
      const first = OBJECTS.length + 2;
      const largest = (bytes: string) => {
        const encode = (data: Buffer) => Buffer.concat([data, Buffer.from(bytes, "hex")]);
        const change = (was: string) => was.replace("/Size 3", `/Size ${first + 1}`);
        return read(streamed({ widths: [1, 8, 1], encode, change }));
      };
      const placeOf = async (bytes: string) => (await largest(bytes)).places.get(first);
      const beyond = Number.MAX_SAFE_INTEGER;
      expect(await placeOf("01001ffffffffffffe00")).toEqual({ offset: beyond - 1, generation: 0 });
      for (const bytes of ["01001fffffffffffff00", "01002000000000000000", "01ffffffffffffffff00"]) {
        expect(await placeOf(bytes), bytes).toEqual({ offset: beyond, generation: 0 });
      }
      expect(await placeOf("02ffffffffffffffff07")).toEqual({ inStream: beyond, index: 7 });
      expect(await placeOf("03ffffffffffffffff07")).toBeNull();
    });

    test("may be compressed, with a predictor", async () => {
      const parameters = "/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 7 >>";
      const encode = (data: Buffer) =>
        deflateSync(
          Buffer.concat(
            [0, 1, 2].map((row) => Buffer.concat([Buffer.of(0), data.subarray(7 * row, 7 * row + 7)])),
          ),
        );
      const file = streamed({ encode, change: (was) => `${was}\n${parameters}` });
      expect(told(await read(file)).places).toEqual(PLACES);
    });

    test("names the objects it lists", async () => {
      const file = changed("/Root", "/Index [5 1 0 0 8 2]\n/Root");
      expect(Object.keys(told(await read(file)).places)).toEqual(["5", "8", "9"]);
      expect(Object.keys(told(await read(changed("/Size 3", "/Size 2"))).places)).toEqual(["0", "1"]);
      expect(Object.keys(told(await read(changed("/Root", "/Index []\n/Root"))).places)).toEqual([]);
    });

    test.each([
      ["no type", "/Type /XRef", ""],
      ["another type", "/XRef", "/XObject"],
      ["no widths", /\/W .*\n/, ""],
      ["widths that are no list", "/W [1 4 2]", "/W 7"],
      ["two widths", "/W [1 4 2]", "/W [1 4]"],
      ["four widths", "/W [1 4 2]", "/W [1 4 2 0]"],
      ["fields that are wider than the data", "/W [1 4 2]", "/W [1 4 20]"],
      ["a field that no file can hold", "/W [1 4 2]", "/W [1 9999999999 2]"],
      ["a negative width", "/W [1 4 2]", "/W [-1 4 2]"],
      ["a width that is no number", "/W [1 4 2]", "/W [1 /a 2]"],
      ["no size", /\/Size .*\n/, ""],
      ["a negative size", "/Size 3", "/Size -3"],
      ["an index that is no list", "/Root", "/Index 3\n/Root"],
      ["an odd index", "/Root", "/Index [0 3 5]\n/Root"],
      ["an index with other values", "/Root", "/Index [0 (3)]\n/Root"],
      ["a negative index", "/Root", "/Index [-1 3]\n/Root"],
      ["more objects than data", "/Size 3", "/Size 4"],
      ["a length by reference", /\/Length .*$/, "/Length 1 0 R"],
      ["no length", /\/Length .*$/, ""],
      ["a stream beside it, which only tables have", "/Root", "/XRefStm 9\n/Root"],
    ])("is refused with %s", async (_, from, to) => {
      expect(await codeOf(changed(from, to))).toBe("pdf_xref_malformed");
    });

    test("is refused with data that ends in an entry", async () => {
      const encode = (data: Buffer) => data.subarray(0, -1);
      expect(await codeOf(streamed({ encode }))).toBe("pdf_xref_malformed");
    });

    test("an object that is no stream is no section", async () => {
      const text = `${HEADER}2 0 obj << /Type /XRef >> endobj\nstartxref\n${HEADER.length}\n%%EOF\n`;
      expect(await outcome(text)).toBe(`pdf_xref_malformed@${HEADER.length}`);
    });
  });

  describe("sections", () => {
    const FIRST = withTable(`0 3\n${entry(0, 65_535, "f")}${entry(9)}${entry(10)}`);

    test("the newest one that lists an object says where it is", async () => {
      const text = updated(updated(FIRST, `1 1\n${entry(11)}`), `2 1\n${entry(0, 1, "f")}`);
      expect(told(await read(text))).toMatchObject({
        places: { 0: null, 1: { offset: 11, generation: 0 }, 2: null },
        offsets: [11, 9, 10],
      });
    });

    test("that are streams do so too", async () => {
      const file = Buffer.from(streamedPdfOf({ objects: ["null"] })).toString("latin1");
      const previous = /startxref\n(\d+)/.exec(file)![1]!;
      const data = "\x01\x00\x07";
      const newest = `9 0 obj << /Type /XRef /W [1 2 0] /Size 9 /Index [1 1] /Root 1 0 R /Prev ${previous} /Length 3 >>
stream\n${data}\nendstream endobj\nstartxref\n${file.length}\n%%EOF\n`;
      const { places, offsets } = await read(`${file}${newest}`);
      expect(places.get(1)).toEqual({ offset: 7, generation: 0 });
      expect([...offsets]).toEqual([file.length, 7, Number(previous), 9]);
    });

    test.each([
      ["the same catalog", "/Root 1 0 R", "accepted"],
      ["no catalog of their own", "", "accepted"],
      ["another catalog", "/Root 2 0 R", "pdf_xref_ambiguous"],
      ["a catalog that is no reference", "/Root << >>", "pdf_xref_ambiguous"],
    ])("before the newest may have %s", async (_, root, expected) => {
      const first = withTable("0 0\n", `<< ${root} >>`);
      expect(await codeOf(updated(first, "0 0\n"))).toBe(expected);
    });

    test("a catalog is a reference in all of them", async () => {
      const first = withTable("0 0\n");
      expect(await codeOf(updated(first, "0 0\n", ""))).toBe("pdf_xref_ambiguous");
      const direct = withTable("0 0\n", "<< /Root << >> >>");
      expect(await codeOf(updated(direct, "0 0\n", "/Root << >>"))).toBe("pdf_xref_ambiguous");
    });

    test.each(["-1", "(9)", "1.5", "1 0 R"])(
      "the one before is named by an offset, not by %s",
      async (previous) => {
        expect(await codeOf(withTable("0 0\n", `<< /Root 1 0 R /Prev ${previous} >>`))).toBe(
          "pdf_xref_malformed",
        );
      },
    );

    test("are as many as a file may have", async () => {
      let text = FIRST;
      for (let section = 1; section < MAX_SECTIONS; section++) text = updated(text, "0 0\n");
      expect(await outcome(text)).toBe("accepted");
      expect(await codeOf(updated(text, "0 0\n"))).toBe("pdf_too_many_objects");
    });

    test("count by their own bytes, not by their place in the file", async () => {
      let text = `${FIRST.slice(0, -1)}\n%${"x".repeat(1_000_000)}\nstartxref\n${HEADER.length}\n%%EOF\n`;
      for (let section = 0; section < 20; section++) {
        const previous = /startxref\n(\d+)\n%%EOF\n$/.exec(text)![1]!;
        text +=
          section % 2 === 0
            ? `xref 0 0 trailer << /Root 1 0 R /Prev ${previous} >>\nstartxref\n${text.length}\n%%EOF\n`
            : `9 0 obj << /Type /XRef /W [1 1 1] /Size 0 /Root 1 0 R /Prev ${previous} /Length 0 >>\nstream\n\nendstream endobj\nstartxref\n${text.length}\n%%EOF\n`;
      }
      expect(await outcome(text)).toBe("accepted");
    });

    test("have a limit of bytes together", async () => {
      const count = MAX_READ_BYTES / MAX_OBJECT_BYTES;
      /** Sections of the size of the largest object, each of which names the one before. */
      let text = HEADER;
      for (let section = 0; section < count; section++) {
        const key = section === 0 ? "None" : "Prev";
        const previous = `${HEADER.length + Math.max(0, section - 1) * MAX_OBJECT_BYTES}`.padStart(10, "0");
        text += nameList(`xref 0 0 trailer << /${key} ${previous} /K [`, "] >>", MAX_OBJECT_BYTES);
      }
      const newest = HEADER.length + (count - 1) * MAX_OBJECT_BYTES;
      expect(await outcome(`${text}\nstartxref\n${newest}\n%%EOF\n`)).toBe("accepted");
      const more = `xref 0 0 trailer << /Prev ${newest} >>`;
      expect(await codeOf(`${text}${more}\nstartxref\n${text.length}\n%%EOF\n`)).toBe("pdf_too_many_objects");
    });
  });

  describe("entries", () => {
    /** Entries that take no bytes. */
    const many = (first: number, count: number) =>
      streamedPdfOf({
        objects: ["null"],
        change: (was) =>
          was.replace(/\/W .*/, "/W [0 0 0]").replace("/Root", `/Index [${first} ${count}]\n/Root`),
      });

    test("have a limit", async () => {
      expect(await outcome(many(0, MAX_ENTRIES))).toBe("accepted");
      expect(await codeOf(many(0, MAX_ENTRIES + 1))).toBe("pdf_too_many_objects");
      expect(await codeOf(withTable(`0 ${MAX_ENTRIES + 1}\n`))).toBe("pdf_too_many_objects");
    });

    test("have the limit together", async () => {
      const file = Buffer.from(many(0, MAX_ENTRIES)).toString("latin1");
      const previous = /startxref\n(\d+)/.exec(file)![1]!;
      const newest = `9 0 obj << /Type /XRef /W [0 0 0] /Size 1 /Root 1 0 R /Prev ${previous} /Length 0 >>
stream\n\nendstream endobj\nstartxref\n${file.length}\n%%EOF\n`;
      expect(await codeOf(`${file}${newest}`)).toBe("pdf_too_many_objects");
    });

    test("cost two units each, and a pause for every 1,024 numbers", async () => {
      const spent = async (first: number, count: number) => {
        const work = new CountedWork({ units: 100_000 });
        expect(await outcome(many(first, count), work)).toBe("accepted");
        return [100_000 - work.left, work.pauses] as const;
      };
      const [units, pauses] = await spent(1000, 0);
      expect(await spent(1000, 24)).toEqual([units + 48, pauses]);
      expect(await spent(1000, 25)).toEqual([units + 50, pauses + 1]);
      expect(await spent(1000, 1048)).toEqual([units + 2096, pauses + 1]);
      expect(await spent(1000, 1049)).toEqual([units + 2098, pauses + 2]);
      const table = new CountedWork();
      await read(withTable(`5 1024\n${entry(9).repeat(1024)}`), table);
      const short = new CountedWork();
      await read(withTable(`5 1019\n${entry(9).repeat(1019)}`), short);
      expect(table.pauses - short.pauses).toBe(1);
    });
  });
});

describe("is misleadingly linearized", () => {
  /** A file whose first object is a dictionary, and what stands between it and the newest section. */
  function isMisleading(dictionary: string, between: string, length?: string): boolean {
    const build = (stated: string) => `%PDF-1.7\n1 0 obj\n<< ${dictionary} ${stated} >>\nendobj${between}`;
    const stated = length ?? `/L ${String(build("/L 0000000000").length + 4).padStart(10, "0")}`;
    const text = build(stated);
    return isMisleadinglyLinearized(Buffer.from(`${text}xref`, "latin1"), 0, text.length, new WorkBudget());
  }

  test("in a linearized file, the newest section follows the first object", () => {
    expect(isMisleading("/Linearized 1", "")).toBe(false);
    expect(isMisleading("/Linearized 1", "\n")).toBe(false);
    expect(isMisleading("/Linearized 1", " \r\n\0\t")).toBe(false);
    expect(isMisleading("/Linearized 1", "\n2 0 obj")).toBe(true);
    expect(isMisleading("/Linearized 1", "x")).toBe(true);
  });

  test("a file that is not linearized, or was updated, may have its section anywhere", () => {
    expect(isMisleading("/Type /Catalog", "\n2 0 obj")).toBe(false);
    expect(isMisleading("/Linearized 1", "\n2 0 obj", "/L 5")).toBe(false);
  });

  test("a length that is no number does not tell of an update", () => {
    expect(isMisleading("/Linearized 1", "\n2 0 obj", "")).toBe(true);
    expect(isMisleading("/Linearized 1", "\n2 0 obj", "/L (5)")).toBe(true);
  });
});
