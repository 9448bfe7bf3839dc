/** Evidence that others make in forms of their own, and that is sound: it is read as it is meant. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { verify } from "@svc-proof/verifier-lib";
import { verifyTimestamp } from "@svc-proof/verifier-lib/rfc3161";
import { parsePemCertificates } from "@svc-proof/verifier-lib/x509";
import { describe, expect, test } from "vitest";
import { anchored } from "../../verifier-lib/src/anchor/anchored.testing.js";
import { encodeEvmWitness } from "../../verifier-lib/src/evm/evm-witness.js";
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

const field = vectorFolder("field");

describe.skipIf(field === null)("vectors/field", () => {
  const read = (name: string) => new Uint8Array(readFileSync(join(field!, name)));
  const trusted = (...names: readonly string[]) =>
    names.flatMap((name) => parsePemCertificates(new TextDecoder().decode(read(name))));

  test.each([
    ["BER in an unsigned attribute", "c05-unsigned-ber.tsr"],
    ["the TSTInfo in pieces of octets", "econtent-constructed.tsr"],
    ["a length around what is signed that is longer than needed", "outer-length-nonminimal.tsr"],
    ["a text of the status that is not UTF-8 by its type", "a08-statusString-printable.tsr"],
    ["a certificate whose serial number is negative", "certserial-neg.tsr"],
    ["one whose serial number is too long", "certserial-21bytes.tsr"],
    ["a root whose serial number is negative", "root-serial-neg.tsr"],
    ["a root without an identifier of its key", "root-no-ski.tsr"],
  ])("%s", async (_, name) => {
    const { status, code, message } = await verifyTimestamp({
      response: read(`tsp/${name}`),
      original: read("msg.txt"),
      anchors: trusted("root.pem", "tsp/roots.pem", "tsp/root-serial-neg.pem"),
      intermediates: trusted("untrusted.pem"),
    });
    expect([status, code], message).toEqual(["passed", "ok"]);
  });
});
