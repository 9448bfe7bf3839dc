/** Verifies the folder of a release that was downloaded. The folder is anyone's. */
import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import {
  ABOUT_SUMS,
  built,
  listedNames,
  NAMESPACE,
  OPENTIMESTAMPS,
  STAMPED,
  SUMS,
  sha256Of,
  ssh,
} from "./sign.mjs";

/**
 * @typedef {object} VerifyOptions
 * @property {string} signers an `allowed_signers` file, as in ssh-keygen(1).
 * @property {readonly string[]} [headers] files of Bitcoin headers, for the timestamps.
 * @property {readonly string[]} [explorers] addresses of Esplora explorers, likewise.
 * @property {boolean} [needsTimestamp] whether a timestamp that is still pending is a problem.
 */

/**
 * A signature is judged at the time that its timestamp proves, else now.
 *
 * @param {string} folder the release.
 * @param {VerifyOptions} options
 * @returns {Promise<{ readonly told: readonly string[], readonly problems: readonly string[] }>} `told`: what holds, a line each;
 * `problems`: what does not.
 */
export async function verifyRelease(folder, { signers, headers, explorers, needsTimestamp = false }) {
  const told = [];
  // A link may lead out of the folder, and a pipe never ends.
  const problems = ABOUT_SUMS.filter(
    (name) => lstatSync(join(folder, name), { throwIfNoEntry: false })?.isFile() === false,
  ).map((name) => `${name} is not a file`);
  if (problems.length > 0) return { told, problems };
  problems.push(...checksumProblems(folder));
  if (problems.length === 0) told.push(`${SUMS}: all files are those of the list`);
  const timestamps = await verifyTimestamps(folder, { headers, explorers });
  const proven = timestamps.find(({ name }) => name === `${SUMS}.sig`)?.time;
  const { signer, problem } = signerOf(folder, signers, proven);
  if (problem === undefined) told.push(`${SUMS}.sig: signed by ${signer}`);
  else problems.push(problem);
  // What nobody signed is not opened.
  if (problems.length === 0) problems.push(...tarballProblems(folder));
  for (const { name, summary, isProven, isWrong } of timestamps) {
    const line = `${name}.ots: ${summary}`;
    if (isWrong || (needsTimestamp && !isProven)) problems.push(line);
    else told.push(line);
  }
  return { told, problems };
}

const LINE = /^([0-9a-f]{64}) {2}([A-Za-z0-9][A-Za-z0-9._-]*)$/;

/** Where the files of a folder are not those of its list: a line each. */
function checksumProblems(folder) {
  if (!existsSync(join(folder, SUMS))) return [`${SUMS} is missing`];
  const problems = [];
  const stated = new Map();
  for (const line of readFileSync(join(folder, SUMS), "utf8").replace(/\n$/, "").split("\n")) {
    const [, hash, name] = LINE.exec(line) ?? [];
    if (hash === undefined)
      problems.push(`${SUMS}: a line of another form: ${JSON.stringify(line.slice(0, 100))}`);
    else if (stated.has(name)) problems.push(`${SUMS}: ${name} is there twice`);
    else stated.set(name, hash);
  }
  const there = new Set(listedNames(folder));
  for (const [name, hash] of stated) {
    const path = join(folder, name);
    if (!there.has(name)) problems.push(`${name} is missing`);
    else if (!lstatSync(path).isFile()) problems.push(`${name} is not a file`);
    else if (sha256Of(path).toString("hex") !== hash) problems.push(`${name} is not the file of ${SUMS}`);
  }
  for (const name of there) if (!stated.has(name)) problems.push(`${name} is not in ${SUMS}`);
  return problems;
}

/**
 * Who signed the list of a release.
 *
 * @param {string} folder the release.
 * @param {string} signers an `allowed_signers` file.
 * @param {Date} [time] when the signature existed at the latest, if that is proven: a key that has retired since was valid then.
 * Default: now.
 * @returns {{ readonly signer?: string, readonly problem?: string }} one of them.
 */
