import { build, type InlineConfig, type Rolldown } from "vite";

/** Builds a configuration with one output. @throws Error if Vite makes several. */
export async function buildOnce(config: InlineConfig): Promise<Rolldown.RolldownOutput["output"]> {
  const built = await build(config);
  if (Array.isArray(built) || !("output" in built)) throw new Error("Vite did not give one output");
  return built.output;
}
