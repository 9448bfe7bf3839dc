import { actions, common } from "@svc-proof/verifier-web/ui/texts/page/german";
import type { PageTexts } from "./english.js";

export const page: PageTexts = {
  ...common,
  clockBehind:
    "Nach der Uhr dieses Geräts ist heute der {date}. Diese Seite ist später entstanden; die Uhr geht also falsch. Stellen Sie sie richtig: Zeitangaben werden nach ihr beurteilt.",
  loadingFailed:
    "Ein Teil dieser Seite ließ sich nicht laden. Was Sie hinzugefügt haben, ist noch da. Prüfen Sie das Netz, und versuchen Sie es noch einmal. Fehlt der Teil weiterhin, so gibt es eine neue Version der Seite: Laden Sie sie neu, und fügen Sie die Dateien noch einmal hinzu.",
  title: "Nachweis-Prüfprogramm",
  skipToContent: "Zum Inhalt springen",
  language: "Sprache",
  theme: { label: "Darstellung", system: "Automatisch", light: "Hell", dark: "Dunkel" },
  settings: "Quellen",
  landing: {
    heading: "Seit wann gibt es diese Datei nachweislich?",
    lead: "Fügen Sie den Nachweis hinzu und, wenn Sie sie haben, die Datei. Diese Seite rechnet alles selbst nach und zeigt, was belegt ist.",
    sample: {
      lead: "Kein Nachweis zur Hand?",
      button: "Mit einem Beispiel ausprobieren",
      what: "Die erste Transaktion von Bitcoin, die eine Zeitung vom 3. Januar 2009 zitiert, mit der OpenTimestamps-Datei, die ihr Datum belegt. Sie wird auf diesem Gerät geprüft wie Ihre eigenen Dateien.",
    },
    steps: "Wie ein Nachweis funktioniert",
    stepList: [
      {
        name: "Ein Fingerabdruck wird berechnet",
        what: "Ein Rechenverfahren macht aus der Datei 64 Zeichen: ihren SHA-256-Fingerabdruck. Ändert sich ein Buchstabe der Datei, so ist der Fingerabdruck ein anderer. Für alles Weitere wird die Datei nicht gebraucht.",
      },
      {
        name: "Der Fingerabdruck wird verzeichnet",
        what: "Er geht in öffentliche Blockchains ein und auf Wunsch in einen elektronischen Zeitstempel. Jeder dieser Einträge belegt ein Datum, an dem es den Fingerabdruck bereits gab.",
      },
      {
        name: "Jeder kann es nachprüfen",
        what: "Diese Seite berechnet den Fingerabdruck Ihrer Datei neu, folgt dem Nachweis bis zum Eintrag und vergleicht. Dafür braucht es weder den Dienst, der den Nachweis ausgestellt hat, noch ein Konto.",
      },
    ],
    give: "Was Sie hinzufügen können",
    gives: [
      { name: "certificate.pdf", what: "das Zertifikat; der Nachweis liegt ihm bei" },
      { name: "evidence.zip", what: "das Beweispaket, ungeöffnet" },
      { name: "proof.json", what: "der portable Nachweis" },
      {
        name: ".tsr, .asics, .ots",
        what: "ein elektronischer Zeitstempel, allein oder mit seiner Datei; eine OpenTimestamps-Datei",
      },
      {
        name: "die Datei selbst",
        what: "gleich welcher Art und Größe; sie wird ihrem Nachweis über den Fingerabdruck zugeordnet",
      },
    ],
    how: "Was die Ergebnisse bedeuten",
    hows: [
      {
        name: "Verifiziert",
        what: "alle nötigen Prüfungen sind bestanden, und mindestens eine unabhängige Quelle belegt die Zeit",
      },
      {
        name: "Bisher korrekt",
        what: "alles, was sich berechnen lässt, stimmt; eine Zeitquelle muss das Datum noch bestätigen",
      },
      {
        name: "Nicht bestanden",
        what: "eine Prüfung hat einen Widerspruch ergeben; die Seite sagt, welchen",
      },
      { name: "Unbestimmt", what: "kein Widerspruch, aber eine nötige Prüfung war nicht möglich" },
    ],
  },
  privacy: {
    short: actions.filesStay,
    heading: "Ihre Dateien bleiben hier",
    stays:
      "Dateien werden in diesem Fenster gelesen, und ihr Fingerabdruck wird hier berechnet. Nichts wird hochgeladen: Nicht einmal der Dienst, der den Nachweis ausgestellt hat, bekommt sie zu sehen.",
    policy:
      "Der Browser setzt eine strenge Richtlinie durch: Diese Seite führt keinen Code von Dritten aus und lädt nichts von ihnen. Befragt werden nur die Quellen, die Sie wählen.",
    tryOffline:
      "Probieren Sie es aus: Schalten Sie das Netz ab. Die Seite funktioniert weiter, auch wenn Sie sie schließen und wieder öffnen.",
    nothingSent: "Bisher befragte Quellen: keine.",
    sentTo: "Bisher auf Ihren Wunsch befragte Quellen: {hosts}.",
  },
  intake: {
    drop: "Dateien oder Ordner hier ablegen",
    dropNow: "Zum Prüfen loslassen",
    more: "Weitere Dateien hinzufügen",
    chooseFiles: "Dateien wählen",
    chooseFolder: "Ordner wählen",
    typed: "Oder eine Nummer oder einen Fingerabdruck eingeben",
    typedHint:
      "Die Nummer eines Nachweises oder eines Zertifikats: Diese Seite ruft den Nachweis ab. Oder ein SHA-256-Fingerabdruck mit 64 Zeichen: Er wird mit den Nachweisen verglichen, die Sie hinzufügen.",
    typedFetch: "Nachweis abrufen",
    typedCompare: "Vergleichen",
    addProof: "Nachweis hinzufügen",
    lookUp: "Diesen Fingerabdruck bei {host} suchen",
    lookUpSends: "An {host} geht der Fingerabdruck, nicht die Datei.",
    lookingUp: "{host} wird gefragt\u00a0…",
    notFound:
      "{host} hat keinen öffentlichen Nachweis mit diesem Fingerabdruck: Über die Datei sagt das nichts.",
    notAnswered: "{host} war nicht erreichbar. Prüfen Sie das Netz, und versuchen Sie es noch einmal.",
    arriving: { one: "{count} Datei wird gelesen\u00a0…", other: "{count} Dateien werden gelesen\u00a0…" },
  },
  items: {
    heading: "Ihre Dateien",
    verified: { one: "{count} verifiziert", other: "{count} verifiziert" },
    chosen: {
      one: "{count} durch das, worauf Sie selbst vertrauen",
      other: "{count} durch das, worauf Sie selbst vertrauen",
    },
    unvouched: { one: "{count} auf unbekannter Kette", other: "{count} auf unbekannter Kette" },
    rehearsal: { one: "{count} als Probe", other: "{count} als Probe" },
    failed: { one: "{count} nicht bestanden", other: "{count} nicht bestanden" },
    indeterminate: { one: "{count} unbestimmt", other: "{count} unbestimmt" },
    soFar: { one: "{count} bisher korrekt", other: "{count} bisher korrekt" },
    refused: { one: "{count} unlesbar", other: "{count} unlesbar" },
    working: { one: "{count} in Arbeit", other: "{count} in Arbeit" },
    waiting: { one: "{count} wartet auf den Nachweis", other: "{count} warten auf den Nachweis" },
    incomplete: "Nachweis noch nicht hinzugefügt",
    retry: actions.retry,
    all: "Alle",
    search: "Nach Namen suchen",
    back: "Zurück zur Liste",
    remove: "{title} entfernen",
    clear: "Neu beginnen",
    cancel: actions.cancel,
    empty: "Keine.",
    keys: "Mit den Pfeiltasten bewegen Sie sich in der Liste, mit der Eingabetaste öffnen Sie ein Ergebnis.",
  },
  phases: {
    waiting: "Wartet",
    hashing: actions.hashing,
    fetching: "Der Nachweis wird abgerufen",
    verifying: actions.verifying,
    asking: actions.asking,
    done: "Fertig",
    cancelled: "Abgebrochen",
    refused: "Nicht verwendbar",
  },
  wanted: {
    proof:
      "Sie haben noch keinen Nachweis zu dieser Datei hinzugefügt. Fügen Sie das PDF, ZIP oder JSON hinzu, das Sie mit ihr erhalten haben.",
    "proof-of-fingerprint":
      "Dieser Fingerabdruck steht zum Vergleich bereit. Fügen Sie den Nachweis hinzu, mit dem er übereinstimmen soll, oder geben Sie dessen Nummer ein.",
    timestamp: "Das sind Blockköpfe. Fügen Sie die OpenTimestamps-Datei hinzu, zu der sie gehören.",
    seal: "Das sind Zertifikate. Fügen Sie den elektronischen Zeitstempel hinzu, zu dem sie gehören.",
    "seal-of-revocation":
      "Das sind Sperrinformationen einer Zeitstempelstelle. Fügen Sie den elektronischen Zeitstempel hinzu, zu dem sie gehören.",
    snapshot:
      "Das ist eine Vertrauensliste der EU. Diese Seite verwendet einen Auszug aus allen Listen, deren Signaturen vorher geprüft wurden: „svc-verify trust-list build“ erstellt ihn aus den Listen eines Ordners. Fügen Sie diesen Auszug hier hinzu.",
  },
  problems: {
    file_unreadable: actions.fileUnreadable,
    too_many_files:
      "Das ist mehr, als diese Seite fasst. Sie hat {max} Dateien aufgenommen und den Rest weggelassen.",
    transfer_unreadable:
      "Ein Teil des Abgelegten ließ sich nicht öffnen ({count}). Der Rest wurde aufgenommen.",
    verifier_crashed:
      "Die Prüfung wurde unerwartet beendet. Über den Nachweis sagt das nichts. Versuchen Sie es noch einmal oder mit einem anderen Browser.",
    verifier_unresponsive:
      "Die Prüfung reagierte nicht mehr und wurde beendet. Über den Nachweis sagt das nichts.",
    verifier_not_loaded:
      "Das Prüfprogramm ließ sich nicht laden. Verbinden Sie sich mit dem Netz und laden Sie die Seite neu.",
    text_not_understood:
      "Das ist weder die Nummer eines Nachweises oder Zertifikats noch ein Fingerabdruck mit 64 Zeichen noch ein Nachweis.",
    proof_not_found: "Der Dienst hat weder einen Nachweis noch ein Zertifikat mit der Nummer {id}.",
    proof_not_ready:
      "Der Nachweis {id} ist noch nicht verankert. Versuchen Sie es in einigen Minuten noch einmal.",
    service_unreachable:
      "Der Nachweis {id} ließ sich nicht beim Dienst abrufen. Wenn Sie ihn als Datei haben, legen Sie sie hier ab.",
    service_invalid_answer: "Der Dienst hat mit etwas geantwortet, das kein Nachweis ist.",
  },
  roles: {
    proof: "portabler Nachweis",
    package: "Beweispaket",
    certificate: "Zertifikat",
    container: "Container mit Zeitstempel (ASiC-S)",
    seal: "elektronischer Zeitstempel",
    timestamp: "OpenTimestamps-Datei",
    witness: "Einschlussbeleg eines Ankers",
    original: "zu vergleichende Datei",
    headers: "Blockköpfe",
    authority: "Zertifikate einer Zeitstempelstelle",
    crl: "Sperrliste",
    ocsp: "OCSP-Antwort",
    snapshot: "Auszug aus den Vertrauenslisten der EU",
    "trusted-list": "Vertrauensliste der EU (XML)",
  },
  update: {
    ready: "Eine neuere Version dieser Seite ist verfügbar. Beim Neuladen wird die Seite geleert.",
    reload: "Neu laden",
    afterwards:
      "Eine neuere Version dieser Seite ist verfügbar. Sie können wechseln, sobald die Prüfung abgeschlossen ist.",
    otherPages:
      "Eine neuere Version ist verfügbar. Schließen Sie zuerst die anderen Fenster mit dieser Seite.",
  },
  sources: {
    heading: "Quellen für Online-Prüfungen",
    lead: "Sie werden nur befragt, wenn Sie eine Schaltfläche betätigen, und auf diesem Gerät gespeichert. Zwei unabhängige Quellen sind besser als eine: Irrt die eine, widerspricht ihr die andere.",
    oneALine: "Eine Adresse pro Zeile.",
    reset: "Auf Standard zurücksetzen",
    save: "Speichern",
    none: "Keine Quelle wird befragt.",
    faults: {
      endpoint_not_an_address: "Eine Adresse beginnt mit https:// oder http://.",
      endpoint_with_credentials: "Browser senden nichts an eine Adresse, die einen Benutzernamen enthält.",
      endpoint_not_secure: "Unverschlüsselt (http://) darf nur eine Quelle auf diesem Gerät befragt werden.",
      too_many_endpoints: "Das sind mehr Quellen, als befragt werden können.",
    },
  },
  close: "Schließen",
  footer: {
    version: "Version {version}",
    build: "Build {hash}",
    files: "Alle Dateien dieser Seite mit ihren Fingerabdrücken",
    single: "Diese Seite als einzelne Datei, zum Aufbewahren bei den Beweismitteln",
    isKept: "Diese Seite ist auf diesem Gerät gespeichert und funktioniert ohne Netz.",
    about: "Über dieses Prüfprogramm",
  },
};
