import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bytesToHex, FormatError } from "../bytes.js";
import { WorkBudget } from "../work.js";
import { BLOCK_1, GENESIS, mine } from "./chain.testing.js";
import { Checkpoints } from "./checkpoints.js";
import {
  type BlockHeader,
  displayHash,
  encodeBlockHeader,
  HEADER_BYTES,
  parseBlockHeader,
} from "./header.js";
import {
  EPOCH_FILE_BYTES,
  encodeEpochFile,
  encodeHeaders,
  epochFileName,
  epochOfHeight,
  MAX_HEADERS,
  parseEpochFile,
  parseHeaders,
  parseRawHeaders,
  placeEpochFiles,
} from "./read-headers.js";

describe("epoch file", () => {
  function mineEpoch(before: BlockHeader | null): BlockHeader[] {
    const headers: BlockHeader[] = [];
    for (let i = 0; i < 2016; i++) headers.push(mine(headers.at(-1) ?? before));
    return headers;
  }
  const first = mineEpoch(null);
  const second = mineEpoch(first.at(-1)!);
  const third = mineEpoch(second.at(-1)!);

  test("an epoch is 96,800 bytes and survives a round trip", () => {
    expect(EPOCH_FILE_BYTES).toBe(96_800);
    const file = encodeEpochFile(second);
    expect(file).toHaveLength(EPOCH_FILE_BYTES);
    expect(parseEpochFile(file)).toEqual(second);
    expect([0, 2015, 2016, 953_568].map(epochOfHeight)).toEqual([0, 0, 1, 473]);
    expect(epochFileName(473)).toBe("473.bin");
  });

  test("any 96,800 bytes parse and encode back", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 400 }), (some) => {
        const file = Uint8Array.from({ length: EPOCH_FILE_BYTES }, (_, i) => some[i % some.length]!);
        expect(Buffer.compare(encodeEpochFile(parseEpochFile(file)), file)).toBe(0);
      }),
      { numRuns: 5 },
    );
  });

  test("files of another length are refused, and so are headers that are no epoch", () => {
    for (const size of [0, EPOCH_FILE_BYTES - 1, EPOCH_FILE_BYTES + 1]) {
      expect(() => parseEpochFile(new Uint8Array(size))).toThrow(
        expect.objectContaining({ code: "epoch_file_length" }),
      );
    }
    expect(() => encodeEpochFile(first.slice(1))).toThrow(RangeError);
    expect(() => encodeEpochFile([...first.slice(0, 2015), third[0]!])).toThrow("breaks at its header 2015");
    const previousHash = first[9]!.previousHash.with(31, first[9]!.previousHash[31]! ^ 1);
    expect(() => encodeEpochFile(first.with(9, { ...first[9]!, previousHash }))).toThrow("header 9");
  });

  test("a file spends sixteen units for each header", () => {
    const file = encodeEpochFile(first);
    parseEpochFile(file, { work: new WorkBudget(16 * 2016) });
    expect(() => parseEpochFile(file, { work: new WorkBudget(16 * 2016 - 1) })).toThrow(FormatError);
  });

  test("a file is placed after a checkpoint, after known headers, or after another file", () => {
    const none = new Checkpoints({ hashes: new Uint8Array(16).fill(1), targets: new Uint8Array(8) });
    expect(placeEpochFiles([third, second, first], [], none)).toEqual([4032, 2016, 0]);
    expect(placeEpochFiles([third, second], [], none)).toEqual([null, null]);
    const known = new Checkpoints({
      hashes: first.at(-1)!.hash.subarray(0, 16),
      targets: new Uint8Array(8),
    });
    expect(placeEpochFiles([third, second], [], known)).toEqual([4032, 2016]);
    const run = (height: number, headers: readonly BlockHeader[]) =>
      ({ network: "bitcoin", height, headers }) as const;
    expect(placeEpochFiles([third], [run(2016, second)], none)).toEqual([4032]);
    expect(placeEpochFiles([third], [run(4031, second.slice(-1))], none)).toEqual([4032]);
    expect(placeEpochFiles([third], [run(2015, [first.at(-1)!, ...second])], none)).toEqual([4032]);
    // A run that ends just before the end of an epoch places nothing.
    expect(placeEpochFiles([third], [run(2016, second.slice(0, 2015))], none)).toEqual([null]);
    // A run that says another height than one before an epoch places nothing.
    expect(placeEpochFiles([third], [run(2017, second)], none)).toEqual([null]);
    expect(placeEpochFiles([third], [{ ...run(2016, second), network: "regtest" }], none)).toEqual([null]);
  });

  test("a file that is given twice is placed twice", () => {
    const none = new Checkpoints({ hashes: new Uint8Array(16).fill(1), targets: new Uint8Array(8) });
    expect(placeEpochFiles([second, first, second], [], none)).toEqual([2016, 0, 2016]);
  });
});

