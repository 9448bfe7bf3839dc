/** Routes; opens the capability. */

import { Readable } from "node:stream";
import type { Request } from "@hapi/hapi";
import Type from "typebox";
import { callerOf } from "../accounts/authentication.js";
import type { Capability, CapabilityHost } from "../capability.js";
import type { Custody } from "../custody/custody.js";
import { ApiError } from "../errors.js";
import { file, keyedErrorAnswers, UUID } from "../http/answers.js";
import { endWithAnswer } from "../http/connections.js";
import { MinuteLimiter } from "../http/limits.js";
import { type ApiRoute, apiRoute } from "../http/routes.js";
import { networkNames, openBuiltSite } from "../http/site.js";
import { certificateFileName, proofCertificateFacts } from "./certificate/facts.js";
import { custodyOriginal } from "./evidence.js";
import { evidenceFileName, gatherProofFiles, offeredVerifier } from "./files.js";
import {
  certifiedProof,
  type DocumentRouteDeps,
  type EvidenceDeps,
  factsContext,
  proofEvidence,
} from "./parts.js";
import { documentLanguage, LANGUAGE_QUERY } from "./words.js";
import { openDocumentMaker } from "./workers.js";

/**
 * Counts a requested document. A document that cannot be made stays counted, because gathering its parts has a cost
 * too.
 *
 * @throws ApiError `rate_limited`. StoreUnavailableError.
 */
export async function countDocument(limiter: MinuteLimiter, request: Request): Promise<void> {
  const count = await limiter.take(callerOf(request).account.id);
  if (count instanceof ApiError) throw count;
}

/** `GET /proofs/{id}/certificate.pdf`. A certificate exists in every state and names what is not proven yet. */
export function certificateRoute(deps: DocumentRouteDeps): ApiRoute {
  const { store, networkName, documents, limiter } = deps;
  return apiRoute({
    method: "GET",
    path: "/proofs/{id}/certificate.pdf",
    operationId: "getCertificate",
    summary: "Download the certificate",
    description:
      "Human-readable, with the portable proof and the other evidence attached inside. It shows the state at the time of the request, including `queued`.",
    params: { id: UUID },
    lenientQuery: ["lang"],
    query: LANGUAGE_QUERY,
    answers: {
      200: {
        description: "The file: PDF/A-3a with attachments.",
        headers: { "Content-Disposition": Type.String(), ETag: Type.String() },
        content: file("application/pdf"),
      },
      304: { description: "The `If-None-Match` of the request matches." },
      ...keyedErrorAnswers("not_found", "conflict", "rate_limited"),
    },
    handle: async (request, h, { query }) => {
      const proof = await certifiedProof(store.proofs, request);
      await countDocument(limiter, request);
      const files = await gatherProofFiles(store, proof, networkName);
      const facts = proofCertificateFacts(proof, files, factsContext(deps));
      const { bytes, tag } = await documents.certificate(
        { facts, language: documentLanguage(query.lang) },
        proof.accountId,
      );
      const answer =
        h.entity({ etag: tag }) ??
        h
          .response(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
          .type("application/pdf")
          .header("content-disposition", `attachment; filename=${certificateFileName(proof.certificateId)}`);
      return answer.header("cache-control", "private, no-cache");
    },
  });
}

/**
 * `GET /proofs/{id}/evidence.zip`. There is a package in every state, as there is a certificate; its instructions name what
 * is not proven yet.
 */
export function evidenceRoute(deps: EvidenceDeps): ApiRoute {
  const { store, documents, limiter } = deps;
  return apiRoute({
    method: "GET",
    path: "/proofs/{id}/evidence.zip",
    operationId: "getEvidence",
    summary: "Download the evidence package",
    description:
      "Everything that verifies the proof, with instructions. It contains the evidence available at the time of the request; before the proof is anchored, only instructions that say so. Including the original spends one of the day's downloads; without one left the package is made without it.",
    params: { id: UUID },
    lenientQuery: ["lang"],
    query: LANGUAGE_QUERY,
    answers: {
      200: {
        description: "The file.",
        headers: { "Content-Disposition": Type.String(), "Cache-Control": Type.Literal("no-store") },
        content: file("application/zip"),
      },
      ...keyedErrorAnswers("not_found", "conflict", "rate_limited"),
    },
    handle: async (request, h, { query }) => {
      const proof = await certifiedProof(store.proofs, request);
      await countDocument(limiter, request);
      // Refuse before reading anything for the package.
      documents.assertRoom(proof.accountId);
      const zip = await proofEvidence(deps, {
        proof,
        account: callerOf(request).account,
        language: documentLanguage(query.lang),
        // hapi answers HEAD with this handler too, and drops the body.
        isSpent: request.method === "get",
        onOriginal: (original) => endWithAnswer(request, () => original.close()),
      });
      return (
        h
          .response(Readable.from(zip.read(), { objectMode: false }))
          .type("application/zip")
          .bytes(zip.sizeBytes)
          // The package may hold the original, and its content depends on the downloads left.
          .header("cache-control", "no-store")
          .header("content-disposition", `attachment; filename=${evidenceFileName(proof.certificateId)}`)
      );
    },
  });
}

/** The documents of a proof: docs/interface.md, `certificate.pdf` and `evidence.zip`. */
export function documentRoutes(deps: EvidenceDeps): ApiRoute[] {
  return [certificateRoute(deps), evidenceRoute(deps)];
}

export interface OpenedDocuments extends Capability {
  /** What packages are made with. */
  readonly evidence: EvidenceDeps;
}

/**
 * Opens certificates and evidence packages.
 *
 * @param custody the source of originals for packages; null if custody is off.
 * @param localRpcUrl endpoint of a development chain on this machine; null if there is none.
 * @throws StartError when a font of the settings cannot be read.
 */
export async function openDocuments(
  host: CapabilityHost,
  custody: Custody | null,
  localRpcUrl: string | null,
): Promise<OpenedDocuments> {
  const { config, log, store, metrics, network, addresses } = host;
  const site = openBuiltSite("verifier-web");
  const verifier = offeredVerifier(site, config.evidenceVerifier === "on");
  if (site === null) log.warn("the verifier site is not built: evidence packages come without verifier.html");
  const { documents, close } = await openDocumentMaker(config, metrics.registry, log);
  const evidence: EvidenceDeps = {
    store,
    documents,
    limiter: new MinuteLimiter(store.rates, "documents", config.documentsPerMinute),
    addresses,
    networkName: networkNames(config),
    rehearsal: () => network.isRehearsal,
    verifier,
    localRpcUrl,
    issuer: { name: config.issuerName, address: config.issuerAddress },
    openOriginal: custodyOriginal(custody, store.custody),
  };
  return { evidence, routes: documentRoutes(evidence), close };
}
