/**
 * Command for whoever hosts the verifier's site: writes epoch files, which hold the headers of whole difficulty epochs of Bitcoin,
 * from a node, an explorer, or the file `blockchain_headers` of Electrum. docs/formats/bitcoin-headers.md, "Epoch files".
 */
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  EPOCH_BLOCKS,
  encodeEpochFile,
  epochFileName,
  epochOfHeight,
  HEADER_BYTES,
  judgeHeaders,
  LAST_CHECKPOINT_HEIGHT,
  type PlacedHeader,
  parseBlockHeader,
} from "@svc-proof/shared/bitcoin";
import { printable } from "@svc-proof/shared/text";
import { type BitcoinSource, createCoreBitcoinSource, createEsploraBitcoinSource } from "../source/index.js";

const USAGE = "usage: epochs.js (--esplora URL | --bitcoin-rpc URL | --electrum FILE) [--from EPOCH] FOLDER";

/** Blocks after an epoch. No reorganisation of Bitcoin went as deep, and the files are kept for ever. */
const SETTLED_BLOCKS = 100;

/** Blocks that explorers list in one answer, at least. */
const LISTED_BLOCKS = 10;

/** The header at a height; null where there is none. */
type HeaderAt = (height: number) => Promise<Uint8Array | null>;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      esplora: { type: "string" },
      "bitcoin-rpc": { type: "string" },
      electrum: { type: "string" },
      from: { type: "string" },
    },
  });
  const [folder, ...others] = positionals;
  const { esplora, "bitcoin-rpc": core, electrum, from } = values;
  const given = [esplora, core, electrum].filter((value) => value !== undefined);
  const firstEpoch = from === undefined ? epochOfHeight(LAST_CHECKPOINT_HEIGHT + 1) : Number(from);
  const isNumber = Number.isInteger(firstEpoch) && firstEpoch >= 0;
  if (folder === undefined || others.length > 0 || given.length !== 1 || !isNumber) throw new Error(USAGE);
  const headerAt =
    electrum !== undefined
      ? headersInFile(electrum)
      : headersOf(
          esplora !== undefined
            ? createEsploraBitcoinSource({ url: esplora })
            : createCoreBitcoinSource({ url: core! }),
        );
  mkdirSync(folder, { recursive: true });
  await writeEpochs(folder, firstEpoch, headerAt);
} catch (error) {
  process.stderr.write(`epochs: ${printable((error as Error).message)}\n`);
  process.exitCode = 1;
}

/** Writes every epoch that is over and settled, from the first on. */
async function writeEpochs(folder: string, firstEpoch: number, headerAt: HeaderAt): Promise<void> {
  const firstOpen = epochOfHeight(LAST_CHECKPOINT_HEIGHT + 1);
  let count = 0;
  for (let epoch = firstEpoch; epoch < firstOpen; epoch++) {
    const headers = await readRun(headerAt, epoch * EPOCH_BLOCKS, EPOCH_BLOCKS);
    if (headers.length < EPOCH_BLOCKS) continue;
    requireAll(headers, headers.length, "main-chain");
    count += write(folder, epoch, headers);
  }
  // Beyond the last checkpoint an epoch is judged with all that lead to it.
  const run: PlacedHeader[] = [];
  for (let epoch = firstOpen; ; epoch++) {
    const settled = (epoch + 1) * EPOCH_BLOCKS + SETTLED_BLOCKS;
    const next = (run.at(-1)?.height ?? LAST_CHECKPOINT_HEIGHT) + 1;
    run.push(...(await readRun(headerAt, next, settled - next)));
    if (LAST_CHECKPOINT_HEIGHT + 1 + run.length < settled) break;
    if (epoch < firstEpoch) continue;
    requireAll(run, run.length - SETTLED_BLOCKS, "by-work");
    const start = epoch * EPOCH_BLOCKS - LAST_CHECKPOINT_HEIGHT - 1;
    count += write(folder, epoch, run.slice(start, start + EPOCH_BLOCKS));
  }
  process.stderr.write(`epochs: ${count} files written\n`);
}

/** @throws Error unless the first `count` headers have the standing. */
function requireAll(
  headers: readonly PlacedHeader[],
  count: number,
  standing: "main-chain" | "by-work",
): void {
  const judged = new Map(judgeHeaders(headers, Date.now() / 1000).map((one) => [one.height, one]));
  for (const { height } of headers.slice(0, count)) {
    const one = judged.get(height);
    if (one?.standing !== standing) {
      throw new Error(`block ${height} is not Bitcoin's: ${one?.fault ?? one?.standing}`);
    }
  }
}

/** @returns files written. @throws Error if there is another file already. */
function write(folder: string, epoch: number, headers: readonly PlacedHeader[]): number {
  const path = join(folder, epochFileName(epoch));
  const bytes = encodeEpochFile(headers.map(({ header }) => header));
  if (existsSync(path)) {
    if (Buffer.compare(readFileSync(path), bytes) === 0) return 0;
    throw new Error(`${path} exists with other headers`);
  }
  // A server must never see half a file.
  writeFileSync(`${path}.part`, bytes);
  renameSync(`${path}.part`, path);
  return 1;
}

/** Consecutive headers, as far as there are any. */
async function readRun(headerAt: HeaderAt, from: number, count: number): Promise<PlacedHeader[]> {
  const headers: PlacedHeader[] = [];
  for (let height = from; height < from + count; height++) {
    const bytes = await headerAt(height);
    if (bytes === null) break;
    headers.push({ height, header: parseBlockHeader(bytes) });
  }
  return headers;
}

/** Electrum writes zeros for what it has not fetched. */
function headersInFile(path: string): HeaderAt {
  const file = openSync(path, "r");
  process.once("exit", () => closeSync(file));
  return async (height) => {
    const bytes = new Uint8Array(HEADER_BYTES);
    const length = readSync(file, bytes, 0, HEADER_BYTES, height * HEADER_BYTES);
    return length < HEADER_BYTES || bytes.every((byte) => byte === 0) ? null : bytes;
  };
}

/** Asks for as many headers at a time as the source lists. */
function headersOf(source: BitcoinSource): HeaderAt {
  const known = new Map<number, Uint8Array>();
  let tip: number | undefined;
  return async (height) => {
    tip ??= (await source.fetchTip()).height;
    if (height > tip) return null;
    if (!known.has(height)) {
      known.clear();
      const to = Math.min(height + LISTED_BLOCKS - 1, tip);
      const list = (await source.fetchHeadersTo?.(to)) ?? [];
      for (const [i, bytes] of list.entries()) known.set(to - list.length + 1 + i, bytes);
    }
    return known.get(height) ?? source.fetchHeader(height);
  };
}
