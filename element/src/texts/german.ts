import type { ElementTexts } from "./element-texts.js";

export const german: ElementTexts = {
  label: "Prüfung eines Nachweises",
  idle: "Hier gibt es noch keinen Nachweis zu prüfen.",
  fetching: { evidence: "Nachweis wird geladen", original: "Original wird geladen" },
  drop: "oder hier ablegen",
  dropNow: "Loslassen zum Vergleichen",
  other: "Andere Datei vergleichen",
  back: "Zurück zum Nachweis allein",
  without: "Das Original wurde nicht verglichen.",
  nothing: "Über den Nachweis sagt das nichts aus.",
  asked: "Befragt: {sources}.",
  redirected: {
    evidence: "Der Nachweis stammt von {host}: {from} hat dorthin weitergeleitet.",
    original: "Das Original stammt von {host}: {from} hat dorthin weitergeleitet.",
  },
  links: {
    holds: "Der Nachweis ist in sich stimmig. Sein Datum wird noch geprüft.",
    holdsFile: "{file} ist die Datei, auf die sich der Nachweis bezieht. Das Datum wird noch geprüft.",
  },
  errors: {
    evidence: {
      address_not_allowed: "Die Adresse des Nachweises kann nicht verwendet werden.",
      unreachable: "Der Nachweis konnte nicht von {host} geladen werden.",
      refused: "{host} hat den Nachweis nicht gesendet (Status {status}).",
      not_ready: "Der Nachweis ist noch nicht fertig. Versuchen Sie es in einigen Minuten erneut.",
      timeout: "{host} hat den Nachweis nicht rechtzeitig gesendet.",
      too_large: "Der Nachweis von {host} ist größer als {max} und wurde nicht gelesen.",
      not_evidence: "{host} hat keinen Nachweis gesendet, sondern eine Webseite oder nichts.",
      not_loaded: "Ein Teil des Prüfprogramms konnte nicht geladen werden. Laden Sie die Seite neu.",
    },
    original: {
      address_not_allowed: "Die Adresse des Originals kann nicht verwendet werden.",
      unreachable: "Das Original konnte nicht von {host} geladen werden.",
      refused: "{host} hat das Original nicht gesendet (Status {status}).",
      not_ready: "Das Original ist noch nicht verfügbar. Versuchen Sie es in einigen Minuten erneut.",
      timeout: "{host} hat das Original nicht rechtzeitig gesendet.",
      too_large: "Das Original von {host} ist größer als {max} und wurde nicht gelesen.",
      not_evidence: "Was {host} gesendet hat, ist nicht das Original.",
      not_loaded: "Ein Teil des Prüfprogramms konnte nicht geladen werden. Laden Sie die Seite neu.",
    },
  },
};
