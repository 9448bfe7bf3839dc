/** What always holds of the queue, batches, anchors, attestations, stamps, headers and witnesses, whatever happened to them. */

import type { Readable } from "../store/store.js";
import type { Row } from "../store/tables.js";
import { everyRow } from "./every-row.js";
import { unpackMembers } from "./stamps.js";

/** Reads all rows. @returns what is wrong with them. */
export async function auditAnchors(rows: Readable): Promise<readonly string[]> {
  const batches = await everyRow(rows.batches, ["number"], []);
  const sets = await everyRow(rows.stampSets, ["number"], []);
  const faults = [
    faultsOfBatches(batches),
    await faultsOfLeaves(rows, batches),
    faultsOfAnchors(batches, await everyRow(rows.anchors, ["batch", "chain"], [])),
    faultsOfAttempts(batches, await everyRow(rows.attempts, ["batch", "chain", "txHash"], [])),
    faultsOfStamps(
      sets,
      await everyRow(rows.stampMembers, ["set"], []),
      await everyRow(rows.stamps, ["digest"], []),
    ),
    faultsOfAttestations(
      [
        ...batches.filter(isMade).map(({ number }) => ["batch", number] as const),
        ...sets.map(({ number }) => ["stamps", number] as const),
      ],
      await everyRow(rows.attestations, ["number", "of"], []),
    ),
    faultsOfHeaders(await everyRow(rows.headers, ["epoch"], [])),
    faultsOfWitnesses(batches, await everyRow(rows.witnesses, ["batch", "chain", "blockHash"], [])),
  ];
  return faults.flat();
}

/** What of these does not hold. */
const broken = (of: string, rules: Readonly<Record<string, boolean>>): string[] =>
  Object.entries(rules).flatMap(([rule, holds]) => (holds ? [] : [`${of}: ${rule}`]));

const hasEach = (numbers: readonly number[], from: number) =>
  numbers.toSorted((a, b) => a - b).every((number, i) => number === i + from);
const isMade = ({ state }: Row<"batches">) => state === "made";
const chainsOf = (batch: Row<"batches"> | undefined) => (batch?.chains ?? []) as readonly number[];

function faultsOfBatches(batches: readonly Row<"batches">[]): string[] {
  const rules = {
    "have each number from 1 on": hasEach(
      batches.map(({ number }) => number),
      1,
    ),
    "have each its own identifier": new Set(batches.map(({ id }) => id)).size === batches.length,
    "are made, all but the last": batches.slice(0, -1).every(isMade),
  };
  return [
    ...broken("batches", rules),
    ...batches.flatMap((batch) =>
      broken(`batch ${batch.number}`, {
        "is built or made": ["building", "made"].includes(batch.state),
        "has a root once it is made": !isMade(batch) || batch.root !== null,
        "has a chain, and none twice, once it is made":
          !isMade(batch) ||
          (chainsOf(batch).length > 0 && new Set(chainsOf(batch)).size === chainsOf(batch).length),
      }),
    ),
  ];
}

async function faultsOfLeaves(rows: Readable, batches: readonly Row<"batches">[]): Promise<string[]> {
  const portions = await everyRow(rows.portions, ["batch", "first"], []);
  const places = new Set<string>();
  const faults = batches.map(({ number, leafCount }) => {
    const leaves: number[] = [];
    for (const { firstLeaf, proofs } of portions.filter(({ batch }) => batch === number))
      for (let i = 0; i < proofs.length / 16; i++) {
        leaves.push(firstLeaf + i);
        places.add(Buffer.from(proofs).toString("hex", 16 * i, 16 * (i + 1)));
      }
    return broken(`batch ${number}`, { "has each leaf": leaves.length === leafCount && hasEach(leaves, 0) });
  });
  const queue = await everyRow(rows.queue, ["proof"], []);
  const leafCount = batches.reduce((sum, batch) => sum + batch.leafCount, 0);
  const rules = {
    "are leaves once": places.size === leafCount,
    "are queued or leaves": queue.every(({ proof }) => !places.has(proof.replaceAll("-", ""))),
    "are leaves of a batch that is there": portions.every((portion) =>
      batches.some(({ number }) => number === portion.batch),
    ),
  };
  return [...faults.flat(), ...broken("proofs", rules)];
}

