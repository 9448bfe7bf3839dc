/**
 * The API of an entry as text: every exported name with its declarations, without comments and bodies, sorted. A changed
 * signature shows in it as a change of a line.
 */
import ts from "typescript";
import { COMPILER_OPTIONS } from "./compiler-options.js";
import type { EntryPoint } from "./entry-points.js";

/** The reports of entries, by the name with which an entry is imported. */
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
