import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const INSTALL_TIMEOUT_MS = 300_000;

/**
 * Python with the packages of `NAME-requirements.txt`, installed if missing, in an environment beside other test caches.
 * Null, with a logged line, if that fails.
 */
export function pythonWith(name: string): string | null {
  const requirements = join(import.meta.dirname, `${name}-requirements.txt`);
  const version = createHash("sha256").update(readFileSync(requirements)).digest("hex").slice(0, 16);
  const cache = process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache");
  const folder = join(cache, "svc-proof", `${name}-${version}`);
  const python = join(folder, "bin", "python");
  const ready = join(folder, "ready");
  if (existsSync(ready)) return python;
  mkdirSync(folder, { recursive: true });
  for (const [command, args] of [
    ["python3", ["-m", "venv", folder]],
    [python, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements]],
  ] as const) {
    const { status, stderr } = spawnSync(command, args, { encoding: "utf8", timeout: INSTALL_TIMEOUT_MS });
    if (status === 0) continue;
    console.warn(`SKIPPED: ${name} cannot be installed here: ${stderr?.trim().split("\n").at(-1)}`);
    return null;
  }
  writeFileSync(ready, "");
  return python;
}
