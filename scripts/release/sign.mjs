/**
 * What proves a release: the list of its files by their SHA-256, in the form of `sha256sum`; a signature of the list by OpenSSH
 * (`ssh-keygen -Y`, PROTOCOL.sshsig), which every Linux, macOS and Windows can check; and OpenTimestamps proofs of both, made
 * with the calendar client of the service. The list then existed no later than a block of Bitcoin; and so did the signature,
 * whatever becomes of the key.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../workspaces.mjs";
import { ReleaseError } from "./versions.mjs";

export const SUMS = "SHA256SUMS";
/** What has a timestamp. */
export const STAMPED = [SUMS, `${SUMS}.sig`];
/** What is about the list, and cannot be in it. */
export const ABOUT_SUMS = [...STAMPED, ...STAMPED.map((name) => `${name}.ots`)];
/** A signature for another purpose does not count. */
export const NAMESPACE = "svc-proof-release";

/** https://github.com/opentimestamps/opentimestamps-client, `DEFAULT_CALENDAR_URLS`: three operators. */
export const PUBLIC_CALENDARS = [
  "https://alice.btc.calendar.opentimestamps.org",
  "https://bob.btc.calendar.opentimestamps.org",
  "https://finney.calendar.eternitywall.com",
  "https://btc.calendar.catallaxy.com",
];
const TIMEOUT_MS = 20_000;

/** Writes the list of a release. */
export function writeChecksums(folder) {
  const lines = listedNames(folder).map(
    (name) => `${sha256Of(join(folder, name)).toString("hex")}  ${name}\n`,
  );
  writeFileSync(join(folder, SUMS), lines.join(""));
}

/** What a folder has besides what is about the list, sorted. */
export function listedNames(folder) {
  return readdirSync(folder)
    .filter((name) => !ABOUT_SUMS.includes(name))
    .sort();
}

/** @returns {Buffer} the SHA-256 of a file. */
export function sha256Of(path) {
  return createHash("sha256").update(readFileSync(path)).digest();
}

/**
 * Signs the list of a release.
 *
 * @param folder the release.
 * @param key file of the private key, or of the public one if an agent or a token holds the private one.
 */
export function sign(folder, key) {
  const path = join(folder, SUMS);
  rmSync(`${path}.sig`, { force: true });
  const { status, stderr } = ssh(["-Y", "sign", "-f", key, "-n", NAMESPACE, path], {
    stdio: ["inherit", "pipe", "pipe"],
  });
  if (status !== 0) throw new ReleaseError([`ssh-keygen did not sign: ${stderr.trim()}`]);
}

/** Runs ssh-keygen, to its end whatever its status. */
export function ssh(words, options = {}) {
  // Times of signers mean the same everywhere.
  const env = { ...process.env, TZ: "UTC", LC_ALL: "C" };
  const result = spawnSync("ssh-keygen", words, { encoding: "utf8", env, ...options });
  if (result.error) throw new ReleaseError([`ssh-keygen: ${result.error.message}`]);
  return result;
}

/** A module of the build; it exists only after it. */
export const built = (path) => import(pathToFileURL(join(root, path)).href);
export const OPENTIMESTAMPS = "shared/dist/opentimestamps/index.js";

/**
 * Stamps what a release has of list and signature.
 *
 * @param {string} folder the release.
 * @param {readonly string[]} calendars addresses.
 * @param {number} least how many must answer. Default: two, or all if there are fewer.
 * @returns {Promise<string[]>} a line for each calendar that did not answer.
 * @throws ReleaseError if fewer answer.
 */
export async function stamp(folder, calendars, least = Math.min(2, calendars.length)) {
  const { createHttpCalendar } = await built("service/dist/clients/calendars.js");
  const { encodeDetachedTimestamp, mergeTimestamps } = await built(OPENTIMESTAMPS);
  const silent = [];
  for (const name of STAMPED.filter((file) => existsSync(join(folder, file)))) {
    const digest = new Uint8Array(sha256Of(join(folder, name)));
    const answers = await Promise.allSettled(
      calendars.map((url) =>
        createHttpCalendar({ url, timeoutMs: TIMEOUT_MS }).submit(digest, AbortSignal.timeout(TIMEOUT_MS)),
      ),
    );
    const promised = answers.filter(({ status }) => status === "fulfilled").map(({ value }) => value);
    const failures = answers.filter(({ status }) => status === "rejected");
    silent.push(...failures.map(({ reason }) => `${name}: ${reason.message}`));
    if (promised.length < least) {
      const count = `${promised.length} of ${calendars.length} calendars answered, ${least} are needed`;
      throw new ReleaseError([count, ...silent]);
    }
    const timestamp = promised.reduce((all, one) => mergeTimestamps(all, one));
    const file = encodeDetachedTimestamp({ hash: "sha256", digest, timestamp });
    writeFileSync(join(folder, `${name}.ots`), file);
  }
  return silent;
}

/**
 * Asks the calendars of a release's timestamps for the ways to their blocks, and adds them.
 *
 * @param {string} folder the release.
 * @param {readonly string[]} calendars further calendars that may be asked, besides the public ones.
 * @returns {Promise<{ readonly name: string, readonly heights: readonly number[] }[]>} for each file: its name and the heights of
 * Bitcoin blocks that it states; none yet while it is pending.
 */
export async function upgrade(folder, calendars) {
  const { parseDetachedTimestamp, encodeDetachedTimestamp } = await built(OPENTIMESTAMPS);
  const { isPublicCalendar, upgradeTimestamp } = await built("verifier-lib/dist/source/index.js");
  const allowed = new Set(calendars.map((url) => new URL(url).origin));
  const isAllowed = (url) => isPublicCalendar(url) || allowed.has(url.origin);
  const states = [];
  for (const name of STAMPED.map((file) => `${file}.ots`).filter((file) => existsSync(join(folder, file)))) {
    const path = join(folder, name);
    const timestamp = parseDetachedTimestamp(readFileSync(path));
    const { file, statedHeights, answers } = await upgradeTimestamp(timestamp, { isAllowed });
    if (answers.some(({ answer }) => answer === "completed")) {
      writeFileSync(`${path}.new`, encodeDetachedTimestamp(file));
      renameSync(`${path}.new`, path);
    }
    states.push({ name, heights: statedHeights });
  }
  return states;
}
