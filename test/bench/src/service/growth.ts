/**
 * The cost of growth: a proof in a store of 10^4 and of 2 × 10^6 of them, and a page in accounts of
 * 10^3 and 10^6.
 */
import { fileURLToPath } from "node:url";
import { runChild } from "../child.js";
import { type Figure, figure } from "../figure.js";
import { median } from "../median.js";
import type { Growth } from "./grow-store.js";
import { measureLoad } from "./measure-load.js";
import { sqliteBenchStore } from "./service-process.js";

const ROUNDS = 5;
const program = fileURLToPath(new URL("./grow-store.js", import.meta.url));

export async function growth(): Promise<Figure[]> {
  const bench = sqliteBenchStore();
  try {
    const { stdout } = await runChild(process.execPath, [program, bench.databasePath!]);
    const grown = JSON.parse(stdout) as Growth;
    const service = await bench.serve();
    const origin = new URL(service.url).origin;
    const rates: { large: number[]; small: number[] } = { large: [], small: [] };
    try {
      for (let round = 0; round < ROUNDS; round++) {
        for (const which of ["large", "small"] as const) {
          const key = grown[which].key;
          const load = await measureLoad({
            origin,
            connections: 4,
            expectedStatus: 200,
            paths: await pagePaths(service.url, key),
            keys: [key],
            warmUpSeconds: 1,
            seconds: 3,
          });
          rates[which].push(load.perSecond);
        }
      }
    } finally {
      await service.stop();
    }
    return [
      figure({
        id: "service.sqlite.page-of-100",
        unit: "ms",
        ours: 1000 / median(rates.large),
        reference: 1000 / median(rates.small),
        referenceName: "account of 1,000 proofs; ours of 1,000,000",
        bar: { atMost: 1.2 },
      }),
      figure({
        id: "service.sqlite.growth-time",
        unit: "µs/proof",
        ours: grown.atEnd.microseconds,
        reference: grown.atStart.microseconds,
        referenceName: "10^4 proofs; ours 2 × 10^6; 64 writers",
        bar: { atMost: 1.15 },
      }),
      figure({
        id: "service.sqlite.growth-bytes",
        unit: "bytes/proof",
        ours: grown.atEnd.bytes,
        reference: grown.atStart.bytes,
        referenceName: "10^4 proofs; ours 2 × 10^6, in batches",
        bar: { atMost: 1.15 },
      }),
    ];
  } finally {
    await bench.remove();
  }
}

/** The first page of 100 and the four after it. */
async function pagePaths(baseUrl: string, key: string): Promise<string[]> {
  const { pathname } = new URL(baseUrl);
  const paths: string[] = [];
  let query = "?limit=100";
  while (paths.length < 5) {
    paths.push(`${pathname}/proofs${query}`);
    const response = await fetch(`${baseUrl}/proofs${query}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const { next_cursor } = (await response.json()) as { next_cursor: string };
    query = `?limit=100&cursor=${encodeURIComponent(next_cursor)}`;
  }
  return paths;
}
