/** Routes and file; opens the capability. */

import { hexToBytes } from "@svc-proof/shared/encoding";
import { type TimestampCode, verifyTimestamp } from "@svc-proof/verifier-lib/rfc3161";
import Type from "typebox";
import type { Capability, CapabilityHost } from "../capability.js";
import { ApiError } from "../errors.js";
import { COUNT, file, json, keyedErrorAnswers, UUID } from "../http/answers.js";
import { MinuteLimiter } from "../http/limits.js";
import { type ApiRoute, apiRoute } from "../http/routes.js";
import { type Addresses, sitePages } from "../http/site.js";
import type { JobLoop } from "../jobs/job.js";
import { observedTsa } from "../operations/health.js";
import type { Records, SealStore } from "../records/records.js";
import type { ProofRecord } from "../records/types.js";
import { InconsistentProofError } from "../resources/portable-proof.js";
import { ownProof } from "../resources/proof.js";
import { SEAL, SEAL_OR_NULL, sealResource } from "../resources/seal.js";
import { SealIssuer, startSealJob, timedTsa } from "./issue-or-refund.js";
import { refused, SealPurchase } from "./purchase.js";
import { checkAuthority, type OpenedTsa, openTsa, QualifiedTsa } from "./qualified.js";
import type { OpenedTrustLists } from "./trust-lists.js";

// The file of a seal: docs/interface.md, `GET /proofs/{id}/qualified.tsr`; RFC 3161, section 2.4.2. The bytes are
// exactly those that the authority sent and the store accepted.
//
// The file is first checked with the verifier: a damaged store must cause an error here, not a file that fails in
// court. The path to a trust anchor is not checked again. It was checked when the seal was issued (clients/tsa/), and
// may have expired or belong to an authority that was replaced since.

/**
 * Without trust anchors, the report of a valid file ends with one of these codes; all but the first are reported before the
 * signature is checked.
 */
const STANDS: ReadonlySet<TimestampCode> = new Set([
  "no_trust_anchor",
  "signer_certificate_missing",
  "signer_certificate_unreadable",
] as const);

/**
 * The bytes of the file; null while the proof has no seal.
 *
 * @throws InconsistentProofError when it is not a timestamp of the proof's hash, or not the one that its seal
 * describes.
 */
export async function issueSealFile(seals: SealStore, { id, hash }: ProofRecord): Promise<Uint8Array | null> {
  // Read after the response, because an issued seal never changes.
  const response = await seals.readResponse(id);
  if (response === null) return null;
  const told = (await seals.find(id))?.token ?? null;
  const { code, fault, token } = await verifyTimestamp({
    response,
    imprint: { algorithm: "SHA-256", digest: hexToBytes(hash) },
    anchors: [],
  });
  const isOfSeal =
    told !== null &&
    token !== null &&
    token.tstInfo.genTime.getTime() === told.genTime.getTime() &&
    token.tstInfo.policy === told.policyOid &&
    BigInt(`0x${token.tstInfo.serialNumberHex}`) === BigInt(`0x${told.serialNumber}`);
  if (STANDS.has(code) && isOfSeal) return response;
  throw new InconsistentProofError(`the stored timestamp of proof ${id} does not stand (${fault ?? code})`);
}

// The routes of seals: docs/interface.md, `POST` and `GET /proofs/{id}/qualified` and `qualified.tsr`.

/** Seconds after which clients should ask for a pending seal again. */
const PENDING_RETRY_SECONDS = 30;

export interface SealRoutesDeps {
  readonly store: Records;
  readonly sealPurchase: SealPurchase;
  readonly addresses: () => Addresses;
}

const SEAL_ANSWER = Type.Object(
  {
    proof_id: UUID,
    created: Type.Boolean({ description: "False when the proof already had a seal; nothing was spent." }),
    qualified: SEAL,
    seals_remaining: COUNT,
  },
  { $id: "SealAnswer" },
);

const SEAL_OF_PROOF = Type.Object({ proof_id: UUID, qualified: SEAL_OR_NULL }, { $id: "SealOfProof" });

