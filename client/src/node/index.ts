/**
 * What the client does with files, in Node.
 *
 * @module
 */

export { type HashFileOptions, hashFile } from "@svc-proof/verifier-lib/node";
export { depositFile } from "./deposit-file.js";
export { type DescribedFile, type DescribeFileOptions, describeFile } from "./describe-file.js";
export { type FileJournal, type OpenJournalOptions, openJournal } from "./open-journal.js";
