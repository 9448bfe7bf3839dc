import type { Capability, CapabilityHost } from "../capability.js";
import type { SandboxLinks } from "../people/sandbox-links.js";
import { retry } from "../retry.js";
import { StoreUnavailableError } from "../store/store.js";
import { sandboxNotice, writeSandboxCredentials } from "./credentials.js";
import type { Sandbox } from "./open-sandbox.js";

/**
 * Writes the credentials of a sandbox and prints its notice, once its chain answers.
 *
 * @param dataDir the folder for the credentials; null if there is none.
 * @param links of this start.
 */
export function announceSandbox(
  host: CapabilityHost,
  sandbox: Sandbox,
  dataDir: string | null,
  links: SandboxLinks,
): Capability {
  const { network, addresses, store, signal } = host;
  return {
    routes: [],
    startJobs: async () => {
      if (!network.isSandbox) return;
      const [{ chain }] = await network.open();
      const facts = {
        addresses: addresses(),
        rpcUrl: network.rpcUrl,
        chainId: chain.chainId,
        calendarUrl: sandbox.calendar?.url ?? null,
        tsa: sandbox.tsa,
      };
      const write = (folder: string) =>
        retry(() => writeSandboxCredentials({ ...facts, store, links, dataDir: folder }), {
          mayPass: (error) => error instanceof StoreUnavailableError,
          // The guard of the store logs the outage.
          onWait: () => {},
          signal,
        });
      const credentials = dataDir === null ? null : await write(dataDir);
      console.log(sandboxNotice({ ...facts, credentials }));
    },
  };
}
