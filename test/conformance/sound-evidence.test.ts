/** Evidence that others make in forms of their own, and that is sound: it is read as it is meant. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { verify } from "@svc-proof/verifier-lib";
import { verifyTimestamp } from "@svc-proof/verifier-lib/rfc3161";
import { parsePemCertificates } from "@svc-proof/verifier-lib/x509";
import { describe, expect, test } from "vitest";
import { encodeEvmWitness } from "../../verifier-lib/src/evm/witness.js";
import { anchored } from "../../verifier-lib/src/judge/anchored.testing.js";
import { vectorFolder } from "./third-party-vectors.js";

const folder = vectorFolder("tsp-2026");

describe.skipIf(folder === null)("vectors/tsp-2026", () => {
  test("a token of a listed authority whose signed attributes stand in another order than that of DER", async () => {
    const read = (name: string) => new Uint8Array(readFileSync(join(folder!, name)));
    const { status, code } = await verifyTimestamp({
      token: read("certum-pl-2019.tst"),
      original: read("certum-pl-2019.msg"),
      anchors: [],
    });
    // Its signature holds: what is missing is somebody to trust.
    expect([status, code]).toEqual(["indeterminate", "no_trust_anchor"]);
    const token = read("certum-pl-2019.tst");
    token[token.length - 1]! ^= 1;
    expect((await verifyTimestamp({ token, original: read("certum-pl-2019.msg"), anchors: [] })).code).toBe(
      "signature_invalid",
    );
  });
});

test("a witness whose members somebody has sorted", async () => {
  const { witness } = anchored({ transactions: 1, index: 0 });
  const fields = JSON.parse(encodeEvmWitness(witness)) as Record<string, unknown>;
  const sorted = Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)));
  for (const text of [JSON.stringify(sorted), JSON.stringify(sorted, null, 2)]) {
    const { input, checks } = await verify(new TextEncoder().encode(text));
    expect([input.type, checks.map(({ code }) => code)]).toEqual([
      "evm-witness",
      ["ok", "not_requested", "witness_unconfirmed"],
    ]);
  }
});

describe("timestamps of other tools", () => {
  const read = (name: string) =>
    new Uint8Array(readFileSync(new URL(`../vectors/of-other-tools/${name}`, import.meta.url)));

  test.each([
    ["bouncycastle.tsr", "bouncycastle-root.pem", [], "good"],
    ["bouncycastle-ber.tst", "bouncycastle-root.pem", [], "good"],
    ["digitorus.tsr", "digitorus-root.pem", [], "not_checked"],
    ["jsrsasign.tst", "jsrsasign-root.pem", ["jsrsasign.crl"], "good"],
  ] as const)("%s", async (name, root, lists, revoked) => {
    const { status, code, message, revocation, unreadRevocationData } = await verifyTimestamp({
      ...(name.endsWith(".tst") ? { token: read(name) } : { response: read(name) }),
      original: new TextEncoder().encode("what was stamped\n"),
      anchors: parsePemCertificates(new TextDecoder().decode(read(root))),
      crls: lists.map(read),
      now: new Date("2026-12-01T00:00:00Z"),
    });
    expect([status, code, revocation.status, unreadRevocationData], message).toEqual([
      "passed",
      "ok",
      revoked,
      0,
    ]);
  });
});

const field = vectorFolder("field");

interface FieldCase {
  readonly file: string;
  readonly expected: string;
}

/** Of other readers: base64, an answer of HTTP, a request, an evidence record. */
const OF_OTHERS: readonly string[] = ["b64.tsr", "curl-i.tsr", "req.tsq", "evidence-record.ers"];

/** What does not simply pass: the status, the code, and a notice that a reader must see. */
const NOT_PASSING: Readonly<Record<string, readonly [status: string, code: string]>> = {
  "tsp/rej-badalg.tsr": ["failed", "timestamp_not_granted"],
};
const NOTICES: Readonly<Record<string, string>> = {
  "tsp/c02-ess1-chain-othersub.tsr": "path_beyond_named_certificates",
};

describe.skipIf(field === null)("vectors/field", () => {
  const read = (name: string) => new Uint8Array(readFileSync(join(field!, name)));
  const text = (name: string) => new TextDecoder().decode(read(name));
  const given: readonly FieldCase[] =
    field === null ? [] : JSON.parse(readFileSync(join(field, "cases.json"), "utf8"));
  const timestamps =
    field === null
      ? []
      : [
          ...given
            .map(({ file }) => file)
            .filter((file) => file.startsWith("tsp/") && !OF_OTHERS.includes(file.slice(4))),
          ...readdirSync(join(field, "pass/tsp")).map((name) => `pass/tsp/${name}`),
        ];
  const lists = given.map(({ file }) => file).filter((file) => file.startsWith("crl/"));

  test("the collection has the cases that it had", () => {
    expect([timestamps.length, lists.length]).toEqual([20 + 28, 2]);
  });

  const roots = ["root.pem", "tsp/roots.pem", "tsp/root-serial-neg.pem"];

  test.each(timestamps)("%s", async (file) => {
    const expected = NOT_PASSING[file] ?? ["passed", "ok"];
    const { status, code, message } = await verifyTimestamp({
      ...(file.endsWith(".tst") ? { token: read(file) } : { response: read(file) }),
      original: read("msg.txt"),
      anchors: roots.flatMap((name) => parsePemCertificates(text(name))),
      intermediates: parsePemCertificates(text("untrusted.pem")),
    });
    expect([status, code], message).toEqual(expected);
  });

  test.each(timestamps)("%s, in a report", async (file) => {
    const expected = NOT_PASSING[file] ?? ["passed", "ok"];
    const { input, outcome, checks, notices } = await verify(read(file), {
      original: read("msg.txt"),
      evidence: [
        ...roots.map((name) => ({ kind: "trust" as const, content: text(name) })),
        { kind: "certificates", content: text("untrusted.pem") },
      ],
      trustList: null,
    });
    const check = checks.find(({ id, status }) => id === "seal" && status !== "skipped") ?? checks[0]!;
    expect([check.status, check.evidence["fault"] ?? check.code], JSON.stringify(check)).toEqual(expected);
    expect([input.type, outcome]).toEqual(["rfc3161", expected[0] === "passed" ? "verified" : "failed"]);
    expect(notices.map(({ code }) => code).filter((code) => Object.values(NOTICES).includes(code))).toEqual(
      NOTICES[file] === undefined ? [] : [NOTICES[file]],
    );
  });

  const asPem = (der: Uint8Array) =>
    new TextEncoder().encode(
      `-----BEGIN X509 CRL-----\n${Buffer.from(der).toString("base64")}\n-----END X509 CRL-----\n`,
    );

  test.each(lists)("%s", async (file) => {
    const authority = parsePemCertificates(text("untrusted.pem")).find(
      ({ basicConstraints }) => basicConstraints?.isCa,
    );
    for (const crl of [read(file), asPem(read(file))]) {
      const { status, code, revocation, unreadRevocationData } = await verifyTimestamp({
        response: read("crl/ok.tsr"),
        original: read("msg.txt"),
        // Trusted itself: the list is about the certificate below it, and nothing else is.
        anchors: [authority!],
        crls: [crl],
      });
      expect([status, code, unreadRevocationData]).toEqual(["passed", "ok", 0]);
      expect(revocation.status).toBe("good");
    }
  });
});
