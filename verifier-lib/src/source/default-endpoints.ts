/** The public endpoints that site and command line ask if the reader agrees and names no others. */

/**
 * Two for each chain, from independent operators, so that a false answer is contradicted. All of them allow any origin
 * (CORS) and need no key. None is asked before the reader agrees. Bitcoin's are explorers with Esplora's API, the others
 * speak JSON-RPC. By `bitcoin`, or `evm:` and the EIP-155 identifier of a chain.
 */
export const DEFAULT_ENDPOINTS: Readonly<Record<string, readonly string[]>> = {
  bitcoin: ["https://blockstream.info/api", "https://mempool.space/api"],
  "evm:1": ["https://ethereum-rpc.publicnode.com", "https://eth.drpc.org"],
  "evm:10": ["https://mainnet.optimism.io", "https://optimism-rpc.publicnode.com"],
  "evm:100": ["https://rpc.gnosischain.com", "https://gnosis-rpc.publicnode.com"],
  "evm:137": ["https://polygon-bor-rpc.publicnode.com", "https://polygon.drpc.org"],
  "evm:8453": ["https://mainnet.base.org", "https://base-rpc.publicnode.com"],
  "evm:42161": ["https://arb1.arbitrum.io/rpc", "https://arbitrum-one-rpc.publicnode.com"],
  "evm:80002": ["https://rpc-amoy.polygon.technology", "https://polygon-amoy-bor-rpc.publicnode.com"],
  "evm:84532": ["https://sepolia.base.org", "https://base-sepolia-rpc.publicnode.com"],
  "evm:11155111": ["https://ethereum-sepolia-rpc.publicnode.com", "https://sepolia.drpc.org"],
};
