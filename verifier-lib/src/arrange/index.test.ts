import { describe, expect, test } from "vitest";
import { arrangeEvidence, type EvidenceFacts, type EvidenceRole } from "./index.js";

interface Named extends EvidenceFacts {
  readonly name: string;
}

/** A file whose digest is its name in capitals. */
const file = (name: string, role: EvidenceRole, parts: Partial<EvidenceFacts> = {}): Named => ({
  name,
  role,
  digests: [name.toUpperCase()],
  content: null,
  root: null,
  header: null,
  token: null,
  hasSeal: false,
  isUnread: false,
  ...parts,
});
const proof = (name: string, content: string | null, parts: Partial<EvidenceFacts> = {}) =>
  file(name, "svc-proof/2", { content, ...parts });
const ots = (name: string, content: string | null, parts: Partial<EvidenceFacts> = {}) =>
  file(name, "opentimestamps", { content, ...parts });

/** Names: of the input, of its original, and with its kind of what belongs to it. */
function arranged(...files: readonly Named[]) {
  return arrangeEvidence(files, (one) => one).groups.map(({ input, original, beside }) =>
    [
      input.name,
      ...(original === null ? [] : [`original ${original.name}`]),
      ...beside.map(({ kind, file: one }) => `${kind} ${one.name}`),
    ].join(", "),
  );
}

test("a timestamp of any kind, a seal and a witness belong to a proof; headers and certificates to none", () => {
  const files = [
    file("h", "headers"),
    file("c", "certificates"),
    file("s", "rfc3161", { content: "X" }),
    file("w", "evm-witness", { content: "ROOT", header: "HEADER" }),
    proof("p", "X", { root: "ROOT" }),
    ots("of header", "HEADER"),
    ots("of seal", "S"),
    ots("of root", "ROOT"),
  ];
  expect(arranged(...files)).toEqual([
    "p, seal s, timestamp of root, seal_timestamp of seal, witness w, witness_timestamp of header",
  ]);
});

test("a seal joins no proof that has one inside", () => {
  expect(arranged(proof("p", "X", { hasSeal: true }), file("s", "rfc3161", { content: "X" }))).toEqual([
    "p",
    "s",
  ]);
});

describe("what cannot be read", () => {
  test("belongs to nothing", () => {
    const unread = [
      proof("p", null),
      file("s", "rfc3161"),
      file("w", "evm-witness"),
      ots("t", null),
      ots("u", null),
    ];
    expect(arranged(...unread)).toEqual(unread.map(({ name }) => name));
  });

  test("has no digest yet, and is no copy of another", () => {
    const witness = (name: string) => file(name, "evm-witness", { content: "ROOT", digests: [] });
    const files = [proof("p", "X", { root: "ROOT" }), witness("v"), witness("w")];
    expect(arranged(...files)).toEqual(["p, witness v, witness w"]);
  });
});

describe("timestamps", () => {
  test("of a lone seal belong to it, by its own digest or that of its token", () => {
    const seal = file("s", "rfc3161", { content: "X", token: "TOKEN" });
    expect(arranged(seal, ots("t", "S"), ots("u", "TOKEN"))).toEqual([
      "s, seal_timestamp t, seal_timestamp u",
    ]);
  });

  test("of a proof's own bytes are not those of a seal", () => {
    expect(arranged(proof("p", "X"), ots("t", "P"))).toEqual(["p", "t, original p"]);
  });

  test("without a proof are evidence each", () => {
    expect(arranged(ots("t", "X"), ots("u", "X"))).toEqual(["t", "u"]);
  });
});

test("copies of a witness without a proof stay evidence", () => {
  const witness = (name: string) => file(name, "evm-witness", { content: "ROOT", digests: ["SAME"] });
  expect(arranged(witness("v"), witness("w"))).toEqual(["v", "w"]);
});

describe("an original", () => {
  test("is not evidence that states its own digest", () => {
    expect(arranged(proof("p", "P"))).toEqual(["p"]);
  });

  test("is not a file that only the timestamp beside a proof is about", () => {
    const files = [proof("p", "X", { root: "ROOT" }), ots("t", "ROOT"), file("root", "other")];
    expect(arranged(...files)).toEqual(["p, timestamp t"]);
  });
});
