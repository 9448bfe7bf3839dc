/** The page with the session, built once for all suites of a run and provided as `sessionBuild`. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { build } from "vite";
import type { TestProject } from "vitest/node";
import { siteConfig } from "../../../verifier-web/build/site-config.js";
import { chromiumPath } from "../../consumers/chromium-page.js";
import { root } from "../../e2e/sandbox.js";

declare module "vitest" {
  export interface ProvidedContext {
    /** The folder of the built page; empty where no browser is installed. */
    sessionBuild: string;
  }
}

export default async function setup(project: TestProject): Promise<(() => void) | undefined> {
  project.provide("sessionBuild", "");
  if (chromiumPath === null) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "svc-proof-session-"));
  const config = siteConfig(folder);
  const input = join(root, "test/site/session/session.html");
  await build({
    ...config,
    root: dirname(input),
    build: { ...config.build, rolldownOptions: { ...config.build?.rolldownOptions, input } },
  });
  project.provide("sessionBuild", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
