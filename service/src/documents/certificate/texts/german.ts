import { dayText, durationText, momentText, numberText } from "../../words.js";
import type { CertificateText } from "./certificate-text.js";

export const german: CertificateText = {
  title: "Fingerabdruck-Zertifikat",
  developmentNotice: "Entwicklungsnetz: Dieses Dokument hat keinerlei Beweiswert.",
  provenLead: "Eine Datei mit dem untenstehenden Fingerabdruck existierte spätestens am",
  provenByBlock: (network, blockNumber) =>
    `Zeitpunkt von Block ${blockNumber} von ${network}; in einer Transaktion darin ist der Fingerabdruck verankert.`,
  provenByBitcoin: (blockHeight) =>
    `Der Tag des Bitcoin-Blocks ${blockHeight}, mit einem Spielraum für die Uhr seines Miners. Der Block verankert den Fingerabdruck über OpenTimestamps.`,
  provenBySeal: (authority) => `Zeitangabe des elektronischen Zeitstempels. Stelle: ${authority}`,
  accuracy: (seconds) =>
    `Die mögliche Abweichung dieser Zeitangabe ist eingerechnet: ${durationText(seconds, "de")}.`,
  unsettled: "Der Block ist neu: Die erforderlichen Bestätigungen stehen noch aus.",
  unprovenLead: "Dieser Fingerabdruck ist eingegangen, aber noch nicht bewiesen",
  unprovenDetail:
    "Bisher hat ihn keine unabhängige Zeitquelle festgehalten. Bis dahin ist diese Seite nur eine Eingangsbestätigung und kein Beweis: Rufen Sie das Zertifikat später erneut ab.",
  scanToVerify: "Zum Prüfen scannen",
  qrDescription: (url) => `QR-Code mit der Adresse des Prüfprogramms: ${url}`,

  file: "Datei",
  codePoints:
    "Zeichen, die dieses Dokument nicht darstellen kann oder die seine Lesart verändern würden, stehen in eckigen Klammern mit ihrer Unicode-Nummer.",
  fingerprint: "SHA-256-Fingerabdruck",
  received: "Eingegangen",
  receivedNote: "nach der eigenen Uhr des Dienstes",

  timeSources: "Unabhängige Zeitquellen",
  publicChain: "Öffentliche Blockchain",
  bitcoin: "Bitcoin (OpenTimestamps)",
  seal: "Elektronischer Zeitstempel (RFC\u00a03161)",
  qualifiedSeal: "Qualifizierter elektronischer Zeitstempel (RFC\u00a03161)",
  chainStates: {
    queued: "Ausstehend",
    batched: "Ausstehend",
    anchored: "In einem Block",
    confirmed: "Bestätigt",
  },
  bitcoinStates: { pending: "Ausstehend", submitted: "Eingereicht", confirmed: "Bestätigt" },
  sealStates: { none: "Nicht angefordert", pending: "Angefordert", issued: "Ausgestellt" },
  chainWaiting: "Die Transaktion ist noch in keinem Block.",
  bitcoinWaiting: "Noch bei keinem Kalender eingereicht.",
  bitcoinSubmitted: "Bei öffentlichen Kalendern eingereicht; noch in keinem Block.",
  noSeal: "Dieser Nachweis enthält keinen elektronischen Zeitstempel.",
  sealWaiting: "Die Stelle hat noch nicht geantwortet.",
  block: "Block",
  blockTime: "Blockzeit",
  transaction: "Transaktion",
  chainId: "Kettennummer (EIP-155)",
  authority: "Stelle",
  time: "Zeit",
  serialNumber: "Seriennummer",
  policy: "Richtlinie",
  trustedList: "Vertrauensliste",
  listNumber: (number) => `Nr.\u00a0${number}`,

  proves: "Was es beweist",
  provesItems: [
    "Dass eine Datei mit genau diesen Bytes spätestens zum angegebenen Zeitpunkt existierte.",
    "Dass diese Datei seither nicht um ein einziges Bit verändert wurde, sofern ihr Fingerabdruck noch derselbe ist.",
    "All dies lässt sich prüfen, ohne den Dienst zu nutzen, dort ein Konto zu haben oder ihm zu vertrauen.",
  ],
  provesNothingYet: [
    "Noch nichts. Sobald eine Zeitquelle den Fingerabdruck festgehalten hat, beweist es, dass eine Datei mit genau diesen Bytes spätestens zu diesem Zeitpunkt existierte.",
  ],
  provesNot: "Was es nicht beweist",
  provesNotItems: [
    "Wer die Datei erstellt hat, wem sie gehört oder wer sie registriert hat.",
    "Dass der Inhalt der Datei wahr ist oder dass sie nicht schon früher existierte.",
    "Zu welcher Datei der Fingerabdruck gehört, wenn das Original verloren ist: Bewahren Sie das Original unverändert auf, Byte für Byte.",
  ],

  annex: "Anhang",
  howToVerify: "So wird geprüft",
  stepOriginal:
    "Verwenden Sie die Originaldatei genau so, wie sie registriert wurde. Eine Kopie, die geöffnet und neu gespeichert oder gedruckt und eingescannt wurde, ist eine andere Datei.",
  stepFingerprint:
    "Berechnen Sie ihren SHA-256-Fingerabdruck und vergleichen Sie alle 64 Zeichen mit denen in diesem Zertifikat. In den Befehlen dieser Schritte steht FILE für den Pfad des Originals.",
  stepVerifier: (url) =>
    `Öffnen Sie ${url} und wählen Sie die Datei und dieses PDF aus. Beide bleiben auf Ihrem Gerät; abgefragt werden nur öffentliche Quellen.`,
  stepOffline: (programUrl) =>
    `Oder nutzen Sie das Prüfprogramm für die Befehlszeile, das weder den Dienst noch ein Konto braucht, nur Node.js: Laden Sie ${programUrl} herunter und geben Sie den folgenden Befehl ein. Es liest den Nachweis aus den Anlagen dieses PDF, nicht aus dem gedruckten Text.`,
  stepChain: (root) =>
    `Sehen Sie sich die Transaktion in einem beliebigen Explorer der Kette an. Ihre Eingabedaten müssen, als Text gelesen, lauten: svc:v2:${root}`,
  stepBitcoin:
    "Für Bitcoin speichern Sie die Anlage bitcoin.ots. Das OpenTimestamps-Programm, das pipx ausführt, nennt den Bitcoin-Block und die Merkle-Wurzel, die dieser Block haben muss: Vergleichen Sie beides mit einem beliebigen Bitcoin-Explorer.",
  stepSeal:
    "Für den elektronischen Zeitstempel speichern Sie die Anlage qualified-timestamp.tsr und nutzen OpenSSL. CA.pem ist ein Zertifikat der Stelle, dem Sie vertrauen, etwa das von ihr veröffentlichte Wurzelzertifikat. -attime ist die im Zeitstempel angegebene Zeit (in Sekunden seit 1970), damit die Antwort „Verification: OK“ auch nach Ablauf der Zertifikate dieselbe bleibt.",
  stepWait:
    "Solange keine Zeitquelle den Fingerabdruck festgehalten hat, gibt es nichts zu prüfen. Unter der Adresse des Nachweises ist zu sehen, wann es so weit ist.",
  details: "Angaben",
  certificateId: "Zertifikat",
  proofId: "Nachweis",
  size: "Größe laut Angabe",
  bytes: (count) => (count === 1 ? "1 Byte" : `${numberText(count, "de")} Byte`),
  merkleRoot: "Merkle-Wurzel",
  explorer: "Explorer",
  verifier: "Prüfprogramm",
  portableProof: "Portabler Nachweis",
  attachments: "Anlagen dieses PDF",
  noAttachments: "Keine: Es gibt noch keinen Nachweis, der beigefügt werden könnte.",
  attachmentKinds: {
    proof: "portabler Nachweis (svc-proof/2)",
    bitcoin: "OpenTimestamps-Datei des Originals",
    seal: "Zeitstempel nach RFC\u00a03161, wie ihn die Stelle ausgestellt hat",
    trusted_list_entry: "Eintrag der EU-Vertrauensliste, der die Stelle nennt",
    seal_timestamp: "OpenTimestamps-Datei des elektronischen Zeitstempels",
    witness: "Einschlussbeleg der Transaktion in ihrem Block",
    witness_timestamp: "OpenTimestamps-Datei des Blockkopfs darin",
  },
  sealNote:
    "Nach Artikel 41 Absatz 2 der Verordnung (EU) Nr.\u00a0910/2014 gilt bei qualifizierten elektronischen Zeitstempeln die Vermutung der Richtigkeit des Datums und der Zeit, die darin angegeben sind, sowie der Unversehrtheit der mit dem Datum und der Zeit verbundenen Daten.",
  qualified: ({ country, provider, service, status, since, listNumber, listIssued, listSha256 }) =>
    `Die bei der Ausstellung dieses Zeitstempels vorliegende Vertrauensliste (${country}, Nr.\u00a0${listNumber} vom ${listIssued}, SHA-256 ${listSha256}) führt den Dienst „${service}“ des Anbieters „${provider}“ seit dem ${since} mit dem Status „${status}“ (Qualifikationsstatus verliehen). Zu der im Zeitstempel angegebenen Zeit war die Stelle demnach qualifiziert. Maßgeblich ist die Liste, nicht diese Seite.`,
  notQualified: (listed) =>
    listed === null
      ? "Dieser Zeitstempel ist kein qualifizierter: Keine der bei seiner Ausstellung vorliegenden Vertrauenslisten der EU führt die Stelle als Dienst für qualifizierte Zeitstempel."
      : `Dieser Zeitstempel ist kein qualifizierter: Die bei seiner Ausstellung vorliegende Vertrauensliste (${listed.country}, Nr.\u00a0${listed.listNumber} vom ${listed.listIssued}) führt den Dienst „${listed.service}“ des Anbieters „${listed.provider}“ seit dem ${listed.since} mit dem Status „${listed.status}“.`,
  qualificationOpen:
    "Den bei der Ausstellung dieses Zeitstempels vorliegenden Vertrauenslisten der EU ist nicht zu entnehmen, ob die Stelle qualifiziert war; spätere Listen können es klären.",
  qualificationNotChecked:
    "Ob die Stelle zu diesem Zeitpunkt qualifiziert war, ergibt sich aus den Vertrauenslisten der EU und nicht aus dieser Seite; hier wurde es nicht geprüft.",
  sealTimestamp: (blockHeight) =>
    `Das Zertifikat einer Zeitstempelstelle läuft ab, und einer Signatur allein ist nicht anzusehen, ob sie vor diesem Tag entstand. ${
      blockHeight === null
        ? "Deshalb wurde der Zeitstempel selbst, Byte für Byte, bei Bitcoin eingereicht; er steht noch in keinem Block: Fordern Sie dieses Zertifikat später erneut an (Anlage qualified-timestamp.tsr.ots)."
        : `Deshalb ist der Zeitstempel selbst, Byte für Byte, im Bitcoin-Block ${blockHeight} verankert (Anlage qualified-timestamp.tsr.ots). Die Zeit dieses Blocks, die niemand nachträglich ändern kann, beweist, dass der Zeitstempel damals bereits existierte. Er lässt sich daher auch nach Ablauf des Zertifikats prüfen, ebenso wie bitcoin.ots:`
    }`,
  labelled: (label, value) => `${label}: ${value}`,
  page: (number, count) => `Seite ${number} von ${count}`,
  dateTime: (date) => momentText(date, "de"),
  day: (date) => dayText(date, "de"),
};
