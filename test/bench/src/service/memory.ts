/**
 * Resident memory of the service over a run of a million registrations, batched and anchored as
 * they come.
 */
import { type Figure, limitFigure } from "../figure.js";
import { peakResidentMb } from "../resident-memory.js";
import { newAccount } from "./fill-store.js";
import { measureLoad } from "./measure-load.js";
import { sqliteBenchStore, withService } from "./service-process.js";

const PROOFS = 1_000_000;
const LIMIT_MB = 400;
/** Each registers at most 5,000 proofs a day; the last piece exceeds the million. */
const ACCOUNTS = 300;
const SECONDS = 20;

export async function memory(): Promise<Figure[]> {
  const bench = sqliteBenchStore();
  const store = await bench.open();
  const keys: string[] = [];
  for (let i = 0; i < ACCOUNTS; i++) keys.push((await newAccount(store)).key);
  await store.close();

  let registered = 0;
  const peakMb = await withService(bench, {}, async (service) => {
    const { origin, pathname } = new URL(service.url);
    while (registered < PROOFS) {
      const { perSecond } = await measureLoad({
        origin,
        connections: 64,
        expectedStatus: 201,
        paths: [`${pathname}/proofs`],
        keys,
        warmUpSeconds: 0,
        seconds: SECONDS,
      });
      registered += perSecond * SECONDS;
    }
    return peakResidentMb(service.pid);
  });
  return [
    limitFigure({
      id: "service.sqlite.million-memory",
      unit: "MB",
      ours: peakMb,
      limit: LIMIT_MB,
      what: `peak after ${(registered / 1e6).toFixed(2)} million registrations`,
    }),
  ];
}
