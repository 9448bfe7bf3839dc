import { readFile } from "node:fs/promises";
import type { AnchorSetting } from "./config/anchor-settings.js";
import { privateKey } from "./config/format.js";
import { StartError } from "./start-error.js";

/** The format's own length, and a line end. */
const MAX_KEY_CHARACTERS = 100;

/**
 * The private key of an account of `SVC_ANCHORS`.
 *
 * @throws StartError when there is none. The message quotes nothing of what was read.
 */
export async function readAnchorKey({
  chainId,
  key,
}: Pick<AnchorSetting, "chainId" | "key">): Promise<string> {
  if (key.kind === "key") return key.key;
  const where =
    key.kind === "file" ? `the file ${JSON.stringify(key.path)}` : `the environment variable ${key.name}`;
  const given = key.kind === "file" ? await readText(key.path) : process.env[key.name];
  const { parse, expected } = privateKey();
  const parsed =
    given === undefined || given.length > MAX_KEY_CHARACTERS ? undefined : parse(given.replace(/\r?\n$/, ""));
  if (parsed !== undefined) return parsed;
  throw new StartError(
    `SVC_ANCHORS: chain ${chainId}: expected ${expected} in ${where}, got ${given === undefined ? "nothing that can be read" : "a value that is not shown"}`,
  );
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch {
    return undefined;
  }
}
