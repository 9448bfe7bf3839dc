/**
 * `npm run demo -- FILE`: runs the main job against a running sandbox. It hashes and registers a file, buys a seal,
 * waits, fetches the portable proof, the seal and the OpenTimestamps file, verifies the proof with the original against
 * the chain and the seal against the sandbox's authority, and prints the report.
 *
 * It uses only what any integrator has: HTTP, a key, and the verifier. Its exit status is that of `svc-verify`.
 */

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, join, relative, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { SETTINGS } from "@svc-proof/service/config/settings";
import { printable } from "@svc-proof/shared/text";
import { type Outcome, reportText, verify } from "@svc-proof/verifier-lib";
import { hashFile } from "@svc-proof/verifier-lib/node";
import { createRpcEvmSource } from "@svc-proof/verifier-lib/source";
import type { SandboxCredentials } from "./credentials.js";

const EXIT_STATUS: Readonly<Record<Outcome, number>> = { verified: 0, failed: 1, indeterminate: 2 };

/** A sandbox with its defaults needs about 15 s, most of it for the 12 confirmations. */
const PATIENCE_MS = 180_000;
/** The API takes 120 requests a minute from one address. */
const POLL_INTERVAL_MS = 1_000;

/** The API takes 10 requests for seals a minute. */
const SEAL_INTERVAL_MS = 10_000;

/** A starting sandbox needs 1 to 3 s to answer. */
const START_TIMEOUT_MS = 15_000;

/** The caller's working directory, because npm runs a script in the workspace's folder. */
const STANDING_IN = process.env["INIT_CWD"] ?? process.cwd();

const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: "no such file",
  ENOTDIR: "no such file",
  EISDIR: "is a directory",
  EACCES: "permission denied",
};

/** The demonstration cannot continue, for a reason that the user can fix. */
class DemoError extends Error {
  override readonly name = "DemoError";
}

interface ProofAnswer {
  readonly id: string;
  readonly created?: boolean;
  readonly state: "queued" | "batched" | "anchored" | "confirmed";
  readonly bitcoin: { readonly state: "pending" | "confirmed"; readonly block_height: number | null };
  readonly urls: { readonly self: string; readonly proof_json: string };
}

type SealAnswer =
  | { readonly state: "pending" }
  | {
      readonly state: "issued";
      readonly authority: string;
      readonly time: string;
      readonly tsr_url: string;
    };

const MEANING: Readonly<Record<ProofAnswer["state"], string>> = {
  queued: "received, waiting for the next batch",
  batched: "in a Merkle batch, waiting for its anchor",
  anchored: "the anchor transaction is in a block",
  confirmed: "the block has enough confirmations",
};

async function demonstrate(words: readonly string[]): Promise<number> {
  const [file] = words;
  if (file === undefined || words.length > 1 || file.startsWith("--")) {
    throw new DemoError("Usage: npm run demo -- FILE");
  }
  const path = resolve(STANDING_IN, file);
  const hash = await hashFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new DemoError(`${file}: ${UNREADABLE[error.code ?? ""] ?? error.message}`);
  });
  const dataDir = resolve(process.env[SETTINGS.dataDir.name] ?? SETTINGS.dataDir.default);
  const sandbox = await untilAnswering(join(dataDir, "sandbox.json"));
  say(`${hash}  ${file}`, "its fingerprint and its name are sent, the file is not");

  const registered = await register(sandbox, hash, basename(file));
  say(`registered as ${registered.id}`, registered.created ? "a new proof" : "already registered");

  const seal = await untilSealed(sandbox, registered);
  await untilConfirmed(sandbox, registered);
  const proofText = await fetchText(registered.urls.proof_json);
  const proofFile = await save(dataDir, `${registered.id}.json`, proofText);
  say("portable proof", proofFile);
  const timestamp = await fetchTimestamp(registered.urls.proof_json.replace(/\.json$/, ".ots"));
  if (timestamp !== null) {
    say("OpenTimestamps file", await save(dataDir, `${registered.id}.ots`, timestamp));
  }

  const sealFile = seal && (await save(dataDir, `${registered.id}.tsr`, seal));
  if (sealFile !== null) say("seal", sealFile);
  const trusted = sandbox.tsa_root;

  const report = await verify(Buffer.from(proofText), {
    contentHash: await hashFile(path),
    isOriginalHashed: true,
    sources: [createRpcEvmSource({ chainId: sandbox.chain_id, url: sandbox.rpc_url })],
    ...(seal && { seal }),
    ...(trusted !== null && { trust: [await readFile(trusted, "utf8")] }),
  });
  const sealWords =
    sealFile === null || trusted === null
      ? ""
      : ` --seal ${shellWord(sealFile)} --trust ${shellWord(fromHere(trusted))}`;
  process.stdout.write(`\n${reportText(report)}\n
The same by the command line:
  ${printable(`npx svc-verify --original ${shellWord(file)} --rpc ${sandbox.chain_id}=${sandbox.rpc_url}${sealWords} ${shellWord(proofFile)}`)}

${report.outcome}
`);
  return EXIT_STATUS[report.outcome];
}

