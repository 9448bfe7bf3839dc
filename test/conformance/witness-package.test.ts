/**
 * Witnesses in packages, in certificates and alone: docs/formats/evidence.md, docs/formats/certificate.md and
 * docs/formats/evm-witness.md.
 */

import { randomBytes } from "node:crypto";
import { sha256 } from "@noble/hashes/sha2.js";
import { encodeDetachedTimestamp } from "@svc-proof/shared/opentimestamps";
import { encodePortableProof } from "@svc-proof/shared/proof";
import { reportText, type VerifyOptions, verify } from "@svc-proof/verifier-lib";
import { encodeEvmWitness } from "@svc-proof/verifier-lib/evm";
import { describe, expect, test } from "vitest";
import type { ZipFile } from "../../service/src/documents/encode-zip.js";
import { attachmentObjects, pdfOf } from "../../verifier-lib/src/archive/pdf.testing.js";
import { anchored, chainSource } from "../../verifier-lib/src/judge/anchored.testing.js";
import { packed } from "../evidence-packages.js";

const NOW = new Date("2026-11-21T12:00:00.000Z");
const world = anchored();
const bytes = (text: string) => new TextEncoder().encode(text);
const at = (name: string, content: Uint8Array): ZipFile => ({ name, content });
const PROOF = at("proof.json", bytes(encodePortableProof(world.proof)));
const WITNESS = bytes(encodeEvmWitness(world.witness));
const pending = (digest: Uint8Array) =>
  encodeDetachedTimestamp({
    hash: "sha256",
    digest,
    timestamp: { branches: [{ attestation: { kind: "pending", uri: "https://calendar.example" } }] },
  });
const OTS = pending(sha256(world.witness.header));
const check = async (files: readonly ZipFile[], options: VerifyOptions = {}) =>
  verify(await packed(PROOF, ...files), { now: NOW, ...options });
const summary = ({ checks }: Awaited<ReturnType<typeof verify>>) =>
  checks
    .filter(({ id }) => ["anchor", "block", "inputs", "format"].includes(id))
    .map(({ id, code }) => `${id} ${code}`);

describe("a package", () => {
  test("with a witness and the timestamp of its header", async () => {
    const report = await check([at("anchors/1.json", WITNESS), at("anchors/1.ots", OTS)]);
    expect(summary(report)).toEqual(["format ok", "anchor witness_unconfirmed", "block bitcoin_pending"]);
    expect(report.inputs.filter(({ kind }) => kind.startsWith("witness"))).toEqual([
      {
        kind: "witness",
        origin: "package",
        index: 0,
        name: "chain 1",
        status: "checked",
        code: "witness_unconfirmed",
        fault: null,
      },
      {
        kind: "witness_timestamp",
        origin: "package",
        index: 0,
        name: null,
        status: "checked",
        code: "ok",
        fault: null,
      },
    ]);
    expect(report.notices.map(({ code }) => code)).not.toContain("parts_not_checked");
    const text = reportText(report);
    expect(text).toContain(`holds if block ${world.block.hash} is on the chain`);
    expect(text).toContain("to itself, value 0 (dynamic-fee)");
  });

  test("is completed by one source that has the block", async () => {
    const source = chainSource(world);
    const report = await check([at("anchors/1.json", WITNESS)], { sources: [source] });
    expect(report.outcome).toBe("verified");
    expect(source.asked).not.toContain("receipt");
  });

  test("with a witness under the number of another chain fails", async () => {
    const report = await check([at("anchors/10.json", WITNESS)]);
    expect(summary(report)).toEqual(["format ok", "anchor witness_chain_mismatch"]);
    expect(report.outcome).toBe("failed");
  });

  test.each<[string, ZipFile[], string[]]>([
    ["that is not JSON", [at("anchors/1.json", bytes("x"))], ["format ok", "anchor no_source"]],
    [
      "whose header's timestamp is malformed",
      [at("anchors/1.json", WITNESS), at("anchors/1.ots", bytes("x"))],
      ["format ok", "anchor witness_unconfirmed"],
    ],
    [
      "too large",
      [at("anchors/1.json", randomBytes(1_048_577))],
      ["format too_large", "anchor depends_on_failed_check"],
    ],
    [
      "and sixteen others",
      Array.from({ length: 17 }, (_, i) => at(`anchors/${i + 1}.json`, WITNESS)),
      ["format too_large", "anchor depends_on_failed_check"],
    ],
  ])("with a witness %s is not false", async (_, files, expected) => {
    const report = await check(files);
    expect(summary(report)).toEqual(expected);
    expect(report.outcome).toBe("indeterminate");
    const isLeftOut = report.notices.some(({ code }) => code === "input_left_out");
    expect(isLeftOut).toBe(report.checks[0]!.status === "passed");
  });

  test("with a witness of a chain that the proof does not name: the report says so", async () => {
    const other = anchored({ chainId: 10, network: "OP Mainnet" });
    const report = await check([at("anchors/10.json", bytes(encodeEvmWitness(other.witness)))]);
    expect(summary(report)).toEqual(["format ok", "anchor no_source", "inputs input_not_applicable"]);
    expect(report.notices.map(({ code }) => code)).toContain("input_not_applicable");
  });

  test("other names in the folder are parts that no check uses", async () => {
    for (const name of [
      "anchors/01.json",
      "anchors/0.json",
      "anchors/1.JSON",
      "anchors/99999999999999999.json",
      "anchors/x/1.json",
      "anchor-1.json",
    ]) {
      const report = await check([at(name, bytes("x"))]);
      expect(report.notices.find(({ code }) => code === "parts_not_checked")?.evidence).toEqual({
        parts: [name],
      });
    }
  });

  test("a timestamp of another header is left out, and the report says so", async () => {
    const report = await check([
      at("anchors/1.json", WITNESS),
      at("anchors/1.ots", pending(new Uint8Array(32))),
    ]);
    expect(summary(report)).toEqual(["format ok", "anchor witness_unconfirmed"]);
    expect(report.inputs).toContainEqual(
      expect.objectContaining({
        kind: "witness_timestamp",
        status: "not_applicable",
        code: "timestamp_of_other_content",
      }),
    );
  });
});

describe("a certificate", () => {
  test("with a witness and the timestamp of its header", async () => {
    const objects = attachmentObjects([
      { name: "proof.json", data: PROOF.content as Uint8Array },
      { name: "anchor-1.json", data: WITNESS },
      { name: "anchor-1.ots", data: OTS },
    ]);
    const pdf = pdfOf({ objects });
    const report = await verify(pdf, { now: NOW });
    expect(report.input.type).toBe("certificate-pdf");
    expect(summary(report)).toEqual(["format ok", "anchor witness_unconfirmed", "block bitcoin_pending"]);
  });
});
