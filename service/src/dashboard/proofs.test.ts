import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseSearchForm, searchAddress } from "./proofs.js";

const parse = (text: string) => parseSearchForm(new URLSearchParams(text));

test("an empty form asks for everything", () => {
  expect(parse("")).toEqual({
    values: { q: "", from: "", until: "", state: "", origin: "" },
    problems: {},
    isSearch: false,
    id: null,
    before: null,
    query: { text: null, hash: null, from: null, until: null, state: null, origin: null },
  });
});

test("64 hexadecimal characters are a fingerprint, anything else a part of the name", () => {
  const hash = "AB".repeat(32);
  expect(parse(`q=+${hash}+`).query).toMatchObject({ text: null, hash: hash.toLowerCase() });
  expect(parse(`q=${hash.slice(1)}`).query).toMatchObject({ text: hash.slice(1), hash: null });
  expect(parse("q=u%CC%88ber").query).toMatchObject({ text: "über" });
});

test("days are whole, in UTC", () => {
  expect(parse("from=2026-02-28&until=2026-02-28").query).toMatchObject({
    from: new Date("2026-02-28T00:00:00.000Z"),
    until: new Date("2026-03-01T00:00:00.000Z"),
  });
});

test.each([
  ["from=2026-02-30", { from: "date" }],
  ["from=yesterday&until=2026-1-1", { from: "date", until: "date" }],
  ["from=2026-03-02&until=2026-03-01", { until: "order" }],
  ["until=%2B275760-09-13", { until: "date" }],
])("%s is told as a problem, and keeps what was typed", (text, problems) => {
  const form = parse(text);
  expect(form.problems).toEqual(problems);
  expect(form.query).toBeNull();
  expect(form.values.from).toBe(new URLSearchParams(text).get("from") ?? "");
});

test("states, origins and places that do not exist count as none", () => {
  const { query, before } = parse("state=deleted&origin=fax&before=1%27--");
  expect(query).toMatchObject({ state: null, origin: null });
  expect(before).toBeNull();
});

test("the address of a page has the same search", () => {
  const before = randomUUID();
  const text = "q=a%26b+%3C&from=2026-01-01&state=queued&origin=web";
  const address = searchAddress(parse(text), before);
  const again = parse(address.slice(address.indexOf("?")));
  expect(again).toEqual({ ...parse(text), before });
  expect(searchAddress(parse(""), null)).toBe("/dashboard/proofs");
});

test("no query makes it fail", () => {
  const value = fc.string({ unit: "binary" });
  const fields = { q: value, from: value, until: value, state: value, origin: value, before: value };
  fc.assert(
    fc.property(fc.record(fields), (given) => {
      const form = parseSearchForm(new URLSearchParams(given));
      const [, query = ""] = searchAddress(form, form.before).split("?");
      expect(parseSearchForm(new URLSearchParams(query))).toEqual(form);
    }),
  );
});