describe("headers document", () => {
  const first = bytesToHex(GENESIS.bytes);
  const second = bytesToHex(BLOCK_1.bytes);
  const short = second.slice(0, 8) + second.slice(72);

  function codeOf(input: string | Uint8Array): string {
    try {
      parseHeaders(input);
    } catch (error) {
      if (error instanceof FormatError) return error.code;
      throw error;
    }
    return expect.fail("expected a FormatError, got none");
  }

  const document = (fields: object) =>
    JSON.stringify({
      format: "svc-bitcoin-headers/1",
      network: "bitcoin",
      height: 0,
      headers: [first],
      ...fields,
    });

  describe("a header", () => {
    test("of Bitcoin's first block", () => {
      expect(displayHash(GENESIS.hash)).toBe(
        "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f",
      );
      expect(displayHash(GENESIS.merkleRoot)).toBe(
        "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b",
      );
      expect(GENESIS).toMatchObject({
        version: 1,
        time: 1_231_006_505,
        bits: 0x1d00ffff,
        nonce: 2_083_236_893,
      });
      expect(BLOCK_1.previousHash).toEqual(GENESIS.hash);
    });

    test("any 80 bytes parse and encode back", () => {
      fc.assert(
        fc.property(fc.uint8Array({ minLength: 80, maxLength: 80 }), (bytes) => {
          expect(encodeBlockHeader(parseBlockHeader(bytes))).toEqual(bytes);
        }),
      );
      for (const size of [0, 79, 81]) {
        expect(() => parseBlockHeader(new Uint8Array(size))).toThrow(FormatError);
      }
      expect(() => encodeBlockHeader({ ...GENESIS, merkleRoot: new Uint8Array(31) })).toThrow(RangeError);
      expect(HEADER_BYTES).toBe(80);
    });
  });

  describe("a document", () => {
    test("includes or omits the previous hash if it follows from the header before", () => {
      for (const headers of [
        [first, second],
        [first, short],
      ]) {
        const [run, ...others] = parseHeaders(document({ headers, extra: { any: [1] } }));
        expect(others).toEqual([]);
        expect(run).toMatchObject({ network: "bitcoin", height: 0 });
        expect(run!.headers.map(({ hash }) => displayHash(hash))).toEqual([
          displayHash(GENESIS.hash),
          displayHash(BLOCK_1.hash),
        ]);
      }
    });

    test("encodes and parses to the same", () => {
      const headers = [GENESIS, BLOCK_1, mine(BLOCK_1)];
      const run = { network: "regtest", height: 7, headers } as const;
      const text = encodeHeaders(run);
      expect(text).toBe(
        document({ network: "regtest", height: 7, headers: [first, short, text.slice(-99, -3)] }),
      );
      expect(parseHeaders(text)).toEqual([run]);
      expect(() => encodeHeaders({ ...run, headers: [] })).toThrow(RangeError);
      expect(() => encodeHeaders({ ...run, headers: [BLOCK_1, GENESIS] })).toThrow("breaks at 8");
      const previousHash = BLOCK_1.previousHash.with(31, BLOCK_1.previousHash[31]! ^ 1);
      expect(() => encodeHeaders({ ...run, headers: [GENESIS, { ...BLOCK_1, previousHash }] })).toThrow(
        RangeError,
      );
    });

    test("is told from lines by its first visible character", () => {
      for (const space of [" ", "\n", "\r\n\t "]) {
        const text = space + document({ headers: [first] });
        expect(parseHeaders(text)[0]!.headers).toHaveLength(1);
        expect(parseHeaders(new TextEncoder().encode(text))[0]!.headers).toHaveLength(1);
      }
    });

    test("that is malformed: the message says how long a header may be there", () => {
      expect(() => parseHeaders(document({ headers: ["00"] }))).toThrow("expected 160 lower-case");
      expect(() => parseHeaders(document({ headers: [first, "00"] }))).toThrow(
        "expected 160 or 96 lower-case",
      );
    });

    test.each<[string, string, string]>([
      ["another format", document({ format: "svc-bitcoin-headers/2" }), "unsupported_format"],
      ["no format", document({ format: undefined }), "missing_field"],
      ["another network", document({ network: "Bitcoin" }), "network_unknown"],
      ["no network", document({ network: undefined }), "missing_field"],
      ["a negative height", document({ height: -1 }), "integer_out_of_range"],
      ["a height that is too large", document({ height: 2 ** 31 }), "integer_out_of_range"],
      ["no height", document({ height: undefined }), "missing_field"],
      ["no list", document({ headers: undefined }), "missing_field"],
      ["an empty list", document({ headers: [] }), "no_headers"],
      ["a truncated header", document({ headers: [first.slice(2)] }), "header_malformed"],
      ["an upper-case header", document({ headers: [first.toUpperCase()] }), "header_malformed"],
      ["a first header without its predecessor", document({ headers: [short] }), "header_malformed"],
      ["a field twice", `{"format":"svc-bitcoin-headers/1","format":1}`, "duplicate_key"],
      ["trailing bytes", `${document({})}x`, "json_trailing_data"],
    ])("%s", (_, text, code) => {
      expect(codeOf(text)).toBe(code);
      expect(codeOf(new TextEncoder().encode(text))).toBe(code);
    });

    test("has at most as many bytes as the limit says", () => {
      const line = `1 ${first}\n`;
      const filled = (text: string) => text.padEnd(9_437_184, " ");
      expect(parseHeaders(filled(line))).toHaveLength(1);
      expect(codeOf(`${filled(line)} `)).toBe("too_large");
      expect(parseHeaders(filled(document({})))).toHaveLength(1);
      expect(codeOf(`${filled(document({}))} `)).toBe("too_large");
    });

    const shorts = (count: number) => document({ headers: [first, ...Array<string>(count - 1).fill(short)] });

    // Two tests, because each takes half a second.
    test("may have as many headers as the limit says", () => {
      expect(parseHeaders(shorts(MAX_HEADERS))[0]!.headers).toHaveLength(MAX_HEADERS);
    });

    test("has no more headers than the limit says", () => {
      expect(codeOf(shorts(MAX_HEADERS + 1))).toBe("too_many_headers");
    });

    test("has at most as many lines", () => {
      const line = `1 ${first}\n`;
      expect(parseHeaders(line.repeat(MAX_HEADERS))).toHaveLength(MAX_HEADERS);
      expect(codeOf(line.repeat(MAX_HEADERS + 1))).toBe("too_many_headers");
    });

    test("nests at most eight levels, and no object of it has more than 64 members", () => {
      const nested = (levels: number) => `{"x":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}`;
      const members = (count: number) =>
        `{"x":{${Array.from({ length: count }, (_, i) => `"${i}":0`).join()}}`;
      const rest = document({}).slice(1);
      for (const start of [nested(8), members(64)]) {
        expect(parseHeaders(`${start},${rest}`)[0]!.headers).toHaveLength(1);
      }
      expect(codeOf(`${nested(9)},${rest}`)).toBe("json_too_deep");
      expect(codeOf(`${members(65)},${rest}`)).toBe("json_too_many_members");
    });
  });

  describe("lines", () => {
    test("consecutive heights form one run, others separate runs", () => {
      const runs = parseHeaders(`0 ${first}\r\n1\t${second.toUpperCase()}\n\n  358391 ${first}\n`);
      expect(runs.map(({ network, height, headers }) => [network, height, headers.length])).toEqual([
        ["bitcoin", 0, 2],
        ["bitcoin", 358_391, 1],
      ]);
    });

    test("may have several spaces between height and header, and the largest height", () => {
      expect(parseHeaders(`7 \t  ${first}\n2147483647 ${first}`).map(({ height }) => height)).toEqual([
        7, 2_147_483_647,
      ]);
    });

    test("are refused at the offset of the first that is malformed", () => {
      for (const [start, bad] of [
        ["", "x"],
        [`0 ${first}\n`, "x"],
        [`0 ${first}\r\n\n  1 ${second}\n`, "2 x"],
      ] as const) {
        expect(() => parseHeaders(start + bad)).toThrow(
          expect.objectContaining({ code: "headers_line_malformed", offset: start.length }),
        );
      }
    });

    test.each([
      ["nothing", "", "no_headers"],
      ["space", " \n", "no_headers"],
      ["a header without its height", first, "headers_line_malformed"],
      ["a truncated header", `0 ${first.slice(1)}`, "headers_line_malformed"],
      ["a height with a leading zero", `00 ${first}`, "headers_line_malformed"],
      ["a height that is too large", `2147483648 ${first}`, "headers_line_malformed"],
      ["a trailing word", `0 ${first} x`, "headers_line_malformed"],
    ])("%s", (_, text, code) => {
      expect(codeOf(text)).toBe(code);
    });

    test("any bytes parse or are refused with a code", () => {
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
          expect(codeOf(bytes)).toMatch(/^[a-z0-9_]+$/);
        }),
      );
    });
  });
});

