import type { Figure } from "./figure.js";

const HEADINGS = ["figure", "ours", "reference", "unit", "ratio", "bar", "holds", "compared with"] as const;

function rows(figures: readonly Figure[]): string[][] {
  return figures.map((figure) => [
    figure.id,
    String(figure.ours),
    String(figure.reference),
    figure.unit,
    figure.ratio.toFixed(3),
    figure.bar?.replace(/(\.\d{3})\d+/, "$1") ?? "-",
    figure.holds === null ? "-" : figure.holds ? "yes" : "NO",
    figure.reference_name,
  ]);
}

/** Columns for a terminal. */
export function table(figures: readonly Figure[]): string {
  const lines = [[...HEADINGS], ...rows(figures)];
  const widths = HEADINGS.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/**
 * The whole of docs/benchmarks.md.
 * @param former the current document: figures that were not measured again stay as they are.
 */
export function markdownDocument(machine: string, figures: readonly Figure[], former: string): string {
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const measured = new Map(rows(figures).map((cells) => [cells[0]!, row(cells)]));
  const kept = former.split("\n").flatMap((line) => {
    const id = /^\| ([\w-]+(?:\.[\w-]+)+) \|/.exec(line)?.[1];
    return id === undefined ? [] : [[id, line] as const];
  });
  const lines = [...new Map([...kept, ...measured]).values()];
  return `# Benchmarks

Written by \`npm run bench -- --write\`; do not edit by hand. A ratio is ours divided by the reference, both measured in
the same run, alternating, each in a process of its own, medians of the rounds. Figures without a bar are shown for
information. Benchmarks may be run one by one; the others' figures stay.

\`crypto.hash()\` gives hexadecimal text unless it is asked for bytes. Bars are held against the form that gives bytes, which
is what a tree and a path need; text is what Node gives faster, and those figures are shown beside it.

A bare hapi route does nothing but parse and answer. What the service's requests take beyond it, and why, is told in
[the SQLite store](operations/sqlite.md) and [scaling on MongoDB](operations/scaling.md).

Machine: ${machine}

${[row(HEADINGS), row(HEADINGS.map(() => "---")), ...lines].join("\n")}
`;
}
