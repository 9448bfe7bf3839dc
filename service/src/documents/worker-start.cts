/**
 * The file that piscina loads in each worker. It is CommonJS on purpose: piscina calls `require`, and Node 20 aborts the
 * whole process if a worker ends while `require` loads an ES module ("v8::Module::IsGraphAsync"). `import` has no such
 * fault.
 */
import type { MadeDocument, WorkerTask } from "./worker.js";

const loaded: <Module>(loading: Promise<Module>) => Promise<Module> = require("../worker-start.cjs");
const worker = loaded(import("./worker.js"));

module.exports = {
  make: async (task: WorkerTask): Promise<MadeDocument> => (await worker).make(task),
  warmUp: async (): Promise<void> => void (await (await worker).warmUp()),
};
