import { expect, it } from "vitest";
import { AUDIT_CSV_TITLES, auditCsvLine, auditEntry } from "./audit.js";

const line = (subject: string, details: Record<string, string> = {}) =>
  auditCsvLine({
    ...auditEntry({ accountId: null, actor: { kind: "admin" }, action: "key.create", subject, details }),
    id: "i",
    at: new Date(0),
  });

it("has a cell for each title", () => {
  const titles = AUDIT_CSV_TITLES.trim().split(",");
  expect(titles).toHaveLength(8);
  expect(line("s", { name: "web shop" })).toBe(
    "i,1970-01-01T00:00:00.000Z,admin,,,key.create,s,name: web shop\r\n",
  );
});

it.each([
  ["=1+1", "'=1+1"],
  ["+1", "'+1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\uff1d1", "'\uff1d1"],
  ["a;=1", `"a;'=1"`],
  ['say "hi", twice', `"say ""hi"", twice"`],
])("shows %j as a text in every spreadsheet", (given, cell) => {
  expect(line(given)).toBe(`i,1970-01-01T00:00:00.000Z,admin,,,key.create,${cell},\r\n`);
});

it("finds no formula in a detail either", () => {
  expect(line("s", { name: `x; =HYPERLINK("https://evil.example")` })).toContain("; '=HYPERLINK");
});
