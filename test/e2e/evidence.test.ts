/**
 * The evidence package of a proof in every state, from the queue to a block of the sandbox's
 * regtest chain: each is checked by our verifier, unzip and Python, and by its own instructions.
 */
import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseDetachedTimestamp, replay } from "@svc-proof/shared/opentimestamps";
import type { PortableProof } from "@svc-proof/shared/proof";
import { type Check, headlineClaim, verify } from "@svc-proof/verifier-lib";
import { createRpcEvmSource } from "@svc-proof/verifier-lib/source";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseZip } from "../../verifier-lib/src/package/zip/parse-zip.js";
import { externalTool } from "../certificates/external-tool.js";
import { stockClient } from "../oracles/opentimestamps/oracles.js";
import { hasBsdtar, hasSevenZip, hasUnzip, pythonReads, unzipComplains } from "../oracles/zip-tools.js";
import { root, type Sandbox, startSandbox, svcVerify, until } from "./sandbox.js";

const qpdf = externalTool("qpdf", "--version");
const pdfdetach = externalTool("pdfdetach", "-v");

const ORIGINAL = randomBytes(1_000);
const HASH = createHash("sha256").update(ORIGINAL).digest("hex");
const folder = mkdtempSync(join(tmpdir(), "svc-evidence-e2e-"));
const original = join(folder, "original");

let sandbox: Sandbox;
/** Every package that differed from the previous one, by the names of its entries. */
const issued = new Map<string, Uint8Array>();

