/**
 * OpenTimestamps proofs of a release's list and of its signature, made with the calendar client of the service. The list then
 * existed no later than a block of Bitcoin; and so did the signature, whatever becomes of the key.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../root.mjs";
import { SUMS } from "./checksums.mjs";
import { ReleaseError } from "./release-error.mjs";

/** https://github.com/opentimestamps/opentimestamps-client, `DEFAULT_CALENDAR_URLS`: three operators. */
export const PUBLIC_CALENDARS = [
  "https://alice.btc.calendar.opentimestamps.org",
  "https://bob.btc.calendar.opentimestamps.org",
  "https://finney.calendar.eternitywall.com",
  "https://btc.calendar.catallaxy.com",
];
export const STAMPED = [SUMS, `${SUMS}.sig`];
const TIMEOUT_MS = 20_000;

/** A module of the build; it exists only after it. */
const built = (path) => import(pathToFileURL(join(root, path)).href);

/**
 * Stamps what a release has of list and signature.
 *
 * @param folder the release.
 * @param calendars addresses.
 * @param least how many must answer. Default: two, or all if there are fewer.
 * @returns a line for each calendar that did not answer.
 */
export async function stamp(folder, calendars, least = Math.min(2, calendars.length)) {
  const { createHttpCalendar } = await built("service/dist/clients/calendars.js");
  const { encodeDetachedTimestamp, mergeTimestamps } = await built("shared/dist/opentimestamps/index.js");
  const silent = [];
  for (const name of STAMPED.filter((file) => existsSync(join(folder, file)))) {
    const digest = new Uint8Array(
      createHash("sha256")
        .update(readFileSync(join(folder, name)))
        .digest(),
    );
    const answers = await Promise.allSettled(
      calendars.map((url) =>
        createHttpCalendar({ url, timeoutMs: TIMEOUT_MS }).submit(digest, AbortSignal.timeout(TIMEOUT_MS)),
      ),
    );
    const promised = answers.filter(({ status }) => status === "fulfilled").map(({ value }) => value);
    silent.push(
      ...answers
        .filter(({ status }) => status === "rejected")
        .map(({ reason }) => `${name}: ${reason.message}`),
    );
    if (promised.length < least) {
      throw new ReleaseError([
        `${promised.length} of ${calendars.length} calendars answered, ${least} are needed`,
        ...silent,
      ]);
    }
    const timestamp = promised.reduce((all, one) => mergeTimestamps(all, one));
    writeFileSync(
      join(folder, `${name}.ots`),
      encodeDetachedTimestamp({ hash: "sha256", digest, timestamp }),
    );
  }
  return silent;
}

/**
 * Asks the calendars of a release's timestamps for the ways to their blocks, and adds them.
 *
 * @param calendars further calendars that may be asked, besides the public ones.
 * @returns for each file: its name and the heights of Bitcoin blocks that it states; none yet while it is pending.
 */
export async function upgrade(folder, calendars) {
  const { parseDetachedTimestamp, encodeDetachedTimestamp } = await built(
    "shared/dist/opentimestamps/index.js",
  );
  const { isPublicCalendar, upgradeTimestamp } = await built("verifier-lib/dist/source/index.js");
  const allowed = new Set(calendars.map((url) => new URL(url).origin));
  const states = [];
  for (const name of STAMPED.map((file) => `${file}.ots`).filter((file) => existsSync(join(folder, file)))) {
    const path = join(folder, name);
    const { file, statedHeights, answers } = await upgradeTimestamp(
      parseDetachedTimestamp(readFileSync(path)),
      {
        isAllowed: (url) => isPublicCalendar(url) || allowed.has(url.origin),
      },
    );
    if (answers.some(({ answer }) => answer === "completed")) {
      writeFileSync(`${path}.new`, encodeDetachedTimestamp(file));
      renameSync(`${path}.new`, path);
    }
    states.push({ name, heights: statedHeights });
  }
  return states;
}

/**
 * Verifies a release's timestamps with our verifier.
 *
 * @param headers files of Bitcoin headers.
 * @param explorers addresses of Esplora explorers to ask.
 * @returns for each stamped file its report in a line, whether it is proven, and whether it is wrong; `time`: when it existed at
 * the latest, if that is proven.
 */
export async function verifyTimestamps(folder, { headers = [], explorers = [] } = {}) {
  const { headlineClaim, summaryLine, verify } = await built("verifier-lib/dist/index.js");
  const { parseDetachedTimestamp } = await built("shared/dist/opentimestamps/index.js");
  const { createEsploraBitcoinSource } = await built("verifier-lib/dist/source/index.js");
  const results = [];
  for (const name of STAMPED) {
    const path = join(folder, `${name}.ots`);
    const missing = [name, `${name}.ots`].find((file) => !existsSync(join(folder, file)));
    if (missing !== undefined) {
      results.push({ name, summary: `${missing} is missing`, isProven: false, isWrong: true });
      continue;
    }
    const bytes = new Uint8Array(readFileSync(path));
    try {
      // The verifier takes evidence of other kinds too, with other sources of time.
      parseDetachedTimestamp(bytes);
    } catch (error) {
      const summary = `FAILED: no OpenTimestamps file: ${error.message}`;
      results.push({ name, summary, isProven: false, isWrong: true });
      continue;
    }
    const report = await verify(bytes, {
      original: new Uint8Array(readFileSync(join(folder, name))),
      headers: headers.map((file) => new Uint8Array(readFileSync(file))),
      bitcoinSources: explorers.map((url) => createEsploraBitcoinSource({ url })),
    });
    const { outcome } = report;
    results.push({
      name,
      summary: summaryLine(report),
      isProven: outcome === "verified",
      isWrong: outcome === "failed",
      ...(outcome === "verified" && { time: new Date(headlineClaim(report.claims).time) }),
    });
  }
  return results;
}
