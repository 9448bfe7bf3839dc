export type { IncomingFile } from "./incoming-file.js";
export { type FoundFile, filesOfInput, readTransfer, type Transferred } from "./read-transfer.js";