async function register(body: Readonly<Record<string, string>>): Promise<{ readonly id: string }> {
  const answer = await fetch(`${sandbox.base_url}/proofs`, {
    method: "POST",
    headers: { authorization: `Bearer ${sandbox.keys.pro}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(201);
  return (await answer.json()) as { id: string };
}

const fetchPackage = async (id: string, lang: string) => {
  const answer = await fetch(`${sandbox.base_url}/proofs/${id}/evidence.zip?lang=${lang}`, {
    headers: { authorization: `Bearer ${sandbox.keys.pro}` },
  });
  expect(answer.status).toBe(200);
  return new Uint8Array(await answer.arrayBuffer());
};

const namesOf = async (zip: Uint8Array) => (await parseZip(zip)).map(({ name }) => name).join("\n");

const rootPem = () => readFileSync(join(sandbox.dataDir, "tsa/root.pem"), "latin1");

const textOf = async (zip: Uint8Array, name: string) =>
  Buffer.from(await bytesOf(zip, name)).toString("utf8");

async function bytesOf(zip: Uint8Array, name: string): Promise<Uint8Array> {
  const entry = (await parseZip(zip)).find((one) => one.name === name)!;
  const pieces: Uint8Array[] = [];
  for await (const piece of entry.read()) pieces.push(piece);
  return new Uint8Array(Buffer.concat(pieces));
}

beforeAll(async () => {
  writeFileSync(original, ORIGINAL);
  sandbox = await startSandbox({
    SVC_SANDBOX_BITCOIN_BLOCK_MS: "1000",
    SVC_REQUESTS_PER_MINUTE_PER_IP: "0",
    SVC_DOCUMENT_TIMEOUT_MS: "100000",
  });
  const { id } = await register({ hash: HASH, name: "Über d'été – Año.txt" });
  // Of the same batch, if they come in time: then the path has items.
  await Promise.all(
    [1, 2, 3].map((n) => register({ hash: createHash("sha256").update(`${HASH} ${n}`).digest("hex") })),
  );
  await fetchPackage(id, "en").then(async (zip) => issued.set(await namesOf(zip), zip));
  const sealed = await fetch(`${sandbox.base_url}/proofs/${id}/qualified`, {
    method: "POST",
    headers: { authorization: `Bearer ${sandbox.keys.pro}` },
  });
  expect([200, 202]).toContain(sealed.status);
  await until(async () => {
    const zip = await fetchPackage(id, ["es", "en", "de", "fr"][issued.size % 4]!);
    const names = await namesOf(zip);
    if (!issued.has(names)) issued.set(names, zip);
    return COMPLETE_WITH.every((part) => names.includes(part)) && (await isAttested(zip));
  }, 90_000);
  const deposited = await fetch(`${sandbox.base_url}/proofs/${id}/original`, {
    method: "PUT",
    headers: { authorization: `Bearer ${sandbox.keys.pro}`, "content-type": "text/plain" },
    body: ORIGINAL,
  });
  expect(deposited.status).toBe(201);
  await fetchPackage(id, "en").then(async (zip) => issued.set(await namesOf(zip), zip));
}, 120_000);
afterAll(async () => {
  await sandbox.stop();
  rmSync(folder, { recursive: true });
});

/** What comes last, in any order. */
const COMPLETE_WITH = [
  "bitcoin/headers.json",
  "anchors/31337.ots",
  "seal/qualified-timestamp.tsr.ots",
  "seal/revocation/2.crl",
];

/** Headers may be there for another block of the package before the content's own and the seal's. */
async function isAttested(zip: Uint8Array): Promise<boolean> {
  const files = ["bitcoin/original.ots", "seal/qualified-timestamp.tsr.ots"];
  const attested = await Promise.all(
    files.map(async (name) => {
      const { timestamp, digest } = parseDetachedTimestamp(await bytesOf(zip, name));
      return replay(timestamp, digest).some(({ attestation }) => attestation.kind === "bitcoin");
    }),
  );
  return attested.every(Boolean);
}

const complete = () => [...issued.values()].at(-1)!;

test("it begins without a proof and ends complete", () => {
  const states = [...issued.keys()];
  expect(states[0]?.split("\n")).toEqual(["README.txt", "certificate.pdf"]);
  expect(states.at(-1)?.split("\n")).toEqual([
    ...["README.txt", "certificate.pdf", "proof.json", "seal/qualified-timestamp.tsr"],
    ...["seal/tsa-certificates.pem", "seal/qualified-timestamp.tsr.ots"],
    ...["seal/revocation/1.ocsp", "seal/revocation/2.crl"],
    ...["bitcoin/original.ots", "bitcoin/batch.ots", "bitcoin/headers.json"],
    ...["anchors/31337.json", "anchors/31337.ots", "verifier.html", "original/Über d'été – Año.txt"],
  ]);
});

test("unzip and Python accept each, and the verifier confirms no more than it states", async () => {
  const source = createRpcEvmSource({ chainId: sandbox.chain_id, url: sandbox.rpc_url });
  const now = new Date();
  for (const [names, zip] of issued) {
    const path = join(folder, "evidence.zip");
    writeFileSync(path, zip);
    expect(unzipComplains(path)).toBeNull();
    expect(pythonReads(path)?.map(({ name }) => name) ?? names.split("\n")).toEqual(names.split("\n"));
    const options = { contentHash: HASH, sources: [source], minConfirmations: 1, trust: [rootPem()], now };
    const report = await verify(zip, options);
    expect(report.checks.filter(({ status }) => status === "failed")).toEqual([]);
    if (!names.includes("proof.json")) {
      expect([report.outcome, report.checks[0]!.code]).toEqual(["indeterminate", "evidence_no_proof"]);
      continue;
    }
    expect(report.outcome).toBe("verified");
    // A certificate has no headers and no revocation data.
    const ending = (end: string) =>
      Promise.all(names.split("\n").flatMap((name) => (name.endsWith(end) ? [bytesOf(zip, name)] : [])));
    const ofCertificate = await verify(await bytesOf(zip, "certificate.pdf"), {
      ...options,
      headers: await ending("headers.json"),
      crls: await ending(".crl"),
      ocspResponses: await ending(".ocsp"),
    });
    const inBoth = ({ id, evidence }: Check) => id !== "bitcoin" && !("part" in evidence);
    expect(ofCertificate.checks.filter(inBoth)).toEqual(report.checks.filter(inBoth));
    const isSealed = names.includes("seal/");
    expect(report.claims.map(({ source: { type, kind } }) => `${type} ${kind}`)).toEqual([
      "evm-block development",
      ...(isSealed ? ["rfc3161-timestamp development"] : []),
    ]);
    // The sandbox's chain is never taken for Bitcoin.
    const bitcoin = report.checks.find(({ id }) => id === "bitcoin");
    if (zip === complete()) expect(bitcoin?.code).toBe("header_of_regtest");
    else if (bitcoin !== undefined) expect(bitcoin.status).toBe("indeterminate");
    expect(report.notices.map(({ code }) => code)).toContain("parts_not_checked");
  }
});

test("the instructions first name the date that the verifier names first", async () => {
  const source = createRpcEvmSource({ chainId: sandbox.chain_id, url: sandbox.rpc_url });
  const { claims } = await verify(complete(), { sources: [source], minConfirmations: 1, trust: [rootPem()] });
  const time = headlineClaim(claims)!
    .time.replace("T", " ")
    .replace(/(?:\.000)?Z$/, " UTC");
  const readme = await textOf(complete(), "README.txt");
  const [, first] = [...readme.matchAll(/\d{4}-\d\d-\d\d \S+ UTC/g)].map(([one]) => one);
  // When it was received comes before it.
  expect(first).toBe(time);
});

test("qpdf accepts the certificate in each, and pdfdetach finds the package's files", async () => {
  const path = join(folder, "certificate.pdf");
  for (const [names, zip] of issued) {
    writeFileSync(path, await bytesOf(zip, "certificate.pdf"));
    if (qpdf !== null) {
      const { status, output } = qpdf("--check", path);
      expect([status, output.toString()], names).toEqual([0, expect.stringContaining("No syntax or stream")]);
    }
    if (pdfdetach === null) continue;
    const saved = mkdtempSync(join(folder, "attached-"));
    pdfdetach("-saveall", "-o", saved, path);
    for (const [attached, part] of [
      ["proof.json", "proof.json"],
      ["bitcoin.ots", "bitcoin/original.ots"],
      ["qualified-timestamp.tsr", "seal/qualified-timestamp.tsr"],
      ["qualified-timestamp.tsr.ots", "seal/qualified-timestamp.tsr.ots"],
      ["anchor-31337.ots", "anchors/31337.ots"],
      ["anchor-31337.json", "anchors/31337.json"],
    ] as const) {
      expect(existsSync(join(saved, attached)), `${names}: ${attached}`).toBe(names.includes(part));
      if (!names.includes(part)) continue;
      const bytes = readFileSync(join(saved, attached));
      expect(Buffer.compare(bytes, await bytesOf(zip, part)), `${names}: ${attached}`).toBe(0);
    }
  }
});

describe("the instructions, typed to the letter in a shell", () => {
  /** The indented lines of the instructions. */
  let lines: string[];
  /** What a person on Linux types, with what each line answered. */
  const answers = new Map<string, { readonly status: number; readonly output: string }>();
  let readme: string;
  let proof: PortableProof;

  beforeAll(async () => {
    readme = await textOf(complete(), "README.txt");
    proof = JSON.parse(await textOf(complete(), "proof.json"));
    const at = mkdtempSync(join(folder, "by-hand-"));
    writeFileSync(join(at, `svc-evidencia-${/Certificate: (\S+)/.exec(readme)![1]}.zip`), complete());
    lines = [...readme.matchAll(/^ {7}(\S.*)$/gm)].map(([, line]) => line!);
    const commands = lines
      .filter((line) => !/ {4}\((?:Windows|macOS|Debian, Ubuntu)\)$/.test(line))
      .filter((line) => !/^(?:https?:|0x|svc:v2:|[0-9a-f]{64}$)/.test(line))
      .flatMap((line) => (line.includes("LEFTRIGHT") ? pathCommands(line, proof) : [line]));
    const script = commands.flatMap((command) => [command, `printf '\\n<%s>\\n' $?`]).join("\n");
    // The download of the program, and the client that pipx would fetch.
    const program = lines.find((line) => line.endsWith("/svc-verify.mjs"));
    if (program !== undefined) {
      const bytes = Buffer.from(await (await fetch(program)).arrayBuffer());
      writeFileSync(join(at, "svc-verify.mjs"), bytes);
    }
    const download = program === undefined ? [] : ["cp ../svc-verify.mjs ."];
    const { stdout } = spawnSync("sh", [], {
      cwd: at,
      input: script.replace(/(?<=\ncd \S+\n)/, `${download.join("\n")}\n`),
      env: { PATH: `${pipxFolder()}:${process.env["PATH"]}`, HOME: at, LC_ALL: "C" },
      encoding: "utf8",
      timeout: 60_000,
    });
    const outputs = stdout.split(/\n<(\d+)>\n/);
    for (const [i, command] of commands.entries()) {
      answers.set(command, { status: Number(outputs[2 * i + 1]), output: outputs[2 * i] ?? "" });
    }
  }, 60_000);

  const answerTo = (start: string) => {
    const found = [...answers].find(([command]) => command.startsWith(start));
    expect(found, start).toBeDefined();
    return found![1];
  };

  test("every command is one that is checked here", () => {
    const known = ["unzip", "cd", "sha256sum", "printf", "pipx", "openssl", "node"];
    for (const command of answers.keys()) expect(known).toContain(command.split(" ")[0]);
    const tools = lines.find((line) => line.startsWith("sudo apt install "));
    expect(tools).toBe("sudo apt install unzip xxd openssl pipx    (Debian, Ubuntu)");
  });

  test("the package is unpacked, also where the locale knows no accents", () => {
    expect(answerTo("unzip -d").status).toBe(0);
    expect(answerTo("cd ")).toEqual({ status: 0, output: "" });
  });

  test("the fingerprint is that of the original, the leaf and the root are those of the proof", () => {
    expect(answerTo("sha256sum 'original/Über d'\\''été – Año.txt'").output).toContain(HASH);
    expect(answerTo("printf svc-leaf").output).toContain(proof.leaf.value);
    const last = [...answers].filter(([command]) => command.includes("xxd")).at(-1);
    if (last !== undefined) expect(last[1].output).toContain(proof.merkle.root);
    expect(lines).toContain(proof.merkle.root);
    expect(lines).toContain(`svc:v2:${proof.merkle.root}`);
    expect(readme).toContain(HASH);
  });

  test("the packed verifier is that of the site, byte for byte", async () => {
    expect(answerTo("sha256sum verifier.html").output).toContain(
      lines[lines.indexOf("sha256sum verifier.html") + 1],
    );
    const served = await fetch(`${sandbox.site_url}/verify/verifier.html`);
    const packed = await bytesOf(complete(), "verifier.html");
    expect(Buffer.compare(Buffer.from(await served.arrayBuffer()), packed)).toBe(0);
  });

  test("openssl takes the seal, by the certificates beside it", () => {
    expect(answerTo("openssl ts -verify")).toMatchObject({
      status: 0,
      output: expect.stringContaining("Verification: OK"),
    });
  });

  test.skipIf(stockClient() === null)("the OpenTimestamps client names the blocks", () => {
    const flat = readme.replace(/\s+/g, " ");
    const ofSeal = /bound to Bitcoin block (\d+)/.exec(flat)![1];
    const ofOriginal = /Bitcoin block (\d+) also records/.exec(flat)![1];
    const answer = (file: string) =>
      answerTo(`pipx run --spec opentimestamps-client ots --no-bitcoin verify -f ${file}`).output;
    expect(answer("'original")).toMatch(
      new RegExp(`Bitcoin block ${ofOriginal} has merkleroot [0-9a-f]{64}`),
    );
    expect(answer("seal")).toMatch(new RegExp(`Bitcoin block ${ofSeal} has merkleroot [0-9a-f]{64}`));
  });

  test("the program of the site verifies the package, if the site has it", async () => {
    const built = (await (await fetch(`${sandbox.site_url}/verify/build.json`)).json()) as {
      files: { path: string; sha256: string }[];
    };
    const program = built.files.find(({ path }) => path === "svc-verify.mjs");
    const command = [...answers.keys()].find((one) => one.startsWith("node "));
    expect(command === undefined).toBe(program === undefined);
    if (command === undefined) return;
    expect(lines).toContain(program!.sha256);
    expect(answerTo("sha256sum svc-verify.mjs").output).toContain(program!.sha256);
    expect(command).toContain(`--rpc ${sandbox.chain_id}=${sandbox.rpc_url}`);
    expect(answerTo("node ").status).toBe(0);
  });
});

/** One command for each item of the path, from the leaf to the root. */
function pathCommands(line: string, { leaf, merkle }: PortableProof): string[] {
  let value = leaf.value;
  return merkle.path.map(({ position, hash }) => {
    const pair = position === "left" ? hash + value : value + hash;
    value = createHash("sha256").update(Buffer.from(pair, "hex")).digest("hex");
    return line.replace("LEFTRIGHT", pair);
  });
}

/** A folder with a `pipx` that runs the installed client. The real one would download it. */
function pipxFolder(): string {
  const at = mkdtempSync(join(folder, "pipx-"));
  const script = `#!/bin/sh\n[ "$1 $2 $3 $4" = "run --spec opentimestamps-client ots" ] || exit 64\nshift 4\nexec ${stockClient()} "$@" 2>&1\n`;
  writeFileSync(join(at, "pipx"), script, { mode: 0o755 });
  return at;
}

describe("a name with accents, a quote and a dash", () => {
  const NAME = "original/Über d'été – Año.txt";
  const programs = [
    ["unzip", hasUnzip, ["C", "C.UTF-8"], (path: string) => ["unzip", "-q", path]],
    ["7z", hasSevenZip, ["C", "C.UTF-8"], (path: string) => ["7z", "x", "-y", path]],
    // libarchive refuses names that its locale cannot write.
    ["bsdtar", hasBsdtar, ["C.UTF-8"], (path: string) => ["bsdtar", "-xf", path]],
  ] as const;
  for (const [name, isThere, locales, words] of programs) {
    test.skipIf(!isThere).each(locales)(
      `${name} keeps it, and its owner may read it, in the locale %s`,
      (locale) => {
        const at = mkdtempSync(join(folder, `${name}-`));
        const path = join(at, "evidence.zip");
        writeFileSync(path, complete());
        const [program, ...rest] = words(path);
        const { status } = spawnSync(program!, rest, { cwd: at, env: { ...process.env, LC_ALL: locale } });
        expect(status).toBe(0);
        const seen = statSync(join(at, NAME));
        expect([seen.size, (seen.mode & 0o400) !== 0]).toEqual([ORIGINAL.length, true]);
        expect(Buffer.compare(readFileSync(join(at, NAME)), ORIGINAL)).toBe(0);
      },
    );
  }
});

test("offline, from the witness, the anchor lacks nothing but a source that knows the block", async () => {
  const report = await verify(complete(), { contentHash: HASH });
  const anchor = report.checks.find(({ id }) => id === "anchor")!;
  expect([anchor.status, anchor.code]).toEqual(["indeterminate", "witness_unconfirmed"]);
  const witness = await bytesOf(complete(), "anchors/31337.json");
  const { proof_id } = JSON.parse(await textOf(complete(), "proof.json")) as { proof_id: string };
  const served = await fetch(`${sandbox.base_url}/proof/${proof_id}.witness.json`);
  expect(served.status).toBe(200);
  expect(Buffer.from(await served.arrayBuffer()).equals(witness)).toBe(true);
});

describe("svc-verify", () => {
  const path = join(folder, "complete.zip");
  const rpc = () => ["--rpc", `${sandbox.chain_id}=${sandbox.rpc_url}`, "--confirmations", "1"];
  beforeAll(() => writeFileSync(path, complete()));

  test("takes a package by its path, with the original beside it", async () => {
    const { status, stdout } = await svcVerify("--original", original, ...rpc(), path);
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^VERIFIED \(on a development network/)]);
    expect(stdout).toContain("(README.txt, certificate.pdf, verifier.html)");
  });

  test("refuses another original, and a changed package", async () => {
    const other = await svcVerify("--original", path, ...rpc(), path);
    expect([other.status, other.stdout]).toEqual([1, expect.stringMatching(/^FAILED: content/)]);
    const changed = join(folder, "changed.zip");
    const bytes = Buffer.from(complete());
    bytes[bytes.length - 1] = 1;
    writeFileSync(changed, bytes);
    const { status, stdout } = await svcVerify("--original", original, ...rpc(), changed);
    expect([status, stdout]).toEqual([
      1,
      expect.stringMatching(/^FAILED: format: the archive is malformed \(zip_trailing_data\)/),
    ]);
  });

  test("takes a package from a pipe or a file on standard input", () => {
    const program = join(root, "verifier-lib/bin/svc-verify.js");
    const words = [program, "--json", "--at", new Date().toISOString(), "--hash", HASH, "-"];
    const piped = spawnSync(process.execPath, words, { input: complete(), encoding: "utf8" });
    expect([piped.status, JSON.parse(piped.stdout).input.type]).toEqual([2, "evidence-zip"]);
    const redirected = spawnSync(process.execPath, words, {
      stdio: [openSync(path, "r"), "pipe", "pipe"],
      encoding: "utf8",
    });
    expect(JSON.parse(redirected.stdout).checks).toEqual(JSON.parse(piped.stdout).checks);
  });
});
