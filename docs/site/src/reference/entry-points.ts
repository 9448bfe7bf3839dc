/** The typed entries of the public packages, and their API as text. */

import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { publicPackages } from "../../../../scripts/workspaces.mjs";

/** The workspace's folder. */
export const root: string = fileURLToPath(new URL("../../../..", import.meta.url));

/** An entry that has types: what the reference and the reports are made from. */
export interface EntryPoint {
  /** As imported: `@svc-proof/verifier-lib/node`. */
  readonly specifier: string;
  /** Path of its declarations. */
  readonly types: string;
  /** Its page, without the extension: `verifier-lib/node`, `verifier-lib/index` for the package itself. */
  readonly page: string;
}

/** The typed entries of all public packages. They must be built. */
export function entryPoints(): EntryPoint[] {
  return publicPackages().flatMap(({ folder, entries }) =>
    entries.flatMap(({ path, specifier, types }) =>
      types === null
        ? []
        : [{ specifier, types, page: join(basename(folder), path === "." ? "index" : path) }],
    ),
  );
}

/** How declarations are read: as strictly as those who wrote them do. As `tsconfig.json` has them. */
export const COMPILER_OPTIONS: Readonly<Record<string, unknown>> = {
  target: "es2023",
  lib: ["es2023", "dom", "dom.iterable", "dom.asynciterable"],
  module: "nodenext",
  moduleResolution: "nodenext",
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  types: ["node"],
  typeRoots: [join(root, "node_modules/@types")],
};

/**
 * The API of entries as text: every exported name with its declarations, without comments and bodies, sorted. A changed
 * signature shows in it as a change of a line.
 *
 * @returns the reports, by the name with which an entry is imported.
 */
export function apiReports(entries: readonly EntryPoint[]): Map<string, string> {
  const files = entries.map(({ types }) => types);
  const { options } = ts.convertCompilerOptionsFromJson(COMPILER_OPTIONS, "/");
  const program = ts.createProgram(files, { ...options, noEmit: true });
  const checker = program.getTypeChecker();
  const printer = ts.createPrinter({ removeComments: true, newLine: ts.NewLineKind.LineFeed });
  return new Map(
    entries.map(({ specifier, types }) => {
      const file = program.getSourceFile(types);
      const module = file && checker.getSymbolAtLocation(file);
      if (module === undefined) throw new Error(`no module at ${types}`);
      const parts = checker
        .getExportsOfModule(module)
        .map((symbol) => [symbol.name, declarationsOf(symbol, checker, printer)] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1));
      return [specifier, `${parts.map(([, text]) => text).join("\n\n")}\n`];
    }),
  );
}

function declarationsOf(symbol: ts.Symbol, checker: ts.TypeChecker, printer: ts.Printer): string {
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const texts = (target.declarations ?? []).map((declaration) => {
    const statement = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
    return printer.printNode(ts.EmitHint.Unspecified, statement, declaration.getSourceFile());
  });
  if (texts.length === 0) throw new Error(`${symbol.name} has no declaration`);
  const renamed = target.name === symbol.name ? [] : [`// exported as ${symbol.name}`];
  return [...renamed, ...texts].map((text) => text.replace(/^export (?:declare )?/, "")).join("\n");
}
