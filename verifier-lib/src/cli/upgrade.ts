/** `svc-verify upgrade`: completes pending timestamps in place. */

import { statSync } from "node:fs";
import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import {
  type DetachedTimestamp,
  encodeDetachedTimestamp,
  MAX_TIMESTAMP_BYTES,
  parseDetachedTimestamp,
} from "@svc-proof/shared/opentimestamps";
import { printable } from "@svc-proof/shared/text";
import { keyOf } from "../arrange/index.js";
import { expectOperands, parseCommand } from "../command-line/command.js";
import {
  complain,
  EXIT,
  type ExitStatus,
  hashingProgress,
  UsageError,
  worseOf,
} from "../command-line/output.js";
import { hashFile, readBounded } from "../node/files.js";
import { replaceFile } from "../node/write-file.js";
import {
  type CalendarAnswer,
  isPublicCalendar,
  type Upgrade,
  upgradeTimestamp,
} from "../source/calendars.js";
import { parseTimeout } from "./arguments.js";
import { UPGRADE } from "./commands.js";
import { isAboutPartOf, lookAt, namedOriginal } from "./look.js";

const ANSWERS: Readonly<Record<CalendarAnswer["answer"], string>> = {
  completed: "added",
  known: "nothing new",
  pending: "nothing yet, try again later",
  not_allowed: "not asked: not a public calendar (allow it with --calendar)",
  source_unreachable: "cannot be reached",
  source_timeout: "did not answer in time",
  source_error: "answered with an error",
  source_invalid_answer: "returned an invalid timestamp",
};

/**
 * @returns the exit status.
 * @throws UsageError
 */
export async function upgrade(words: readonly string[]): Promise<number> {
  const { files, calendars, timeoutMs } = parseUpgradeArguments(words);
  const isAllowed = (calendar: URL) =>
    isPublicCalendar(calendar) || calendars.some((allowed) => sameCalendar(allowed, calendar));
  let worst: ExitStatus = EXIT.done;
  for (const path of files) {
    try {
      const bytes = await readBounded(path, MAX_TIMESTAMP_BYTES);
      const file = parseDetachedTimestamp(bytes);
      const mismatch = await pairMismatch(path, file);
      if (mismatch !== null) {
        complain("svc-verify", `${path}: ${mismatch}`);
        worst = worseOf(worst, EXIT.failed);
      }
      const upgraded = await upgradeTimestamp(file, { isAllowed, timeoutMs });
      const isChanged = upgraded.answers.some(({ answer }) => answer === "completed");
      if (isChanged) await replaceFile(path, encodeDetachedTimestamp(upgraded.file));
      process.stdout.write(`${printable(path)}: ${summary(upgraded)}\n`);
      for (const { uri, answer } of upgraded.answers) {
        process.stdout.write(`  ${printable(uri)}: ${ANSWERS[answer]}\n`);
      }
      if (upgraded.statedHeights.length === 0) worst = worseOf(worst, EXIT.open);
    } catch (error) {
      const reason =
        error instanceof FormatError ? `${error.message} (${error.code})` : (error as Error).message;
      complain("svc-verify", `${path}: ${reason}`);
      worst = EXIT.unusable;
    }
  }
  return worst;
}

/** What is wrong between a timestamp and the file that its name names; null if there is no such file, or nothing is. */
async function pairMismatch(path: string, { hash, digest }: DetachedTimestamp): Promise<string | null> {
  const original = namedOriginal(path);
  if (
    original === null ||
    hash !== "sha256" ||
    statSync(original, { throwIfNoEntry: false })?.isFile() !== true
  )
    return null;
  const stated = bytesToHex(digest);
  const named = await lookAt(original);
  if (isAboutPartOf({ content: keyOf("SHA-256", stated) }, named)) return null;
  const computed = named.sha256 ?? (await hashFile(original, { onProgress: hashingProgress(original) }));
  return computed === stated
    ? null
    : `${original} is not the file that it is about; its SHA-256 is ${computed}, not ${stated}`;
}

function parseUpgradeArguments(words: readonly string[]) {
  const parsed = parseCommand(UPGRADE, words);
  const { positionals } = parsed;
  expectOperands(UPGRADE, parsed);
  if (positionals.includes("-")) throw new UsageError("upgrade: -: expected a file that can be written");
  const calendars = parsed.all("calendar").map((word) => {
    if (!/^https?:\/\//.test(word) || !URL.canParse(word)) {
      throw new UsageError("--calendar: expected an http or https address");
    }
    return new URL(word);
  });
  return { files: positionals, calendars, timeoutMs: parseTimeout(parsed) };
}

function sameCalendar(allowed: URL, calendar: URL): boolean {
  const path = (url: URL) => url.pathname.replace(/\/$/, "");
  return allowed.origin === calendar.origin && path(allowed) === path(calendar);
}

function summary({ statedHeights }: Upgrade): string {
  return statedHeights.length === 0
    ? "still pending"
    : `complete, says block ${statedHeights.join(", ")} of Bitcoin (svc-verify checks that)`;
}
