import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ApiError } from "../errors.js";
import { MAX_JSON_BODY_BYTES, parseJsonBody } from "../http/bodies.js";
import { parseRegistrationRequest } from "./request.js";

const bodyOf = (value: unknown) => parseJsonBody(Buffer.from(JSON.stringify(value)), undefined);
const HASH = "ab".repeat(32);

/** Parses hostile input: returns a value, or the one error that the parser may throw. */
function outcomeOf<Value>(parse: () => Value): Value | ApiError {
  try {
    return parse();
  } catch (error) {
    if (error instanceof ApiError && error.code === "invalid_request") return error;
    throw error;
  }
}

describe("parseRegistrationRequest", () => {
  it("fills in the interface's defaults", () => {
    expect(parseRegistrationRequest(bodyOf({ hash: HASH }))).toEqual({
      hash: HASH,
      name: "abababababab",
      metadata: null,
      size: null,
      mimeType: "application/octet-stream",
      qualified: false,
    });
  });

  it("keeps given values", () => {
    const body = {
      hash: HASH,
      name: "a/b.c",
      metadata: { k: [1, "ü"] },
      size: 7,
      mime_type: "text/x",
      qualified: true,
    };
    expect(parseRegistrationRequest(bodyOf(body))).toEqual({
      hash: HASH,
      name: "b.c",
      metadata: '{"k":[1,"ü"]}',
      size: 7,
      mimeType: "text/x",
      qualified: true,
    });
  });

  it.each([
    ['{"n":1e400}', '{"n":1e400}'],
    [
      '{"id": 12345678901234567890, "x": -0.10, "y": 1.0E+2}',
      '{"id":12345678901234567890,"x":-0.10,"y":1.0E+2}',
    ],
    ['{ "a b" : " c\\" \\n d " ,\t"e" : [ 1 , null ] }\r\n', '{"a b":" c\\" \\n d ","e":[1,null]}'],
    ['{"\\u00fc":"\\u0020 ü","back\\\\":" x "}', '{"ü":"  ü","back\\\\":" x "}'],
    ["{}", "{}"],
  ])("keeps metadata %s as spelled, except white space and escapes", (sent, kept) => {
    for (const name of ["metadata", "\\u006detadata"]) {
      const body = Buffer.from(`{"ü": "ü", "${name}": ${sent}, "hash": "${HASH}"}`);
      expect(parseRegistrationRequest(parseJsonBody(body, undefined)).metadata).toBe(kept);
    }
  });

  it("measures metadata as stored", () => {
    const registration = (text: string) =>
      parseRegistrationRequest(
        parseJsonBody(Buffer.from(`{"hash":"${HASH}","metadata":{ "k" : ${text} }}`), undefined),
      );
    const digits = "9".repeat(4_096 - '{"k":}'.length);
    expect(registration(`${" ".repeat(5_000)}${digits}`).metadata).toBe(`{"k":${digits}}`);
    expect(() => registration(`${digits}9`)).toThrow(
      "expected metadata of at most 4096 bytes of JSON, got 4097",
    );
    for (const spelled of ["ü", "\\u00fc"])
      expect(registration(`"${spelled.repeat(1_000)}"`).metadata, spelled).toHaveLength(1_008);
  });

  it("answers any value with a request or with invalid_request", () => {
    const field = fc.oneof(fc.jsonValue(), fc.constant(HASH), fc.string({ maxLength: 300 }));
    const body = fc.record(
      { hash: field, name: field, metadata: field, size: field, mime_type: field, qualified: field },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(body, fc.jsonValue()), (value) => {
        const outcome = outcomeOf(() => parseRegistrationRequest(bodyOf(value)));
        if (outcome instanceof ApiError) return;
        expect(outcome.hash).toMatch(/^[a-f0-9]{64}$/);
        expect([...outcome.name].length).toBeLessThanOrEqual(200);
      }),
    );
  });
});

describe("parseJsonBody", () => {
  const bytes = (text: string) => Buffer.from(text);

  it("reads ordinary JSON like JSON.parse", () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string().filter((key) => key !== "__proto__"),
          fc.integer(),
        ),
        (value) => {
          const text = JSON.stringify(value);
          const outcome = outcomeOf(() => parseJsonBody(bytes(text), "application/json"));
          expect(outcome).toMatchObject({ value: JSON.parse(text) });
        },
      ),
    );
  });

  it("answers any bytes with a value or with invalid_request", () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array(), fc.json().map(bytes)), fc.option(fc.string()), (body, type) => {
        outcomeOf(() => parseJsonBody(body, type ?? undefined));
      }),
    );
  });

  it("takes bodies up to its limit", () => {
    const text = (size: number) => `"${"x".repeat(size - 2)}"`;
    const { value } = parseJsonBody(bytes(text(MAX_JSON_BODY_BYTES)), undefined);
    expect(value).toHaveLength(MAX_JSON_BODY_BYTES - 2);
    expect(() => parseJsonBody(bytes(text(MAX_JSON_BODY_BYTES + 1)), undefined)).toThrow(ApiError);
  });

  it("refuses an invalid body", () => {
    for (const body of [null, undefined, Buffer.alloc(0), "{}"]) {
      expect(() => parseJsonBody(body, undefined)).toThrow(ApiError);
    }
  });
});
