/** `svc-verify upgrade`: completes pending timestamps in place. */
import { FormatError } from "@svc-proof/shared/encoding";
import {
  encodeDetachedTimestamp,
  MAX_TIMESTAMP_BYTES,
  parseDetachedTimestamp,
} from "@svc-proof/shared/opentimestamps";
import { printable } from "@svc-proof/shared/text";
import {
  type CalendarAnswer,
  isPublicCalendar,
  type Upgrade,
  upgradeTimestamp,
} from "../source/upgrade-timestamp.js";
import { parseTimeout } from "./arguments.js";
import { UPGRADE } from "./options/commands.js";
import { parseCommand } from "./options/parse-command.js";
import { UsageError } from "./options/usage-error.js";
import { readBounded } from "./read-bounded.js";
import { replaceFile } from "./replace-file.js";

const COMPLETE = 0;
const PENDING = 2;
const NOT_DONE = 3;

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
  let worst = COMPLETE;
  for (const path of files) {
    try {
      const bytes = await readBounded(path, MAX_TIMESTAMP_BYTES);
      const upgraded = await upgradeTimestamp(parseDetachedTimestamp(bytes), { isAllowed, timeoutMs });
      const isChanged = upgraded.answers.some(({ answer }) => answer === "completed");
      if (isChanged) await replaceFile(path, encodeDetachedTimestamp(upgraded.file));
      process.stdout.write(`${printable(path)}: ${summary(upgraded)}\n`);
      for (const { uri, answer } of upgraded.answers) {
        process.stdout.write(`  ${printable(uri)}: ${ANSWERS[answer]}\n`);
      }
      if (upgraded.statedHeights.length === 0) worst = Math.max(worst, PENDING);
    } catch (error) {
      const reason =
        error instanceof FormatError ? `${error.message} (${error.code})` : (error as Error).message;
      process.stderr.write(`svc-verify: ${printable(`${path}: ${reason}`)}\n`);
      worst = NOT_DONE;
    }
  }
  return worst;
}

function parseUpgradeArguments(words: readonly string[]) {
  const parsed = parseCommand(UPGRADE, words);
  const { positionals } = parsed;
  if (positionals.length === 0) throw new UsageError("upgrade: expected at least one FILE.ots");
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
