/** Starts the service: `service.ts`. */
import { whenFilesSuffice } from "./run-program.js";

await whenFilesSuffice(async () => (await import("./service.js")).runService());
