import type { PageTexts } from "./page-texts.js";

export const german: PageTexts = {
  title: "Nachweisprüfer",
  skipToContent: "Zum Inhalt springen",
  language: "Sprache",
  theme: { label: "Darstellung", system: "Automatisch", light: "Hell", dark: "Dunkel" },
  settings: "Quellen",
  landing: {
    heading: "Wann bestand diese Datei?",
    lead: "Geben Sie den Nachweis an und, wenn Sie sie haben, die Originaldatei. Diese Seite rechnet alles selbst nach und sagt, was standhält.",
    give: "Was Sie angeben können",
    gives: [
      { name: "proof.json", what: "der portable Nachweis" },
      { name: "evidence.zip", what: "das Beweispaket, so wie es ist" },
      { name: "certificate.pdf", what: "das Zertifikat; der Nachweis liegt ihm bei" },
      { name: ".tsr, .ots", what: "ein elektronischer Zeitstempel oder eine OpenTimestamps-Datei" },
      {
        name: "das Original",
        what: "jede Datei, jeder Größe; sie wird ihrem Nachweis über den Fingerabdruck zugeordnet",
      },
    ],
    how: "Wie sie antwortet",
    hows: [
      {
        name: "Bestätigt",
        what: "alles Nötige hält stand, und mindestens eine unabhängige Quelle gibt die Zeit an",
      },
      { name: "Fehlgeschlagen", what: "etwas ist falsch; die Seite sagt, was" },
      { name: "Unbestimmt", what: "nichts ist falsch, aber etwas Nötiges ließ sich nicht prüfen" },
    ],
  },
  privacy: {
    short: "Ihre Dateien bleiben auf diesem Gerät. Sie werden hier gelesen und nirgendwohin gesendet.",
    heading: "Ihre Dateien bleiben hier",
    stays:
      "Dateien werden in diesem Fenster gelesen und berechnet. Es gibt kein Hochladen: Nicht einmal der Dienst, der den Nachweis gemacht hat, bekommt sie zu sehen.",
    policy:
      "Der Browser selbst setzt eine strenge Richtlinie durch: Diese Seite führt keinen Code von Dritten aus und lädt nichts von ihnen. Befragt werden nur die Quellen, die Sie nennen.",
    tryOffline:
      "Probieren Sie es aus: Schalten Sie das Netz ab. Die Seite arbeitet weiter, auch wenn Sie sie schließen und wiederkommen.",
    nothingSent: "Bisher bei anderen nachgefragt: nichts.",
    sentTo: "Bisher auf Ihren Wunsch bei anderen nachgefragt: {hosts}.",
  },
  intake: {
    drop: "Dateien oder Ordner hier ablegen",
    dropNow: "Zum Prüfen loslassen",
    more: "Weitere Dateien hinzufügen",
    chooseFiles: "Dateien wählen",
    chooseFolder: "Ordner wählen",
    typed: "Oder eine Kennung oder einen Fingerabdruck eingeben",
    typedHint:
      "Die Kennung eines Nachweises (UUID) oder ein SHA-256-Fingerabdruck mit 64 Zeichen zum Vergleichen",
    typedCheck: "Nachsehen",
    arriving: { one: "{count} Datei wird angesehen…", other: "{count} Dateien werden angesehen…" },
  },
  items: {
    heading: "Was Sie angegeben haben",
    verified: { one: "{count} bestätigt", other: "{count} bestätigt" },
    failed: { one: "{count} fehlgeschlagen", other: "{count} fehlgeschlagen" },
    indeterminate: { one: "{count} unbestimmt", other: "{count} unbestimmt" },
    refused: { one: "{count} unlesbar", other: "{count} unlesbar" },
    working: { one: "{count} in Arbeit", other: "{count} in Arbeit" },
    waiting: { one: "{count} ohne Nachweis", other: "{count} ohne Nachweis" },
    incomplete: "Ohne Nachweis",
    retry: "Noch einmal versuchen",
    all: "Alle",
    back: "Zurück zur Liste",
    remove: "{title} entfernen",
    clear: "Neu beginnen",
    cancel: "Abbrechen",
    empty: "Keine davon.",
    keys: "Pfeiltasten bewegen sich in der Liste, die Eingabetaste öffnet ein Ergebnis.",
  },
  phases: {
    waiting: "Wartet",
    hashing: "Der Fingerabdruck wird berechnet",
    fetching: "Der Nachweis wird geholt",
    verifying: "Wird geprüft",
    asking: "Die Quellen werden befragt",
    done: "Fertig",
    cancelled: "Abgebrochen",
    refused: "Nicht verwendbar",
  },
  wanted: {
    proof:
      "Zu dieser Datei gibt es noch keinen Nachweis. Fügen Sie ihn hinzu oder geben Sie seine Kennung ein.",
    timestamp: "Das sind Blockköpfe. Fügen Sie den Zeitstempel hinzu, zu dem sie gehören.",
    seal: "Das sind Zertifikate. Fügen Sie den elektronischen Zeitstempel hinzu, zu dem sie gehören.",
  },
  problems: {
    file_unreadable:
      "Die Datei ließ sich nicht lesen. Vielleicht wurde sie seit der Auswahl geändert, verschoben oder gesperrt.",
    too_many_files:
      "Das ist mehr, als diese Seite fasst. Sie hat {max} Dateien genommen und den Rest gelassen.",
    transfer_unreadable: "Einiges vom Abgelegten ließ sich nicht öffnen ({count}). Der Rest wurde genommen.",
    verifier_crashed:
      "Die Prüfung ist hieran gescheitert. Über den Nachweis sagt das nichts. Versuchen Sie es noch einmal oder mit einem anderen Browser.",
    verifier_unresponsive:
      "Die Prüfung gab kein Lebenszeichen und wurde beendet. Über den Nachweis sagt das nichts.",
    verifier_not_loaded:
      "Das Prüfprogramm selbst ließ sich nicht laden. Verbinden Sie sich mit dem Netz und laden Sie die Seite neu.",
    text_not_understood:
      "Das ist weder die Kennung eines Nachweises noch ein Fingerabdruck mit 64 Zeichen noch ein Nachweis.",
    proof_not_found: "Der Dienst hat keinen Nachweis {id}.",
    proof_not_ready:
      "Der Nachweis {id} ist noch nicht verankert. Versuchen Sie es in einigen Minuten noch einmal.",
    service_unreachable:
      "Der Dienst ließ sich nicht nach dem Nachweis {id} fragen. Wenn Sie ihn als Datei haben, legen Sie sie hier ab.",
    service_invalid_answer: "Der Dienst hat mit etwas geantwortet, das kein Nachweis ist.",
  },
  progress: {
    amount: "{done} von {total}",
    done: "{done}",
    rate: "{rate} je Sekunde",
    secondsLeft: { one: "noch {count} Sekunde", other: "noch {count} Sekunden" },
    minutesLeft: { one: "noch {count} Minute", other: "noch {count} Minuten" },
    nearlyDone: "fast fertig",
  },
  outcomes: { verified: "Bestätigt", failed: "Fehlgeschlagen", indeterminate: "Unbestimmt" },
  roles: {
    proof: "portabler Nachweis",
    package: "Beweispaket",
    certificate: "Zertifikat",
    seal: "elektronischer Zeitstempel",
    timestamp: "OpenTimestamps-Datei",
    original: "Original",
    headers: "Blockköpfe",
    authority: "Zertifikate einer Stelle",
  },
  update: {
    ready: "Eine neuere Fassung dieser Seite ist da. Beim Neuladen wird die Seite geleert.",
    reload: "Neu laden",
    afterwards:
      "Eine neuere Fassung dieser Seite ist da. Sie können zu ihr wechseln, wenn die Arbeit getan ist.",
    otherPages: "Eine neuere Fassung ist da. Schließen Sie zuerst die anderen Fenster mit dieser Seite.",
  },
  loading: "Wird geladen…",
  loadingFailed:
    "Ein Teil dieser Seite ließ sich nicht laden. Verbinden Sie sich mit dem Netz und laden Sie die Seite neu.",
  sources: {
    heading: "Quellen für Prüfungen im Netz",
    lead: "Sie werden nur befragt, wenn Sie eine Taste drücken, und auf diesem Gerät gemerkt. Zwei, die nichts miteinander zu tun haben, sind besser als eine: Lügt die eine, widerspricht ihr die andere.",
    oneALine: "Eine Adresse je Zeile.",
    reset: "Zurück zur Vorgabe",
    save: "Speichern",
    none: "Niemand wird befragt.",
    faults: {
      endpoint_not_an_address: "Eine Adresse beginnt mit https:// oder http://.",
      endpoint_with_credentials: "Browser senden nichts an eine Adresse mit einem Benutzernamen darin.",
      endpoint_not_secure: "Unverschlüsselt (http://) darf nur eine Quelle auf diesem Gerät befragt werden.",
      too_many_endpoints: "Das sind mehr Quellen, als befragt werden können.",
    },
  },
  copy: "Kopieren",
  copied: "Kopiert",
  close: "Schließen",
  footer: {
    version: "Version {version}",
    build: "Build {hash}",
    files: "Alle Dateien dieser Seite mit ihren Fingerabdrücken",
    single: "Diese Seite als eine Datei, zum Aufbewahren mit den Beweisen",
    isKept: "Diese Seite ist auf diesem Gerät gespeichert und arbeitet ohne Netz.",
  },
};
