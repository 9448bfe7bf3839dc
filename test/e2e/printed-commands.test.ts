/**
 * The commands that the documents of a proof print, README.txt of its package and the certificate, in each language:
 * read off the real files and typed into a shell, today and when the authority's certificates have expired.
 */

import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PortableProof } from "@svc-proof/shared/proof";
import { LANGUAGES } from "@svc-proof/verifier-web/ui/language";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { externalTool } from "../certificates/external-tool.js";
import { stockClient } from "../oracles/opentimestamps/oracles.js";
import { bytesOf, type EvidenceWorld, HASH, ORIGINAL, startEvidenceWorld, textOf } from "./evidence-world.js";
import {
  type Answer,
  canFakeTime,
  commandsOfCertificate,
  linesOfReadme,
  type PrintedLine,
  pathCommands,
  type,
} from "./typed-commands.js";

const pdfdetach = externalTool("pdfdetach", "-v");
const pdftotext = externalTool("pdftotext", "-v");
/** A program in Perl, not of macOS alone. */
const shasum = externalTool("shasum", "--version");

const folder = mkdtempSync(join(tmpdir(), "svc-printed-commands-"));
let world: EvidenceWorld;

/**
 * Days by which the clock is ahead: none, four years, and so many that the certificates of the sandbox's authority,
 * which live for twenty years, have expired.
 */
const CLOCKS = canFakeTime ? [0, 1_461, 7_306] : [0];

/** What the commands of either document must have answered. */
function expectAnswers(answers: ReadonlyMap<string, Answer>, file: string, blocks: Blocks): void {
  const answerTo = (start: string): Answer => {
    const found = [...answers].find(([command]) => command.startsWith(start));
    expect(found, start).toBeDefined();
    return found![1];
  };
  expect(answerTo(`sha256sum ${file}`).output).toContain(HASH);
  if (shasum !== null) expect(answerTo(`shasum -a 256 ${file}`).output).toContain(HASH);
  expect(answerTo("openssl ts -verify")).toEqual({
    status: 0,
    output: expect.stringContaining("Verification: OK"),
  });
  expect(answerTo("node svc-verify.mjs")).toEqual({ status: 0, output: expect.stringMatching(/^REHEARSAL/) });
  if (stockClient() === null) return;
  const client = [...answers].filter(([command]) => command.startsWith("pipx run "));
  // Status 1: the client names the block and its root, and has not looked.
  expect(client.map(([, { status, output }]) => [status, blockIn(output)])).toEqual([
    [1, blocks.original],
    [1, blocks.seal],
  ]);
}

const blockIn = (output: string) =>
  Number(/Bitcoin block (\d+) has merkleroot [0-9a-f]{64}/.exec(output)?.[1]);

/** Heights of the Bitcoin blocks that the documents name. */
interface Blocks {
  readonly original: number;
  readonly seal: number;
}

/** The commands of a document in each language, which must be the same, without those for other systems. */
function commandsInAll(byLanguage: readonly (readonly PrintedLine[])[]): string[] {
  const [first] = byLanguage;
  for (const lines of byLanguage) expect(lines).toEqual(first);
  return first!
    .filter(
      ({ system, line }) =>
        system === null ||
        /^(?:Linux|Debian)/.test(system) ||
        (shasum !== null && line.startsWith("shasum ")),
    )
    .map(({ line }) => line);
}

const packages = new Map<string, Uint8Array>();
let readme: string;
let proof: PortableProof;
let blocks: Blocks;
let program: Uint8Array;
let page: Uint8Array;

beforeAll(async () => {
  world = await startEvidenceWorld();
  for (const language of LANGUAGES) packages.set(language, await world.fetchPackage(language));
  proof = JSON.parse(await textOf(packages.get("en")!, "proof.json"));
  readme = await textOf(packages.get("en")!, "README.txt");
  const flat = readme.replace(/\s+/g, " ");
  blocks = {
    original: Number(/Bitcoin block (\d+)(?:, of \d{4}-\d\d-\d\d \(UTC\),)? also records/.exec(flat)![1]),
    seal: Number(/bound to Bitcoin block (\d+)/.exec(flat)![1]),
  };
  const served = async (name: string) => {
    const answer = await fetch(`${world.sandbox.site_url}/verify/${name}`);
    expect(answer.status, `${name} is built`).toBe(200);
    return new Uint8Array(await answer.arrayBuffer());
  };
  program = await served("svc-verify.mjs");
  page = await served("verifier.html");
}, 120_000);
afterAll(async () => {
  await world.sandbox.stop();
  rmSync(folder, { recursive: true });
});

