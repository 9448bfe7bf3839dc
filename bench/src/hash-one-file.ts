/** A process of its own: prints the SHA-256 of a file and its peak resident size in MB. */
import { hashFile } from "@svc-proof/verifier-lib/node";
import { peakResidentMb } from "./peak-resident.js";

const hash = await hashFile(process.argv[2]!);
process.stdout.write(`${hash} ${peakResidentMb()}`);
