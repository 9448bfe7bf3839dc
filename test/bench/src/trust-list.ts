/**
 * The trusted lists of the collection: from the Official Journal to the snapshot, the size of the snapshot, opening it, and
 * one question. The lists lie beside the repository (`SVC_VECTORS`); without them, only the shipped snapshot is measured.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import {
  authenticateListOfLists,
  compileTrustSnapshot,
  defaultTrustList,
  encodeTrustSnapshot,
  openTrustList,
  parseTrustSnapshot,
} from "@svc-proof/verifier-lib/trust";
import { parseCertificate } from "@svc-proof/verifier-lib/x509";
import { type Figure, limitFigure } from "./figure.js";
import { median } from "./median.js";

const LIMIT_CHAIN_MS = 20_000;
const LIMIT_BYTES = 120_000;
const LIMIT_LOOKUP_MS = 2;
/** Parsing and opening, before the first question. */
const LIMIT_OPEN_MS = 500;
const ROUNDS = 9;
const LOOKUPS = 200;

const folder = join(
  process.env["SVC_VECTORS"] ?? fileURLToPath(new URL("../../../../shared/vectors", import.meta.url)),
  "eutl",
);

export async function trustList(): Promise<Figure[]> {
  const shipped = await defaultTrustList();
  const text = encodeTrustSnapshot(shipped.snapshot);
  const authorities = shipped.snapshot.lists
    .flatMap(({ services }) => services)
    .flatMap(({ identities }) => identities)
    .flatMap(({ der }) => (der === null ? [] : [der]));
  const genTime = new Date("2026-06-01T00:00:00Z");
  const opened = await times(ROUNDS, () => {
    openTrustList(parseTrustSnapshot(text));
  });
  const lookup = await times(ROUNDS, () => {
    for (let i = 0; i < LOOKUPS; i++) {
      // Parsed anew: what a list knows of a certificate must not come from the question before.
      const chain = [parseCertificate(authorities[i % authorities.length]!)];
      shipped.anchorsFor(chain, genTime);
      shipped.qualify(chain, genTime, genTime);
    }
  });
  return [
    ...(await chainFigure()),
    limitFigure({
      id: "trust-list.bytes",
      unit: "bytes",
      ours: brotliCompressSync(text).length,
      limit: LIMIT_BYTES,
      what: "the shipped snapshot, brotli",
    }),
    limitFigure({
      id: "trust-list.open",
      unit: "ms",
      ours: opened,
      limit: LIMIT_OPEN_MS,
      what: "parsed and opened, warm",
    }),
    limitFigure({
      id: "trust-list.lookup",
      unit: "ms",
      ours: lookup / LOOKUPS,
      limit: LIMIT_LOOKUP_MS,
      what: "one certificate, parsing included",
    }),
  ];
}

async function chainFigure(): Promise<Figure[]> {
  if (!existsSync(folder)) {
    process.stderr.write(`trust-list: the chain is skipped, because ${folder} is not there\n`);
    return [];
  }
  const read = (name: string) => ({ name, bytes: new Uint8Array(readFileSync(join(folder, name))) });
  const names = readdirSync(folder).filter((name) => name.endsWith(".xml"));
  const list = names.find((name) => name.startsWith("EU-LOTL-"))!;
  const ms = await times(3, async () => {
    const lotl = await authenticateListOfLists({ lotl: read(list).bytes });
    const lists = names.filter((name) => name !== list).map(read);
    encodeTrustSnapshot((await compileTrustSnapshot({ lotl, lists })).snapshot);
  });
  return [
    limitFigure({
      id: "trust-list.chain",
      unit: "ms",
      ours: ms,
      limit: LIMIT_CHAIN_MS,
      what: "seven national lists, from files to snapshot",
    }),
  ];
}

/** The median in milliseconds. */
async function times(rounds: number, work: () => void | Promise<void>): Promise<number> {
  const all: number[] = [];
  for (let i = 0; i < rounds; i++) {
    const begun = performance.now();
    await work();
    all.push(performance.now() - begun);
  }
  return median(all);
}
