/** `GET /proof/{id}.witness.json`, an extension of the interface. */
import { EVM_WITNESS_FORMAT, MAX_TRANSACTION_INDEX, MAX_WITNESS_NODES } from "@svc-proof/verifier-lib/evm";
import Type, { type TSchema } from "typebox";
import { ApiError } from "../api-error.js";
import { CHAIN_ID, json, UUID } from "../openapi/answers.js";
import { type ApiRoute, apiRoute } from "../openapi/api-route.js";
import type { Records } from "../records/records.js";
import { publicErrorAnswers } from "../resources/public-answers.js";
import { notReady, notReadyAnswer, publicProof } from "../resources/public-proof.js";
import { anchoredBlocks, isConfirmed } from "./anchored-blocks.js";
import { issueWitness } from "./issue-witness.js";

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
