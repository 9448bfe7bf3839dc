/** Texts of a result, loaded with the first one. `{…}` are placeholders (`fill`); sentences end with their full stop. */

import type { Plural } from "@svc-proof/ui/language";
import type { VerdictTexts } from "@svc-proof/ui/texts/verdict/verdict-texts";
import type { AsicWriteErrorCode } from "@svc-proof/verifier-lib/asic";
import type { ListTexts } from "../list/list-texts.js";

export interface ResultTexts extends VerdictTexts {
  readonly repeat: {
    readonly expected: string;
    readonly unpackZip: string;
    readonly unpackPdf: string;
    readonly formatProof: string;
    readonly formatTimestamp: string;
    readonly formatSeal: string;
    readonly content: string;
    readonly leaf: string;
    readonly merkle: string;
    readonly payload: string;
    readonly anchorCast: string;
    readonly anchorCurl: string;
    readonly anchorExplorer: string;
    readonly bitcoinOts: string;
    readonly bitcoinNode: string;
    readonly bitcoinExplorer: string;
    readonly sealOpenssl: string;
    readonly sealText: string;
    readonly qualified: string;
    readonly placeholderFile: string;
    readonly withoutUs: string;
    /** Where the command line is: `{program}`, and `{hashes}` that name its SHA-256. */
    readonly program: string;
    /** The same in the single-file page, which does not know its site. */
    readonly programElsewhere: string;
    readonly saveFirst: string;
    readonly sandboxRoot: string;
  };
  /** The one action that settles a date, under the headline. */
  readonly next: {
    readonly confirm: string;
    /** `{sources}` are host names. */
    readonly asks: string;
    /** `{size}` of block headers. */
    readonly headers: string;
    readonly orAsk: string;
    readonly sandbox: string;
    readonly authority: string;
    readonly chooseAuthority: string;
  };
  readonly online: {
    readonly heading: string;
    readonly evm: string;
    readonly bitcoin: string;
    readonly sentEvm: string;
    readonly sentBitcoin: string;
    readonly notSent: string;
    readonly sources: string;
    readonly noSources: string;
    readonly ask: string;
    readonly askAgain: string;
    readonly change: string;
    readonly never: string;
    readonly isOffline: string;
  };
  /** Where headers of Bitcoin would settle what is open. `{files}` are names of files. */
  readonly headers: {
    readonly heading: string;
    /** `{files}` are paths on such a site, `{size}` that of all. */
    readonly lead: string;
    readonly sent: string;
    readonly fetch: string;
    readonly fetched: string;
    readonly kept: string;
    readonly absent: string;
    readonly unreachable: string;
  };
  readonly list: ListTexts;
  /** Where the original was not given, or the certificates of an authority were. */
  readonly add: {
    readonly original: string;
    readonly chooseOriginal: string;
    readonly trustHeading: string;
    readonly trustLead: string;
    readonly trust: string;
  };
  readonly report: {
    readonly heading: string;
    readonly lead: string;
    readonly print: string;
    readonly pdf: string;
    readonly json: string;
    /** Where an original and its timestamp are at hand. */
    readonly asic: string;
    readonly makingAsic: string;
    readonly failedAsic: string;
    readonly asicRefusals: Readonly<Record<AsicWriteErrorCode, string>>;
    readonly leadAsic: string;
    readonly title: string;
    readonly making: string;
    readonly failed: string;
    readonly page: string;
    readonly verifier: string;
    readonly build: string;
    readonly attached: string;
    /** A report of several items. */
    readonly joint: {
      readonly count: Plural;
      readonly file: string;
      readonly outcome: string;
      readonly date: string;
      readonly ground: string;
      /** Which reports follow in full. */
      readonly bounded: string;
      readonly attached: string;
    };
  };
}
