/**
 * Whom a store serves. A sandbox marks the store that it makes and takes no other, and nobody else takes one of a sandbox: its
 * proofs have no evidential value, and it shows anyone the mails of its people.
 *
 * The mark is settled before anything else is written.
 */
export type StoreUse = "sandbox" | "production";

/** The store serves something else. */
export class StoreUseError extends Error {
  override readonly name = "StoreUseError";

  /** @param use what it was opened for. */
  constructor(use: StoreUse) {
    super(
      use === "sandbox"
        ? "the store has accounts, and this sandbox did not make it: give the sandbox a store of its own; remove this one only if an earlier sandbox made it"
        : "a sandbox made this store, and nothing in it has any evidential value: give the service a store of its own, or set SVC_SANDBOX=on",
    );
  }
}

/**
 * Whether the store must be marked.
 *
 * @throws StoreUseError when it serves something else.
 */
export function mustMark(use: StoreUse, isMarked: boolean, hasAccounts: boolean): boolean {
  if (isMarked ? use === "production" : use === "sandbox" && hasAccounts) throw new StoreUseError(use);
  return use === "sandbox" && !isMarked;
}