export function signerOf(folder, signers, time) {
  const path = join(folder, SUMS);
  const missing = [path, `${path}.sig`].find((file) => !existsSync(file));
  if (missing !== undefined) return { problem: `${basename(missing)} is missing` };
  if (!existsSync(signers)) return { problem: `no file of signers at ${signers}` };
  // `YYYYMMDDHHMMSS`, in the time zone of the environment.
  const stamp = time?.toISOString().slice(0, 19).replace(/\D/g, "");
  const common = [
    ...(stamp === undefined ? [] : ["-O", `verify-time=${stamp}`]),
    ...["-f", signers, "-n", NAMESPACE, "-s", `${path}.sig`],
  ];
  const found = ssh(["-Y", "find-principals", ...common]);
  const [signer] = found.status === 0 ? found.stdout.split("\n") : [];
  if (!signer) {
    const limit = /key (?:has expired|is not yet valid): .*/.exec(found.stderr)?.[0];
    if (limit === undefined) return { problem: `${SUMS}.sig is by none of the signers of ${signers}` };
    const advice =
      time === undefined ? `: only a proven timestamp of ${SUMS}.sig shows when it was made` : "";
    return { problem: `${SUMS}.sig: ${limit}${advice}` };
  }
  const { status, stdout, stderr } = ssh(["-Y", "verify", "-I", signer, ...common], {
    input: readFileSync(path),
  });
  return status === 0
    ? { signer }
    : { problem: `${SUMS}.sig does not verify: ${`${stdout}${stderr}`.trim()}` };
}

/**
 * Verifies a release's timestamps with our verifier.
 *
 * @param {string} folder the release.
 * @param {Pick<VerifyOptions, "headers" | "explorers">} options
 * @returns {Promise<{ readonly name: string, readonly summary: string, readonly isProven: boolean, readonly isWrong: boolean,
 * readonly time?: Date }[]>} for each stamped file its report in a line, whether it is proven, and whether it is wrong; `time`:
 * when it existed at the latest, if that is proven.
 */
export async function verifyTimestamps(folder, { headers = [], explorers = [] } = {}) {
  const { headlineClaim, summaryLine, verify } = await built("verifier-lib/dist/index.js");
  const { parseDetachedTimestamp } = await built(OPENTIMESTAMPS);
  const { createEsploraBitcoinSource } = await built("verifier-lib/dist/source/index.js");
  const bytesOf = (path) => new Uint8Array(readFileSync(path));
  const results = [];
  for (const name of STAMPED) {
    const path = join(folder, name);
    const wrong = (summary) => results.push({ name, summary, isProven: false, isWrong: true });
    const missing = [path, `${path}.ots`].find((file) => !existsSync(file));
    if (missing !== undefined) {
      wrong(`${basename(missing)} is missing`);
      continue;
    }
    const bytes = bytesOf(`${path}.ots`);
    try {
      // The verifier takes evidence of other kinds too, with other sources of time.
      parseDetachedTimestamp(bytes);
    } catch (error) {
      wrong(`FAILED: no OpenTimestamps file: ${error.message}`);
      continue;
    }
    const report = await verify(bytes, {
      original: bytesOf(path),
      headers: headers.map(bytesOf),
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

/** Each tarball is the package that its name says, and has its bill of materials. */
function tarballProblems(folder) {
  const names = readdirSync(folder);
  const tarballs = names.filter((name) => name.endsWith(".tgz"));
  if (tarballs.length === 0) return ["there is no package"];
  return tarballs.flatMap((name) => {
    const { status, stdout } = spawnSync("tar", ["-xzOf", join(folder, name), "package/package.json"], {
      encoding: "utf8",
    });
    if (status !== 0) return [`${name} is no package`];
    const manifest = jsonOf(stdout);
    const own = identityOf(manifest?.name, manifest?.version);
    if (own === null) return [`${name} is no package`];
    const wanted = `${manifest.name.replace(/^@/, "").replace("/", "-")}-${manifest.version}`;
    const problems = name === `${wanted}.tgz` ? [] : [`${name} is ${own}`];
    const bill = `${wanted}.cdx.json`;
    if (!names.includes(bill)) return [...problems, `${name} has no bill of materials`];
    const component = jsonOf(readFileSync(join(folder, bill), "utf8"))?.metadata?.component;
    const group = component?.group === undefined ? "" : `${component.group}/`;
    const described = identityOf(component?.name && `${group}${component.name}`, component?.version);
    if (described === null) return [...problems, `${bill} is no bill of materials`];
    return described === own ? problems : [...problems, `${bill} is of ${described}`];
  });
}

function identityOf(name, version) {
  return typeof name === "string" && typeof version === "string" ? `${name}@${version}` : null;
}

/** Undefined for what is no JSON: a signer may have signed that too. */
function jsonOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