function faultsOfAttestations(
  numbers: readonly (readonly [of: string, number: number])[],
  attestations: readonly Row<"attestations">[],
): string[] {
  const wanted = numbers.map(([of, number]) => `${of} ${number}`).sort();
  const found = attestations.map(({ of, number }) => `${of} ${number}`).sort();
  return [
    ...broken("attestations", {
      "are one of each batch that is made and of each set": JSON.stringify(wanted) === JSON.stringify(found),
    }),
    ...attestations.flatMap(({ of, number, state, blockHeight, timestamp }) =>
      broken(`the attestation of ${of} ${number}`, {
        "is in a block if it is confirmed": (blockHeight !== null) === (state === "confirmed"),
        "has a timestamp unless it is pending": (timestamp !== null) === (state !== "pending"),
      }),
    ),
  ];
}

function faultsOfAnchors(batches: readonly Row<"batches">[], anchors: readonly Row<"anchors">[]): string[] {
  const wanted = batches
    .filter(isMade)
    .flatMap((batch) => chainsOf(batch).map((c) => `${batch.number}/${c}`));
  const found = anchors.map(({ batch, chain }) => `${batch}/${chain}`);
  const isSame = JSON.stringify(wanted.sort()) === JSON.stringify(found.sort());
  return [
    ...broken("anchors", { "are those of the chains of the batches": isSame }),
    ...anchors.flatMap(({ batch, chain, state, reopened, ...cells }) => {
      const block = [cells.txHash, cells.blockNumber, cells.blockHash, cells.blockTimestamp];
      return broken(`anchor ${batch}/${chain}`, {
        "is in a block unless it is batched": block.every(
          (cell) => (cell === null) === (state === "batched"),
        ),
        "is not reopened once it is confirmed": state !== "confirmed" || !reopened,
      });
    }),
  ];
}

function faultsOfAttempts(
  batches: readonly Row<"batches">[],
  attempts: readonly Row<"attempts">[],
): string[] {
  const numbers = new Set(attempts.map(({ batch }) => batch));
  return [...numbers].flatMap((number) => {
    const ofBatch = attempts.filter(({ batch }) => batch === number);
    const chains = chainsOf(batches.find((batch) => batch.number === number));
    return broken(`attempts of the batch ${number}`, {
      "are counted from 0": hasEach(
        ofBatch.map(({ place }) => place),
        0,
      ),
      "are on its chains": ofBatch.every(({ chain }) => chains.includes(chain)),
    });
  });
}

function faultsOfStamps(
  sets: readonly Row<"stampSets">[],
  packed: readonly Row<"stampMembers">[],
  stamps: readonly Row<"stamps">[],
): string[] {
  const members = packed.flatMap(({ set, members }) =>
    unpackMembers(members).map(({ digest }) => `${digest} ${set}`),
  );
  const stamped = stamps.filter(({ set }) => set !== null).map(({ digest, set }) => `${digest} ${set}`);
  const rules = {
    "have each number from 1 on": hasEach(
      sets.map(({ number }) => number),
      1,
    ),
    "have each digest that is in one, once":
      JSON.stringify(members.sort()) === JSON.stringify(stamped.sort()),
  };
  return broken("sets of stamps", rules);
}

function faultsOfHeaders(headers: readonly Row<"headers">[]): string[] {
  return headers.flatMap(({ epoch, run }) =>
    broken(`headers of the epoch ${epoch}`, {
      "are whole, up to 2,016": run.length % 80 === 0 && run.length <= 2_016 * 80,
    }),
  );
}

function faultsOfWitnesses(
  batches: readonly Row<"batches">[],
  witnesses: readonly Row<"witnesses">[],
): string[] {
  return witnesses.flatMap(({ batch: id, chain, absence, dueAt, document }) => {
    const batch = batches.find((one) => one.id === id && isMade(one));
    return broken(`witness of the batch ${id}`, {
      "is of a chain of a batch": chainsOf(batch).includes(chain),
      "is there or absent": (document === null) !== (absence === null),
      "is not due once it is there": document === null || dueAt === null,
    });
  });
}
