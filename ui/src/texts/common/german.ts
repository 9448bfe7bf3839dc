import type { CommonTexts } from "./common-texts.js";

export const german: CommonTexts = {
  progress: {
    amount: "{done} von {total}",
    done: "{done}",
    rate: "{rate} pro Sekunde",
    secondsLeft: { one: "noch {count} Sekunde", other: "noch {count} Sekunden" },
    minutesLeft: { one: "noch {count} Minute", other: "noch {count} Minuten" },
    nearlyDone: "fast fertig",
  },
  outcomes: {
    verified: "Bestätigt",
    failed: "Fehlgeschlagen",
    indeterminate: "Unbestimmt",
    soFar: "Bisher korrekt",
  },
  loading: "Wird geladen…",
  loadingFailed:
    "Ein Teil dieser Seite ließ sich nicht laden. Verbinden Sie sich mit dem Netz und laden Sie die Seite neu.",
  insecure:
    "Signaturen lassen sich hier nicht prüfen, weil diese Seite ohne sichere Verbindung geöffnet wurde. Verwenden Sie https oder das Prüfprogramm in einer Datei (verifier.html).",
  copy: "Kopieren",
  copied: "Kopiert",
};
