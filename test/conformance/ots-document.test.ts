/** docs/formats/opentimestamps.md and bitcoin-headers.md against the code: examples, limits, codes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { displayHash, HEADERS_JSON_LIMITS, MAX_HEADERS, parseHeaders } from "@svc-proof/shared/bitcoin";
import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import {
  encodeDetachedTimestamp,
  MAX_TIMESTAMP_BYTES,
  parseDetachedTimestamp,
} from "@svc-proof/shared/opentimestamps";
import { verify } from "@svc-proof/verifier-lib";
import { describe, expect, test } from "vitest";
import { root } from "../e2e/sandbox.js";

const read = (path: string) => readFileSync(join(root, path), "utf8");
const blockOf = (document: string, kind: string) =>
  new RegExp(`\`\`\`${kind}\\n([\\s\\S]*?)\`\`\``).exec(document)![1]!;
/** The first cells of the tables below a heading, if they hold nothing but codes. */
const codesBelow = (document: string, heading: string) => {
  const cells = document.slice(document.indexOf(heading)).matchAll(/^\| ((?:`[a-z0-9_]+`(?:, )?)+) \|/gm);
  return [...cells].flatMap(([, codes]) => codes!.replaceAll("`", "").split(", "));
};

/** The members of a union of string literals, read from its source. */
const codesOf = (path: string, type: string) => {
  const source = read(path);
  const start = source.indexOf(`export type ${type} =`);
  return [...source.slice(start, source.indexOf(";", start)).matchAll(/"([a-z0-9_]+)"/g)].map(
    ([, code]) => code!,
  );
};

const ots = read("docs/formats/opentimestamps.md");
const headers = read("docs/formats/bitcoin-headers.md");
const [first, second] = JSON.parse(blockOf(headers, "json")).headers as [string, string];

describe("opentimestamps.md", () => {
  const example = blockOf(ots, "text")
    .split("\n")
    .map((line) => line.split("   ")[0]!.replaceAll(" ", ""))
    .join("");
  const bytes = new Uint8Array(Buffer.from(example, "hex"));

  test("the example has the stated length and survives a round trip", () => {
    expect(bytes).toHaveLength(Number(/^The (\d+) bytes of a file/m.exec(ots)![1]));
    const file = parseDetachedTimestamp(bytes);
    expect(file.timestamp.branches).toEqual([{ attestation: { kind: "bitcoin", height: 0 } }]);
    expect(encodeDetachedTimestamp(file)).toEqual(bytes);
  });

  test("it verifies with the example of the other page, by a checkpoint", async () => {
    const report = await verify(bytes, { headers: [blockOf(headers, "json")] });
    expect(report.outcome).toBe("verified");
    expect(report.claims).toMatchObject([
      { time: "2009-01-03T20:15:05.000Z", stated_time: "2009-01-03T18:15:05.000Z", basis: "computed" },
    ]);
  });

  test("the table has every code of the parser, and no other", () => {
    const codes = codesOf("shared/src/opentimestamps/timestamp.ts", "TimestampErrorCode");
    expect(codes.length).toBeGreaterThan(15);
    expect(codesBelow(ots, "## Codes").sort()).toEqual(codes.sort());
  });

  test("the limits are those of the code", () => {
    const source = read("shared/src/opentimestamps/timestamp.ts");
    const limit = (name: string) =>
      Number(new RegExp(`${name} = ([0-9_]+);`).exec(source)![1]!.replaceAll("_", ""));
    const table = ots.slice(ots.indexOf("## Limits"), ots.indexOf("## Codes"));
    const stated = (number: number) => number.toLocaleString("en");
    expect(table).toContain(
      `| message, and result of an operation | ${stated(limit("MAX_MESSAGE_BYTES"))} bytes |`,
    );
    expect(table).toContain(`| argument | 1 to ${stated(limit("MAX_ARGUMENT_BYTES"))} bytes |`);
    expect(table).toContain(`| operations to one attestation | ${limit("MAX_DEPTH")} |`);
    expect(table).toContain(`| payload | ${stated(limit("MAX_PAYLOAD_BYTES"))} bytes |`);
    expect(table).toContain(`| URI | ${stated(limit("MAX_URI_BYTES"))} bytes |`);
    expect(table).toContain(`| file or answer | ${stated(MAX_TIMESTAMP_BYTES)} bytes |`);
    expect(table).toContain(
      `| replaying | ${stated(limit("MAX_REPLAY_BYTES"))} bytes, each operation counted as ${limit("OPERATION_COST_BYTES")} bytes`,
    );
  });
});

describe("bitcoin-headers.md", () => {
  test("the example is Bitcoin's first two headers, the second short", () => {
    const [run] = parseHeaders(blockOf(headers, "json"));
    expect(run!.headers.map(({ hash }) => displayHash(hash))).toEqual([
      "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f",
      "00000000839a8e6886ab5951d76f411475428afc90947ee320161bbf18eb6048",
    ]);
    expect([first.length, second.length]).toEqual([160, 96]);
    const whole = run!.headers.map(({ bytes }, height) => `${height} ${bytesToHex(bytes)}`).join("\n");
    expect(parseHeaders(whole)).toEqual([run]);
  });

  test("the limits are those of the code", () => {
    expect(headers).toContain(`| \`headers\` | array | 1 to ${MAX_HEADERS.toLocaleString("en")} texts`);
    expect(headers).toContain(`At most ${HEADERS_JSON_LIMITS.maxBytes.toLocaleString("en")} bytes.`);
  });

  test("the table has every code besides those of JSON, and no other", () => {
    const codes = codesOf("shared/src/bitcoin/read-headers.ts", "HeadersErrorCode");
    expect(codesBelow(headers, "| code | malformation, besides").sort()).toEqual(
      [...codes, "too_large"].sort(),
    );
    expect(() => parseHeaders("")).toThrow(FormatError);
  });

  test("every fault of a header is listed", () => {
    for (const fault of codesOf("shared/src/bitcoin/judge-headers.ts", "HeaderFault")) {
      expect(headers).toContain(`\`${fault}\``);
    }
  });
});
