/** `svc-verify asic`: writes an ASiC-S container with an original and its timestamp. */

import { stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { FormatError } from "@svc-proof/shared/encoding";
import { printable } from "@svc-proof/shared/text";
import { parseCommand } from "../command-line/command.js";
import { complain, EXIT, UsageError, writingProgress } from "../command-line/output.js";
import type { RandomAccess } from "../content/content.js";
import { INPUT_LIMITS } from "../input-limits.js";
import { openFile, readBounded } from "../node/files.js";
import { writeAsic } from "../node/write-file.js";
import { openSealedOriginal } from "../package/open-package.js";
import { ASIC } from "./commands.js";

/** By convention of shells: 128 and the number of the signal. */
const ENDED_BY = { SIGINT: 130, SIGTERM: 143 } as const;

/** Bytes per read of the original. */
const PART_BYTES = 1_048_576;

interface AsicArguments {
  /** A timestamp and its original, or an evidence package. */
  readonly files: readonly string[];
  /** Null: beside the original or the package. */
  readonly output: string | null;
  readonly isForced: boolean;
  /** Paths of PEM bundles. */
  readonly certificates: readonly string[];
}

/** What goes into the container. */
interface Source {
  readonly seal: Uint8Array;
  /** PEM texts. */
  readonly certificates: readonly string[];
  readonly original: AsyncIterable<Uint8Array>;
  readonly sizeBytes: number;
  readonly name: string;
}

/**
 * @returns the exit status.
 * @throws UsageError; the error of the file system.
 */
export async function asic(words: readonly string[]): Promise<number> {
  const args = parseAsicArguments(words);
  const path = args.files.at(-1)!;
  if (!(await stat(path)).isFile()) throw new UsageError(`asic: ${path}: expected a regular file`);
  const file = await openFile(path);
  try {
    const source = args.files.length === 2 ? await beside(args.files[0]!, path, file) : await inside(file);
    const output = args.output ?? join(dirname(path), `${source.name}.asics`);
    if (await isOneOf(output, args.files)) {
      throw new UsageError(`asic: ${output}: expected another file than those that are read`);
    }
    const given = await readPem(args.certificates);
    const certificates = [...source.certificates, ...given];
    return await write({ ...source, certificates }, output, args.isForced);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    complain("svc-verify", `not written: ${error.message} (${error.code})`);
    return EXIT.failed;
  } finally {
    await file.close();
  }
}

/** PEM is ASCII, but the text between its blocks may have any encoding. */
async function readPem(paths: readonly string[]): Promise<string[]> {
  const files = await Promise.all(paths.map((path) => readBounded(path, INPUT_LIMITS.certificates)));
  return files.map((bytes) => Buffer.from(bytes).toString("latin1"));
}

function parseAsicArguments(words: readonly string[]): AsicArguments {
  const { positionals, has, all, one } = parseCommand(ASIC, words);
  if (positionals.length < 1 || positionals.length > 2) {
    throw new UsageError("asic: expected FILE.tsr and ORIGINAL, or an evidence package");
  }
  if (positionals.includes("-")) throw new UsageError("asic: -: expected files");
  const output = one("output");
  if (output === "" || output === "-") throw new UsageError("--output: expected a file");
  return {
    files: positionals,
    output: output ?? null,
    isForced: has("force"),
    certificates: all("certificates"),
  };
}

async function beside(sealPath: string, path: string, file: RandomAccess): Promise<Source> {
  const seal = await readBounded(sealPath, INPUT_LIMITS.rfc3161);
  const certificates: readonly string[] = [];
  return { seal, certificates, original: piecesOf(file), sizeBytes: file.sizeBytes, name: basename(path) };
}

async function* piecesOf(file: RandomAccess): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.sizeBytes; at += PART_BYTES) {
    yield await file.read(at, Math.min(PART_BYTES, file.sizeBytes - at));
  }
}

/** @throws FormatError; UsageError if the package has no seal or no original. */
async function inside(file: RandomAccess): Promise<Source> {
  const found = await openSealedOriginal(file);
  if (found === null) throw new UsageError("asic: the package does not hold both a seal and an original");
  const { original, ...others } = found;
  return { ...others, original: original.read(), sizeBytes: original.sizeBytes };
}

async function write(source: Source, output: string, isReplaced: boolean): Promise<number> {
  const abort = new AbortController();
  let status: number = EXIT.unusable;
  const end = (signal: keyof typeof ENDED_BY) => {
    status = ENDED_BY[signal];
    abort.abort(new Error(`ended by ${signal}`));
  };
  process.on("SIGINT", end).on("SIGTERM", end);
  try {
    const onProgress = writingProgress(output, source.sizeBytes);
    await writeAsic({ ...source, output, isReplaced, onProgress, signal: abort.signal });
  } catch (error) {
    if (!abort.signal.aborted) throw explained(error, output);
    complain("svc-verify", `${output}: not written: ${abort.signal.reason.message}`);
    return status;
  } finally {
    process.off("SIGINT", end).off("SIGTERM", end);
  }
  process.stdout.write(`${printable(output)}: written\n`);
  return EXIT.done;
}

function explained(error: unknown, output: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  return code === "EEXIST" ? new UsageError(`${output}: exists already (--force replaces it)`) : error;
}

/** Whether a path leads to one of the files. */
async function isOneOf(path: string, files: readonly string[]): Promise<boolean> {
  const identity = async (one: string) => {
    const { dev, ino } = await stat(one, { bigint: true });
    return `${dev} ${ino}`;
  };
  let output: string;
  try {
    output = await identity(path);
  } catch {
    return false;
  }
  for (const file of files) if ((await identity(file)) === output) return true;
  return false;
}
