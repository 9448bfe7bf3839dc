/** The Rust crate `bitcoin`, as a program that reads headers. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { type BlockHeader, parseBlockHeader } from "@svc-proof/shared/bitcoin";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { installCrate, installedOracle } from "../installed-oracle.js";

const NAME = "bitcoin-0.32.8-rust";

/** What the crate makes of a header. */
export interface JudgedByCrate {
  /** In header order, lower-case hexadecimal. */
  readonly hash: string;
  /** 64 hexadecimal characters, highest first. */
  readonly target: string;
  readonly work: string;
  /** Whether the hash meets the target. */
  readonly meets: boolean;
}

export interface HeaderOracle {
  judge(headers: readonly Uint8Array[]): JudgedByCrate[];
  /** The compact target after epochs, each given by its first header and its last. */
  retarget(epochs: readonly (readonly [first: BlockHeader, last: BlockHeader])[]): number[];
}

export function headerOracle(): HeaderOracle | null {
  const folder = installedOracle(NAME, (into) => installCrate(join(import.meta.dirname, "rust"), into));
  if (folder === null) return null;
  const ask = (lines: readonly string[]): unknown[] => {
    const input = lines.map((line) => `${line}\n`).join("");
    const options = { input, encoding: "utf8", maxBuffer: 1 << 30, timeout: 200_000 } as const;
    const { status, stdout, stderr } = spawnSync(join(folder, "bin/bitcoin-oracle"), options);
    if (status !== 0) throw new Error(`${NAME} ended with status ${status}: ${stderr}`);
    const answers = stdout.trim().split("\n");
    if (answers.length !== lines.length) throw new Error(`${NAME} judged ${answers.length} lines`);
    return answers.map((line) => JSON.parse(line));
  };
  return {
    judge: (headers) => ask(headers.map((bytes) => bytesToHex(bytes))) as JudgedByCrate[],
    retarget: (epochs) =>
      ask(epochs.map((ends) => ends.map(({ bytes }) => bytesToHex(bytes)).join(" "))).map(
        (answer) => (answer as { readonly bits: number }).bits,
      ),
  };
}

/** Concatenated 80-byte headers. */
export function headersOf(bytes: Uint8Array): BlockHeader[] {
  return Array.from({ length: bytes.length / 80 }, (_, i) =>
    parseBlockHeader(bytes.subarray(80 * i, 80 * i + 80)),
  );
}
