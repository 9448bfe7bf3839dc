/** Files for OpenTimestamps clients, which the interface does not define: routes with a key, and public ones. */
import type { Lifecycle, ResponseToolkit } from "@hapi/hapi";
import { HEADERS_FORMAT, MAX_HEADERS } from "@svc-proof/shared/bitcoin";
import Type from "typebox";
import { ApiError } from "../api-error.js";
import { COUNT, file, json, keyedErrorAnswers, oneOfTexts, UUID } from "../openapi/answers.js";
import { type ApiRoute, apiRoute } from "../openapi/api-route.js";
import type { Records } from "../records/records.js";
import type { ProofRecord } from "../records/types.js";
import { ownProof } from "../resources/own-proof.js";
import { publicErrorAnswers } from "../resources/public-answers.js";
import { notReady, notReadyAnswer, publicProof } from "../resources/public-proof.js";
import { issueSealFile } from "../seals/issue-seal-file.js";
import { issueHeaders } from "./issue-headers.js";
import { issueSealTimestamp } from "./issue-seal-timestamp.js";
import { issueTimestamp } from "./issue-timestamp.js";

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
