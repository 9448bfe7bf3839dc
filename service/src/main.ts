/** Starts the service: `run-service.ts`. */
import { whenFilesSuffice } from "./open-files-limit.js";

await whenFilesSuffice(() => import("./run-service.js"));
