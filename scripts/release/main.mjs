/**
 * `npm run release -- ...`: docs/operations/releases.md. Exit status: 0 done; 1 not done, with the reasons; 2 wrong usage.
 */
import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { prepareOrExit } from "../prepare.mjs";
import { root as ownRoot } from "../workspaces.mjs";
import { buildRelease, commitOf, releaseProblems, tagOf } from "./build.mjs";
import { PUBLIC_CALENDARS, sign, stamp, upgrade } from "./sign.mjs";
import { signerOf, verifyRelease } from "./verify.mjs";
import { ReleaseError, setVersion, versionOf } from "./versions.mjs";

const USAGE = `Usage:
  npm run release -- --dry-run [--out FOLDER]
      checks everything and builds the release, without signature and timestamps
  npm run release -- --key FILE [--out FOLDER] [--calendar URL]... [--signers FILE]
      makes the release: builds, signs and stamps
  npm run release -- check
      only says what stops a release
  npm run release -- version X.Y.Z
      writes the version everywhere it is stated
  npm run release -- upgrade FOLDER [--calendar URL]...
      completes the timestamps, some hours later
  npm run release -- verify FOLDER [--signers FILE] [--headers FILE]... [--esplora URL]... [--need-timestamp]
      verifies a release that was downloaded
`;

const OPTIONS = {
  "dry-run": { type: "boolean" },
  out: { type: "string" },
  key: { type: "string" },
  signers: { type: "string" },
  calendar: { type: "string", multiple: true },
  headers: { type: "string", multiple: true },
  esplora: { type: "string", multiple: true },
  "need-timestamp": { type: "boolean" },
  // Of another checkout than the one of this program: for tests.
  root: { type: "string" },
  help: { type: "boolean", short: "h" },
};

class UsageError extends Error {}

const say = (line) => process.stdout.write(`${line}\n`);

async function main(args) {
  const { values, positionals } = read(args);
  if (values.help) return say(USAGE.trimEnd());
  const root = values.root === undefined ? ownRoot : resolve(values.root);
  const signers = resolve(values.signers ?? join(root, "docs/operations/release-signers"));
  const [command = "make", argument, ...rest] = positionals;
  if (rest.length > 0) throw new UsageError(`unexpected: ${rest.join(" ")}`);
  const folder = () => {
    if (argument === undefined) throw new UsageError(`${command} needs a folder`);
    const path = resolve(argument);
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory())
      throw new ReleaseError([`no folder at ${path}`]);
    return path;
  };
  if (command === "version") {
    if (argument === undefined) throw new UsageError("version needs a version");
    for (const path of setVersion(root, argument)) say(`${path}: ${argument}`);
  } else if (command === "check") {
    stopAt(releaseProblems(root));
    say(`${versionOf(root)} can be released`);
  } else if (command === "verify") {
    await prepareOrExit();
    const { told, problems } = await verifyRelease(folder(), {
      signers,
      headers: values.headers,
      explorers: values.esplora,
      needsTimestamp: values["need-timestamp"],
    });
    for (const line of told) say(line);
    stopAt(problems);
    say("verified");
  } else if (command === "upgrade") {
    await prepareOrExit();
    for (const { name, heights } of await upgrade(folder(), values.calendar ?? [])) {
      say(`${name}: ${heights.length === 0 ? "pending" : `in block ${heights.join(", ")}`}`);
    }
  } else if (command === "make" && argument === undefined) await make(root, values, signers);
  else throw new UsageError(`no command ${command}`);
}

async function make(root, values, signers) {
  const isDry = values["dry-run"] === true;
  if (isDry === (values.key !== undefined)) throw new UsageError("give --dry-run, or --key FILE");
  const version = versionOf(root);
  const problems = releaseProblems(root);
  if (!isDry) {
    if (!existsSync(values.key)) problems.push(`no key at ${values.key}`);
    if (!existsSync(signers))
      problems.push(`no file of signers at ${signers}: docs/operations/releases.md, "The key"`);
    stopAt(problems);
  }
  const out = resolve(values.out ?? join(root, "release", version));
  // The release is built in a copy, with the dependencies that are installed here.
  await prepareOrExit("programs");
  // Building takes minutes.
  for (const problem of problems) say(`would stop a release: ${problem}`);
  say(`building ${version} from ${commitOf(root).commit.slice(0, 12)}`);
  const packed = buildRelease(root, out);
  for (const { name, filename } of packed) say(`${name}: ${filename}`);
  if (isDry) {
    say(`in ${out}, without signature and timestamps`);
    stopAt(problems);
    return say("a release would go through");
  }
  sign(out, values.key);
  const { signer, problem } = signerOf(out, signers);
  // A release that nobody can check is none.
  if (problem !== undefined) throw new ReleaseError([problem]);
  say(`signed by ${signer}`);
  await prepareOrExit();
  for (const line of await stamp(out, values.calendar ?? PUBLIC_CALENDARS)) say(`no answer: ${line}`);
  say(`stamped; the blocks follow in some hours: npm run release -- upgrade ${out}`);
  say(`next: git tag -s ${tagOf(version)} -m ${tagOf(version)}, then publish: docs/operations/releases.md`);
}

function stopAt(problems) {
  if (problems.length > 0) throw new ReleaseError(problems);
}

function read(args) {
  try {
    const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
    const wrong = [...(values.calendar ?? []), ...(values.esplora ?? [])].find((url) => !URL.canParse(url));
    if (wrong !== undefined) throw new UsageError(`${wrong} is no address`);
    const missing = (values.headers ?? []).find((path) => !existsSync(path));
    if (missing !== undefined) throw new UsageError(`no headers at ${missing}`);
    return { values, positionals };
  } catch (error) {
    throw new UsageError(error.message);
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\n\n${USAGE}`);
    process.exitCode = 2;
  } else if (error instanceof ReleaseError) {
    for (const problem of error.problems) process.stderr.write(`release: ${problem}\n`);
    process.exitCode = 1;
  } else throw error;
}
