/** The configuration file: JSON with the address of the service and the key, for its owner alone. */
import { mkdir, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { UsageError } from "@svc-proof/verifier-lib/command-line";
import { writeAtomically } from "../outputs/write-atomically.js";
import { isApiKey } from "./api-key.js";
import { readSecretFile } from "./read-secret-file.js";

export interface StoredConfiguration {
  /** Address of the service or of its API. */
  readonly url?: string;
  readonly key?: string;
}

const FIELDS = ["url", "key"] as const;

/**
 * @returns nothing set if there is no such file.
 * @throws UsageError if others may read it, or if it is malformed.
 */
export function readConfigurationFile(path: string): StoredConfiguration {
  const text = readSecretFile(path);
  return text === null ? {} : parseConfiguration(path, text);
}

function parseConfiguration(path: string, text: string): StoredConfiguration {
  const expected = `${path}: expected {"url": "https://...", "key": "svc_..."}`;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // What a parser says may repeat a part of the text.
    throw new UsageError(`${expected}, got no JSON`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new UsageError(expected);
  const fields = value as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(fields).find((name) => !FIELDS.some((field) => field === name));
  if (unknown !== undefined)
    throw new UsageError(`${expected}, got the field ${JSON.stringify(unknown.slice(0, 40))}`);
  const { url, key } = fields;
  if (url !== undefined && typeof url !== "string") throw new UsageError(`${path}: url: expected a text`);
  if (key !== undefined && (typeof key !== "string" || !isApiKey(key))) {
    throw new UsageError(
      `${path}: key: expected svc_ and 43 characters, as the dashboard shows a new key once`,
    );
  }
  return { ...(url !== undefined && { url }), ...(key !== undefined && { key }) };
}

/** @throws the file system's error. */
export async function writeConfigurationFile(
  path: string,
  configuration: StoredConfiguration,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeAtomically(path, `${JSON.stringify(configuration, null, 2)}\n`, { mode: 0o600 });
}

/** @returns whether there was one. @throws the file system's error. */
export async function deleteConfigurationFile(path: string): Promise<boolean> {
  try {
    await rm(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}
