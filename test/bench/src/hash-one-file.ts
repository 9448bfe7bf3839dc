/** A process of its own: hashes a file, prints the milliseconds that took and its own peak resident size in MB. */
import { hashFile } from "@svc-proof/verifier-lib/node";
import { peakResidentMb } from "./resident-memory.js";

const start = performance.now();
await hashFile(process.argv[2]!);
process.stdout.write(`${performance.now() - start} ${peakResidentMb()}`);
