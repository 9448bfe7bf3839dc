/** Words for what a reader can do about a verdict, and for what is done meanwhile. `{…}` are placeholders (`fill`). */
export interface ActionTexts {
  /** The button that asks sources. */
  readonly confirm: string;
  /** `{sources}` are their hosts. */
  readonly asks: string;
  readonly sentEvm: string;
  readonly sentBitcoin: string;
  /** `{what}` will be sent. */
  readonly notSent: string;
  readonly askAgain: string;
  readonly addOriginal: string;
  readonly chooseOriginal: string;
  /** Files are read where they are. */
  readonly filesStay: string;
  readonly hashing: string;
  readonly verifying: string;
  readonly asking: string;
  readonly retry: string;
  readonly cancel: string;
  readonly fileUnreadable: string;
}
