/** The file that piscina loads in each worker. CommonJS, for the reason given in `documents/worker-start.cts`. */
import type { Authenticated, AuthenticationTask } from "./encryption.js";

const loaded: <Module>(loading: Promise<Module>) => Promise<Module> = require("../worker-start.cjs");
const worker = loaded(import("./encryption.js"));

module.exports = {
  warmUp: async (): Promise<void> => void (await worker),
  authenticate: async (task: AuthenticationTask): Promise<Authenticated> => (await worker).authenticate(task),
};
