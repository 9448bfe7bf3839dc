/** The `openssl` command, where it is installed: an implementation of RFC 3161 that shares no line with ours. */
import { spawnSync } from "node:child_process";

const COMMAND = "openssl";

const version = spawnSync(COMMAND, ["version"], { encoding: "utf8" });

/** Null where it is absent, which on CI it must not be. */
export const opensslVersion: string | null = version.status === 0 ? version.stdout.trim() : null;
if (opensslVersion === null) {
  if (process.env["CI"] === "true") throw new Error("CI expected openssl to be installed");
  console.warn("SKIPPED: no openssl here, nothing is held against it");
}

/** Runs a command of openssl to its end. */
export function openssl(
  words: readonly string[],
  { cwd, input }: { cwd?: string; input?: Uint8Array } = {},
): { readonly status: number | null; readonly stdout: Buffer; readonly text: string } {
  const { status, stdout, stderr } = spawnSync(COMMAND, words, {
    ...(cwd === undefined ? {} : { cwd }),
    ...(input === undefined ? {} : { input }),
    env: { ...process.env, OPENSSL_CONF: "/dev/null" },
  });
  return { status, stdout, text: `${stdout}${stderr}` };
}
