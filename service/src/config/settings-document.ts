/** Makes docs/operations/settings.md from the definitions of the settings. */
import { SETTINGS, type Setting } from "./config.js";

/** The whole document, Markdown. */
export function settingsDocument(): string {
  return `# Settings

The service is configured by environment variables. It requires a chain: \`SVC_RPC_URL\`, \`SVC_CHAIN_ID\` and
\`SVC_ANCHOR_KEY\`, or \`SVC_ANCHORS\`. An unknown variable \`SVC_…\` or a wrong value stops the start with a text that
names it. \`npm start\` gives all that is needed, and [takes these settings too](running.md#the-sandbox).

This file is generated from \`service/src/config/config.ts\`:
\`node service/dist/config/write-settings-document.js docs/operations/settings.md\`.

${table([HEAD, ...Object.values(SETTINGS).map((setting) => cells(setting as Setting<unknown>))])}
`;
}

const HEAD = ["Variable", "Expected", "Default", "Meaning"];

function cells(setting: Setting<unknown>): string[] {
  const expected = `${setting.format.expected}${setting.secret ? " (secret)" : ""}`;
  return [`\`${setting.name}\``, expected, shown(setting, setting.default), setting.doc];
}

/** A Markdown table with aligned columns, as the formatter of this repository wants it. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (row: readonly string[]) => `| ${row.map((cell, i) => cell.padEnd(widths[i]!)).join(" | ")} |`;
  const [head, ...body] = rows.map(line);
  return [head, line(widths.map((width) => "-".repeat(width))), ...body].join("\n");
}

function shown(setting: Setting<unknown>, value: unknown): string {
  return value === null || String(value) === "" ? (setting.whenUnset ?? "none") : `\`${String(value)}\``;
}
