/** A server by itself has no transactions. */
export class StandaloneServerError extends Error {
  override readonly name = "StandaloneServerError";

  constructor() {
    super(
      "the MongoDB server is not a member of a replica set, and the service needs transactions. One member is enough: " +
        "start the server with `mongod --replSet rs0`, then run `mongosh --eval 'rs.initiate()'` once",
    );
  }
}
