import { countUnknown, purgeGarbage, sweepUnknown } from "../../custody/purge.js";
import { adminEntry } from "../admin-actor.js";
import { type Command, SWITCH } from "../command.js";
import { EXIT } from "../exit-status.js";
import { counted } from "../output/counted.js";
import { record } from "../output/result.js";
import { RefusedError } from "../refused-error.js";

export const purgeCustody: Command = {
  words: ["custody", "purge"],
  usage: "--yes | --dry-run",
  doc: "do now what the job custody does: end expired uploads, delete garbage and blobs that nothing refers to",
  options: { yes: SWITCH, "dry-run": SWITCH },
  positionals: [],
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
