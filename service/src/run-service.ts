/** Starts the service and stops it: `runProgram`. */
import { parseConfig } from "./config/parse.js";
import { runProgram } from "./run-program.js";
import { Service } from "./service.js";

await runProgram((environment) => new Service(parseConfig(environment)));
