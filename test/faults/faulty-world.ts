/** A world on a real anvil, and an endpoint between the two that a test can make fail. */
import { Anvil } from "../../sandbox/src/anvil.js";
import { World } from "./anchoring-world.js";
import { FaultyEndpoint } from "./faulty-endpoint.js";

export interface FaultyWorld {
  readonly anvil: Anvil;
  readonly world: World;
  readonly endpoint: FaultyEndpoint;
  end(): Promise<void>;
}

/** Starts all three, without a fault. */
export async function startFaultyWorld(): Promise<FaultyWorld> {
  const anvil = await Anvil.start(0, null);
  const world = await World.create(anvil);
  const endpoint = await FaultyEndpoint.start(world.rpcUrl);
  return {
    anvil,
    world,
    endpoint,
    end: async () => {
      endpoint.end();
      await world.end();
      await anvil.end();
    },
  };
}
