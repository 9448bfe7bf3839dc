/**
 * Our encryption of originals beside Google Tink's own library (Python): each reads what the other
 * writes, and refuses changed data. Pinned in tink-requirements.txt and kept in a Python
 * environment beside other test caches. Without Python the test is skipped with a visible line;
 * with CI set it must run.
 */

import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { decryptSegments, encryptSegments } from "../../service/src/custody/encryption.js";

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const requirements = here("./tink-requirements.txt");
const MAX_BUFFER = 50_000_000;

/** Python with Tink, installed if missing; null if that fails. */
function findPython(): string | null {
  const version = createHash("sha256").update(readFileSync(requirements)).digest("hex").slice(0, 16);
  const cache = process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache");
  const folder = join(cache, "svc-proof", `tink-${version}`);
  const python = join(folder, "bin", "python");
  const ready = join(folder, "ready");
  if (existsSync(ready)) return python;
  mkdirSync(folder, { recursive: true });
  const install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements];
  for (const [command, args] of [
    ["python3", ["-m", "venv", folder]],
    [python, install],
  ] as const) {
    const { status, stderr } = spawnSync(command, args, { encoding: "utf8" });
    if (status === 0) continue;
    console.warn(`SKIPPED: Tink cannot be installed here: ${stderr?.trim().split("\n").at(-1)}`);
    return null;
  }
  writeFileSync(ready, "");
  return python;
}

const python = findPython();
const KEY = randomBytes(32);
const DATA = Buffer.from("svc-custody:1:associated data");

/** Null if Tink refuses. */
function tink(mode: "encrypt" | "decrypt", content: Uint8Array): Buffer | null {
  const words = [here("./tink_streaming_aead.py"), mode, KEY.toString("hex"), DATA.toString("hex")];
  const { status, stdout, stderr } = spawnSync(python!, words, { input: content, maxBuffer: MAX_BUFFER });
  if (status === 0) return stdout;
  expect(status, stderr.toString()).toBe(1);
  return null;
}

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function contentOf(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

// The first segment holds 131,016 bytes, later ones 131,056.
test
  .skipIf(python === null && !process.env["CI"])
  .each([0, 1, 131_016, 131_017, 262_072, 262_073, 1_000_000])(
  "Tink and we read each other's %i bytes, and neither reads changed ones",
  async (length) => {
    expect(python, "Tink cannot be installed").not.toBeNull();
    const plaintext = randomBytes(length);
    const theirs = tink("encrypt", plaintext)!;
    const decrypted = await contentOf(decryptSegments(KEY, DATA, length, one(theirs)));
    expect(decrypted.equals(plaintext)).toBe(true);
    const ours = await contentOf(encryptSegments(KEY, DATA, one(plaintext)));
    expect(ours).toHaveLength(theirs.length);
    expect(tink("decrypt", ours)?.equals(plaintext)).toBe(true);
    ours[ours.length - 1]! ^= 1;
    expect(tink("decrypt", ours)).toBeNull();
  },
);
