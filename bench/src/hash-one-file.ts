/** A process of its own: prints the SHA-256 of a file and its peak resident size in MB. */
import { hashFile } from "@svc-proof/verifier-lib/node";

const hash = await hashFile(process.argv[2]!);
process.stdout.write(`${hash} ${(process.resourceUsage().maxRSS * 1024) / 1e6}`);
