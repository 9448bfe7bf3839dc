import { type DeclarationReflection, ReflectionKind } from "typedoc";
import { ModuleRouter } from "typedoc-plugin-markdown";

/** One page for each entry, at the path that `pages` gives for the entry's name. */
export function entriesRouter(pages: ReadonlyMap<string, string>): typeof ModuleRouter {
  return class EntriesRouter extends ModuleRouter {
    override getIdealBaseName(reflection: DeclarationReflection): string {
      const page = reflection.kindOf(ReflectionKind.Module) ? pages.get(reflection.name) : undefined;
      return page ?? super.getIdealBaseName(reflection);
    }
  };
}
