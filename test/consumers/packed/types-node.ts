/** The entry for Node in a TypeScript project. */
import { hashFile, type OpenedFile, openFile } from "@svc-proof/verifier-lib/node";

export const opened = (path: string): Promise<OpenedFile> => openFile(path);
export const hashed = (path: string): Promise<string> => hashFile(path);
