/** Everything that a client throws because of the service, a file or the network. */
export abstract class ClientError extends Error {
  /** Stable, for programs. Messages are for people. */
  abstract readonly code: string;
}
