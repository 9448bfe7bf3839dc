/**
 * What the client does with files, in Node.
 *
 * @module
 */

export { type HashFileOptions, hashFile } from "@svc-proof/verifier-lib/node";
export { type DescribedFile, type DescribeFileOptions, depositFile, describeFile } from "./files.js";
export { type FileJournal, type OpenJournalOptions, openJournal } from "./journal.js";