describe("README.txt", () => {
  let lines: PrintedLine[];
  let commands: string[];

  beforeAll(async () => {
    const all: PrintedLine[][] = [];
    for (const [, zip] of packages) all.push(linesOfReadme(await textOf(zip, "README.txt")));
    lines = all[0]!;
    commands = commandsInAll(all).filter((line) => !/^(?:sudo|https?:|0x|svc:v2:|[0-9a-f]{64}$)/.test(line));
  });

  const typed = (daysAhead: number) => {
    const at = mkdtempSync(join(folder, "by-hand-"));
    writeFileSync(
      join(at, `svc-evidencia-${/Certificate: (\S+)/.exec(readme)![1]}.zip`),
      packages.get("en")!,
    );
    writeFileSync(join(at, "svc-verify.mjs"), program);
    const whole = commands.flatMap((line) =>
      line.includes("LEFTRIGHT") ? pathCommands(line, proof) : [line],
    );
    // Where a person saves the program.
    const cd = whole.findIndex((line) => line.startsWith("cd "));
    return type(whole.toSpliced(cd + 1, 0, "cp ../svc-verify.mjs ."), at, daysAhead);
  };

  test("every command is one that is checked here", () => {
    const known = ["unzip", "cd", "sha256sum", "shasum", "printf", "pipx", "openssl", "node"];
    for (const command of commands) expect(known).toContain(command.split(" ")[0]);
    const others = lines.filter(({ system }) => system !== null);
    expect(others).toEqual([
      { system: "Debian, Ubuntu", line: "sudo apt install unzip xxd openssl pipx" },
      { system: "macOS", line: "brew install openssl@3 pipx" },
      { system: "macOS", line: 'export PATH="$(brew --prefix openssl@3)/bin:$PATH"' },
      { system: "Linux", line: "sha256sum 'original/Über d'\\''été – Año.txt'" },
      { system: "macOS", line: "shasum -a 256 'original/Über d'\\''été – Año.txt'" },
      { system: "Windows", line: 'certutil -hashfile "original\\Über d\'été – Año.txt" SHA256' },
    ]);
  });

  test.each(CLOCKS)("does as it says, %i days on", async (daysAhead) => {
    const answers = typed(daysAhead);
    const answerTo = (start: string) => [...answers].find(([command]) => command.startsWith(start))![1];
    const file = "'original/Über d'\\''été – Año.txt'";
    expectAnswers(answers, file, blocks);
    expect(answerTo("unzip -d").status).toBe(0);
    expect(answerTo("cd ")).toEqual({ status: 0, output: "" });
    expect(answerTo("printf svc-leaf").output).toContain(proof.leaf.value);
    const last = [...answers].filter(([command]) => command.includes("xxd")).at(-1);
    if (last !== undefined) expect(last[1].output).toContain(proof.merkle.root);
    const copied = lines.map(({ line }) => line);
    expect(copied).toContain(proof.merkle.root);
    expect(copied).toContain(`svc:v2:${proof.merkle.root}`);
    for (const name of ["verifier.html", "svc-verify.mjs"]) {
      const stated = copied[copied.indexOf(`sha256sum ${name}`) + (name === "verifier.html" ? 1 : -1)];
      expect(answerTo(`sha256sum ${name}`).output).toContain(stated);
    }
    expect(readme).toContain(HASH);
  });
});

describe.skipIf(pdfdetach === null || pdftotext === null)("certificate.pdf", () => {
  let lines: PrintedLine[];
  let commands: string[];

  beforeAll(async () => {
    const all: PrintedLine[][] = [];
    for (const [language, zip] of packages) {
      const path = join(folder, `${language}.pdf`);
      writeFileSync(path, await bytesOf(zip, "certificate.pdf"));
      const text = pdftotext!("-layout", path, "-").output.toString();
      const printed = commandsOfCertificate(text);
      all.push(printed);
      // None of them stands in a sentence, where quotes and line breaks are copied with it.
      const flat = printed.reduce((rest, { line }) => rest.replace(line, ""), text).replace(/\s+/g, " ");
      expect(flat, language).not.toMatch(
        /sha256sum |shasum |certutil |\bots (?:--|verify)|openssl ts|node svc/,
      );
    }
    lines = all[0]!;
    commands = commandsInAll(all);
  });

  const typed = (daysAhead: number, ...further: string[]) => {
    const at = mkdtempSync(join(folder, "certificate-"));
    const name = lines.map(({ line }) => /\bcertificado-\S+\.pdf$/.exec(line)?.[0]).find(Boolean)!;
    copyFileSync(join(folder, "en.pdf"), join(at, name));
    pdfdetach!("-saveall", "-o", at, join(at, name));
    writeFileSync(join(at, "FILE"), ORIGINAL);
    writeFileSync(join(at, "CA.pem"), world.rootPem());
    writeFileSync(join(at, "svc-verify.mjs"), program);
    return type([...commands, ...further], at, daysAhead);
  };

  test("every command is one that is checked here", () => {
    const known = ["sha256sum", "shasum", "pipx", "openssl", "node"];
    for (const command of commands) expect(known).toContain(command.split(" ")[0]);
    expect(lines.filter(({ system }) => system !== null)).toEqual([
      { system: "Linux", line: "sha256sum FILE" },
      { system: "macOS", line: "shasum -a 256 FILE" },
      { system: "Windows", line: "certutil -hashfile FILE SHA256" },
    ]);
  });

  test.each(CLOCKS)("does as it says, %i days on", (daysAhead) => {
    expectAnswers(typed(daysAhead), "FILE", blocks);
  });

  test.skipIf(!canFakeTime)(
    "the clock matters: without the time of the seal, openssl refuses in the end",
    () => {
      const command = commands.find((line) => line.startsWith("openssl"))!.replace(/ -attime \d+/, "");
      expect(typed(CLOCKS[0]!, command).get(command)!.status).toBe(0);
      const { status, output } = typed(CLOCKS.at(-1)!, command).get(command)!;
      expect([status, output]).toEqual([1, expect.stringContaining("certificate has expired")]);
    },
  );
});

test("the packed verifier is that of the site, byte for byte", async () => {
  expect(Buffer.compare(page, await bytesOf(packages.get("en")!, "verifier.html"))).toBe(0);
});
