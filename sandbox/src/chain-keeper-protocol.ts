/** The messages between the service and the keeper of its sandbox chain; the first argument is JSON. */

export interface KeeperOptions {
  /** Folder of the service's data. */
  readonly dataDir: string;
  /** Port on 127.0.0.1; 0 takes a free one. */
  readonly port: number;
  readonly blockTimeMs: number;
  /** Empty blocks mined after the last one with a transaction. Then the chain rests. */
  readonly blocksAfterActivity: number;
}

/** One line of JSON on the keeper's standard output. */
export type KeeperMessage =
  /** An anvil was spawned. If the keeper dies, the service must end it. */
  | { readonly event: "spawned"; readonly anvilPid: number }
  | { readonly event: "ready"; readonly port: number }
  | { readonly event: "ended" }
  | { readonly event: "failed"; readonly reason: string };
