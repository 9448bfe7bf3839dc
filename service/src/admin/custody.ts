/** Originals. */

import { anyText, EXIT, flag, listing, record, rowsOf } from "@svc-proof/verifier-lib/command-line";
import { BlobDamagedError } from "../clients/blobs.js";
import { AuthenticationError, hashPlaintext } from "../custody/encryption.js";
import { countUnknown, purgeGarbage, sweepUnknown } from "../custody/purge.js";
import {
  blobName,
  type CustodyStorage,
  originalKey,
  rewrapKeys,
  UnknownCustodyKeyError,
} from "../custody/storage.js";
import { eachOriginal } from "../records/custody.js";
import type { Records } from "../records/records.js";
import type { AccountRecord, CustodyUsage, OriginalRecord } from "../records/types.js";
import { accountPages } from "./accounts.js";
import {
  ACCOUNT,
  type AdminCommand,
  adminEntry,
  bytesText,
  command,
  counted,
  DRY_RUN,
  findAccount,
  RefusedError,
  YES,
} from "./command.js";

export const purgeCustody: AdminCommand = {
  ...command(
    "custody purge",
    "",
    "Does now what the job custody does: ends expired uploads, deletes garbage and blobs that nothing refers to.",
    YES,
    DRY_RUN,
  ),
  run: async ({ store, custody, uploadMs }, given) => {
    const storage = await custody();
    if (storage === null) throw new RefusedError("custody is off in the settings");
    const deps = { store: store.custody, blobs: storage.blobs };
    const { garbage, expiredUploads } = await store.custody.purgeable(await store.custody.now());
    const found = {
      blobs: garbage,
      expired_uploads: expiredUploads,
      unreferenced: await countUnknown(deps, uploadMs),
    };
    if (given.has("dry-run") || !given.has("yes")) {
      const isDryRun = given.has("dry-run");
      return record(
        { purged: false, ...found },
        `A purge would delete ${textOf(found)}. Nothing was deleted${isDryRun ? "." : ": to delete it, repeat the command with --yes."}`,
        isDryRun ? EXIT.done : EXIT.refused,
      );
    }
    await store.audit.append(adminEntry({ accountId: null, action: "custody.purge", details: found }));
    // Without the lease of the job: each step may be repeated, and beside itself, because a record is removed after its blob.
    const signal = new AbortController().signal;
    const purged = await purgeGarbage(deps, signal);
    const unreferenced = await sweepUnknown(deps, uploadMs, signal);
    const done = { blobs: purged.blobs, expired_uploads: purged.expiredUploads, unreferenced };
    return record({ purged: true, ...done }, `Deleted: ${textOf(done)}.`);
  },
};

function textOf(found: { blobs: number; expired_uploads: number; unreferenced: number }): string {
  return [
    counted(found.blobs, "blob"),
    counted(found.expired_uploads, "expired upload"),
    `${counted(found.unreferenced, "blob")} that nothing refers to`,
  ].join(", ");
}

/** Buffer of a read of an original. */
const READ_BYTES = 524_288;

/** Originals that are opened at the same time. */
const AT_ONCE = 4;

/** Faulty originals that are named; the others are counted. */
const MAX_NAMED = 1_000;

export const reportCustody: AdminCommand = {
  ...command(
    "custody report",
    "",
    "Lists what accounts keep in custody, what is missing, and what a purge would remove. Ends with status 1 if an original is missing or damaged.",
    ACCOUNT,
    flag("read", "read each original, to find damage"),
  ),
  run: async ({ store, custody, uploadMs }, given) => {
    const named = given.optional("account", anyText);
    const accounts = named === null ? null : [await findAccount(store, "--account", named)];
    const storage = await custody();
    const check = new OriginalCheck(store, storage, given.has("read"));
    const purgeable = await store.custody.purgeable(await store.custody.now());
    const unreferenced =
      storage === null || accounts !== null
        ? null
        : await countUnknown({ store: store.custody, ...storage }, uploadMs);
    const total = { accounts: 0, originals: 0, stored_bytes: 0, uploads: 0, uploading_bytes: 0 };
    return listing<CheckedUsage>({
      rows: usages(
        store,
        accounts === null ? accountPages(store.accounts) : rowsOf([accounts]),
        check,
        total,
      ),
      columns: [
        { title: "ACCOUNT", cell: ({ accountId }) => accountId },
        { title: "ORIGINALS", cell: ({ originals }) => originals.toString(), align: "right" },
        { title: "STORED", cell: ({ storedBytes }) => bytesText(storedBytes), align: "right" },
        { title: "UPLOADS", cell: ({ uploads }) => uploads.toString(), align: "right" },
        { title: "RESERVED", cell: ({ uploadingBytes }) => bytesText(uploadingBytes), align: "right" },
        { title: "FAULTY", cell: ({ faulty }) => faulty?.toString() ?? null, align: "right" },
      ],
      dataOf: (usage) => ({
        account_id: usage.accountId,
        originals: usage.originals,
        stored_bytes: usage.storedBytes,
        uploads: usage.uploads,
        uploading_bytes: usage.uploadingBytes,
        faulty: usage.faulty,
      }),
      none: "Nothing is in custody.",
      end: () => ({
        text: [
          `Total: ${counted(total.originals, "original")} of ${counted(total.accounts, "account")}, ${bytesText(total.stored_bytes)}.`,
          `To be purged: ${[
            counted(purgeable.garbage, "blob"),
            counted(purgeable.expiredUploads, "expired upload"),
            ...(unreferenced === null ? [] : [`${counted(unreferenced, "blob")} that nothing refers to`]),
          ].join(", ")}.`,
          ...check.lines(),
        ].join("\n"),
        data: {
          total,
          garbage: purgeable.garbage,
          expired_uploads: purgeable.expiredUploads,
          unreferenced,
          checked: check.extent,
          faulty: check.count,
          faults: check.faults,
        },
        status: check.count > 0 ? EXIT.failed : EXIT.done,
      }),
      name: "accounts",
    });
  },
};

