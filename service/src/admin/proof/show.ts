import type { Records } from "../../records/records.js";
import type { OriginalRecord, ProofRecord } from "../../records/types.js";
import { anchorText, bitcoinText } from "../batch/batch-text.js";
import type { Command } from "../command.js";
import { uuid } from "../line/given.js";
import { NotFoundError } from "../not-found-error.js";
import { bytesText } from "../output/bytes-text.js";
import { details, type Fact } from "../output/details.js";
import { record } from "../output/result.js";
import { timeText } from "../output/time-text.js";
import { originalData, proofData, stateOf } from "./proof-data.js";

export const showProof: Command = {
  words: ["proof", "show"],
  usage: "PROOF",
  doc: "show a proof by its identifier or its certificate's: state, batch, anchors, seal, original, origin",
  options: {},
  positionals: ["PROOF"],
  run: async ({ store }, given) => {
    const proof = await findProof(store, uuid("PROOF", given.positional("PROOF")));
    const original = await store.custody.find(proof.id);
    return record(
      { ...proofData(proof), original: original && originalData(original) },
      textOf(proof, original),
    );
  },
};

async function findProof({ proofs }: Records, id: string): Promise<ProofRecord> {
  const proof = (await proofs.find(id)) ?? (await proofs.findByCertificate(id));
  if (proof === null) throw new NotFoundError(`there is no proof and no certificate ${id}`);
  return proof;
}

function textOf(proof: ProofRecord, original: OriginalRecord | null): string {
  const { batch, seal } = proof;
  return details([
    ["Proof", proof.id],
    ["State", stateOf(proof)],
    ["Account", proof.accountId],
    ["Origin", proof.origin === "web" ? "browser" : "API"],
    ["Name", proof.name],
    ["Type", proof.mimeType],
    ["Size", proof.size === null ? null : bytesText(proof.size)],
    ["Fingerprint", proof.hash],
    ["Received", timeText(proof.receivedAt)],
    [
      "Certificate",
      proof.firstRegistrant ? proof.certificateId : "none: another account registered the fingerprint first",
    ],
    ["Batch", batch && `${batch.number} (${batch.id}), leaf ${proof.leafIndex} of ${batch.leafCount}`],
    ["Root", batch?.root ?? null],
    ...(batch?.anchors ?? []).map((anchor): Fact => [`Chain ${anchor.chainId}`, anchorText(anchor)]),
    ["Bitcoin", batch && bitcoinText(batch)],
    ["Seal", seal && sealText(seal)],
    [
      "Original",
      original &&
        `${original.fileName}, ${bytesText(original.sizeBytes)}, since ${timeText(original.storedAt)}`,
    ],
  ]);
}

function sealText({ token, requestedAt, tries }: NonNullable<ProofRecord["seal"]>): string {
  if (token === null) return `pending since ${timeText(requestedAt)}, ${tries} requests to the authority`;
  const qualified = token.qualification === null ? "" : ` (${token.qualification.result})`;
  return `${timeText(token.genTime)} by ${token.authority}${qualified}, serial number ${token.serialNumber}`;
}
