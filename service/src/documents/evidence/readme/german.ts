import type { ReadmeText } from "./readme-text.js";

export const german: ReadmeText = {
  title: "Beweispaket",
  developmentNotice:
    "ENTWICKLUNGSNETZ: Nichts in diesem Paket hat irgendeinen Beweiswert. Die genannten Ketten, auch Bitcoin, können solche zur Entwicklung sein.",
  introduction:
    "Dieses Paket gehört zu einer Datei, deren SHA-256-Fingerabdruck bei einem Zeitstempeldienst registriert wurde. Es enthält, was nötig ist, um ohne diesen Dienst und ohne Vertrauen in ihn zu prüfen, wann es eine Datei mit diesem Fingerabdruck spätestens gab.",
  labelled: (label, value) => `${label}: ${value}`,
  file: "Datei",
  fingerprint: "SHA-256",
  proof: "Nachweis",
  certificate: "Zertifikat",
  received: "Eingegangen (nach der Uhr des Dienstes)",
  provenHeading: "Gegenwärtiger Stand",
  proven: ({ network, chainId, blockNumber }, time) =>
    `Eine Datei mit diesem Fingerabdruck existierte spätestens am ${time}. Das ist die Zeit von Block ${blockNumber} von ${network} (Kette ${chainId}); er enthält eine Transaktion, die den Fingerabdruck festlegt.`,
  unconfirmed: "Der Block ist jung und hat seine Bestätigungen noch nicht.",
  sealed: (authority, time) =>
    `Eine Zeitstempelstelle hat den Fingerabdruck zusammen mit der Zeit ${time} signiert. Sie nennt sich ${authority}.`,
  notAnchoredYet:
    "Der Fingerabdruck ist noch in keinem Block einer Blockchain. Fordern Sie dieses Paket später noch einmal an: Es wird dann mehr enthalten.",
  notProvenYet:
    "NOCH IST NICHTS BEWIESEN. Der Fingerabdruck ist eingegangen, aber noch keine unabhängige Zeitquelle hat ihn festgehalten. Bis dahin ist dieses Paket eine Quittung und kein Beweis: Fordern Sie es später erneut an.",
  bitcoinConfirmed: (blockHeight) => `Auch Block ${blockHeight} von Bitcoin legt den Fingerabdruck fest.`,
  bitcoinSubmitted:
    "Der Fingerabdruck wurde bei öffentlichen OpenTimestamps-Kalendern eingereicht und steht noch in keinem Block von Bitcoin.",
  bitcoinPending: "Der Fingerabdruck wurde noch nicht bei Bitcoin eingereicht.",
  contentsHeading: "Inhalt dieses Pakets",
  readme: "diese Anleitung",
  parts: {
    certificate: "Zertifikat für Menschen; dieselben Beweise sind ihm angehängt",
    proof: "portabler Nachweis (svc-proof/2): Fingerabdruck, Blatt, Prüfpfad, Merkle-Wurzel, Transaktion",
    seal: "elektronischer Zeitstempel (RFC 3161), wie ihn die Stelle ausgestellt hat",
    seal_certificates: "Zertifikate der Zeitstempelstelle",
    seal_timestamp: "OpenTimestamps-Nachweis, dass es den Zeitstempel vor Ablauf seines Zertifikats gab",
    bitcoin_original: "OpenTimestamps-Nachweis der Originaldatei",
    bitcoin_batch: "OpenTimestamps-Nachweis der Merkle-Wurzel",
    bitcoin_headers: "Kopfdaten des Blocks von Bitcoin und der auf ihn folgenden",
    original: "die Originaldatei",
  },
  originalHeading: "Das Original",
  originalIncluded:
    "Das Original ist in diesem Paket. Sein Fingerabdruck wurde neu berechnet, während das Paket entstand, und wer das Paket prüft, berechnet ihn erneut.",
  originalAbsent: {
    not_in_custody:
      "Das Original ist NICHT in diesem Paket: Der Dienst hat es nicht. Vorlegen muss es, wer es besitzt: Ohne das Original, Byte für Byte, sagen die Beweise über keine Datei etwas aus.",
    no_download_left:
      "Das Original ist NICHT in diesem Paket, obwohl der Dienst es verwahrt: Das Konto hatte am Tag der Anforderung keinen Abruf mehr frei. Die Abrufe beginnen um 00:00 UTC von neuem: Fordern Sie das Paket erneut an.",
    integrity_failed:
      "Das Original ist NICHT in diesem Paket: Was der Dienst gespeichert hat, hat den Fingerabdruck nicht mehr und wird nicht herausgegeben. Der Nachweis selbst ist nicht betroffen. Vorlegen muss das Original, wer es besitzt.",
    unavailable:
      "Das Original ist NICHT in diesem Paket, obwohl der Dienst es verwahrt: Sein Speicher hat nicht geantwortet. Fordern Sie das Paket später erneut an.",
  },
  verifyHeading: "So wird geprüft",
  fingerprintStep:
    "Berechnen Sie den Fingerabdruck des Originals und vergleichen Sie alle 64 Zeichen mit den oben genannten. Eine Kopie, die geöffnet und neu gespeichert oder gedruckt und gescannt wurde, ist eine andere Datei.",
  windows: "Windows",
  macOs: "macOS",
  verifierStep: (hasOriginal) =>
    `Geben Sie dieses Paket, so wie es ist, dem Prüfprogramm svc-verify. Es ist freie Software und braucht weder den Dienst noch ein Konto${hasOriginal ? "; den Fingerabdruck des enthaltenen Originals berechnet es neu" : "; nennen Sie ihm das Original dazu"}. Ohne weitere Angaben fragt es niemanden; --rpc nennt einen Zugang zur Kette und --esplora einen Explorer von Bitcoin, den es fragen darf.`,
  verifierTrust:
    "--trust nennt die Zertifikate der Stellen, deren Zeitstempeln Sie vertrauen (CA.pem, siehe unten); ohne sie bleibt der Zeitstempel unentschieden.",
  sealVerifierStep:
    "Entpacken Sie dieses Paket und geben Sie den Zeitstempel darin dem Prüfprogramm svc-verify. Es ist freie Software und braucht weder den Dienst noch ein Konto. Als Ganzes wird das Paket geprüft, sobald es einen portablen Nachweis enthält.",
  byHandHeading: "Von Hand, nur mit üblichen Werkzeugen",
  leafStep:
    "Das Blatt des Nachweises ist der SHA-256 des folgenden Textes. Das Ergebnis muss leaf.value in proof.json sein.",
  pathStep:
    "Nehmen Sie die Einträge von merkle.path in proof.json vom ersten bis zum letzten und beginnen Sie mit dem Blatt. Steht bei position left, so setzen Sie den Hash des Eintrags vor das, was Sie haben, bei right dahinter. Schreiben Sie beides als Bytes und bilden Sie den SHA-256. Das letzte Ergebnis muss die folgende Merkle-Wurzel sein; ohne Einträge ist das Blatt die Wurzel.",
  transactionStep: ({ network, blockNumber }) =>
    `Suchen Sie die Transaktion in einem beliebigen Explorer von ${network}, besser in zweien von verschiedenen Betreibern. Sie muss in Block ${blockNumber} stehen, und ihre Eingabedaten müssen, als UTF-8-Text gelesen, genau die zweite Zeile sein. Die Zeit dieses Blocks ist die bewiesene Zeit.`,
  bitcoinStep:
    "Bitcoin: Jedes OpenTimestamps-Programm prüft das Original mit bitcoin/original.ots. Das übliche Programm fragt einen Knoten von Bitcoin, die Seite opentimestamps.org fragt Explorer.",
  bitcoinBlockStep:
    "Ohne Netz: Das Prüfprogramm hält die Kopfdaten in bitcoin/headers.json gegen die Schwierigkeit von Bitcoin und gegen die Blöcke, die es kennt.",
  sealStep:
    "Elektronischer Zeitstempel: Jedes RFC-3161-Werkzeug prüft ihn. CA.pem ist das Wurzelzertifikat der Stelle aus einer Quelle, der Sie vertrauen; ob die Stelle qualifiziert war, sagen die Vertrauenslisten der Europäischen Union.",
  nothingToVerify:
    "Solange keine unabhängige Zeitquelle den Fingerabdruck festgehalten hat, gibt es außer dem Fingerabdruck selbst nichts zu prüfen.",
  provesHeading: "Was ein geprüftes Paket beweist",
  proves: [
    "Eine Datei mit genau diesen Bytes existierte spätestens zur genannten Zeit.",
    "An dieser Datei hat sich seither kein einziges Bit geändert, wenn ihr Fingerabdruck noch derselbe ist.",
  ],
  provesNotHeading: "Was es nicht beweist",
  provesNot: [
    "Wer die Datei gemacht hat, wem sie gehört oder wer sie registriert hat.",
    "Dass stimmt, was in der Datei steht, oder dass es sie nicht schon früher gab.",
    "Irgendetwas ohne die Originaldatei.",
    "Diese Anleitung und das Zertifikat sind Erläuterungen und keine Beweise: Es zählt, was die Prüfung ergibt.",
  ],
};
