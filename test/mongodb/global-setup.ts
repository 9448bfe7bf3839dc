/**
 * The MongoDB server that the suites of a run share, provided as `mongodbUrl`: the server of
 * `SVC_TEST_MONGODB_URL`, or one started for the run. Null if there is none; suites that need it
 * are then skipped.
 */
import type { TestProject } from "vitest/node";
import { HOW_TO_PROVIDE, type MongoServer, startMongoServer } from "./mongo-server.js";

declare module "vitest" {
  export interface ProvidedContext {
    /** Address of a server on which each suite makes and drops its own databases. */
    mongodbUrl: string | null;
  }
}

/** The server of the run, started by the first project that asks: each project runs this setup by itself. */
interface Shared {
  users: number;
  readonly server: Promise<MongoServer | null>;
}
const run = globalThis as { svcTestMongodb?: Shared | undefined };

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env["SVC_TEST_MONGODB_URL"];
  if (given !== undefined && given !== "") {
    project.provide("mongodbUrl", given);
    return undefined;
  }
  run.svcTestMongodb ??= { users: 0, server: startMongoServer() };
  const shared = run.svcTestMongodb;
  shared.users++;
  const server = await shared.server;
  project.provide("mongodbUrl", server?.url ?? null);
  if (server === null) {
    if (shared.users === 1) {
      process.stderr.write(
        `MongoDB suites are skipped: no server. Set SVC_TEST_MONGODB_URL, or ${HOW_TO_PROVIDE}.\n`,
      );
    }
    return undefined;
  }
  return async () => {
    if (--shared.users > 0) return;
    run.svcTestMongodb = undefined;
    await server.dispose();
  };
}
