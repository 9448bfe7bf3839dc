/** The document docs/operations/settings.md, made from the definition of the settings. */
import { SETTINGS, type Setting } from "./config.js";

/** The whole document, Markdown. */
export function settingsDocument(): string {
  const rows = Object.values(SETTINGS).map((setting) => row(setting as Setting<unknown>));
  return `# Settings

The service is configured by environment variables. All are optional; with none given it runs the sandbox. An
unknown variable \`SVC_…\` or a wrong value stops the start with a text that names it.

This file is generated from \`service/src/config/config.ts\`:
\`node service/dist/config/write-settings-document.js docs/operations/settings.md\`.

| Variable | Expected | Default | Default in the sandbox | Meaning |
|---|---|---|---|---|
${rows.join("\n")}
`;
}

function row(setting: Setting<unknown>): string {
  const inSandbox =
    setting.sandboxDefault === undefined ? "the same" : shown(setting, setting.sandboxDefault);
  const expected = `${setting.format.expected}${setting.secret ? " (secret)" : ""}`;
  return `| \`${setting.name}\` | ${expected} | ${shown(setting, setting.default)} | ${inSandbox} | ${setting.doc} |`;
}

function shown(setting: Setting<unknown>, value: unknown): string {
  return value === null ? (setting.whenUnset ?? "none") : `\`${String(value)}\``;
}
