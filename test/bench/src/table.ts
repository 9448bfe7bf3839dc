import { readFileSync, writeFileSync } from "node:fs";
import { cpus, release, totalmem, type } from "node:os";
import { fileURLToPath } from "node:url";
import type { Figure } from "./figure.js";

export const machine: string = `${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, ${type()} ${release()}, Node ${process.version}`;

const HEADINGS = ["figure", "ours", "reference", "unit", "ratio", "bar", "holds", "compared with"] as const;

function rows(figures: readonly Figure[]): string[][] {
  return figures.map((figure) => [
    figure.id,
    String(figure.ours),
    String(figure.reference),
    figure.unit,
    figure.ratio.toFixed(3),
    figure.bar
      ?.replace(/(\.\d{3})\d+/, "$1")
      .replace("<= ", "≤")
      .replace(">= ", "≥") ?? "-",
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

/** Writes docs/benchmarks.md. Figures that were not measured again stay as they are. */
export function writeDocument(figures: readonly Figure[]): void {
  const path = fileURLToPath(new URL("../../../docs/benchmarks.md", import.meta.url));
  writeFileSync(path, markdownDocument(figures, readFileSync(path, "utf8")));
}

function markdownDocument(figures: readonly Figure[], former: string): string {
  const row = (cells: readonly string[]) => `|${cells.join("|")}|`;
  const measured = new Map(rows(figures).map((cells) => [cells[0]!, row(cells)]));
  const kept = former.split("\n").flatMap((line) => {
    const id = /^\|([\w-]+(?:\.[\w-]+)+)\|/.exec(line)?.[1];
    return id === undefined ? [] : [[id, line] as const];
  });
  const lines = [...new Map([...kept, ...measured]).values()];
  return `# Benchmarks

Written by \`npm run bench -- --write\` and \`npm run soak -- --write\`; do not edit by hand. A ratio is
ours divided by the reference. Both are measured in the same run, alternating, each in a process of
its own, as medians of the rounds. Figures without a bar are information. A run of some benchmarks
keeps the figures of the others.

Hashes are of 64 bytes. \`crypto.hash()\` returns text faster than bytes, but trees and paths need
bytes, to which the bars apply. A bare hapi route only parses and answers a body of the same size.

The last run was on ${new Date().toISOString().slice(0, 10)}, on
${machine}.
Figures that it did not measure are of earlier runs, some of them on another machine.

${[row(HEADINGS), row(HEADINGS.map(() => "---")), ...lines].join("\n")}
`;
}
