/** The source of a date in a few English words, for a headline. */
import type { TimeSource } from "./report.js";

/** For example `block 21000000 of Ethereum`. It may hold names that others chose. */
export function sourceText(source: TimeSource): string {
  switch (source.type) {
    case "rfc3161-timestamp":
      return `a timestamp of ${source.authority}`;
    case "bitcoin-block":
      return `block ${source.block_height} of Bitcoin`;
    case "evm-block":
      return `block ${source.block_number} of ${source.network}`;
  }
}
