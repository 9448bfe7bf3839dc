import { describe, expect, it } from "vitest";
import { EXIT } from "./output.js";
import { listing, record, rowsOf } from "./result.js";

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
      const end = () => ({ data: { sum: 3 }, text: "Sum: 3", status: EXIT.failed });
      const { text, status } = await printed(numbers(count, { name: "numbers", end }), true);
      expect(JSON.parse(text)).toMatchObject({ numbers: { length: count }, sum: 3 });
      expect(status).toBe(EXIT.failed);
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
