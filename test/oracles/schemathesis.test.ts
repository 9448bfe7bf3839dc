/**
 * Schemathesis, an independent API tester, against a live server and the OpenAPI document that it
 * serves. The package and its dependencies are pinned (schemathesis-requirements.txt) and kept in a
 * Python environment beside other test caches. Without Python, or if the environment cannot be
 * made, the test is skipped with a visible line; with CI set it must run.
 */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ApiService } from "../contract/api-service.js";
import { SealWorld } from "../contract/seal-world.js";
import { openTemporarySqlite } from "../contract/test-stores.js";
import { share } from "../fuzz/extent.js";

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const requirements = here("./schemathesis-requirements.txt");
const MAX_EXAMPLES = share(60);

/** The program, installed if missing; null if that fails. */
function findSchemathesis(): string | null {
  const version = createHash("sha256").update(readFileSync(requirements)).digest("hex").slice(0, 16);
  const cache = process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache");
  const folder = join(cache, "svc-proof", `schemathesis-${version}`);
  const ready = join(folder, "ready");
  const program = join(folder, "bin", "schemathesis");
  if (existsSync(ready)) return program;
  mkdirSync(folder, { recursive: true });
  const install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements];
  for (const [command, args] of [
    ["python3", ["-m", "venv", folder]],
    [join(folder, "bin", "python"), install],
  ] as const) {
    const { status, stderr } = spawnSync(command, args, { encoding: "utf8" });
    if (status === 0) continue;
    console.warn(`SKIPPED: Schemathesis cannot be installed here: ${stderr?.trim().split("\n").at(-1)}`);
    return null;
  }
  writeFileSync(ready, "");
  return program;
}

const schemathesis = findSchemathesis();
let world: SealWorld;
let service: ApiService;
beforeAll(async () => {
  // Answers point to the server itself, so that their links can be followed.
  world = await SealWorld.start(openTemporarySqlite, { siteUrl: null });
  service = world.api;
});
afterAll(() => world.stop());

// In CI, a failed installation is a failure, not a skip.
test.skipIf(schemathesis === null && !process.env["CI"])(
  "Schemathesis finds nothing, in all its phases and with all its checks",
  async () => {
    expect(schemathesis, "Schemathesis cannot be installed").not.toBeNull();
    const account = await service.newAccount();
    // Enough for its first requests; after that it gets 402.
    await service.addSeals(account.id, "pack", 20);
    for (let i = 0; i < 3; i++) await service.newProof(account);
    await service.anchor(await service.batchQueue());
    const { status, output } = await run(account.key);
    expect(status, output.slice(-20_000)).toBe(0);
    // It did its work: every operation in every phase.
    expect(output).toMatch(/Selected: (\d+)\/\1\s+Tested: \1\s/);
    for (const phase of ["Examples", "Coverage", "Fuzzing", "Stateful"])
      expect(output).toContain(`✅ ${phase}`);
    console.info(output.slice(output.lastIndexOf("SUMMARY")));
  },
  180_000,
);

async function run(key: string): Promise<{ status: number | null; output: string }> {
  // It writes notes of a run into its working folder.
  const folder = mkdtempSync(join(tmpdir(), "svc-schemathesis-"));
  const child = spawn(
    schemathesis!,
    [
      ...["--config-file", here("./schemathesis.toml")],
      "run",
      `http://127.0.0.1:${service.port}/api/v2/openapi.json`,
      ...["--phases", "examples,coverage,fuzzing,stateful"],
      ...["--max-examples", String(MAX_EXAMPLES)],
      ...["--seed", process.env["SVC_TEST_SEED"] ?? "20261121"],
      ...["--header", `Authorization: Bearer ${key}`],
    ],
    { cwd: folder, stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, NO_COLOR: "1" } },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const status = await new Promise<number | null>((resolve) => child.on("close", resolve));
  rmSync(folder, { recursive: true });
  return { status, output };
}
