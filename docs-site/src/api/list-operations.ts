import type { OpenApi, Operation } from "./openapi-view.js";

export interface ListedOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** First what makes and reads proofs, then the account, then what needs no key; within these, by path. */
export function listOperations({ paths }: OpenApi): readonly ListedOperation[] {
  const rank = ({ path, operation }: ListedOperation): number =>
    operation.security?.length === 0 ? 2 : path.startsWith("/proofs") ? 0 : 1;
  return Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
    )
    .sort(
      (one, other) => rank(one) - rank(other) || (one.path < other.path ? -1 : Number(one.path > other.path)),
    );
}

/** Path of an operation's page: `createProof` is at `api/create-proof.html`. */
export function operationPath(operationId: string): string {
  return `api/${operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.html`;
}
