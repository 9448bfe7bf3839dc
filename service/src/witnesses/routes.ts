/** The file. */

import { EVM_WITNESS_FORMAT, MAX_TRANSACTION_INDEX, MAX_WITNESS_NODES } from "@svc-proof/verifier-lib/evm";
import type { TSchema } from "typebox";
import Type from "typebox";
import type { Capability, CapabilityHost } from "../capability.js";
import { ApiError } from "../errors.js";
import { CHAIN_ID, json, UUID } from "../http/answers.js";
import { type ApiRoute, apiRoute } from "../http/routes.js";
import type { Jobs } from "../jobs/job.js";
import type { Records, WitnessStore } from "../records/records.js";
import type { BatchRecord } from "../records/types.js";
import { InconsistentProofError } from "../resources/portable-proof.js";
import { notReady, notReadyAnswer, publicErrorAnswers, publicProof } from "../resources/proof.js";
import { type AnchoredBlock, anchoredBlocks, isConfirmed, witnessFault } from "./build-witness.js";
import { startWitnessJob } from "./round.js";

/** The witness of an anchor, checked before it is handed out: docs/formats/evm-witness.md. */
export interface IssuedWitness {
  readonly chainId: number;
  /** `svc-evm-witness/1`, UTF-8. */
  readonly document: Uint8Array;
}

/**
 * The witness of an anchor in its block.
 *
 * @returns `waiting` while one may still be made; `none` if none will be.
 * @throws InconsistentProofError when it would not verify.
 */
export async function issueWitness(
  witnesses: WitnessStore,
  block: AnchoredBlock,
): Promise<IssuedWitness | "waiting" | "none"> {
  const { batchId, chainId } = block;
  const record = await witnesses.find(block);
  if (record === null) return "waiting";
  const { document, dueAt } = record;
  if (document === null) return dueAt === null ? "none" : "waiting";
  const fault = witnessFault(document, block);
  if (fault === null) return { chainId, document };
  throw new InconsistentProofError(`the stored witness of batch ${batchId} is damaged: ${fault}`);
}

/**
 * The witnesses that a batch has, one a chain.
 *
 * @throws InconsistentProofError when one would not verify.
 */
export async function issueWitnesses(
  witnesses: WitnessStore,
  batch: BatchRecord | null,
): Promise<readonly IssuedWitness[]> {
  const blocks = batch === null ? [] : anchoredBlocks(batch);
  const issued = await Promise.all(blocks.map((block) => issueWitness(witnesses, block)));
  return issued.filter((one) => typeof one !== "string");
}

// `GET /proof/{id}.witness.json`, an extension of the interface.

/** How long an answer may be reused. A block that is confirmed is still not beyond every reorganisation. */
const CACHE_CONFIRMED = "public, max-age=3600";
const CACHE_UNCONFIRMED = "no-cache";

const BYTES: TSchema = Type.String({ pattern: "^0x(?:[0-9a-f]{2})+$" });

/** docs/formats/evm-witness.md; the reader checks the format. */
const WITNESS = Type.Object(
  {
    format: Type.Literal(EVM_WITNESS_FORMAT),
    chain_id: CHAIN_ID,
    header: BYTES,
    transaction_index: Type.Integer({ minimum: 0, maximum: MAX_TRANSACTION_INDEX, format: "int64" }),
    proof: Type.Array(BYTES, { minItems: 1, maxItems: MAX_WITNESS_NODES }),
  },
  { $id: "Witness" },
);

export function witnessRoutes({
  store,
}: {
  readonly store: Pick<Records, "proofs" | "witnesses">;
}): ApiRoute[] {
  return [
    apiRoute({
      method: "GET",
      path: "/proof/{id}.witness.json",
      operationId: "getWitness",
      summary: "Get the witness of a proof's anchor",
      description:
        "An extension of this service. Needs no key. The header of the block that holds the anchor and the path to its transaction: with it the anchor verifies without a network, but for one comparison, that of the block's hash with any source of the chain. A reorganisation replaces it.",
      public: true,
      params: { id: UUID },
      query: {
        chain_id: Type.Optional(
          Type.Integer({
            ...CHAIN_ID,
            description: "The chain of the anchor. By default that of the first anchor.",
          }),
        ),
      },
      answers: {
        200: {
          description: "The witness, `svc-evm-witness/1`.",
          headers: { ETag: Type.String(), "Cache-Control": Type.String() },
          content: json(WITNESS),
        },
        202: notReadyAnswer("Not anchored yet, or the block was not fetched yet."),
        304: { description: "The `If-None-Match` of the request matches." },
        ...publicErrorAnswers,
      },
      handle: async (request, h, { query }) => {
        const proof = await publicProof(store.proofs, request);
        const blocks = proof.batch === null ? [] : anchoredBlocks(proof.batch);
        if (blocks.length === 0) return notReady(h, proof);
        const { chain_id: chainId } = query;
        const block = chainId === undefined ? blocks[0] : blocks.find((one) => one.chainId === chainId);
        if (block === undefined) throw new ApiError("not_found", "the proof has no anchor on this chain");
        const issued = await issueWitness(store.witnesses, block);
        if (issued === "waiting") return notReady(h, proof);
        if (issued === "none") {
          throw new ApiError(
            "not_found",
            "there is no witness of this anchor: the chain's blocks do not follow Ethereum's rules, or its endpoint does not offer them",
          );
        }
        const cacheControl = isConfirmed(proof.batch!) ? CACHE_CONFIRMED : CACHE_UNCONFIRMED;
        const unchanged = h.entity({ etag: `${block.chainId}-${block.blockHash.slice(2, 34)}` });
        if (unchanged !== undefined) return unchanged.header("cache-control", cacheControl);
        return h
          .response(Buffer.from(issued.document))
          .type("application/json")
          .header("cache-control", cacheControl);
      },
    }),
  ];
}

/** Opens the witnesses of anchors; the job that makes them starts when the chain answers. */
export function openWitnesses(host: CapabilityHost): Capability {
  const { config, store, metrics, network } = host;
  let jobs: Jobs | undefined;
  return {
    routes: witnessRoutes({ store }),
    startJobs: async () => {
      const chains = await network.open();
      jobs = startWitnessJob({
        ...host.jobs,
        store,
        chains: chains.map(({ chain }) => chain),
        intervalMs: config.pollIntervalMs,
        onLooked: (result) => metrics.witnesses.inc({ result }),
      });
    },
    close: async () => jobs?.stop(),
  };
}