interface CheckedUsage extends CustodyUsage {
  /** Originals that are missing or damaged; null if that was not checked. */
  readonly faulty: number | null;
}

interface Total {
  accounts: number;
  originals: number;
  stored_bytes: number;
  uploads: number;
  uploading_bytes: number;
}

async function* usages(
  { custody }: Pick<Records, "custody">,
  pages: AsyncIterable<readonly AccountRecord[]>,
  check: OriginalCheck,
  total: Total,
): AsyncGenerator<CheckedUsage> {
  for await (const accounts of pages) {
    for (const usage of await custody.usageOf(accounts.map(({ id }) => id))) {
      const faulty = await check.account(usage.accountId);
      total.accounts++;
      total.originals += usage.originals;
      total.stored_bytes += usage.storedBytes;
      total.uploads += usage.uploads;
      total.uploading_bytes += usage.uploadingBytes;
      yield { ...usage, faulty };
    }
  }
}

interface Fault {
  readonly proof_id: string;
  readonly account_id: string;
  readonly object_id: string;
  /** `missing`: the storage does not have it, or not all of it; `damaged`: it is not what was stored; `locked`: its key lacks. */
  readonly fault: "missing" | "damaged" | "locked";
}

/** Looks whether originals are there, or reads them. */
class OriginalCheck {
  /** What was done to each original. */
  readonly extent: "none" | "opened" | "read";
  readonly faults: Fault[] = [];
  count = 0;
  readonly #store: Pick<Records, "custody" | "proofs">;
  readonly #storage: CustodyStorage | null;

  constructor(store: Pick<Records, "custody" | "proofs">, storage: CustodyStorage | null, reads: boolean) {
    this.#store = store;
    this.#storage = storage;
    this.extent = storage === null ? "none" : reads ? "read" : "opened";
  }

  /** How many originals of an account are faulty; null if that cannot be checked. @throws BlobStoreError */
  async account(accountId: string): Promise<number | null> {
    if (this.#storage === null) return null;
    const before = this.count;
    let group: OriginalRecord[] = [];
    const check = async () => {
      for (const fault of await Promise.all(
        group.map((original) => this.#faultOf(this.#storage!, original)),
      )) {
        if (fault === null) continue;
        this.count++;
        if (this.faults.length < MAX_NAMED) this.faults.push(fault);
      }
      group = [];
    };
    for await (const original of eachOriginal(this.#store.custody, accountId)) {
      group.push(original);
      if (group.length === AT_ONCE) await check();
    }
    await check();
    return this.count - before;
  }

  lines(): readonly string[] {
    if (this.extent === "none") return ["Custody is off in the settings: no original was looked for."];
    const looked = this.extent === "read" ? "was read" : "was looked for, not read: --read finds damage";
    return [
      this.count === 0
        ? `Each original ${looked}. None is faulty.`
        : `Faulty: ${counted(this.count, "original")}.`,
      ...this.faults.map((fault) => `  ${fault.fault}: proof ${fault.proof_id}, object ${fault.object_id}`),
      ...(this.count > this.faults.length ? [`  … and ${this.count - this.faults.length} more`] : []),
    ];
  }

  async #faultOf(storage: CustodyStorage, original: OriginalRecord): Promise<Fault | null> {
    const fault = await this.#judge(storage, original);
    if (fault === null) return null;
    // It may have been deleted meanwhile.
    const { objectId, proofId, accountId } = original;
    if ((await this.#store.custody.find(proofId))?.objectId !== objectId) return null;
    return { proof_id: proofId, account_id: accountId, object_id: objectId, fault };
  }

  async #judge({ blobs, keys }: CustodyStorage, original: OriginalRecord): Promise<Fault["fault"] | null> {
    try {
      const blob = await blobs.open(blobName(original));
      try {
        if (this.extent !== "read") return null;
        const hash = (await this.#store.proofs.find(original.proofId))?.hash ?? "";
        const key = originalKey(keys, { ...original, hash }, original);
        const found = await hashPlaintext(key, blob.read(new Uint8Array(READ_BYTES)));
        return found === hash ? null : "damaged";
      } finally {
        await blob.close();
      }
    } catch (error) {
      if (error instanceof BlobDamagedError) return "missing";
      if (error instanceof AuthenticationError) return "damaged";
      if (error instanceof UnknownCustodyKeyError) return "locked";
      throw error;
    }
  }
}

export const rewrapCustody: AdminCommand = {
  ...command(
    "custody rewrap",
    "",
    "Wraps the keys of all originals under the first key of SVC_CUSTODY_KEY. Ends with status 1 if any is left.",
  ),
  run: async ({ store, custodyKeys }) => {
    const keys = custodyKeys();
    if ((await store.custody.wrappedOtherwise(keys.currentId, 1)).length > 0) {
      await store.audit.append(
        adminEntry({
          accountId: null,
          action: "custody.rewrap",
          details: { custody_key_id: keys.currentId },
        }),
      );
    }
    const { rewrapped, unreadable } = await rewrapKeys(store, keys);
    const rest =
      unreadable === 0
        ? "No original is left under another key."
        : `${unreadable} cannot be unwrapped: SVC_CUSTODY_KEY lacks their wrapping key, or they are damaged.`;
    return record(
      { rewrapped, unreadable },
      `${rewrapped} keys rewrapped. ${rest}`,
      unreadable > 0 ? EXIT.failed : EXIT.done,
    );
  },
};
