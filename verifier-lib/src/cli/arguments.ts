/**
 * The command line's words, judged.
 */
import { parseArgs } from "node:util";
import { createRpcEvmSource, type EvmSource } from "../source/index.js";

export interface Arguments {
  readonly files: readonly string[];
  readonly json: boolean;
  readonly original: string | null;
  /** Lower case. */
  readonly hash: string | null;
  readonly sources: readonly EvmSource[];
  readonly minConfirmations: number;
}

/** The words make no sense; the message says why. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** @throws UsageError */
export function parseArguments(words: readonly string[]): Arguments | "help" | "version" {
  const { values, positionals } = parseWords(words);
  if (values.help) return "help";
  if (values.version) return "version";
  if (positionals.length === 0) throw new UsageError("expected at least one FILE");
  if (values.original !== undefined && values.hash !== undefined) {
    throw new UsageError("--original and --hash: expected one of them, got both");
  }
  // Tools disagree on the case of hexadecimal; here, unlike in a proof, it carries no meaning.
  const hash = values.hash?.toLowerCase() ?? null;
  if (hash !== null && !/^[0-9a-f]{64}$/.test(hash)) {
    throw new UsageError(`--hash: expected 64 hexadecimal characters, got "${values.hash}"`);
  }
  const timeoutMs = 1000 * positiveInteger("--timeout", values.timeout ?? "10", 600);
  return {
    files: positionals,
    json: values.json ?? false,
    original: values.original ?? null,
    hash,
    sources: (values.rpc ?? []).map((word) => parseRpc(word, timeoutMs)),
    minConfirmations: positiveInteger("--confirmations", values.confirmations ?? "12", 1_000_000),
  };
}

function parseWords(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        original: { type: "string" },
        hash: { type: "string" },
        rpc: { type: "string", multiple: true },
        confirmations: { type: "string" },
        timeout: { type: "string" },
        json: { type: "boolean" },
        help: { type: "boolean", short: "h" },
        version: { type: "boolean" },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function positiveInteger(option: string, word: string, max: number): number {
  const value = /^[0-9]{1,7}$/.test(word) ? Number(word) : 0;
  if (value < 1 || value > max)
    throw new UsageError(`${option}: expected an integer from 1 to ${max}, got "${word}"`);
  return value;
}

function parseRpc(word: string, timeoutMs: number): EvmSource {
  const match = /^([1-9][0-9]{0,15})=(.+)$/.exec(word);
  const chainId = Number(match?.[1]);
  const url = match?.[2];
  if (url === undefined || !Number.isSafeInteger(chainId)) {
    throw new UsageError(`--rpc: expected CHAIN_ID=URL, got "${word}"`);
  }
  try {
    return createRpcEvmSource({ chainId, url, timeoutMs });
  } catch {
    throw new UsageError(`--rpc: expected CHAIN_ID=URL with an http or https address`);
  }
}