describe("raw headers", () => {
  const bytes = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));
  const hole = new Uint8Array(80);

  test("headers are read from a height on, and zeros are none", () => {
    expect(parseRawHeaders(bytes(GENESIS.bytes, BLOCK_1.bytes), 0)).toEqual([
      { network: "bitcoin", height: 0, headers: [GENESIS, BLOCK_1] },
    ]);
    const runs = parseRawHeaders(bytes(hole, GENESIS.bytes, hole, hole, BLOCK_1.bytes, hole), 7);
    expect(runs.map(({ height, headers }) => [height, headers.length])).toEqual([
      [8, 1],
      [11, 1],
    ]);
    expect(parseRawHeaders(new Uint8Array(), 7)).toEqual([]);
  });

  test("a part of a header is refused at its start", () => {
    for (const [length, offset] of [
      [1, 0],
      [79, 0],
      [81, 80],
      [239, 160],
    ] as const) {
      expect(() => parseRawHeaders(new Uint8Array(length), 0)).toThrow(
        expect.objectContaining({ code: "raw_headers_length", offset }),
      );
    }
  });

  test("each header spends sixteen units, and so do zeros", () => {
    const input = bytes(GENESIS.bytes, hole);
    expect(parseRawHeaders(input, 0, { work: new WorkBudget(32) })).toHaveLength(1);
    expect(() => parseRawHeaders(input, 0, { work: new WorkBudget(31) })).toThrow(
      expect.objectContaining({ code: "work_limit_exceeded" }),
    );
  });
});
