/**
 * `npm run bench [-- [--json] [--check] [--write] NAME...]`: measures, compares, prints. Figures
 * are ratios to a reference measured in the same run.
 */

import { parseArgs } from "node:util";
import { bitcoinHeaders } from "./bitcoin-headers.js";
import { certificate } from "./certificate.js";
import type { Figure } from "./figure.js";
import { folder } from "./folder.js";
import { hashFile } from "./hash-file.js";
import { merkle } from "./merkle.js";
import { ots } from "./ots.js";
import { seal } from "./seal.js";
import { account } from "./service/account.js";
import { building } from "./service/building.js";
import { coldList } from "./service/cold-list.js";
import { custody } from "./service/custody.js";
import { documents } from "./service/documents.js";
import { evidence } from "./service/evidence.js";
import { foreignProof } from "./service/foreign-proof.js";
import { growth } from "./service/growth.js";
import { memory } from "./service/memory.js";
import { outage } from "./service/outage.js";
import { pages } from "./service/pages.js";
import { requests } from "./service/requests.js";
import { search } from "./service/search.js";
import { stamps } from "./service/stamps.js";
import { create } from "./site/create.js";
import { lighthouse } from "./site/lighthouse.js";
import { site, slowPhone } from "./site/site.js";
import { stamp } from "./stamp/stamp.js";
import { firstStart, start } from "./start.js";
import { store } from "./store.js";
import { machine, table, writeDocument } from "./table.js";
import { testSuite } from "./test-suite.js";
import { trustList } from "./trust-list.js";
import { verifyProofs } from "./verify.js";
import { witness } from "./witness.js";
import { witnessBuilding } from "./witness-building.js";
import { worst } from "./worst/worst.js";

const BENCHMARKS: Readonly<Record<string, () => Promise<Figure[]>>> = {
  merkle,
  verify: verifyProofs,
  folder,
  worst,
  ots,
  "bitcoin-headers": bitcoinHeaders,
  seal,
  "trust-list": trustList,
  witness,
  "witness-building": witnessBuilding,
  "hash-file": hashFile,
  certificate,
  start,
  "first-start": firstStart,
  test: testSuite,
  stamp,
  requests,
  pages,
  building,
  growth,
  memory,
  outage,
  site,
  "slow-phone": slowPhone,
  create,
  lighthouse,
  account,
  custody,
  evidence,
  documents,
  "cold-list": coldList,
  search,
  "foreign-proof": foreignProof,
  store,
  stamps,
};

/** Measured only when named, because it is installed first. */
const ON_REQUEST: ReadonlySet<string> = new Set(["lighthouse"]);

const USAGE = `Usage: npm run bench [-- [--json] [--check] [--write] NAME...]
  NAME     ${Object.keys(BENCHMARKS).join(", ")}; when none is given, all but ${[...ON_REQUEST].join(", ")}
  --json   one line of JSON for each figure
  --check  exit status 1 when a bar is missed
  --write  write docs/benchmarks.md
SVC_TEST_MONGODB_URL names the MongoDB server to measure on; without it the figures on MongoDB are skipped.
SVC_TEST_BENCH_SCALE, such as 0.01, is a share of what the figures on the store take: a trial, no measurement.
`;

/** @throws TypeError on words outside the usage. */
function parseWords() {
  const words = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: "boolean" },
      check: { type: "boolean" },
      write: { type: "boolean" },
      help: { type: "boolean" },
    },
  });
  const unknown = words.positionals.find((name) => !Object.hasOwn(BENCHMARKS, name));
  if (unknown !== undefined) throw new TypeError(`No benchmark is called "${unknown}".`);
  return words;
}

async function main(): Promise<number> {
  let words: ReturnType<typeof parseWords>;
  try {
    words = parseWords();
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${USAGE}`);
    return 2;
  }
  const { values, positionals } = words;
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  const names =
    positionals.length > 0 ? positionals : Object.keys(BENCHMARKS).filter((name) => !ON_REQUEST.has(name));

  const figures: Figure[] = [];
  for (const name of names) {
    process.stderr.write(`measuring ${name} ...\n`);
    const measured = await BENCHMARKS[name]!();
    figures.push(...measured);
    if (values.json) for (const one of measured) process.stdout.write(`${JSON.stringify(one)}\n`);
  }
  if (!values.json) process.stdout.write(`${machine}\n\n${table(figures)}\n`);
  if (values.write) writeDocument(figures);
  return values.check && figures.some(({ holds }) => holds === false) ? 1 : 0;
}

process.exitCode = await main();
