import type { ActionTexts, CommonTexts, ElementTexts, LayoutTexts } from "./english.js";

export const insecure: string =
  "Signaturen lassen sich hier nicht prüfen, weil diese Seite ohne sichere Verbindung geöffnet wurde. Verwenden Sie https oder das Prüfprogramm in einer Datei (verifier.html).";

export const common: CommonTexts = {
  quoted: "„{name}“",
  progress: {
    amount: "{done} von {total}",
    done: "{done}",
    rate: "{rate} pro Sekunde",
    secondsLeft: { one: "noch {count} Sekunde", other: "noch {count} Sekunden" },
    minutesLeft: { one: "noch {count} Minute", other: "noch {count} Minuten" },
    nearlyDone: "fast fertig",
  },
  outcomes: {
    verified: "Verifiziert",
    chosen: "Verifiziert durch das, worauf Sie selbst vertrauen",
    unvouched: "Unbekannte Kette: Niemand steht für sie ein",
    rehearsal: "Probe: kein Beweiswert",
    failed: "Nicht bestanden",
    indeterminate: "Unbestimmt",
    soFar: "Bisher korrekt",
  },
  loading: "Wird geladen\u00a0…",
  loadingFailed:
    "Ein Teil dieser Seite ließ sich nicht laden. Verbinden Sie sich mit dem Netz und laden Sie die Seite neu.",
  insecure,
  copy: "Kopieren",
  copied: "Kopiert",
};

export const actions: ActionTexts = {
  confirm: "Datum bestätigen lassen",
  asks: "Gefragt wird bei {sources}.",
  sentEvm: "der Hash der Transaktion und die Nummer ihres Blocks",
  sentBitcoin: "die Höhe des Blocks",
  notSent:
    "Gesendet wird: {what}. Nicht die Datei, nicht ihr Name und nicht ihr Fingerabdruck. Wie bei jedem Besuch einer Website sieht die befragte Quelle Ihre IP-Adresse.",
  askAgain: "Noch einmal befragen",
  addOriginal:
    "Fügen Sie die Datei hinzu, um zu sehen, ob es die des Nachweises ist. Verglichen wird auf diesem Gerät; gesendet wird nichts.",
  chooseOriginal: "Datei hinzufügen",
  compareOther: "Andere Datei vergleichen",
  filesStay: "Ihre Dateien bleiben auf diesem Gerät. Sie werden hier gelesen und nirgendwohin gesendet.",
  hashing: "Der Fingerabdruck wird berechnet",
  verifying: "Wird geprüft",
  asking: "Die Quellen werden befragt",
  retry: "Noch einmal versuchen",
  cancel: "Abbrechen",
  fileUnreadable:
    "Die Datei wurde beim Lesen geändert, verschoben oder gesperrt. Schließen Sie das Programm, das sie benutzt, und wählen Sie die Datei erneut aus.",
};

export const element: ElementTexts = {
  label: "Prüfung eines Nachweises",
  idle: "Hier gibt es noch keinen Nachweis zu prüfen.",
  fetching: { evidence: "Nachweis wird geladen", original: "Datei wird geladen" },
  drop: "oder hier ablegen",
  dropNow: "Loslassen zum Vergleichen",
  back: "Zurück zum Nachweis allein",
  without: "Die Datei wurde nicht verglichen.",
  nothing: "Über den Nachweis sagt das nichts.",
  asked: "Befragt: {sources}.",
  redirected: {
    evidence: "Der Nachweis stammt von {host}: {from} hat dorthin weitergeleitet.",
    original: "Die Datei stammt von {host}: {from} hat dorthin weitergeleitet.",
  },
  links: {
    holds: "Der Nachweis ist in sich stimmig. Sein Datum wird noch geprüft.",
    holdsFile: "Das ist die Datei, auf die sich der Nachweis bezieht. Das Datum wird noch geprüft.",
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
      address_not_allowed: "Die Adresse der Datei kann nicht verwendet werden.",
      unreachable: "Die Datei konnte nicht von {host} geladen werden.",
      refused: "{host} hat die Datei nicht gesendet (Status {status}).",
      not_ready: "Die Datei ist noch nicht verfügbar. Versuchen Sie es in einigen Minuten erneut.",
      timeout: "{host} hat die Datei nicht rechtzeitig gesendet.",
      too_large: "Die Datei von {host} ist größer als {max} und wurde nicht gelesen.",
      not_evidence: "Was {host} gesendet hat, ist nicht die Datei.",
      not_loaded: "Ein Teil des Prüfprogramms konnte nicht geladen werden. Laden Sie die Seite neu.",
    },
  },
};

