import { join } from "node:path";
import { root } from "./entry-points.js";

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
