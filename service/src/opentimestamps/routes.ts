/** The files; opens the capability. */

import { createHash } from "node:crypto";
import type { Lifecycle, ResponseToolkit } from "@hapi/hapi";
import { HEADERS_FORMAT, MAX_HEADERS } from "@svc-proof/shared/bitcoin";
import { bytesToHex, FormatError, hexToBytes } from "@svc-proof/shared/encoding";
import { foldAuditPath } from "@svc-proof/shared/merkle";
import {
  auditPathOperations,
  encodeDetachedTimestamp,
  leafOperations,
  parseTimestamp,
  timestampAlong,
} from "@svc-proof/shared/opentimestamps";
import { leafHash } from "@svc-proof/shared/text";
import { verify } from "@svc-proof/verifier-lib";
import Type from "typebox";
import { readAuditPath } from "../batches/build-batch.js";
import type { Capability, CapabilityHost } from "../capability.js";
import { ApiError } from "../errors.js";
import { COUNT, file, json, keyedErrorAnswers, oneOfTexts, UUID } from "../http/answers.js";
import { type ApiRoute, apiRoute } from "../http/routes.js";
import type { Jobs } from "../jobs/job.js";
import type { Records } from "../records/records.js";
import type { BatchRecord, ProofRecord } from "../records/types.js";
import { InconsistentProofError } from "../resources/portable-proof.js";
import { notReady, notReadyAnswer, ownProof, publicErrorAnswers, publicProof } from "../resources/proof.js";
import { issueSealFile } from "../seals/routes.js";
import { openCalendars, startAttestJobs } from "./attest.js";
import { issueHeaders } from "./header-files.js";
import { type IssuedStamp, issueStampFile } from "./stamps.js";

// The OpenTimestamps file of a seal: its digest is the SHA-256 of the response, byte for byte as the authority sent it.

/**
 * The file; null while the seal is not submitted to a calendar.
 *
 * @param response the seal's file, as `issueSealFile` gives it.
 * @throws InconsistentProofError when it would not verify.
 */
export function issueSealTimestamp(
  store: Pick<Records, "stamps">,
  response: Uint8Array,
): Promise<IssuedStamp | null> {
  return issueStampFile(store, createHash("sha256").update(response).digest("hex"));
}

// The OpenTimestamps file of a proof: docs/formats/opentimestamps.md. Its digest is the content
// hash, so that any client verifies the original file without our code.
//
// The file is first checked with the verifier: a damaged store must cause an error here.

/**
 * The bytes of the file; null while the batch is not submitted to a calendar.
 *
 * @throws InconsistentProofError when it would not verify.
 */
export async function issueTimestamp(
  { batches, attestations }: Pick<Records, "batches" | "attestations">,
  { id, hash, batch, leafIndex }: ProofRecord,
): Promise<Uint8Array | null> {
  if (batch === null || leafIndex === null || batch.bitcoin.state === "pending") return null;
  const stored = (await attestations.find(batch.id))?.timestamp;
  if (stored == null) return null;
  const path = await readAuditPath(batches, batch, leafIndex);
  try {
    const root = hexToBytes(batch.root);
    const ofRoot = parseTimestamp(stored, root.length);
    const bytes = encodeDetachedTimestamp({
      hash: "sha256",
      digest: hexToBytes(hash),
      timestamp: timestampAlong([...leafOperations(id), ...auditPathOperations(path)], ofRoot),
    });
    const isOfBatch = foldAuditPath(bytesToHex(leafHash(id, hash)), path) === batch.root;
    const { reason } = await verify(bytes, { contentHash: hash });
    // Without headers, the best possible result for Bitcoin is that a block is missing.
    if (isOfBatch && reason === "missing") return bytes;
  } catch (error) {
    if (!(error instanceof FormatError || error instanceof RangeError)) throw error;
  }
  throw new InconsistentProofError(`the stored parts of the timestamp of proof ${id} are inconsistent`);
}

