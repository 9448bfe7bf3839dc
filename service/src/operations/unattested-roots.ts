import type { BitcoinState } from "../records/types.js";

interface UnattestedRoot {
  readonly state: BitcoinState;
  readonly createdAt: Date;
}

/** Roots that are in no block of Bitcoin, by name, as this process saw them. */
export class UnattestedRoots {
  readonly #roots = new Map<string, UnattestedRoot>();

  get all(): readonly UnattestedRoot[] {
    return [...this.#roots.values()];
  }

  get oldest(): Date | null {
    let oldest: Date | null = null;
    for (const { createdAt } of this.#roots.values()) {
      if (oldest === null || createdAt < oldest) oldest = createdAt;
    }
    return oldest;
  }

  /** Records a root with a step due. */
  sawDue(name: string, root: UnattestedRoot): void {
    if (root.state !== "confirmed") this.#roots.set(name, root);
  }

  /** Records the new state of a root. */
  sawAttested(name: string, state: BitcoinState): void {
    const seen = this.#roots.get(name);
    if (seen === undefined) return;
    if (state === "confirmed") this.#roots.delete(name);
    else this.#roots.set(name, { ...seen, state });
  }
}
