import { describe, expect, it } from "vitest";
import { EXIT } from "./errors.js";
import {
  bytesText,
  type Column,
  displayWidth,
  fitted,
  listing,
  printTable,
  record,
  rowsOf,
  tableText,
} from "./output.js";

describe("bytes text", () => {
  it.each([
    [0, "0 B"],
    [999, "999 B"],
    [1_000, "1.0 kB"],
    [50_000_000, "50.0 MB"],
    [5_000_000_000, "5.0 GB"],
    [1e15, "1.0 PB"],
    [1e21, "1000000.0 PB"],
  ])("%i bytes are %s", (bytes, text) => expect(bytesText(bytes)).toBe(text));
});

describe("result", () => {
  async function printed(result: ReturnType<typeof record>, isJson: boolean) {
    const parts: string[] = [];
    const notes: string[] = [];
    const status = await result.print({
      isJson,
      columns: null,
      write: async (text) => void parts.push(text),
      note: (text) => void notes.push(text),
    });
    return { text: parts.join(""), notes, status };
  }

  const numbers = (count: number, more: object = {}) =>
    listing<number>({
      rows: rowsOf(Array.from({ length: count }, (_, at) => at + 1)),
      columns: [{ title: "N", cell: (n) => `${n}` }],
      dataOf: (n) => ({ n }),
      none: "No numbers.",
      ...more,
    });

  describe("a list", () => {
    it.each([0, 1, 3])("of %i is an array for scripts", async (count) => {
      const { text } = await printed(numbers(count), true);
      expect(JSON.parse(text)).toEqual(Array.from({ length: count }, (_, at) => ({ n: at + 1 })));
      expect(text.endsWith("\n")).toBe(true);
    });

    it.each([0, 2])("of %i is an object with what is known at its end, if it has a name", async (count) => {
      const end = () => ({ data: { sum: 3 }, text: "Sum: 3", status: EXIT.problemFound });
      const { text, status } = await printed(numbers(count, { name: "numbers", end }), true);
      expect(JSON.parse(text)).toMatchObject({ numbers: { length: count }, sum: 3 });
      expect(status).toBe(EXIT.problemFound);
      expect(JSON.parse((await printed(numbers(count, { name: "numbers" }), true)).text)).toHaveProperty(
        "numbers",
      );
      expect((await printed(numbers(count, { name: "numbers", end }), false)).text).toMatch(/Sum: 3\n$/);
    });

    it("says that it is empty", async () => {
      expect((await printed(numbers(0), false)).text).toBe("No numbers.\n");
    });

    it("ends at its limit, and tells beside it whether more follow", async () => {
      const after = (last: number) => `--after ${last}`;
      const part = await printed(numbers(3, { limit: 2, after }), true);
      expect(JSON.parse(part.text)).toEqual([{ n: 1 }, { n: 2 }]);
      expect(part.notes).toEqual(["More follow: --after 2"]);
      expect((await printed(numbers(3, { limit: 3, after }), true)).notes).toEqual([]);
      expect((await printed(numbers(3, { limit: 2 }), false)).notes).toEqual(["More follow: raise --limit"]);
    });

    it("reads no further than its limit", async () => {
      let read = 0;
      const rows = (async function* () {
        for (;;) yield ++read;
      })();
      await printed(numbers(0, { rows, limit: 5 }), true);
      expect(read).toBe(6);
    });
  });

  it("a record is one line for scripts, and its text for people", async () => {
    const result = record({ a: "x\u001b" }, "x\u001b\ny", EXIT.refused);
    expect(await printed(result, true)).toMatchObject({ text: '{"a":"x\\u001b"}\n', status: EXIT.refused });
    expect((await printed(result, false)).text).toBe("x\ufffd\ny\n");
  });
});

describe("table", () => {
  interface Row {
    readonly id: string;
    readonly name: string | null;
    readonly count: number;
  }

  const COLUMNS: readonly Column<Row>[] = [
    { title: "ID", cell: ({ id }) => id },
    { title: "NAME", cell: ({ name }) => name, maxWidth: 20 },
    { title: "COUNT", cell: ({ count }) => count.toString(), align: "right" },
  ];

  async function printed(rows: AsyncIterable<Row>, columns: number | null = null): Promise<string[]> {
    const writes: string[] = [];
    await printTable(
      { isJson: false, columns, write: async (text) => void writes.push(text), note: () => {} },
      COLUMNS,
      rows,
    );
    return writes;
  }

  describe("a table", () => {
    it("aligns its columns, numbers to the right", async () => {
      const rows = [
        { id: "a", name: "Ruiz", count: 5 },
        { id: "bcd", name: null, count: 1_234 },
      ];
      expect(await tableText(COLUMNS, rows)).toBe(
        ["ID   NAME  COUNT", "a    Ruiz      5", "bcd  -      1234"].join("\n"),
      );
    });

    it("is nothing without rows", async () => expect(await printed(rowsOf<Row>([]))).toEqual([]));

    it("counts wide characters as the terminal does, and cuts long names", async () => {
      const rows = [
        { id: "a", name: "契約書", count: 1 },
        { id: "b", name: "x".repeat(30), count: 2 },
        { id: "c", name: "ééé", count: 3 },
      ];
      const lines = (await tableText(COLUMNS, rows)).split("\n");
      expect(lines.slice(1).map(displayWidth)).toEqual([31, 31, 31]);
      expect(lines[2]).toContain(`${"x".repeat(19)}…`);
    });

    it("makes names narrower on a narrow terminal, identifiers never", async () => {
      const id = "3f0abc39-7163-42c7-a194-85c78ad21749";
      const row = { id, name: "n".repeat(20), count: 1 };
      const widest = (lines: string) => Math.max(...lines.trimEnd().split("\n").map(displayWidth));
      expect(widest((await printed(rowsOf([row]), 60))[0]!)).toBe(60);
      const narrow = (await printed(rowsOf([row]), 20))[0]!;
      expect(narrow).toContain(id);
      expect(narrow).toContain(`${"n".repeat(7)}…`);
    });

    it("is printed page by page with one head, whatever its length", async () => {
      let produced = 0;
      let ahead = 0;
      const rows = (async function* () {
        for (; produced < 1_000; produced++) yield { id: `row ${produced}`, name: "x", count: produced };
      })();
      let written = 0;
      const heads: string[] = [];
      await printTable(
        {
          isJson: false,
          columns: null,
          write: async (text) => {
            const lines = text.trimEnd().split("\n");
            heads.push(...lines.filter((line) => line.startsWith("ID")));
            written += lines.length;
            ahead = Math.max(ahead, produced - written);
          },
          note: () => {},
        },
        COLUMNS,
        rows,
      );
      expect(heads).toHaveLength(1);
      expect(written).toBe(1_001);
      expect(ahead).toBeLessThan(200);
    });

    it("shows names that would move the cursor without effect", async () => {
      const text = await tableText(COLUMNS, [{ id: "a", name: "x\u001b[2J\ny\u202e", count: 1 }]);
      expect(text.replace(/\n/g, "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      expect(text.split("\n")).toHaveLength(2);
    });
  });

  it("cuts between what people see as characters", () => {
    expect(fitted("abcdef", 4)).toBe("abc…");
    expect(fitted("abcd", 4)).toBe("abcd");
    expect(fitted("契約書", 4)).toBe("契…");
    expect(fitted("e\u0301e\u0301e\u0301", 2)).toBe("e\u0301…");
  });
});
