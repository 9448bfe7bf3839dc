/** Starts the service: `run-service.ts`, once it is known that the system lets its files be opened. */
import { tooFewOpenFiles } from "./open-files-limit.js";

const fault = tooFewOpenFiles();
if (fault === null) await import("./run-service.js");
else {
  console.error(`svc-proof: ${fault}`);
  process.exit(1);
}