export function sealRoutes({ store, sealPurchase, addresses }: SealRoutesDeps): ApiRoute[] {
  return [
    apiRoute({
      method: "POST",
      path: "/proofs/{id}/qualified",
      operationId: "requestSeal",
      summary: "Request the qualified timestamp",
      description: "No body. Spends one seal; never charges a card.",
      params: { id: UUID },
      answers: {
        200: { description: "The seal.", content: json(SEAL_ANSWER) },
        202: {
          description: "Paid for, but the authority did not answer: calling again completes it at no cost.",
          headers: { "Retry-After": Type.Literal(String(PENDING_RETRY_SECONDS)) },
          content: json(SEAL_ANSWER),
        },
        ...keyedErrorAnswers("payment_required", "not_found", "conflict", "rate_limited", "seal_unavailable"),
      },
      handle: async (request, h) => {
        const proof = await ownProof(store.proofs, request);
        const { isNew, seal } = await sealPurchase.buy(proof);
        const completed = await sealPurchase.complete(seal);
        if (completed === null) throw refused();
        const answer = h.response({
          proof_id: proof.id,
          created: isNew,
          qualified: sealResource(completed, addresses().baseUrl),
          seals_remaining: await sealPurchase.remaining(proof.accountId),
        });
        if (completed.token !== null) return answer;
        return answer.code(202).header("retry-after", String(PENDING_RETRY_SECONDS));
      },
    }),
    apiRoute({
      method: "GET",
      path: "/proofs/{id}/qualified",
      operationId: "getSeal",
      summary: "Get the seal",
      description: "Issues and spends nothing.",
      params: { id: UUID },
      answers: {
        200: {
          description: "The seal, or null.",
          content: json(SEAL_OF_PROOF),
        },
        ...keyedErrorAnswers("not_found"),
      },
      handle: async (request) => {
        const { id, seal } = await ownProof(store.proofs, request);
        return { proof_id: id, qualified: seal && sealResource(seal, addresses().baseUrl) };
      },
    }),
    apiRoute({
      method: "GET",
      path: "/proofs/{id}/qualified.tsr",
      operationId: "getSealFile",
      summary: "Download the seal as the authority returned it",
      description: "An RFC 3161 TimeStampResp in DER.",
      params: { id: UUID },
      answers: {
        200: {
          description: "The TimeStampResp.",
          headers: { "Content-Disposition": Type.String() },
          content: file("application/timestamp-reply"),
        },
        ...keyedErrorAnswers("not_found"),
      },
      handle: async (request, h) => {
        const proof = await ownProof(store.proofs, request);
        const response = await issueSealFile(store.seals, proof);
        if (response === null) throw new ApiError("not_found", "the proof has no seal yet");
        return h
          .response(Buffer.from(response))
          .type("application/timestamp-reply")
          .header("content-disposition", `attachment; filename=svc-${proof.id}-qualified-timestamp.tsr`);
      },
    }),
  ];
}

export interface Seals extends Capability {
  readonly purchase: SealPurchase;
}

/**
 * Opens the sale of seals and the job that completes them. Without a timestamping authority no seal is sold.
 *
 * @param trust the trusted lists; null if they are not asked.
 * @throws StartError when a file of the settings cannot be used, or the authority is not qualified and must be.
 */
export async function openSeals(host: CapabilityHost, trust: OpenedTrustLists | null): Promise<Seals> {
  const { config, log, store, metrics, clock, addresses } = host;
  const found = await openTsa(config);
  const opened = found && { ...found, tsa: timedTsa(found.tsa, clock) };
  const qualified = opened && trust && (await openQualifiedTsa(host, opened, trust));
  const tsa = qualified ?? opened?.tsa ?? null;
  const issuer =
    tsa &&
    new SealIssuer({
      seals: store.seals,
      tsa: observedTsa(tsa, metrics, log),
      log,
      timeoutMs: config.tsaTimeoutMs,
      retryMs: config.sealRetryMs,
    });
  if (tsa === null) log.info({}, "no timestamping authority is given: no seal is sold");
  else log.info({ authority: tsa.name }, "sealing");
  const purchase = new SealPurchase({
    store,
    issuer,
    limiter: new MinuteLimiter(store.rates, "seals", config.sealsPerMinute),
    waitMs: config.sealWaitMs,
    closedBecause: async () => clock.fault() ?? (await qualified?.closedBecause()) ?? null,
    buyUrl: () => sitePages(addresses()).seals,
  });
  metrics.watchSealSale(() => purchase.isOpen());
  let job: JobLoop | undefined;
  return {
    purchase,
    routes: sealRoutes({ store, sealPurchase: purchase, addresses }),
    startJobs: () => {
      if (issuer !== null)
        job = startSealJob({ ...host.jobs, store, issuer, intervalMs: config.sealIntervalMs });
    },
    close: async () => {
      // Closed first, because a request to the authority would outlast the job.
      await issuer?.close();
      await job?.stop();
    },
  };
}

async function openQualifiedTsa(
  { config, log }: CapabilityHost,
  { tsa, anchors }: OpenedTsa,
  trust: OpenedTrustLists,
): Promise<QualifiedTsa> {
  const isRequired = config.tsaQualified === "require";
  await checkAuthority(trust, anchors, isRequired, log);
  const qualified = new QualifiedTsa({ tsa, trustLists: trust.trustLists, anchors, isRequired, log });
  trust.hasten(async () => (await qualified.closedBecause()) !== null);
  return qualified;
}
