/** The rows of a report, and what follows from them. That each check settles what it uses, vectors and attacks hold. */
import { describe, expect, test } from "vitest";
import { Item, inputsOf, withSameContent } from "./items.js";
import { statedOf } from "./items.testing.js";
import type { Check, CheckStatus, GivenInput, InputKind } from "./report/report.js";

const check = (id: Check["id"], status: CheckStatus, code: Check["code"] = "ok", fault = ""): Check => ({
  id,
  status,
  code,
  basis: "computed",
  evidence: fault === "" ? {} : { fault },
});
const linesOf = (items: readonly Item[]) =>
  inputsOf(items, true, []).rows.map(
    ({ kind, origin, index, status, code }) => `${origin} ${kind} ${index} ${status} ${code}`,
  );
const failed = (kind: InputKind, code: Check["code"] = "signature_invalid") => {
  const item = new Item(kind, "caller");
  item.failed(code);
  return item;
};
const unreadable = (kind: InputKind, origin: GivenInput["origin"] = "caller", fault = "der_truncated") => {
  const item = new Item(kind, origin);
  item.settle(check("seal", "indeterminate", "damaged", fault));
  return item;
};

describe("an item", () => {
  test("counts as unused until a check has a word on it, and the first one stays", () => {
    const item = new Item("seal", "caller", "a.tsr");
    const unused = { status: "not_applicable", code: "input_not_applicable", fault: null };
    expect(inputsOf([item], true, []).rows).toEqual([
      { kind: "seal", origin: "caller", index: 0, name: "a.tsr", ...unused },
    ]);
    item.failed("signature_invalid");
    item.checked();
    expect(item.result).toEqual({ status: "failed", code: "signature_invalid", fault: null });
  });

  test.each<[CheckStatus, Check["code"], GivenInput["status"], string?]>([
    ["failed", "signature_invalid", "failed"],
    ["failed", "zip_overlap", "failed"],
    ["skipped", "not_needed", "not_applicable"],
    ["passed", "ok", "checked"],
    ["indeterminate", "no_trust_anchor", "checked"],
    ["indeterminate", "damaged", "unreadable", "der_truncated"],
    ["indeterminate", "input_unreadable", "unreadable"],
  ])("whose check is %s with %s is %s", (status, code, result, fault) => {
    const item = new Item("seal", "caller");
    item.settle(check("seal", status, code, fault));
    expect(item.result).toEqual({ status: result, code, fault: fault ?? null });
  });

  test("of the same bytes as another is one with it", () => {
    const [a, b, c] = statedOf("seal", [Uint8Array.of(1), Uint8Array.of(2), Uint8Array.of(1)]);
    expect(withSameContent([a!, b!, c!])).toEqual([[a, c], [b]]);
  });
});

test("rows are those of the caller, then those of the package, by kind, each counted from 0", () => {
  const items = [
    new Item("timestamp", "input"),
    new Item("crl", "package"),
    new Item("seal", "caller"),
    new Item("part", "package"),
    new Item("crl", "caller"),
    new Item("timestamp", "caller"),
    new Item("crl", "package"),
  ];
  items[6]!.checked();
  const unused = "not_applicable input_not_applicable";
  expect(linesOf(items)).toEqual([
    `caller timestamp 0 ${unused}`,
    `caller seal 0 ${unused}`,
    `caller crl 0 ${unused}`,
    `package crl 0 ${unused}`,
    "package crl 1 checked ok",
    `package part 0 ${unused}`,
  ]);
});

