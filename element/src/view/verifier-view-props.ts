import type { Shown } from "../model/shown.js";
import type { LoadedTexts } from "../texts/load-texts.js";

export interface VerifierViewProps {
  readonly shown: Shown;
  readonly texts: LoadedTexts;
  readonly onCompare: (file: File | null) => void;
  readonly onAsk: () => void;
  readonly onRetry: () => void;
}
