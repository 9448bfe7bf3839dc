import { describe, expect, test } from "vitest";
import { CountedWork } from "../../work/counted-work.testing.js";
import { checkNoArchive } from "./check-no-archive.js";

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
