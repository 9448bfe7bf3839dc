/**
 * A timestamp in the recorded difficulty epoch 822,528 to 824,543, verified by the 2,016 headers of the epoch: as an epoch
 * file, as a document, and as raw headers.
 */
import { readFileSync } from "node:fs";
import { EPOCH_BLOCKS, encodeEpochFile, encodeHeaders, parseRawHeaders } from "@svc-proof/shared/bitcoin";
import { encodeDetachedTimestamp } from "@svc-proof/shared/opentimestamps";
import { type HeadersInput, verify } from "@svc-proof/verifier-lib";
import { type Alternative, type Alternatives, contest } from "./contest.js";
import { type Figure, figure } from "./figure.js";

/** Milliseconds that an epoch may take. */
const LIMIT_MS = 40;
const FIRST = 822_528;
/** The block at the start of the epoch: all headers are needed. */
const ATTESTED = FIRST;

const path = new URL("../../vectors/bitcoin-headers/822528-824544.bin", import.meta.url);

function epoch() {
  const bytes = new Uint8Array(readFileSync(path)).subarray(0, 80 * EPOCH_BLOCKS);
  const [run] = parseRawHeaders(bytes, FIRST);
  return { bytes, run: run! };
}

/** Verifies the timestamp by the headers, and reads these again each time. */
function verified(given: (recorded: ReturnType<typeof epoch>) => HeadersInput): Alternative {
  return () => {
    const recorded = epoch();
    const timestamp = encodeDetachedTimestamp({
      hash: "sha256",
      digest: recorded.run.headers[ATTESTED - FIRST]!.merkleRoot,
      timestamp: { branches: [{ attestation: { kind: "bitcoin", height: ATTESTED } }] },
    });
    const headers = [given(recorded)];
    return async () => {
      if ((await verify(timestamp, { headers })).outcome !== "verified") throw new Error("expected a proof");
    };
  };
}

export const alternatives: Alternatives = {
  epochFile: verified(({ run }) => encodeEpochFile(run.headers)),
  document: verified(({ run }) => encodeHeaders(run)),
  raw: verified(({ bytes }) => ({ height: FIRST, file: bytes })),
};

export async function bitcoinHeaders(): Promise<Figure[]> {
  const ms = await contest("bitcoin-headers", ["epochFile", "document", "raw"]);
  const limit = (id: string, ours: number, what: string) =>
    figure({
      id: `bitcoin-headers.${id}`,
      unit: "ms",
      ours,
      reference: LIMIT_MS,
      referenceName: `limit; 2,016 headers, ${what}, warm`,
      bar: { atMost: 1 },
    });
  return [
    limit("epoch-file", ms.epochFile, "an epoch file"),
    limit("document", ms.document, "svc-bitcoin-headers/1"),
    limit("raw", ms.raw, "raw headers of 80 bytes"),
  ];
}
