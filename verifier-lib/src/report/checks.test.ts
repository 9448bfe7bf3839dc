import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { CHECKS, checksOf, dependentsOf, isTimeCheck } from "./checks.js";

describe("the table of checks", () => {
  test("has the checks of the schema, in the same order", () => {
    const schema = JSON.parse(readFileSync(new URL("../../report.schema.json", import.meta.url), "utf8"));
    expect(CHECKS.map(({ id }) => id)).toEqual(schema.$defs.check.properties.id.enum);
  });

  test("names in `needs` only checks that come before", () => {
    const ids: readonly string[] = CHECKS.map(({ id }) => id);
    for (const [at, { needs }] of CHECKS.entries()) {
      for (const needed of needs) expect(ids.slice(0, at)).toContain(needed);
    }
  });

  test("tells which checks give a time, and which link the content to it", () => {
    expect(CHECKS.filter(({ id }) => isTimeCheck(id)).map(({ id }) => id)).toEqual([
      "anchor",
      "block",
      "bitcoin",
      "seal",
    ]);
    expect(checksOf("evidence-zip", "link")).toEqual(["format", "leaf", "merkle", "payload"]);
    expect(checksOf("rfc3161", "link")).toEqual(["format"]);
  });
});

describe("without a format that can be read", () => {
  test("a proof's own checks are skipped, and those of files that were given", () => {
    const own = ["content", "leaf", "merkle", "payload", "anchor"];
    expect(dependentsOf("format", "svc-proof/2", {})).toEqual(own);
    expect(dependentsOf("format", "svc-proof/2", { bitcoin: 1, seal: 2 })).toEqual([
      ...own,
      "bitcoin",
      "seal",
      "seal",
    ]);
  });

  test("a witness's are the content and its anchor", () => {
    expect(dependentsOf("format", "evm-witness", {})).toEqual(["content", "anchor"]);
  });

  test("a timestamp's are the content and what it is itself", () => {
    expect(dependentsOf("format", "opentimestamps", { bitcoin: 1 })).toEqual(["content", "bitcoin"]);
  });

  test("nothing is skipped for the sake of a check that others do not need", () => {
    expect(dependentsOf("leaf", "svc-proof/2", {})).toEqual([]);
  });
});
