/** What each program says of itself, as files in `help/`: `npx vitest run test/cli/help.test.ts -u` writes them. */

import { describe, expect, test } from "vitest";
import { SVC_PROOF } from "../../client/src/cli/commands.js";
import { SVC_PROOF_ADMIN } from "../../service/src/admin/commands.js";
import { SVC_VERIFY } from "../../verifier-lib/src/cli/commands.js";
import { optionsOf, type Program } from "../../verifier-lib/src/command-line/command.js";
import { commandUsage, overview, usage } from "../../verifier-lib/src/command-line/help.js";
import { EXIT } from "../../verifier-lib/src/command-line/output.js";

const PROGRAMS: [name: string, program: Program][] = [
  ["svc-verify", SVC_VERIFY],
  ["svc-proof", SVC_PROOF],
  ["svc-proof-admin", SVC_PROOF_ADMIN],
];

describe.each(PROGRAMS)("%s", (name, program) => {
  const { main, commands, exitStatus } = program;

  test("its --help, and that of each command", async () => {
    const help =
      main !== null
        ? usage(program)
        : [overview(program), ...commands.map((command) => commandUsage(program, command))].join("\n");
    await expect(help).toMatchFileSnapshot(`help/${name}.txt`);
  });

  test("its exit statuses are those of the one table, and of signals", () => {
    for (const [status] of exitStatus) expect([...Object.values(EXIT), 130]).toContain(Number(status));
  });

  test("each command says what it does in sentences, each option in less", () => {
    for (const command of commands) {
      expect(command.help, command.name).toMatch(/^[A-Z].*[.)]$/);
      for (const option of optionsOf(command)) expect(option.help, option.name).not.toMatch(/\.$/);
    }
  });
});
