/** Writes the document of the settings to the file named on the command line. */
import { writeFileSync } from "node:fs";
import { settingsDocument } from "./settings-document.js";

const [path] = process.argv.slice(2);
if (path === undefined) {
  console.error("usage: node service/dist/config/write-settings-document.js FILE");
  process.exitCode = 2;
} else {
  writeFileSync(path, settingsDocument());
}
