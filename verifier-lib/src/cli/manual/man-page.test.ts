import { expect, test } from "vitest";
import { manPage } from "./man-page.js";
import { EXAMPLE, WITHOUT_MAIN } from "./program.testing.js";

const PAGE = `\
.TH A-B 1 "" "a-b 1.2.3" "User Commands"
.SH NAME
a-b \\- does things
.SH SYNOPSIS
.B a\\-b [OPTION]... FILE...
.br
.B a\\-b list show [OPTION]... [FOLDER]
.br
.B a\\-b list forget
.br
.B a\\-b shell SHELL
.SH DESCRIPTION
.PP
First paragraph.
.PP
\\&.second, with a back\\eslash
.SH OPTIONS
.SS What
.TP
.B \\-h, \\-\\-help
show this
.TP
.B \\-\\-into FOLDER
it's [where]: a\\eb
.TP
.B \\-\\-from FILE
what
.TP
.B \\-\\-kind KIND
which
.TP
.B \\-\\-name NAME
who
.SH COMMANDS
.SS a\\-b list show [OPTION]... [FOLDER]
shows the list
.TP
.B \\-a, \\-\\-all
everything
.SS a\\-b list forget
forgets it
.SS a\\-b shell SHELL
writes a script
.SH EXIT STATUS
.TP
.B 0
done
.PP
The worst counts.
.SH ENVIRONMENT
.TP
.B NO_COLOR
No colours.
.SH EXAMPLES
.TP
.B a\\-b x
does x
`;

test("every command, option and example has its entry; hyphens, backslashes and first dots are text", () => {
  expect(manPage(EXAMPLE, "1.2.3")).toBe(PAGE);
});

test("a program that needs a command has no options of its own, and one with files names them", () => {
  const [start, end] = [PAGE.indexOf(".SH OPTIONS"), PAGE.indexOf(".SH COMMANDS")];
  expect(manPage(WITHOUT_MAIN, "1.2.3")).toBe(
    `${PAGE.slice(0, start)}${PAGE.slice(end)}`
      .replace(".B a\\-b [OPTION]... FILE...\n.br\n", "")
      .replace(".SH EXAMPLES", ".SH FILES\n.TP\n.B ~/.a\\-b\nSettings.\n.SH EXAMPLES"),
  );
});

test("only the first character of a line can begin a request", () => {
  const page = manPage({ ...EXAMPLE, description: ["'a", "b.c"] }, "1");
  expect(page).toContain("\n\\&'a\n.PP\nb.c\n");
});
