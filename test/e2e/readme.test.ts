/**
 * Runs the commands of the `console` blocks of README and docs/guides/start.md in order, as a reader would, and
 * compares their output with the pages. Identifiers, hashes, times, ports and block
 * numbers may differ; `...` stands for anything.
 */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root, run, type Sandbox, startSandbox, until } from "./sandbox.js";

interface Step {
  readonly command: string;
  readonly shown: string;
}

const readme = stepsOf("README.md");
const start = stepsOf("docs/guides/start.md");

function stepsOf(path: string): readonly Step[] {
  const page = readFileSync(join(root, path), "utf8");
  return [...page.matchAll(/^```console\n([\s\S]*?)^```$/gm)].flatMap(([, block]) =>
    block!
      .split(/^\$ /m)
      .filter((step) => step !== "")
      .map((step) => {
        const [command, ...shown] = step.split("\n");
        return { command: command!, shown: shown.join("\n").trim() };
      }),
  );
}

let sandbox: Sandbox;
const folder = mkdtempSync(join(tmpdir(), "svc-proof-readme-"));
beforeAll(async () => {
  sandbox = await startSandbox({ SVC_BATCH_INTERVAL_MS: "500", SVC_SANDBOX_BLOCK_MS: "250" });
});
afterAll(async () => {
  await sandbox.stop();
  rmSync(folder, { recursive: true });
});

/** Replaces values that differ in every run by their kind. */
function normalised(text: string): string {
  return text
    .replaceAll(sandbox.dataDir, ".svc-data")
    .replaceAll(`${folder}/`, "")
    .replace(/\b0x[0-9a-f]{64}\b/g, "<transaction>")
    .replace(/\b[0-9a-f]{64}\b/g, "<hash>")
    .replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, "<uuid>")
    .replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, "<time>")
    .replace(/svc_[\w-]{43}/g, "<key>")
    .replace(/\/sign-in\/[\w-]{43}/g, "/sign-in/<token>")
    .replace(/(?:127\.0\.0\.1|localhost):\d+/g, "<address>")
    .replace(/\bblock \d+/g, "block <number>")
    .replace(/\b\d+ confirmations/g, "<number> confirmations");
}

/** A page's text as a pattern in which `...` matches anything. */
function pattern(shown: string): RegExp {
  const parts = normalised(shown)
    .split("...")
    .map((part) => part.trim().replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join("[\\s\\S]*")}\\s*$`);
}

test("README and the first five minutes start the sandbox and verify a proof", () => {
  expect(readme[0]?.command).toBe("npm start");
  const verifications = readme.filter(({ command }) => command.startsWith("npx svc-verify"));
  expect(verifications[0]?.shown).toMatch(/^REHEARSAL, /);
  expect(start[0]?.command).toBe("npm start");
  expect(start.filter(({ command }) => command.startsWith("npx svc-verify"))).toHaveLength(6);
});

test("npm start prints what README shows", async () => {
  // The addresses are printed after sandbox.json is written.
  await until(() => sandbox.output().includes("root.pem"), 30_000);
  expect(normalised(sandbox.output()).trim()).toMatch(pattern(readme[0]!.shown));
  expect(normalised(sandbox.output()).trim()).toMatch(pattern(start[0]!.shown));
});

test("every command of README and of the first five minutes gives the output that the page shows", async () => {
  // The commands run in the workspace, on the test's own sandbox.
  copyFileSync(join(root, "README.md"), join(folder, "README.md"));
  mkdirSync(join(folder, "contracts"));
  for (const name of ["lease.txt", "offer.txt"]) writeFileSync(join(folder, "contracts", name), `${name}\n`);
  writeFileSync(join(folder, "key.txt"), sandbox.keys.pro, { mode: 0o600 });
  let variables = "";
  for (const step of [...readme.slice(1), ...start.slice(1)]) {
    const { command, shown } = step;
    // The five minutes do not use the variables of README.
    if (step === start[1]) variables = "";
    const here = command
      .replaceAll(".svc-data", sandbox.dataDir)
      .replaceAll("http://127.0.0.1:8080", sandbox.site_url)
      .replace(
        /(?<![\w/.])(README\.md|contracts|key\.txt|changed\.txt|contract\.(?:txt|json|zip|pdf))/g,
        `${folder}/$1`,
      );
    if (/^[A-Z]+=/.test(command)) {
      variables += `${here}\n`;
      continue;
    }
    const { stdout, stderr } = await run("bash", ["-c", `${variables}${here}`], {
      SVC_DATA_DIR: sandbox.dataDir,
      XDG_CONFIG_HOME: join(folder, "config"),
    });
    expect(stderr.replace(/^npm (?:warn|notice).*\n/gm, ""), command).toBe("");
    expect(normalised(stdout).trim(), command).toMatch(pattern(shown));
  }
}, 240_000);