// Files for OpenTimestamps clients, which the interface does not define: routes with a key, and public ones.

/** No media type is registered for detached timestamps. */
const MEDIA_TYPE = "application/octet-stream";

const FILE_ANSWER = {
  description:
    "The file. Its digest is the fingerprint: any OpenTimestamps client verifies the original with it.",
  headers: { "Content-Disposition": Type.String() },
  content: file(MEDIA_TYPE),
};

/** docs/formats/bitcoin-headers.md; the reader checks the format. */
const HEADERS = Type.Object(
  {
    format: Type.Literal(HEADERS_FORMAT),
    network: oneOfTexts("bitcoin", "regtest"),
    height: COUNT,
    headers: Type.Array(Type.String({ pattern: "^(?:[0-9a-f]{160}|[0-9a-f]{96})$" }), {
      minItems: 1,
      maxItems: MAX_HEADERS,
    }),
  },
  { $id: "BitcoinHeaders" },
);

export function openTimestampsRoutes({ store }: { readonly store: Records }): ApiRoute[] {
  return [
    apiRoute({
      method: "GET",
      path: "/proofs/{id}/bitcoin.ots",
      operationId: "getOwnTimestamp",
      summary: "Download the OpenTimestamps file",
      description: "An extension of this service.",
      params: { id: UUID },
      answers: { 200: FILE_ANSWER, ...keyedErrorAnswers("not_found") },
      handle: async (request, h) => {
        const proof = await ownProof(store.proofs, request);
        const bytes = await issueTimestamp(store, proof);
        if (bytes === null) throw new ApiError("not_found", "the proof is not submitted to Bitcoin yet");
        return sendFile(h, fileNameOf(proof), bytes);
      },
    }),
    apiRoute({
      method: "GET",
      path: "/proof/{id}.ots",
      operationId: "getTimestamp",
      summary: "Get the OpenTimestamps file of a proof",
      description: "An extension of this service. Needs no key.",
      public: true,
      params: { id: UUID },
      answers: {
        200: FILE_ANSWER,
        202: notReadyAnswer("Not submitted to Bitcoin yet."),
        ...publicErrorAnswers,
      },
      handle: async (request, h) => {
        const proof = await publicProof(store.proofs, request);
        const bytes = await issueTimestamp(store, proof);
        return bytes === null ? notReady(h, proof) : sendFile(h, fileNameOf(proof), bytes);
      },
    }),
    apiRoute({
      method: "GET",
      path: "/proof/{id}.tsr.ots",
      operationId: "getSealTimestamp",
      summary: "Get the OpenTimestamps file of a proof's seal",
      description:
        "An extension of this service. Needs no key. It binds the seal to Bitcoin, so that the seal can be verified after its certificate has expired.",
      public: true,
      params: { id: UUID },
      answers: {
        200: {
          description:
            "The file. Its digest is the SHA-256 of the seal's file (`qualified.tsr`): any OpenTimestamps client verifies that file with it.",
          headers: { "Content-Disposition": Type.String() },
          content: file(MEDIA_TYPE),
        },
        202: notReadyAnswer("The seal is not issued, or not submitted to Bitcoin yet."),
        ...publicErrorAnswers,
      },
      handle: async (request, h) => {
        const proof = await publicProof(store.proofs, request);
        if (proof.seal === null) throw new ApiError("not_found", "the proof has no seal");
        const seal = await issueSealFile(store.seals, proof);
        const issued = seal && (await issueSealTimestamp(store, seal));
        if (issued === null) return notReady(h, proof);
        return sendFile(h, `svc-${proof.id}-qualified-timestamp.tsr.ots`, issued.bytes);
      },
    }),
    apiRoute({
      method: "GET",
      path: "/proof/{id}.headers.json",
      operationId: "getHeaders",
      summary: "Get the block headers that prove a proof's block",
      description:
        "An extension of this service. Needs no key. The headers from the attested block to the end of its difficulty epoch, if the verifier has a checkpoint there; else those from the verifier's last checkpoint through the attested block to the sixth after it or, once the epoch is over, to its end. Until these blocks exist, the headers available so far.",
      public: true,
      params: { id: UUID },
      answers: {
        200: {
          description: "The headers, `svc-bitcoin-headers/1`.",
          headers: { ETag: Type.String(), "Cache-Control": Type.String() },
          content: json(HEADERS),
        },
        202: notReadyAnswer("Not in a Bitcoin block yet, or its header is not collected yet."),
        304: { description: "The `If-None-Match` of the request matches." },
        ...publicErrorAnswers,
      },
      handle: async (request, h) => {
        const proof = await publicProof(store.proofs, request);
        const height = proof.batch?.bitcoin.blockHeight ?? null;
        const issued = height === null ? null : await issueHeaders(store.blockHeaders, height);
        if (issued === null) return notReady(h, proof);
        const cacheControl = issued.isFinal ? "public, max-age=31536000, immutable" : "no-cache";
        const unchanged = h.entity({ etag: issued.tag });
        if (unchanged !== undefined) return unchanged.header("cache-control", cacheControl);
        return h.response(issued.encode()).type("application/json").header("cache-control", cacheControl);
      },
    }),
  ];
}

