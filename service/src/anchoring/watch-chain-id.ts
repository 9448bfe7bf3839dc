/** Whether the endpoint serves the chain that the settings name. Silence may pass; another chain is a mistake in the settings. */
import { SourceError } from "@svc-proof/verifier-lib/source";
import { type Chain, ChainUnavailableError, EndpointsDisagreeError } from "../clients/chain/chain.js";
import { chainText } from "../config/known-chains.js";
import type { Log } from "../log.js";
import type { Readiness } from "../operations/readiness.js";
import { retry } from "../retry.js";
import { ChainReplacedError } from "./chain-identity.js";

export interface ChainIdWatchOptions {
  readonly log: Pick<Log, "error" | "info">;
  readonly readiness: Pick<Readiness, "hold">;
  /** Ends the watch. */
  readonly signal: AbortSignal;
}

/**
 * Asks until the endpoint serves the chain; the service is not ready while it serves another. Later changes stop the anchoring
 * alone (`verifyChainIdentity`).
 *
 * @returns after the first answer or failure. Never rejects.
 */
export function watchChainId(chain: Chain, options: ChainIdWatchOptions): Promise<void> {
  return new Promise((resolve) => {
    void askChainId(chain, options, resolve).finally(resolve);
  });
}

async function askChainId(
  chain: Chain,
  { log, readiness, signal }: ChainIdWatchOptions,
  onWait: () => void,
): Promise<void> {
  const { chainId } = chain;
  const subject = `chain ${chainId}`;
  let told = false;
  const refuse = (reason: string, served?: number) => {
    readiness.hold(subject, reason);
    if (!told) log.error({ chainId, served }, `${reason}: nothing is anchored, and the service is not ready`);
    told = true;
    throw new ChainReplacedError(reason);
  };
  const look = async () => {
    const served = await chain.source.fetchChainId().catch((error: unknown) => {
      if (!(error instanceof EndpointsDisagreeError)) throw error;
      return refuse(`not all endpoints serve chain ${chainText(chainId)}`);
    });
    if (served === chainId) return;
    refuse(`an endpoint serves chain ${chainText(served)} instead of ${chainText(chainId)}`, served);
  };
  const mayPass = (error: unknown): error is Error =>
    [ChainReplacedError, SourceError, ChainUnavailableError].some((type) => error instanceof type);
  try {
    await retry(look, { mayPass, onWait, signal });
  } catch (error) {
    if (!signal.aborted) log.error({ err: error, chainId }, "the endpoint's chain id cannot be asked");
    return;
  }
  readiness.hold(subject, null);
  if (told) log.info({ chainId }, "the endpoint serves the chain of the settings");
}
