/**
 * Makes docs/operations/settings.md from the definitions of the settings: `node service/dist/config/settings-document.js FILE`
 * writes the file.
 */
import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { SETTINGS, type Setting } from "./settings.js";

/** The whole document, Markdown. */
export function settingsDocument(): string {
  return `# Settings

The service is configured by environment variables. It requires a chain: \`SVC_RPC_URL\`,
\`SVC_CHAIN_ID\` and \`SVC_ANCHOR_KEY\`, or \`SVC_ANCHORS\`. An unknown variable \`SVC_…\` or a wrong value
stops the start with a text that names it. The sandbox (\`npm start\`) gives all that is needed, and
[takes these settings too](running.md#the-sandbox).

A secret is never logged or shown. \`_MS\` are milliseconds, \`_GWEI\` billionths of the chain's coin.
For limits a minute, 0 means no limit. Settings of the authority and of the trusted lists need
\`SVC_TSA_URL\`. Ranges are of integers.

This file is generated from \`service/src/config/settings.ts\`:
\`node service/dist/config/settings-document.js docs/operations/settings.md\`.

${table(Object.values(SETTINGS).map((setting) => cells(setting as Setting<unknown>)))}
`;
}

const HEAD = ["Variable", "Expected", "Default", "Meaning"];

function cells(setting: Setting<unknown>): string[] {
  const format = setting.format.expected.replace(/^an integer from /, "");
  const expected = `${format}${setting.secret ? " (secret)" : ""}`;
  return [`\`${setting.name}\``, expected, shown(setting, setting.default), setting.doc];
}

function table(rows: readonly (readonly string[])[]): string {
  return [HEAD, HEAD.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

function shown(setting: Setting<unknown>, value: unknown): string {
  return value === null || String(value) === "" ? (setting.whenUnset ?? "none") : `\`${String(value)}\``;
}

const [program, path] = process.argv.slice(1);
if (program !== undefined && import.meta.url === pathToFileURL(program).href) {
  if (path === undefined) {
    console.error("usage: node service/dist/config/settings-document.js FILE");
    process.exitCode = 2;
  } else {
    writeFileSync(path, settingsDocument());
  }
}
