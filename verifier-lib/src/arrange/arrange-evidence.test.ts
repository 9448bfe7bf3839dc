import { describe, expect, test } from "vitest";
import { arrangeEvidence, type EvidenceGroup } from "./arrange-evidence.js";
import type { EvidenceFacts, EvidenceRole } from "./evidence-facts.js";

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
const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

function arranged(...files: readonly Named[]) {
  const { groups, others } = arrangeEvidence(files, (one) => one);
  return { groups: groups.map(namesOf), others: others.map(({ name }) => name) };
}

/** Names of what belongs to evidence, without what is empty. */
function namesOf(group: EvidenceGroup<Named>): Record<string, unknown> {
  const all = Object.entries(group).map(([key, value]: [string, Named | readonly Named[] | null]) => [
    key,
    value !== null && "length" in value ? value.map(({ name }) => name) : (value?.name ?? []),
  ]);
  return Object.fromEntries(all.filter(([, names]) => names?.length !== 0));
}

describe("what belongs to every seal and timestamp", () => {
  const aids = [
    file("h", "headers"),
    file("c", "certificates"),
    file("l", "crl"),
    file("o", "ocsp"),
  ] as const;
  const HEADERS = { headers: ["h"] };
  const OF_SEALS = { certificates: ["c"], crls: ["l"], ocspResponses: ["o"] };

  test("goes with a lone timestamp, a lone seal and every container", () => {
    expect(arranged(ots("t", "X"), ...aids)).toEqual({
      groups: [{ input: "t", ...HEADERS }],
      others: ["c", "l", "o"],
    });
    expect(arranged(file("s", "rfc3161", { content: "X" }), ...aids)).toEqual({
      groups: [{ input: "s", ...OF_SEALS }],
      others: ["h"],
    });
    for (const role of ["evidence-zip", "certificate-pdf", "asic-s"] as const) {
      expect(arranged(file("e", role), ...aids).groups).toEqual([{ input: "e", ...HEADERS, ...OF_SEALS }]);
    }
  });

  test("does not go with a proof that has neither", () => {
    expect(arranged(proof("p", "X"), ...aids)).toEqual({
      groups: [{ input: "p" }],
      others: ["h", "c", "l", "o"],
    });
  });

  test("goes with a proof that has a seal beside it or inside of it", () => {
    expect(arranged(proof("p", "X", { hasSeal: true }), ...aids).groups).toEqual([
      { input: "p", ...OF_SEALS },
    ]);
    expect(arranged(proof("p", "X"), file("s", "rfc3161", { content: "X" }), ...aids).groups).toEqual([
      { input: "p", seal: "s", ...OF_SEALS },
    ]);
  });

  test("goes with a proof that has a timestamp of any kind beside it", () => {
    const seal = file("s", "rfc3161", { content: "X" });
    const witness = file("w", "evm-witness", { content: "ROOT", header: "HEADER" });
    const p = proof("p", "X", { root: "ROOT" });
    expect(arranged(p, ots("t", "X"), ...aids).groups).toMatchObject([{ timestamps: ["t"], ...HEADERS }]);
    expect(arranged(p, seal, ots("t", "S"), ...aids).groups).toMatchObject([
      { sealTimestamps: ["t"], ...HEADERS },
    ]);
    expect(arranged(p, witness, ots("t", "HEADER"), ...aids).groups).toMatchObject([
      { witnessTimestamps: ["t"], ...HEADERS },
    ]);
  });

  test("is as much as there is", () => {
    const roles = ["headers", "certificates", "crl", "ocsp"] as const;
    const { groups, others } = arranged(
      file("e", "evidence-zip"),
      ...roles.flatMap((role) => times(100, (i) => file(`${role}${i}`, role))),
    );
    expect(groups).toMatchObject([
      {
        headers: times(100, (i) => `headers${i}`),
        certificates: times(100, (i) => `certificates${i}`),
        crls: times(100, (i) => `crl${i}`),
        ocspResponses: times(100, (i) => `ocsp${i}`),
      },
    ]);
    expect(others).toEqual([]);
  });
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
    expect(arranged(...unread).groups).toEqual(unread.map(({ name }) => ({ input: name })));
  });

  test("has no digest yet, and is no copy of another", () => {
    const witness = (name: string) => file(name, "evm-witness", { content: "ROOT", digests: [] });
    const { groups } = arranged(proof("p", "X", { root: "ROOT" }), witness("v"), witness("w"));
    expect(groups).toEqual([{ input: "p", witnesses: ["v", "w"] }]);
  });
});

describe("timestamps", () => {
  test("of a lone seal belong to it, by its own digest or that of its token", () => {
    const seal = file("s", "rfc3161", { content: "X", token: "TOKEN" });
    expect(arranged(seal, ots("t", "S"), ots("u", "TOKEN")).groups).toEqual([
      { input: "s", sealTimestamps: ["t", "u"] },
    ]);
  });

  test("of a proof's own bytes are not those of a seal", () => {
    expect(arranged(proof("p", "X"), ots("t", "P")).groups).toEqual([
      { input: "p" },
      { input: "t", original: "p" },
    ]);
  });

  test("without a proof are evidence each", () => {
    expect(arranged(ots("t", "X"), ots("u", "X")).groups).toEqual([{ input: "t" }, { input: "u" }]);
  });
});

test("copies of a witness without a proof stay evidence", () => {
  const witness = (name: string) => file(name, "evm-witness", { content: "ROOT", digests: ["SAME"] });
  expect(arranged(witness("v"), witness("w")).groups).toEqual([{ input: "v" }, { input: "w" }]);
});

describe("an original", () => {
  test("is not evidence that states its own digest", () => {
    expect(arranged(proof("p", "P")).groups).toEqual([{ input: "p" }]);
  });

  test("is not a file that only the timestamp beside a proof is about", () => {
    const files = [proof("p", "X", { root: "ROOT" }), ots("t", "ROOT"), file("root", "other")];
    expect(arranged(...files)).toEqual({ groups: [{ input: "p", timestamps: ["t"] }], others: ["root"] });
  });
});
