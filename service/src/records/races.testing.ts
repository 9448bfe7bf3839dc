/** Two changes at once: in one group, and in two transactions that both have read before either writes. */
import { afterEach, beforeEach, describe } from "vitest";
import type { OpenedTwice } from "../store/port-contract.testing.js";
import type { Store } from "../store/store.js";
import { type Records, recordsOn } from "./records.js";

/** What the rules of an area are raced on. */
export interface Arena {
  /** The engine itself, for what no rule does. */
  readonly store: () => Store;
  readonly records: () => Records;
  race<Left, Right>(
    left: (records: Records, store: Store) => Promise<Left>,
    right: (records: Records, store: Store) => Promise<Right>,
  ): Promise<[Left, Right]>;
}

export interface RaceOptions {
  /** Whether the engine runs two transactions at a time, so that they can meet. */
  readonly isSideBySide?: boolean;
}

/** Declares the races for one engine. */
export function describeRaces(
  name: string,
  openTwo: () => Promise<OpenedTwice>,
  { isSideBySide = false }: RaceOptions,
  declare: (arena: Arena) => void,
): void {
  describe.each([
    ["one group", 0],
    ["two transactions", 1],
  ] as const)(`${name}, in %s`, (_, second) => {
    let opened: OpenedTwice;
    beforeEach(async () => {
      opened = await openTwo();
    });
    afterEach(() => opened.dispose());
    declare({
      store: () => opened.stores[0],
      records: () => recordsOn(opened.stores[0]),
      race: (left, right) => {
        const pause = isSideBySide && second === 1 ? meeting() : null;
        const [one, other] = [opened.stores[0], opened.stores[second]].map((store) => pausing(store!, pause));
        return Promise.all([left(recordsOn(one!), one!), right(recordsOn(other!), other!)]);
      },
    });
  });
}

/** A store whose changes wait when their rules have ended, before anything is written. */
function pausing(store: Store, pause: (() => Promise<void>) | null): Store {
  if (pause === null) return store;
  return {
    ...store,
    change: (name, rule) =>
      store.change(name, async (rows) => {
        try {
          return await rule(rows);
        } finally {
          await pause();
        }
      }),
  };
}

/** Two that wait for each other, once. */
function meeting(): () => Promise<void> {
  let arrived = 0;
  let open = () => {};
  const both = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    if (++arrived >= 2) open();
    return both;
  };
}