export const layout: LayoutTexts = {
  documentation: "Dokumentation",
  skip: "Zum Inhalt springen",
  main: "Hauptnavigation",
  verify: "Prüfen",
  home: "Startseite",
  create: "Nachweise erstellen",
  groups: {
    courts: "Für Gerichte",
    developers: "Für Entwickler",
    operators: "Für Betreiber",
    project: "Wie es gebaut ist",
  },
  offer: "Diese Seite auf Deutsch lesen",
  sections: "Inhalt",
  search: "Dokumentation durchsuchen",
  find: "Suchen",
  onThisPage: "Auf dieser Seite",
  neighbours: "Vorige und nächste Seite",
  previous: "Zurück",
  next: "Weiter",
  languages: "Sprachen dieser Seite",
  start: {
    description: "Wie Nachweise entstehen, wie man sie prüft, wie alles funktioniert und warum es so ist.",
    lead: "svc-proof registriert den Fingerabdruck einer Datei und weist nach, seit wann es sie mindestens gibt. Was sich berechnen lässt, prüfen Sie ohne den Dienst, ohne Konto und ohne Netz.",
    how: "So funktioniert es",
    steps: [
      {
        name: "Ein Fingerabdruck wird berechnet",
        what: "Ein Rechenverfahren macht aus der Datei 64 Zeichen, ihren SHA-256-Fingerabdruck. Die Datei bleibt, wo sie ist.",
      },
      {
        name: "Der Fingerabdruck wird verzeichnet",
        what: "Viele Fingerabdrücke gehen als ein einziger Wert in eine öffentliche Blockchain und in Bitcoin ein. Auf Wunsch fügt eine Zeitstempelstelle einen elektronischen Zeitstempel hinzu. Jeder Eintrag belegt ein Datum, an dem es den Fingerabdruck bereits gab.",
      },
      {
        name: "Jeder kann es nachprüfen",
        what: "Das Prüfprogramm berechnet den Fingerabdruck der Datei neu und folgt dem Nachweis bis zu diesen Einträgen.",
      },
    ],
    begin: "Hier beginnen",
    verify: "Eine Datei prüfen",
    verifyWhat: "Legen Sie die Datei zusammen mit ihrem Nachweis ab. Nichts wird hochgeladen.",
    courtsWhat: "Was ein Nachweis vor Gericht zeigt, was nicht, und was zu fragen ist.",
    all: "Alle Teile",
    languages: "Die folgenden Seiten sind auf Englisch.",
  },
  searchPage: {
    title: "Suche",
    lead: "Der Index wird mit Ihrem ersten Wort von dieser Website geladen. Ihre Wörter bleiben auf diesem Gerät.",
    words: "Suchwörter",
    button: "Suchen",
    withoutScript: "Die Suche benötigt JavaScript. Die Startseite führt zu allen Seiten.",
    none: "Nichts gefunden zu „{words}“.",
    found: { one: "{count} Treffer zu „{words}“.", other: "{count} Treffer zu „{words}“." },
    best: "Die besten {count} Treffer zu „{words}“.",
    failed: "Der Index konnte nicht geladen werden.",
  },
  missing: {
    title: "Diese Seite gibt es nicht",
    text: "Die Adresse ist vielleicht veraltet. So geht es weiter:",
    start: "Startseite und Anleitungen",
  },
  offline: {
    keep: "Die ganze Dokumentation auf diesem Gerät behalten",
    working: "Wird geladen\u00a0…",
    kept: "Die ganze Dokumentation ist auf diesem Gerät und öffnet sich ohne Netz.",
    failed: "Es konnte nicht alles geladen werden. Gelesene Seiten bleiben auf dem Gerät.",
  },
};