/** Waits until the sandbox and its chain answer: it may be starting in another shell. */
async function untilAnswering(path: string): Promise<SandboxCredentials> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (let told = false; ; await sleep(POLL_INTERVAL_MS)) {
    // Read again each time, because a new sandbox has other addresses.
    const sandbox = await readSandbox(path);
    if (sandbox !== null && (await answers(sandbox.site_url)) && (await answers(sandbox.rpc_url)))
      return sandbox;
    if (Date.now() > deadline) {
      throw new DemoError(
        sandbox === null
          ? `No sandbox has run here (${path} is missing). Start one in another shell: npm start`
          : `The sandbox does not answer at ${sandbox.site_url}. Start it in another shell: npm start`,
      );
    }
    if (!told) process.stderr.write("Waiting for the sandbox ...\n");
    told = true;
  }
}

async function readSandbox(path: string): Promise<SandboxCredentials | null> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch {
    return null;
  }
}

function answers(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    async (answer) => {
      await answer.body?.cancel();
      return true;
    },
    () => false,
  );
}

async function register(sandbox: SandboxCredentials, hash: string, name: string): Promise<ProofAnswer> {
  const answer = await ask(`${sandbox.base_url}/proofs`, {
    method: "POST",
    headers: { authorization: `Bearer ${sandbox.keys.pro}`, "content-type": "application/json" },
    body: JSON.stringify({ hash, name }),
  });
  return (await answer.json()) as ProofAnswer;
}

/** The seal's bytes; null if the account has no seal left, or there is no authority. */
async function untilSealed(sandbox: SandboxCredentials, { urls }: ProofAnswer): Promise<Buffer | null> {
  const headers = { authorization: `Bearer ${sandbox.keys.pro}` };
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const answer = await fetchAnswer(`${urls.self}/qualified`, { method: "POST", headers });
    if (!answer.ok) {
      const { error } = (await answer.json()) as { error: { message: string } };
      say("not sealed", error.message);
      return null;
    }
    const { qualified } = (await answer.json()) as { qualified: SealAnswer };
    if (qualified.state === "issued") {
      say(`sealed at ${qualified.time}`, `by ${qualified.authority}`);
      return Buffer.from(await (await ask(qualified.tsr_url, { headers })).arrayBuffer());
    }
    if (Date.now() > deadline) throw new DemoError("The timestamping authority does not answer.");
    await sleep(SEAL_INTERVAL_MS);
  }
}

async function untilConfirmed(sandbox: SandboxCredentials, proof: ProofAnswer): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  let shown = "";
  for (let { state, bitcoin } = proof; ; ) {
    if (state !== shown) say(state, MEANING[state]);
    shown = state;
    // Other calendars than the sandbox's own take hours.
    const isAttested = bitcoin.state === "confirmed";
    if (state === "confirmed" && (isAttested || sandbox.calendar_url === null)) {
      if (isAttested)
        say("confirmed in Bitcoin", `block ${bitcoin.block_height} of ${chainOf(sandbox)} commits to it`);
      return;
    }
    if (Date.now() > deadline) {
      const open = state === "confirmed" ? "pending in Bitcoin" : state;
      throw new DemoError(`Still ${open} after ${PATIENCE_MS / 1000} s. See the service's log.`);
    }
    await sleep(POLL_INTERVAL_MS);
    const answer = await ask(proof.urls.self, { headers: { authorization: `Bearer ${sandbox.keys.pro}` } });
    ({ state, bitcoin } = (await answer.json()) as ProofAnswer);
  }
}

function chainOf({ calendar_url }: SandboxCredentials): string {
  return calendar_url === null ? "the calendars' chain" : "a regtest chain";
}

async function fetchText(url: string): Promise<string> {
  return (await ask(url)).text();
}

/** Null until it is submitted. */
async function fetchTimestamp(url: string): Promise<Buffer | null> {
  const answer = await ask(url);
  return answer.status === 200 ? Buffer.from(await answer.arrayBuffer()) : null;
}

async function ask(url: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetchAnswer(url, init);
  if (!answer.ok)
    throw new DemoError(`${init.method ?? "GET"} ${url}: ${answer.status} ${await answer.text()}`);
  return answer;
}

async function fetchAnswer(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, signal: AbortSignal.timeout(30_000) });
  } catch {
    throw new DemoError(
      `The sandbox does not answer at ${new URL(url).origin}. Start it in another shell: npm start`,
    );
  }
}

async function save(dataDir: string, name: string, content: string | Buffer): Promise<string> {
  const folder = join(dataDir, "demo");
  await mkdir(folder, { recursive: true });
  const path = join(folder, name);
  await writeFile(path, content);
  return fromHere(path);
}

function fromHere(path: string): string {
  const shown = relative(STANDING_IN, path);
  return shown.startsWith("..") ? path : shown;
}

function shellWord(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

function say(what: string, meaning: string): void {
  process.stdout.write(`${printable(what)}\n    ${printable(meaning)}\n`);
}

try {
  process.exitCode = await demonstrate(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${printable((error as Error).message)}\n`);
  // Show the stack of a bug: the user cannot fix it.
  if (!(error instanceof DemoError)) {
    const frames = ((error as Error).stack ?? "").split("\n").filter((line) => line.startsWith("    at "));
    process.stderr.write(`${frames.map(printable).join("\n")}\n`);
  }
  process.exitCode = error instanceof DemoError ? 3 : 1;
}