function fileNameOf({ id }: ProofRecord): string {
  return `svc-${id}-bitcoin.ots`;
}

function sendFile(h: ResponseToolkit, name: string, bytes: Uint8Array): Lifecycle.ReturnValue {
  return h
    .response(Buffer.from(bytes))
    .type(MEDIA_TYPE)
    .header("content-disposition", `attachment; filename=${name}`);
}

// The OpenTimestamps file of a batch, checked before it is handed out. Its digest is the Merkle root:
// docs/formats/opentimestamps.md, "Files of this project".

/**
 * The bytes of the file; null while the batch is not submitted to a calendar.
 *
 * @throws InconsistentProofError when it would not verify.
 */
export async function issueBatchTimestamp(
  { attestations }: Pick<Records, "attestations">,
  { id, root, bitcoin }: BatchRecord,
): Promise<Uint8Array | null> {
  if (bitcoin.state === "pending") return null;
  const stored = (await attestations.find(id))?.timestamp;
  if (stored == null) return null;
  try {
    const digest = hexToBytes(root);
    const timestamp = parseTimestamp(stored, digest.length);
    const bytes = encodeDetachedTimestamp({ hash: "sha256", digest, timestamp });
    const { reason } = await verify(bytes, { contentHash: root });
    // Without headers, the best possible result for Bitcoin is that a block is missing.
    if (reason === "missing") return bytes;
  } catch (error) {
    if (!(error instanceof FormatError || error instanceof RangeError)) throw error;
  }
  throw new InconsistentProofError(`the stored timestamp of batch ${id} is damaged`);
}

/** Opens the OpenTimestamps files of proofs, and the jobs that submit batches to calendars. */
export function openOpenTimestamps(host: CapabilityHost): Capability {
  const { config, log, store, metrics, network } = host;
  let jobs: Jobs | undefined;
  return {
    routes: openTimestampsRoutes({ store }),
    startJobs: () => {
      const calendars = openCalendars(config, network.isRehearsal);
      if (calendars === null) {
        log.info({}, "no calendars are given: nothing is submitted to Bitcoin");
        return;
      }
      jobs = startAttestJobs({
        ...host.jobs,
        ...calendars,
        store,
        intervalMs: config.attestIntervalMs,
        onOutages: (count) => metrics.openTimestampsOutages.set(count),
      });
      const names = calendars.calendars.map(({ name }) => name);
      log.info(
        { calendars: names, network: calendars.bitcoin.network },
        "submitting to OpenTimestamps calendars",
      );
    },
    close: async () => jobs?.stop(),
  };
}
