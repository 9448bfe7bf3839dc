import Type from "typebox";
import { expect, it } from "vitest";
import { parametersParser } from "./routes.js";

const parse = parametersParser(
  {
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 25 }),
    since: Type.Optional(Type.Integer()),
    "X-Name": Type.Optional(Type.String({ minLength: 1, maxLength: 3 })),
  },
  "query parameter",
  (name) => name.toLowerCase(),
);

it("gives values of the declared types, defaults, and nothing else", () => {
  expect(parse({ limit: "7", since: "-3", "x-name": "a", unknown: ["1", "2"] })).toEqual({
    limit: 7,
    since: -3,
    "X-Name": "a",
  });
  expect(parse({})).toEqual({ limit: 25 });
});

it.each([
  [{ limit: "0" }, "limit"],
  [{ limit: "101" }, "limit"],
  [{ limit: "" }, "limit"],
  [{ limit: "01" }, "limit"],
  [{ limit: "-0" }, "limit"],
  [{ limit: "1e1" }, "limit"],
  [{ limit: "1.0" }, "limit"],
  [{ limit: " 1" }, "limit"],
  [{ limit: "١" }, "limit"],
  [{ since: "9007199254740993" }, "since"],
  [{ limit: ["1", "1"] }, "limit was given 2 times, expected once"],
  [{ "x-name": "" }, "X-Name"],
  [{ "x-name": "abcd" }, "X-Name"],
])("refuses %j, naming the parameter", (given, named) => {
  expect(() => parse(given)).toThrow(`the query parameter ${named}`);
});

it("takes a list of one text as that text", () => {
  expect(parse({ "x-name": ["ab"] })).toEqual({ limit: 25, "X-Name": "ab" });
  expect(() => parse({ "x-name": ["a", "b"] })).toThrow("X-Name was given 2 times, expected once");
});

it("ignores a repeated lenient parameter", () => {
  const lenient = parametersParser(
    { lang: Type.Optional(Type.String()), limit: Type.Integer({ default: 25 }) },
    "query parameter",
    (name) => name,
    ["lang"],
  );
  expect(lenient({ lang: ["es", "de"] })).toEqual({ limit: 25 });
  expect(lenient({ lang: "es" })).toEqual({ lang: "es", limit: 25 });
  expect(() => lenient({ lang: "es", limit: ["1", "2"] })).toThrow("limit");
});
