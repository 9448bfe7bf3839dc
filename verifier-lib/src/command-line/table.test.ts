import { describe, expect, it } from "vitest";
import { rowsOf } from "./result.js";
import { type Column, displayWidth, fitted, printTable, tableText } from "./table.js";

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
    await printTable(COLUMNS, rows, columns, async (text) => void writes.push(text));
    return writes;
  }

  describe("a table", () => {
    it("aligns its columns, numbers to the right", () => {
      const rows = [
        { id: "a", name: "Ruiz", count: 5 },
        { id: "bcd", name: null, count: 1_234 },
      ];
      expect(tableText(COLUMNS, rows)).toBe(
        ["ID   NAME  COUNT", "a    Ruiz      5", "bcd  -      1234"].join("\n"),
      );
    });

    it("is nothing without rows", async () => expect(await printed(rowsOf<Row>([]))).toEqual([]));

    it("counts wide characters as the terminal does, and cuts long names", () => {
      const rows = [
        { id: "a", name: "契約書", count: 1 },
        { id: "b", name: "x".repeat(30), count: 2 },
        { id: "c", name: "ééé", count: 3 },
      ];
      const lines = tableText(COLUMNS, rows).split("\n");
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
      await printTable(COLUMNS, rows, null, async (text) => {
        const lines = text.trimEnd().split("\n");
        heads.push(...lines.filter((line) => line.startsWith("ID")));
        written += lines.length;
        ahead = Math.max(ahead, produced - written);
      });
      expect(heads).toHaveLength(1);
      expect(written).toBe(1_001);
      expect(ahead).toBeLessThan(200);
    });

    it("shows names that would move the cursor without effect", () => {
      const text = tableText(COLUMNS, [{ id: "a", name: "x\u001b[2J\ny\u202e", count: 1 }]);
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
