/**
 * The MongoDB server that the suites of a run share, provided as `mongodbUrl`: any server that
 * `SVC_TEST_MONGODB_URL` names, or one started for the run. Null where there is none; the suites that need one are
 * skipped then.
 */
import type { TestProject } from "vitest/node";
import { HOW_TO_PROVIDE, startMongoServer } from "./mongo-server.js";

declare module "vitest" {
  export interface ProvidedContext {
    /** Address of a server on which each suite makes and drops databases of its own. */
    mongodbUrl: string | null;
  }
}

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env["SVC_TEST_MONGODB_URL"];
  if (given !== undefined && given !== "") {
    project.provide("mongodbUrl", given);
    return undefined;
  }
  const server = await startMongoServer();
  project.provide("mongodbUrl", server?.url ?? null);
  if (server === null) {
    process.stderr.write(
      `MongoDB suites are skipped: no server. Set SVC_TEST_MONGODB_URL, or ${HOW_TO_PROVIDE}.\n`,
    );
  }
  return server?.dispose;
}
