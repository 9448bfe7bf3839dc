/** The entry for Node in a TypeScript project. */
import { type FileJournal, openJournal } from "@svc-proof/client/node";
import { hashFile, type OpenedFile, openFile } from "@svc-proof/verifier-lib/node";

export const journalAt = (path: string): Promise<FileJournal> =>
  openJournal(path, { url: "https://proofs.example/api/v2", key: "svc_key" });
export const opened = (path: string): Promise<OpenedFile> => openFile(path);
export const hashed = (path: string): Promise<string> => hashFile(path);
