export { csvText } from "./csv-text.js";
export { saveFile } from "./save-file.js";
