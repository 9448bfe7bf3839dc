/**
 * Writes the files of this folder, with new keys and times in every run: `SVC_WRITE_VECTORS=1 npx
 * vitest run test/vectors/given`. The expected result of each case is in `cases.json`, written by
 * hand. All files are about one digest, the Merkle root of Bitcoin's first block: the block itself
 * attests to it, so that a timestamp verifies with only a header.
 */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { bytesToHex, hexToBytes } from "@svc-proof/shared/encoding";
import { sha256 } from "@svc-proof/shared/hash";
import { type Attestation, encodeDetachedTimestamp } from "@svc-proof/shared/opentimestamps";
import { encodePortableProof } from "@svc-proof/shared/proof";
import { anchorPayload, LEAF_FORMULA, leafHash } from "@svc-proof/shared/text";
import { TAG } from "../../../verifier-lib/src/asn1/der.js";
import { encodeDer } from "../../../verifier-lib/src/asn1/values.js";
import { HASHES } from "../../../verifier-lib/src/rfc3161/token.js";
import {
  algorithm,
  integer,
  makeToken,
  NULL,
  octets,
  oid,
  sequence,
} from "../../../verifier-lib/src/rfc3161/token.testing.js";
import {
  generalizedTime,
  type Issued,
  issueAuthority,
  issueUnit,
} from "../../../verifier-lib/src/x509/authority.testing.js";
import { packed } from "../../evidence-packages.js";

const HEADER =
  "0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c";
const DIGEST = "3ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a";
const PROOF_ID = "6f1c3d52-8a4b-4c1e-9d27-5b0e7a91c3f4";
const GEN_TIME = new Date("2026-02-01T00:00:00Z");
const LARGEST_SECONDS = "7fffffff";

export async function writeVectors(folder: string): Promise<void> {
  const write = (name: string, content: string | Uint8Array) => writeFileSync(join(folder, name), content);
  const root = await issueAuthority("Given Root", { notBefore: new Date("2025-01-01T00:00:00Z") });
  const stranger = await issueAuthority("Given Stranger", { notBefore: new Date("2025-01-01T00:00:00Z") });
  const [unit, other, expired] = await Promise.all([
    issueUnit(root, { notBefore: new Date("2025-01-01T00:00:00Z") }),
    issueUnit(stranger, { notBefore: new Date("2025-01-01T00:00:00Z") }),
    issueUnit(root, {
      notBefore: new Date("2025-01-01T00:00:00Z"),
      notAfter: new Date("2026-03-01T00:00:00Z"),
    }),
  ]);
  const seal = await token(unit, DIGEST, "01");
  const files = {
    timestamp: stamp(DIGEST, { kind: "bitcoin", height: 0 }),
    seal,
    proof: new TextEncoder().encode(proof(1)),
  };
  write("garbage.bin", "this is neither a timestamp nor a seal nor anything else");
  write("block-0.txt", `0 ${HEADER}\n`);
  write("content.ots", files.timestamp);
  write("other-content.ots", stamp("ab".repeat(32), { kind: "bitcoin", height: 0 }));
  write("content.tsr", files.seal);
  write("content-by-stranger.tsr", await token(other, DIGEST, "01"));
  write("content-expired.tsr", await token(expired, DIGEST, "01"));
  write("content-accuracy-68-years.tsr", await token(unit, DIGEST, LARGEST_SECONDS));
  write("other-content.tsr", await token(unit, "ab".repeat(32), "01"));
  write("root.pem", pem(root));
  write(
    "seal.ots",
    stamp(bytesToHex(sha256(files.seal)), { kind: "pending", uri: "https://calendar.example" }),
  );
  write("proof.json", files.proof);
  write("proof-with-one-anchor-three-times.json", proof(3));
  // The names of 0.1.0, which verifiers still read.
  const seal1 = { name: "seal/qualified-timestamp.tsr", content: await token(other, DIGEST, "01") };
  const proofPart = { name: "proof.json", content: files.proof };
  write("seal-by-stranger.zip", await packed(proofPart, seal1));
  write(
    "seal-timestamp-garbage.zip",
    await packed(
      proofPart,
      { ...seal1, content: files.seal },
      {
        name: "seal/qualified-timestamp.tsr.ots",
        content: new TextEncoder().encode("garbage"),
      },
    ),
  );
  write(
    "headers-for-nothing.zip",
    await packed(proofPart, {
      name: "bitcoin/headers.json",
      content: new TextEncoder().encode("garbage"),
    }),
  );
  const many = manyPromises();
  const timestamps = Array.from({ length: 16 }, (_, i) => ({ name: `bitcoin/${i}.ots`, content: many }));
  write("sixteen-times-ten-thousand-promises.zip", await packed(proofPart, ...timestamps));
}

function stamp(digest: string, ...attestations: Attestation[]): Uint8Array {
  const timestamp = { branches: attestations.map((attestation) => ({ attestation })) };
  return encodeDetachedTimestamp({ hash: "sha256", digest: hexToBytes(digest), timestamp });
}

/** The maximum number in a file, on a message of maximum length. */
function manyPromises(): Uint8Array {
  const promise = { attestation: { kind: "pending", uri: "" } } as const;
  const next = { branches: Array.from({ length: 10_570 }, () => promise) };
  const operation = { kind: "append", argument: new Uint8Array(4064).fill(1) } as const;
  const timestamp = { branches: [{ operation, next }] };
  return encodeDetachedTimestamp({ hash: "sha256", digest: hexToBytes(DIGEST), timestamp });
}

function token(signer: Issued, digest: string, accuracySeconds: string): Promise<Uint8Array> {
  const imprint = sequence(algorithm(HASHES["SHA-256"].oid, NULL), octets(hexToBytes(digest)));
  const accuracy = encodeDer(TAG.sequence, integer(accuracySeconds));
  const content = sequence(
    integer("01"),
    oid("1.2.3.4"),
    imprint,
    integer("2a"),
    generalizedTime(GEN_TIME),
    accuracy,
  );
  return makeToken({ signer, content });
}

function pem({ certificate }: Issued): string {
  const base64 = Buffer.from(certificate.der).toString("base64").replace(/.{64}/g, "$&\n");
  return `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`;
}

function proof(anchors: number): string {
  const root = bytesToHex(leafHash(PROOF_ID, DIGEST));
  const anchor = {
    chain_id: 1,
    network: "Ethereum",
    tx_hash: `0x${"ab".repeat(32)}`,
    block_number: 1000,
    payload: anchorPayload(root),
  };
  return encodePortableProof({
    schema: "svc-proof/2",
    proof_id: PROOF_ID,
    content: { algorithm: "SHA-256", hash: DIGEST },
    leaf: { formula: LEAF_FORMULA, value: root },
    merkle: { index: 0, path: [], root },
    anchors: Array.from({ length: anchors }, () => anchor),
    attestations: [],
  });
}
