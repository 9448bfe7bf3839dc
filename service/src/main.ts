/** Starts the service: `run-service.ts`. */
import { whenFilesSuffice } from "./run-program.js";

await whenFilesSuffice(() => import("./run-service.js"));
