export { type HashFileOptions, hashFile } from "./hash-file.js";
