/**
 * The proofs that an account creates with its keys in a UTC day, counted exactly and without a row that all instances
 * write: each takes from a share of its own. A share is half of what nobody was given yet. Once all is given, what is left
 * of the shares is taken back before anything is refused, so that nothing is lost with an instance.
 */
import { randomUUID } from "node:crypto";
import type { Changeable, Store } from "../store/store.js";
import type { Row } from "../store/tables.js";
import { utcDay } from "../store/utc-day.js";
import { everyRow } from "./every-row.js";

/** The row of what all shares were given. Every other one has what is left of a share. */
const GIVEN = "";

const ORDER = ["account", "day", "share"] as const;

const instances = new WeakMap<Store, string>();

/** The share of this instance. One that was given under another limit, as of another plan, is not counted on. */
export function shareOf(store: Store, limit: number): string {
  const instance = instances.get(store) ?? randomUUID().slice(0, 8);
  instances.set(store, instance);
  return `${instance} ${limit}`;
}

/**
 * Takes one of an account's proofs of a day.
 *
 * @param limit of the day.
 * @returns null; or how many were used if that are all. What the rule has written must then be undone.
 */
export async function takeOfDay(
  rows: Changeable,
  { account, day, share }: Pick<Row<"days">, "account" | "day" | "share">,
  limit: number,
): Promise<number | null> {
  if (await rows.days.count([account, day, share], "proofs", -1, { min: 0 })) return null;
  let given = (await rows.days.get([account, day, GIVEN]))?.proofs ?? 0;
  if (given >= limit) {
    const all = await everyRow(rows.days, ORDER, [account, day]);
    given = usedOf(all);
    const others = all.filter((row) => row.share !== GIVEN && row.share !== share);
    await rows.days.remove(...others.map((row) => [account, day, row.share] as const));
  }
  if (given >= limit) return given;
  const put = async (of: string, proofs: number) => {
    if (!(await rows.days.update([account, day, of], {}, { proofs })))
      await rows.days.insert({ account, day, share: of, proofs });
  };
  const more = Math.ceil((limit - given) / 2);
  await put(GIVEN, given + more);
  await put(share, more - 1);
  return null;
}

/** Proofs that count towards an account's limit on the UTC day of `moment`: those of `origin` `api`. */
export function countOfDay(store: Store, accountId: string, moment: Date): Promise<number> {
  return store.read("proofs.countOfDay", async (rows) =>
    usedOf(await everyRow(rows.days, ORDER, [accountId, utcDay(moment)])),
  );
}

function usedOf(all: readonly Row<"days">[]): number {
  return all.reduce((sum, { share, proofs }) => (share === GIVEN ? sum + proofs : sum - proofs), 0);
}
