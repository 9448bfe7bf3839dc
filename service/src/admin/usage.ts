import type { Command } from "./command.js";

const END = [
  "Every command takes --json, for scripts, and --help. ACCOUNT is an account's identifier, or the e-mail address of one of its people.",
  "Uses the database of SVC_MONGODB_URL, or else the one in SVC_DATA_DIR. The service may be running.",
];

/** The usage of all commands, of an area, or of one command. */
export function usageText(commands: readonly Command[]): string {
  return [
    "usage: npm run admin -- COMMAND",
    "",
    ...commands.flatMap(({ words, usage, doc }) => [
      `  ${`${words.join(" ")} ${usage}`.trimEnd()}`,
      `      ${doc}`,
    ]),
    "",
    ...END,
  ].join("\n");
}
