/**
 * The API reference, from built declarations, by TypeDoc. TypeDoc and the API reports need a compiler with a JavaScript API,
 * which TypeScript 7 does not have: this workspace pins TypeScript 6 for them alone.
 */

import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import {
  Application,
  type DeclarationReflection,
  Logger,
  LogLevel,
  type ProjectReflection,
  ReferenceType,
  ReflectionKind,
  type TypeDocOptions,
} from "typedoc";
import { ModuleRouter, type PluginOptions } from "typedoc-plugin-markdown";
import { publicPackages } from "../../../../scripts/workspaces.mjs";
import { COMPILER_OPTIONS, type EntryPoint } from "./entry-points.js";

/** What has to say what it is: everything that can be imported, and methods. Members of an object speak for themselves or say more. */
const DOCUMENTED = [
  "Module",
  "Enum",
  "Variable",
  "Function",
  "Class",
  "Interface",
  "TypeAlias",
  "Method",
  "Accessor",
] as const;

const OPTIONS = {
  plugin: ["typedoc-plugin-markdown"],
  name: "svc-proof",
  alwaysCreateEntryPointModule: true,
  router: "entries",
  logLevel: LogLevel.Warn,
  readme: "none",
  disableGit: true,
  disableSources: true,
  excludePrivate: true,
  excludeInternal: true,
  // An element inherits all members of HTMLElement.
  excludeExternals: true,
  sort: ["alphabetical"],
  groupOrder: ["Functions", "Classes", "Variables", "Interfaces", "Type Aliases", "*"],
  validation: {
    notExported: true,
    invalidLink: true,
    invalidPath: true,
    rewrittenLink: true,
    notDocumented: true,
  },
  requiredToBeDocumented: [...DOCUMENTED],
  entryFileName: "index",
  hideBreadcrumbs: true,
  hidePageHeader: true,
  parametersFormat: "table",
  interfacePropertiesFormat: "table",
  typeDeclarationFormat: "table",
  propertyMembersFormat: "table",
  tableColumnSettings: { hideModifiers: true },
  useCodeBlocks: true,
  expandObjects: true,
} satisfies Partial<TypeDocOptions & PluginOptions>;

/** The types of the entries, and what is wrong with their documentation. */
export interface ReadTypes {
  readonly app: Application;
  readonly project: ProjectReflection;
  /** Names that are referred to and not exported, broken links, exports without a docstring: one a line. */
  readonly warnings: () => readonly string[];
}

/**
 * Reads the declarations of the entries together, so that types of one package link to those of another.
 * @throws Error if the declarations do not compile.
 */
export async function readTypes(entries: readonly EntryPoint[]): Promise<ReadTypes> {
  const folder = mkdtempSync(join(tmpdir(), "svc-proof-reference-"));
  const tsconfig = join(folder, "tsconfig.json");
  const files = entries.map(({ types }) => types);
  writeFileSync(tsconfig, JSON.stringify({ compilerOptions: COMPILER_OPTIONS, files }));
  try {
    const app = await Application.bootstrapWithPlugins({
      ...OPTIONS,
      tsconfig,
      entryPoints: files,
      exclude: [],
    });
    app.renderer.defineRouter(
      "entries",
      entriesRouter(new Map(entries.map((one) => [one.specifier, one.page]))),
    );
    const collector = new Collector();
    app.logger = collector;
    const project = await app.convert();
    if (project === undefined) throw new Error("the declarations do not compile");
    nameModules(project, entries);
    nameParameters(project);
    shortenGenerated(project);
    for (const name of new Set(entries.map(packageOf))) {
      // TypeDoc asks of nothing outside the project's package whether it is exported and documented.
      project.packageName = name;
      app.validate(project);
    }
    return { app, project, warnings: () => [...new Set(collector.messages)] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One page for each entry, at the path that `pages` gives for the entry's name. */
function entriesRouter(pages: ReadonlyMap<string, string>): typeof ModuleRouter {
  return class EntriesRouter extends ModuleRouter {
    override getIdealBaseName(reflection: DeclarationReflection): string {
      const page = reflection.kindOf(ReflectionKind.Module) ? pages.get(reflection.name) : undefined;
      return page ?? super.getIdealBaseName(reflection);
    }
  };
}

class Collector extends Logger {
  readonly messages: string[] = [];

  override log(message: string, level: LogLevel): void {
    if (level >= LogLevel.Warn) this.messages.push(message);
  }
}

const packageOf = ({ specifier }: EntryPoint) => specifier.split("/").slice(0, 2).join("/");

/** TypeDoc names modules by their files. */
function nameModules(project: ProjectReflection, entries: readonly EntryPoint[]): void {
  for (const module of project.children ?? []) {
    const path = project.files.getReflectionPath(module);
    const entry = entries.find(({ types }) => types === path);
    if (entry === undefined) throw new Error(`no entry at ${path}`);
    module.name = entry.specifier;
  }
}

/** Types that are made from the OpenAPI document: the pages of the HTTP API have the same, and better to read. */
const GENERATED: ReadonlySet<string> = new Set(["components", "operations", "paths"]);

function shortenGenerated(project: ProjectReflection): void {
  for (const made of project.getReflectionsByKind(ReflectionKind.Interface)) {
    if (!GENERATED.has(made.name) || !made.isDeclaration()) continue;
    for (const member of [...(made.children ?? [])]) project.removeReflection(member);
    delete made.children;
    delete made.groups;
  }
}

/** A parameter that is taken apart where it is declared has no name there: it gets that of its type. */
function nameParameters(project: ProjectReflection): void {
  for (const parameter of project.getReflectionsByKind(ReflectionKind.Parameter)) {
    if (parameter.name !== "__namedParameters" || !parameter.isParameter()) continue;
    const type = parameter.type instanceof ReferenceType ? parameter.type.name : "Options";
    const last = /[A-Z][a-z0-9]*$/.exec(type)?.[0] ?? type;
    parameter.name = last.toLowerCase();
  }
}

/**
 * Writes Markdown below a folder, which is emptied: a page for each entry, one for each package, and one over all.
 *
 * @param read the types of `entries`.
 */
export async function writeReference(
  { app, project }: ReadTypes,
  entries: readonly EntryPoint[],
  folder: string,
): Promise<void> {
  app.options.setValue("outputs", [{ name: "markdown", path: folder }]);
  await app.generateOutputs(project);
  const packages = publicPackages().flatMap(({ name, folder: workspace, manifest: { description } }) => {
    const page = basename(workspace);
    const own = entries.filter(({ page: one }) => dirname(one) === page);
    return own.length === 0 ? [] : [{ name, page, description, own }];
  });
  for (const { name, page, description, own } of packages) {
    const path = join(folder, page, "index.md");
    const list = own.map((entry) => `- [\`${entry.specifier}\`](${fileName(entry)})`).join("\n");
    if (!existsSync(path)) writeFileSync(path, `# ${name}\n\n${description}.\n\n## Entries\n\n${list}\n`);
  }
  const index = packages.map(
    ({ name, page, description, own }) =>
      `## [${name}](${page}/index.md)\n\n${description}.\n\n${own
        .map((entry) => `- [\`${entry.specifier}\`](${page}/${fileName(entry)})`)
        .join("\n")}\n`,
  );
  writeFileSync(join(folder, "index.md"), `# API reference\n\n${index.join("\n")}`);
}

const fileName = ({ page }: EntryPoint) => `${page.split("/").slice(1).join("/")}.md`;
