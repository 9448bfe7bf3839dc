#!/usr/bin/env node
import { existsSync } from "node:fs";

const entry = new URL("../dist/cli/main.js", import.meta.url);
if (existsSync(entry)) await import(entry.href);
else {
  process.stderr.write("svc-proof: not built yet. Run `npm run build` in the workspace first.\n");
  process.exitCode = 3;
}
