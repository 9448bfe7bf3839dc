/**
 * Version 7: the only anchor of a batch, which was fields of the batch, becomes the first of a list, and each attempt
 * names its chain.
 */
import type { Binary, Db } from "mongodb";
import type { AnchorDocument, AttemptDocument } from "../documents/documents.js";

/** A batch up to version 6, as far as it changes. */
interface FormerBatch {
  readonly _id: number;
  readonly id: Binary;
  readonly state: AnchorDocument["state"] | "made";
  readonly anchors?: readonly AnchorDocument[];
  readonly chainId: number;
  readonly inclusion: AnchorDocument["inclusion"];
  readonly attempts: readonly Omit<AttemptDocument, "chainId">[];
}

/** Indexes that nothing uses any more. */
const FORMER_INDEXES = ["state_1_chainId_1__id_-1", "attempts_by_nonce"];

/** Batches that are changed at the same time. */
const GROUP = 100;

/** Converts every batch that is not converted yet. */
export async function splitAnchors(db: Db): Promise<void> {
  const batches = db.collection<FormerBatch>("batches");
  const isFormer = {
    state: { $in: ["batched", "anchored", "confirmed"] },
    anchors: { $exists: false },
  } as const;
  for (;;) {
    const group = await batches.find(isFormer).sort({ _id: 1 }).limit(GROUP).toArray();
    if (group.length === 0) break;
    await Promise.all(
      group.map(({ _id, state, chainId, inclusion, attempts }) =>
        batches.updateOne({ _id, ...isFormer }, {
          $set: {
            state: "made",
            anchors: [{ chainId, state: state as AnchorDocument["state"], reopened: false, inclusion }],
            anchorsVersion: 1,
            attempts: attempts.map((attempt) => ({ ...attempt, chainId })),
          },
          $unset: { chainId: "", inclusion: "" },
        } as object),
      ),
    );
  }
  for (const name of FORMER_INDEXES) {
    await batches.dropIndex(name).catch((error: { codeName?: unknown; code?: unknown }) => {
      // It was dropped before, or there never was the collection.
      if (error.code !== INDEX_NOT_FOUND && error.code !== NAMESPACE_NOT_FOUND) throw error;
    });
  }
}

const INDEX_NOT_FOUND = 27;
const NAMESPACE_NOT_FOUND = 26;
