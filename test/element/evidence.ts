/** Evidence of each kind, as a service hands it out. */
import { encodeHeaders } from "@svc-proof/shared/bitcoin";
import { packed } from "../evidence-packages.js";
import { attestedContent, recordedEpoch } from "../recorded-epoch.js";
import { sealFile } from "../site/sealed-file.js";
import { batchOf } from "../site/session/batch.js";

const text = (value: string) => new TextEncoder().encode(value);

export const ORIGINAL: Uint8Array = text("signed on Monday\n");

/** A proof of `ORIGINAL`, whose time only a chain can tell. */
export const PROOF: string = batchOf([ORIGINAL, "another"])[0]!.proofJson;

/** A package whose Bitcoin headers prove its date;. */
export async function verifiedPackage(): Promise<Uint8Array> {
  const epoch = recordedEpoch();
  const height = 823_228;
  const { timestamp, proofJson } = attestedContent(epoch, height);
  const headers = epoch.headers.slice(height - epoch.firstHeight);
  return packed(
    { name: "proof.json", content: text(proofJson) },
    { name: "bitcoin/original.ots", content: timestamp },
    { name: "bitcoin/headers.json", content: text(encodeHeaders({ network: "bitcoin", height, headers })) },
  );
}

/** A package with an electronic timestamp of an authority that nobody trusts, and its original. */
export async function sealedPackage(): Promise<Uint8Array> {
  const { seal } = await sealFile(ORIGINAL);
  return packed(
    { name: "proof.json", content: text(PROOF) },
    { name: "seal/timestamp.tsr", content: seal },
    { name: "original/contract.txt", content: ORIGINAL },
  );
}