describe("the check `inputs`", () => {
  const of = (items: readonly Item[], ...others: readonly Check[]) => inputsOf(items, true, others).check;

  test("is not made if every input was used", () => {
    const item = new Item("seal", "caller");
    item.checked();
    expect(of([item], check("seal", "passed"))).toBeNull();
    expect(inputsOf([item], true, []).notices).toEqual([]);
  });

  test("lists evidence that no check uses, and so do notices", () => {
    const items = [new Item("crl", "package")];
    const unused = { kind: "crl", origin: "package", index: 0 };
    const code = "input_not_applicable";
    const evidence = { inputs: [{ ...unused, code, fault: null }] };
    expect(of(items)).toEqual({ id: "inputs", status: "skipped", code, basis: null, evidence });
    expect(inputsOf(items, true, []).notices).toEqual([{ code, evidence: unused }]);
  });

  test("does not miss sources, a snapshot or other parts that were not needed", () => {
    const kinds = ["evm_source", "bitcoin_source", "revocation_source", "trust_list", "part"] as const;
    const items = kinds.map((kind) => new Item(kind, "caller"));
    expect([of(items), inputsOf(items, true, []).notices]).toEqual([null, []]);
  });

  test.each([
    ["fails", "failed", [failed("crl", "imprint_mismatch"), failed("crl")]],
    ["is undecided", "indeterminate", [unreadable("crl"), unreadable("crl", "caller", "der_trailing_data")]],
  ] as const)("%s with the code of the first such input, and lists all", (_, status, items) => {
    const [first, second] = items.map(({ result: { code, fault } }) => ({ code, fault }));
    const row = { kind: "crl", origin: "caller" };
    expect(of(items, check("seal", "passed"))).toEqual({
      id: "inputs",
      status,
      code: first!.code,
      basis: "computed",
      evidence: {
        inputs: [
          { ...row, index: 0, ...first },
          { ...row, index: 1, ...second },
        ],
      },
    });
  });

  test("says first what does not hold", () => {
    expect(of([unreadable("crl"), failed("seal")])).toMatchObject({
      status: "failed",
      code: "signature_invalid",
    });
  });

  test.each<[InputKind, boolean]>([
    ["proof", true],
    ["original", true],
    ["content_hash", true],
    ["timestamp", true],
    ["seal", true],
    ["witness", true],
    ["crl", false],
    ["witness_timestamp", false],
  ])("leaves a failed %s to its own check, if that failed: %s", (kind, hasCheck) => {
    const items = [failed(kind)];
    expect(of(items, check("content", "passed"), check("seal", "failed")) === null).toBe(hasCheck);
    // Nothing else tells of the failure.
    expect(of(items, check("seal", "passed"))).toMatchObject({ status: "failed" });
  });

  test("speaks up if one of several failures has no check of its own", () => {
    const items = [failed("seal"), failed("crl", "imprint_mismatch")];
    const expected = { status: "failed", code: "signature_invalid" };
    expect(of(items, check("seal", "failed"))).toMatchObject(expected);
  });

  test.each<[InputKind, GivenInput["origin"], boolean]>([
    ["headers", "caller", true],
    ["certificates", "caller", true],
    ["trusted_list_entry", "package", true],
    ["crl", "package", true],
    ["ocsp_response", "package", true],
    ["crl", "caller", false],
    ["ocsp_response", "caller", false],
    ["witness", "caller", false],
    ["seal_timestamp", "caller", false],
    ["seal_timestamp", "package", true],
    ["witness", "package", true],
  ])("leaves out %s of the %s that cannot be read, with a notice: %s", (kind, origin, isLeftOut) => {
    const items = [unreadable(kind, origin)];
    expect(of(items) === null).toBe(isLeftOut);
    const evidence = { kind, origin, index: 0, code: "damaged", fault: "der_truncated" };
    expect(inputsOf(items, true, []).notices).toEqual(
      isLeftOut ? [{ code: "input_left_out", evidence }] : [],
    );
  });

  test("leaves out headers that contradict themselves, and no other input", () => {
    expect(of([failed("headers")])).toBeNull();
    expect(inputsOf([failed("headers"), failed("crl")], true, []).notices).toMatchObject([
      { code: "input_left_out", evidence: { kind: "headers", code: "signature_invalid", fault: null } },
    ]);
  });
});
