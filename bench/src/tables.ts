/**
 * Registration by the rules on tables beside the store, both in SQLite, in one process, without HTTP. The rivals take
 * turns.
 */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteRecords } from "@svc-proof/service/records/open-records";
import { register } from "@svc-proof/service/records/registration";
import type { Registration } from "@svc-proof/service/records/types";
import { openSqlite } from "@svc-proof/service/store/sqlite/open-sqlite";
import type { Store } from "@svc-proof/service/store/store";
import { type Figure, figure } from "./figure.js";
import { median } from "./median.js";
import { type BenchAccount, newAccount, newRegistration } from "./service/fill-store.js";

const ACCOUNTS = 80;
const IN_FLIGHT = 64;
const ROUNDS = 5;
const WARM_UP = 4_000;
const PER_ROUND = 8_000;

interface Round {
  readonly perSecond: number;
  readonly cpuUs: number;
}

/** Writes the accounts that are not there. */
export function addAccounts(
  store: Store,
  accounts: readonly Pick<BenchAccount, "accountId">[],
): Promise<void> {
  return store.change("bench.accounts", async (rows) => {
    for (const { accountId: id } of accounts) {
      if ((await rows.accounts.get([id])) !== null) continue;
      await rows.accounts.insert({
        ...{
          id,
          plan: "pro",
          createdAt: new Date(),
          label: null,
          displayName: null,
          showsDisplayName: false,
        },
        ...{ disabledAt: null, deletedAt: null, eraseDueAt: null, deletionEntry: null },
      });
    }
  });
}

export async function tables(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "svc-proof-bench-"));
  const [formerPath, path] = [join(folder, "former.sqlite"), join(folder, "tables.sqlite")];
  const former = await openSqliteRecords(formerPath);
  const store = await openSqlite(path);
  try {
    const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, () => newAccount(former)));
    await addAccounts(store, accounts);
    const ids: { readonly id: string; readonly accountId: string }[] = [];
    const byStore = (asked: Registration) => former.proofs.register(asked);
    const byTables = (asked: Registration) => register(store, asked);
    const next = (i: number): Registration => {
      const asked = newRegistration(accounts[i % ACCOUNTS]!);
      // Half of the requests have an idempotency key.
      return i % 2 === 0 ? asked : { ...asked, idempotencyKey: randomUUID() };
    };
    const make = async (by: (asked: Registration) => Promise<unknown>, count: number) =>
      run(count, async (i) => {
        const asked = next(i);
        if (by === byTables) ids.push(asked);
        await by(asked);
      });
    await make(byStore, WARM_UP);
    await make(byTables, WARM_UP);
    const made: [Round, Round][] = [];
    for (let round = 0; round < ROUNDS; round++)
      made.push([await make(byTables, PER_ROUND), await make(byStore, PER_ROUND)]);
    const formerIds = (await former.proofs.list(accounts[0]!.accountId, 100, null)).proofs;
    const read: [Round, Round][] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const ours = await run(PER_ROUND, (i) => {
        const { id, accountId } = ids[i % ids.length]!;
        return store.read("bench.find", (rows) => rows.proofs.get([accountId, id]));
      });
      read.push([
        ours,
        await run(PER_ROUND, (i) =>
          former.proofs.findOwn(formerIds[i % formerIds.length]!.id, accounts[0]!.accountId),
        ),
      ]);
    }
    await Promise.all([former.close(), store.close()]);
    return [...figuresOf("registration", made), ...figuresOf("find", read), bytesOf(path, formerPath)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(count: number, ask: (i: number) => Promise<unknown>): Promise<Round> {
  let i = 0;
  const [begun, cpu] = [performance.now(), process.cpuUsage()];
  const askOn = async () => {
    while (i < count) await ask(i++);
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, askOn));
  const { user, system } = process.cpuUsage(cpu);
  return { perSecond: (count / (performance.now() - begun)) * 1_000, cpuUs: (user + system) / count };
}

function figuresOf(what: string, rounds: readonly (readonly [Round, Round])[]): Figure[] {
  const of = (kind: keyof Round) => ({
    ours: median(rounds.map(([ours]) => ours[kind])),
    reference: median(rounds.map(([, reference]) => reference[kind])),
    referenceName: `the store in SQLite; ${ACCOUNTS} accounts, ${IN_FLIGHT} in flight`,
    bar: null,
  });
  return [
    figure({ id: `tables.sqlite.${what}.rate`, unit: "1/s", ...of("perSecond") }),
    figure({ id: `tables.sqlite.${what}.processor`, unit: "us", ...of("cpuUs") }),
  ];
}

/** Both files hold the same number of proofs. */
function bytesOf(path: string, formerPath: string): Figure {
  const proofs = WARM_UP + ROUNDS * PER_ROUND;
  return figure({
    id: "tables.sqlite.bytes",
    unit: "bytes/proof",
    ours: statSync(path).size / proofs,
    reference: statSync(formerPath).size / proofs,
    referenceName: "the store in SQLite; the file after its last checkpoint",
    bar: { atMost: 1.15 },
  });
}
