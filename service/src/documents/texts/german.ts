import { dayText, durationText, momentText, numberText, type WritingRules } from "../words.js";
import type { DocumentTexts } from "./english.js";

const rules: WritingRules = {
  months: "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split(" "),
  shortMonths: "Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez.".split(" "),
  day: (day) => `${day}.`,
  between: " ",
  at: " um ",
  decimal: ",",
  group: ".",
  units: [
    ["Stunde", "Stunden"],
    ["Minute", "Minuten"],
    ["Sekunde", "Sekunden"],
  ],
  isSingular: (count) => count === 1,
};

/** "Unbekannte Kette" wird gebeugt. */
const von = (network: string) =>
  network.startsWith("unbekannte ")
    ? `der ${network.replace("unbekannte", "unbekannten")}`
    : `von ${network}`;

export const german: DocumentTexts = {
  rules,
  countries: {
    AT: "Österreich",
    BE: "Belgien",
    BG: "Bulgarien",
    CY: "Zypern",
    CZ: "Tschechien",
    DE: "Deutschland",
    DK: "Dänemark",
    EE: "Estland",
    EL: "Griechenland",
    ES: "Spanien",
    FI: "Finnland",
    FR: "Frankreich",
    HR: "Kroatien",
    HU: "Ungarn",
    IE: "Irland",
    IS: "Island",
    IT: "Italien",
    LI: "Liechtenstein",
    LT: "Litauen",
    LU: "Luxemburg",
    LV: "Lettland",
    MT: "Malta",
    NL: "Niederlande",
    NO: "Norwegen",
    PL: "Polen",
    PT: "Portugal",
    RO: "Rumänien",
    SE: "Schweden",
    SI: "Slowenien",
    SK: "Slowakei",
    UK: "Vereinigtes Königreich",
  },
  quoted: (name) => `„${name}“`,
  unknownChain: "unbekannte Kette {chain} („{label}“)",
  presumed: (time) =>
    `Gesetzlich vermutet: ${time} (Art.\u00a041 Abs.\u00a02 der Verordnung (EU) Nr.\u00a0910/2014).`,
  certificate: {
    title: "Zertifikat über die Existenz einer Datei",
    developmentNotice: "Entwicklungs- oder Testnetz: Dieses Dokument hat keinerlei Beweiswert.",
    provenLead: "Die Datei mit dem untenstehenden Fingerabdruck existierte spätestens am",
    provenByBlock: (network, blockNumber) =>
      `Zeitpunkt von Block ${blockNumber} ${von(network)}; in einer Transaktion darin ist der Fingerabdruck verankert.`,
    provenByBitcoin: (blockHeight, day) =>
      `Der Tag des Bitcoin-Blocks ${blockHeight} vom ${day}, mit einem Spielraum für die Uhr seines Miners. Der Block verankert den Fingerabdruck über OpenTimestamps.`,
    provenBySeal: (authority) => `Zeitangabe des elektronischen Zeitstempels. Stelle: ${authority}`,
    accuracy: (seconds) =>
      `Die mögliche Abweichung dieser Zeitangabe ist eingerechnet: ${durationText(seconds, rules)}.`,
    unsettled: "Der Block ist neu und gilt noch nicht als endgültig.",
    unprovenLead: "Dieser Fingerabdruck ist eingegangen, aber noch nicht bewiesen",
    unprovenDetail:
      "Bisher hat ihn keine unabhängige Zeitquelle festgehalten. Solange das so ist, ist diese Seite nur eine Eingangsbestätigung und kein Beweis: Rufen Sie das Zertifikat später erneut ab.",
    scanToVerify: "Zum Prüfen scannen",
    qrDescription: (url) => `QR-Code mit der Adresse des Prüfprogramms: ${url}`,

    file: "Name, den der Registrierende angab (nicht bewiesen)",
    codePoints:
      "Zeichen, die dieses Dokument nicht darstellen kann oder die seine Lesart verändern würden, stehen in eckigen Klammern mit ihrer Unicode-Nummer.",
    fingerprint: "SHA-256-Fingerabdruck",
    received: "Eingegangen",
    receivedNote: "nach der eigenen Uhr des Dienstes",

    timeSources: "Unabhängige Zeitquellen",
    publicChain: "Öffentliche Blockchain",
    otherChain: "Blockchain",
    bitcoin: "Bitcoin (OpenTimestamps)",
    seal: "Elektronischer Zeitstempel (RFC\u00a03161)",
    qualifiedSeal: "Qualifizierter elektronischer Zeitstempel (RFC\u00a03161)",
    chainStates: {
      queued: "Ausstehend",
      batched: "Ausstehend",
      anchored: "In einem Block",
      confirmed: "Endgültig",
    },
    bitcoinStates: { pending: "Ausstehend", submitted: "Eingereicht", confirmed: "In einem Block" },
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
    ],
    provesAlone:
      "All dies lässt sich prüfen, ohne den Dienst zu nutzen, dort ein Konto zu haben oder ihm zu vertrauen.",
    provesNothingYet: [
      "Noch nichts. Sobald eine Zeitquelle den Fingerabdruck festgehalten hat, beweist es, dass eine Datei mit genau diesen Bytes spätestens zu diesem Zeitpunkt existierte.",
    ],
    provesNot: "Was es nicht beweist",
    provesNotItems: [
      "Wer die Datei erstellt hat, wem sie gehört oder wer sie registriert hat.",
      "Dass der Inhalt der Datei wahr ist oder dass sie nicht schon früher existierte.",
      "Zu welcher Datei der Fingerabdruck gehört, wenn das Original verloren ist: Bewahren Sie das Original unverändert auf, Byte für Byte.",
    ],

    thisPage: "Diese Seite",
    annex: "Anhang",
    howToVerify: "So wird geprüft",
    stepOriginal:
      "Verwenden Sie die Originaldatei genau so, wie sie registriert wurde. Eine Kopie, die geöffnet und neu gespeichert oder gedruckt und eingescannt wurde, ist eine andere Datei.",
    stepFingerprint:
      "Berechnen Sie ihren SHA-256-Fingerabdruck und vergleichen Sie alle 64 Zeichen mit denen in diesem Zertifikat. In den Befehlen dieser Schritte steht FILE für den Pfad des Originals.",
    stepVerifier: (url) =>
      `Öffnen Sie ${url} und wählen Sie die Datei und dieses PDF aus. Beide bleiben auf Ihrem Gerät; das Prüfprogramm fragt nur die Quellen, die es nennt.`,
    stepOffline: (programUrl) =>
      `Oder nutzen Sie das Prüfprogramm für die Befehlszeile, das weder den Dienst noch ein Konto braucht, nur Node.js: Laden Sie ${programUrl} herunter und geben Sie den folgenden Befehl ein. Es liest den Nachweis aus den Anlagen dieses PDF, nicht aus dem gedruckten Text.`,
    stepChain: (root) =>
      `Sehen Sie sich die Transaktion in einem beliebigen Explorer der Kette an. Ihre Eingabedaten müssen, als Text gelesen, lauten: svc:v2:${root}`,
    stepBitcoin:
      "Für Bitcoin speichern Sie die Anlage bitcoin.ots. Das OpenTimestamps-Programm, das pipx ausführt, nennt den Bitcoin-Block und die Merkle-Wurzel, die dieser Block haben muss: Vergleichen Sie beides mit einem beliebigen Bitcoin-Explorer.",
    stepSeal:
      "Für den elektronischen Zeitstempel speichern Sie die Anlage timestamp.tsr und nutzen OpenSSL. CA.pem ist ein Zertifikat der Stelle, dem Sie vertrauen, etwa das von ihr veröffentlichte Wurzelzertifikat. -attime ist die im Zeitstempel angegebene Zeit (in Sekunden seit 1970), damit die Antwort „Verification: OK“ auch nach Ablauf der Zertifikate dieselbe bleibt.",
    stepWait:
      "Solange keine Zeitquelle den Fingerabdruck festgehalten hat, gibt es nichts zu prüfen. Unter der Adresse des Nachweises ist zu sehen, wann es so weit ist.",
    details: "Angaben",
    certificateId: "Zertifikat",
    proofId: "Nachweis",
    size: "Größe laut Angabe",
    bytes: (count) => (count === 1 ? "1 Byte" : `${numberText(count, rules)} Byte`),
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
        ? "Dieser Zeitstempel ist nicht qualifiziert: Keine der bei seiner Ausstellung vorliegenden Vertrauenslisten der EU führt die Stelle als Dienst für qualifizierte Zeitstempel."
        : `Dieser Zeitstempel ist nicht qualifiziert: Die bei seiner Ausstellung vorliegende Vertrauensliste (${listed.country}, Nr.\u00a0${listed.listNumber} vom ${listed.listIssued}) führt den Dienst „${listed.service}“ des Anbieters „${listed.provider}“ seit dem ${listed.since} mit dem Status „${listed.status}“.`,
    qualificationOpen:
      "Den bei der Ausstellung dieses Zeitstempels vorliegenden Vertrauenslisten der EU ist nicht zu entnehmen, ob die Stelle qualifiziert war; spätere Listen können es klären.",
    qualificationNotChecked:
      "Ob die Stelle zu diesem Zeitpunkt qualifiziert war, ergibt sich aus den Vertrauenslisten der EU und nicht aus dieser Seite; hier wurde es nicht geprüft.",
    sealTimestamp: (blockHeight) =>
      `Das Zertifikat einer Zeitstempelstelle läuft ab, und einer Signatur allein ist nicht anzusehen, ob sie vor diesem Tag entstand. ${
        blockHeight === null
          ? "Deshalb wurde der Zeitstempel selbst, Byte für Byte, bei Bitcoin eingereicht; er steht noch in keinem Block: Fordern Sie dieses Zertifikat später erneut an (Anlage timestamp.tsr.ots)."
          : `Deshalb ist der Zeitstempel selbst, Byte für Byte, im Bitcoin-Block ${blockHeight} verankert (Anlage timestamp.tsr.ots). Die Zeit dieses Blocks beweist, dass der Zeitstempel damals bereits existierte. Er lässt sich daher auch nach Ablauf des Zertifikats prüfen, ebenso wie bitcoin.ots:`
      }`,
    labelled: (label, value) => `${label}: ${value}`,
    page: (number, count) => `Seite ${number} von ${count}`,
    dateTime: (date) => momentText(date, rules),
    day: (date) => dayText(date, rules),
  },
  readme: {
    title: "Beweispaket",
    developmentNotice:
      "ENTWICKLUNGS- ODER TESTNETZ: Nichts in diesem Paket hat irgendeinen Beweiswert. Bei den genannten Ketten, auch bei Bitcoin, kann es sich um Entwicklungs- oder Testketten handeln.",
    introduction: (isDevelopment) =>
      `Dieses Paket gehört zu einer Datei, deren SHA-256-Fingerabdruck bei einem Zeitstempeldienst registriert wurde. Damit und mit der Datei lässt sich${isDevelopment ? "" : " ohne diesen Dienst und ohne Vertrauen in ihn"} prüfen, ob bewiesen ist, zu welchem Zeitpunkt spätestens eine Datei mit diesem Fingerabdruck existierte.`,
    labelled: (label, value) => `${label}: ${value}`,
    file: "Name, den der Registrierende angab (nicht bewiesen)",
    fingerprint: "SHA-256",
    proof: "Nachweis",
    certificate: "Zertifikat",
    received: "Eingegangen (nach der Uhr des Dienstes)",
    provenHeading: "Aktueller Stand",
    headline: (time, source) =>
      `Die Datei mit diesem Fingerabdruck existierte spätestens am ${time}. Dieses Datum beruht auf ${source}, der frühesten der stärksten Quellen dieses Pakets, und schließt die mögliche Abweichung dieser Quelle bereits ein. Das Datum jeder Quelle folgt.`,
    headlineSources: {
      anchor: ({ network, blockNumber }) => `Block ${blockNumber} ${von(network)}`,
      bitcoin: (blockHeight) => `dem Bitcoin-Block ${blockHeight}`,
      seal: (authority) => `dem elektronischen Zeitstempel von ${authority}`,
    },
    anchored: ({ network, blockNumber }, time) =>
      `Block ${blockNumber} ${von(network)} vom ${time} enthält eine Transaktion, in der der Fingerabdruck verankert ist.`,
    unconfirmed: "Der Block ist neu und gilt noch nicht als endgültig.",
    sealed: (authority, time) =>
      `Eine Zeitstempelstelle hat den Fingerabdruck zusammen mit der Zeitangabe ${time} signiert. Sie bezeichnet sich als ${authority}.`,
    qualified: ({ country, provider, service, status, since, listNumber, listIssued }) =>
      `Die damals vorliegende Vertrauensliste (${country}, Nr. ${listNumber} vom ${listIssued}) führt den Dienst „${service}“ des Anbieters „${provider}“ seit dem ${since} mit dem Status „${status}“ (Qualifikationsstatus verliehen): Zu der im Zeitstempel angegebenen Zeit war die Stelle qualifiziert. seal/trusted-list-entry.json hält diesen Eintrag fest, wie ihn der Dienst vorfand; maßgeblich ist die veröffentlichte Liste, die das Prüfprogramm selbst auswertet.`,
    notQualified: (listed) =>
      listed === null
        ? "Der Zeitstempel ist nicht qualifiziert: Keine der bei seiner Ausstellung vorliegenden Vertrauenslisten der EU führt die Stelle als Dienst für qualifizierte Zeitstempel."
        : `Der Zeitstempel ist nicht qualifiziert: Die bei seiner Ausstellung vorliegende Vertrauensliste (${listed.country}, Nr. ${listed.listNumber} vom ${listed.listIssued}) führt den Dienst „${listed.service}“ des Anbieters „${listed.provider}“ seit dem ${listed.since} mit dem Status „${listed.status}“. seal/trusted-list-entry.json hält diesen Eintrag fest, wie ihn der Dienst vorfand.`,
    qualificationOpen:
      "Den bei der Ausstellung vorliegenden Vertrauenslisten der EU ist nicht zu entnehmen, ob die Stelle qualifiziert war. Spätere Listen können es klären.",
    sealTimestamp: (blockHeight) =>
      `Das Zertifikat einer Zeitstempelstelle läuft ab, und einer Signatur allein ist nicht anzusehen, ob sie vor diesem Tag entstand. ${
        blockHeight === null
          ? "Deshalb wurde der Zeitstempel selbst, Byte für Byte, bei Bitcoin eingereicht; er steht noch in keinem Block: Fordern Sie dieses Paket später erneut an."
          : `Deshalb ist der Zeitstempel selbst, Byte für Byte, im Bitcoin-Block ${blockHeight} verankert. Die Zeit dieses Blocks beweist, dass der Zeitstempel damals bereits existierte. Er lässt sich daher auch nach Ablauf des Zertifikats prüfen.`
      }`,
    notAnchoredYet:
      "Der Fingerabdruck ist noch in keinem Block einer Blockchain. Fordern Sie dieses Paket später noch einmal an: Es wird dann mehr enthalten.",
    notProvenYet:
      "NOCH IST NICHTS BEWIESEN. Der Fingerabdruck ist eingegangen, aber noch keine unabhängige Zeitquelle hat ihn festgehalten. Solange das so ist, ist dieses Paket nur eine Eingangsbestätigung und kein Beweis: Fordern Sie es später erneut an.",
    bitcoinConfirmed: (blockHeight, day) =>
      `Der Fingerabdruck ist auch in Block ${blockHeight} von Bitcoin${day === null ? "" : ` vom ${day}`} verankert.`,
    bitcoinSubmitted:
      "Der Fingerabdruck wurde bei öffentlichen OpenTimestamps-Kalendern eingereicht und steht noch in keinem Block von Bitcoin.",
    bitcoinPending: "Der Fingerabdruck wurde noch nicht bei Bitcoin eingereicht.",
    contentsHeading: "Inhalt dieses Pakets",
    readme: "diese Anleitung",
    parts: {
      certificate: "lesbares Zertifikat, dem dieselben Beweise beigefügt sind",
      proof:
        "portabler Nachweis (svc-proof/2): Fingerabdruck, Platz im Stapel (Blatt, Pfad, Merkle-Wurzel), Transaktion",
      seal: "elektronischer Zeitstempel (RFC 3161), wie ihn die Stelle ausgestellt hat",
      seal_certificates: "Zertifikate der Zeitstempelstelle",
      trusted_list_entry:
        "Eintrag der EU-Vertrauensliste, der die Stelle nennt, wie ihn der Dienst bei der Ausstellung des Zeitstempels vorfand",
      seal_timestamp: "OpenTimestamps-Datei des Zeitstempels, für die Zeit nach Ablauf seines Zertifikats",
      seal_revocation: "Auskunft der Zertifizierungsstelle, ob ihre Zertifikate widerrufen wurden",
      bitcoin_original: "OpenTimestamps-Datei der Originaldatei",
      bitcoin_batch: "OpenTimestamps-Datei der Merkle-Wurzel",
      bitcoin_headers: "Blockköpfe des Bitcoin-Blocks und der umliegenden Blöcke",
      anchor_witness:
        "Einschlussbeleg: Blockkopf des Blocks der Transaktion und der Pfad zu ihr in diesem Block",
      anchor_timestamp: "OpenTimestamps-Datei dieses Blockkopfs",
      verifier: "das Prüfprogramm in einer Datei, für jeden Browser, ohne Netz",
      original: "die Originaldatei",
    },
    originalHeading: "Das Original",
    originalIncluded:
      "Das Original ist in diesem Paket. Sein Fingerabdruck wurde beim Erstellen des Pakets neu berechnet und wird bei jeder Prüfung des Pakets erneut berechnet.",
    originalAbsent: {
      not_in_custody:
        "Das Original ist NICHT in diesem Paket: Der Dienst hat es nicht. Wer es besitzt, muss es vorlegen: Ohne das unveränderte Original, Byte für Byte, sagen die Beweise über keine Datei etwas aus.",
      no_download_left:
        "Das Original ist NICHT in diesem Paket, obwohl der Dienst es verwahrt: Das Konto hatte am Tag der Anforderung keinen Abruf mehr frei. Das Kontingent wird um 00:00 UTC erneuert: Fordern Sie das Paket erneut an.",
      integrity_failed:
        "Das Original ist NICHT in diesem Paket: Die beim Dienst gespeicherte Kopie stimmt nicht mehr mit dem Fingerabdruck überein und wird nicht herausgegeben. Der Nachweis selbst ist davon nicht betroffen. Wer das Original besitzt, muss es vorlegen.",
      unavailable:
        "Das Original ist NICHT in diesem Paket, obwohl der Dienst es verwahrt: Sein Speicher hat nicht geantwortet. Fordern Sie das Paket später erneut an.",
    },
    verifyHeading: "So wird geprüft",
    fingerprintStep:
      "Berechnen Sie den Fingerabdruck des Originals und vergleichen Sie alle 64 Zeichen mit den oben genannten. Eine Kopie, die geöffnet und neu gespeichert oder gedruckt und gescannt wurde, ist eine andere Datei.",
    macOs: "macOS",
    linux: "Debian, Ubuntu",
    browserStep: (hasOriginal) =>
      `Öffnen Sie das Prüfprogramm unter der folgenden Adresse in einem Browser und ziehen Sie dieses Paket unverändert auf die Seite${hasOriginal ? "" : ", zusammen mit dem Original"}. Die Seite sagt, was bewiesen ist. Ein Konto ist nicht nötig, und keine Datei verlässt Ihren Rechner.`,
    sealBrowserStep:
      "Entpacken Sie dieses Paket, öffnen Sie das Prüfprogramm unter der folgenden Adresse in einem Browser und ziehen Sie seal/timestamp.tsr zusammen mit dem Original auf die Seite. Die Seite sagt, was bewiesen ist. Ein Konto ist nicht nötig, und keine Datei verlässt Ihren Rechner. Als Ganzes lässt sich das Paket prüfen, sobald es einen portablen Nachweis enthält.",
    packedVerifierStep:
      "Ohne Netz, oder wenn diese Adresse nicht mehr antwortet: Entpacken Sie dieses Paket, öffnen Sie verifier.html in einem Browser und gehen Sie ebenso vor. Ein Prüfprogramm, das mit den Beweisen kommt, beweist für sich allein nichts, denn wer die Beweise ändern kann, kann auch dieses Programm ändern: Beziehen Sie verifier.html von der obigen Adresse oder von jemandem, dem Sie vertrauen, oder vergleichen Sie seinen SHA-256-Wert mit einem veröffentlichten.",
    terminalStep:
      "Für die folgenden Befehle: Entpacken Sie dieses Paket in einen eigenen Ordner und wechseln Sie dorthin. Die Zeilen für Ihr System installieren, was fehlen könnte. Auf macOS heißt es shasum -a 256 statt sha256sum.",
    fileWord: "FILE steht für den Pfad des Originals.",
    pageFingerprintStep:
      "Der SHA-256-Wert von verifier.html in diesem Paket. Beim Erstellen des Pakets war es der Wert in der zweiten Zeile.",
    programStep:
      "Auf der Befehlszeile ist dasselbe Prüfprogramm eine einzige Datei, svc-verify.mjs, die nur Node.js 20.19 oder neuer braucht (nodejs.org). Laden Sie sie von der folgenden Adresse in den Ordner des Pakets, vergleichen Sie ihren SHA-256-Wert und starten Sie sie. Mit --online fragt sie öffentliche Quellen nach dem, was das Paket offenlässt; --rpc und --esplora nennen stattdessen einen Knoten der Kette und einen Bitcoin-Explorer. Ohne diese Optionen greift sie nicht auf das Netz zu.",
    programTrust:
      "--trust nennt Zertifikate, denen Sie vertrauen: hier diejenigen, die mit dem Zeitstempel kamen. Sie belegen den Namen der Stelle nur, wenn Sie aus anderer Quelle wissen, dass es ihre sind.",
    programLists:
      "Sie findet die Stelle in den Vertrauenslisten der EU, von denen sie eine Kopie mitbringt; --trust nennt die Zertifikate anderer Stellen, denen Sie vertrauen.",
    byHandHeading: "Von Hand, nur mit üblichen Werkzeugen",
    leafStep:
      "Das Blatt des Nachweises ist der SHA-256 des folgenden Textes. Das Ergebnis muss leaf.value in proof.json sein.",
    pathStep:
      "Nehmen Sie die Einträge von merkle.path in proof.json vom ersten bis zum letzten und beginnen Sie mit dem Blatt. Steht bei position left, so setzen Sie den Hash des Eintrags vor den bisherigen Wert, bei right dahinter. Schreiben Sie beide Hashes hintereinander anstelle von LEFTRIGHT: Der Befehl bildet den SHA-256 ihrer Bytes. Das letzte Ergebnis muss die folgende Merkle-Wurzel sein; ohne Einträge ist das Blatt die Wurzel.",
    transactionStep: ({ network, blockNumber }) =>
      `Suchen Sie die Transaktion in einem beliebigen Explorer ${von(network)}, besser in zwei Explorern verschiedener Betreiber. Sie muss in Block ${blockNumber} stehen, und ihre Eingabedaten müssen, als UTF-8-Text gelesen, genau die zweite Zeile sein. Der Zeitpunkt dieses Blocks ist der bewiesene Zeitpunkt.`,
    witnessStep:
      "Ohne Netz: Anhand der Dateien in anchors/ prüft das Prüfprogramm, dass die Transaktion in dem Block steht, und nennt dessen Hash. Nur dieser Hash bleibt dann noch mit einem Explorer zu vergleichen.",
    headerTimestampStep:
      "Die Dateien anchors/*.ots verankern diesen Block selbst in Bitcoin: Der SHA-256 der Bytes seines Blockkopfs steht in einem Bitcoin-Block. Wer das prüft, weiß ohne jede Auskunft über die andere Kette, dass es den Block spätestens zur Zeit des Bitcoin-Blocks gab.",
    bitcoinStep:
      "Bitcoin: Das OpenTimestamps-Programm nennt den Bitcoin-Block, in dem das Original verankert ist, und die Merkle-Wurzel, die dieser Block haben muss. Vergleichen Sie beides mit einem beliebigen Bitcoin-Explorer, besser mit zwei Explorern verschiedener Betreiber. Die Website opentimestamps.org erledigt das im Browser.",
    bitcoinBlockStep:
      "Ohne Netz: Das Prüfprogramm gleicht die Blockköpfe in bitcoin/headers.json mit der Schwierigkeit von Bitcoin und mit den ihm bekannten Blöcken ab.",
    sealStep:
      "Elektronischer Zeitstempel: OpenSSL prüft ihn anhand der Zertifikate, die mit ihm kamen, in seal/tsa-certificates.pem. -attime ist die im Zeitstempel angegebene Zeit (in Sekunden seit 1970), damit die Antwort auch nach Ablauf der Zertifikate dieselbe bleibt. „Verification: OK“ bedeutet, dass der Inhaber dieser Zertifikate genau diese Datei signiert hat; die Vertrauenslisten der Europäischen Union sagen, wem sie gehören und ob die Stelle qualifiziert war.",
    sealTimestampStep:
      "Nach Ablauf des Zertifikats der Stelle: Das OpenTimestamps-Programm nennt den Bitcoin-Block, in dem der Zeitstempel verankert ist. Liegt die Zeit dieses Blocks vor dem Ablauf, so entstand der Zeitstempel, als das Zertifikat noch gültig war.",
    nothingToVerify:
      "Solange keine unabhängige Zeitquelle den Fingerabdruck festgehalten hat, gibt es außer dem Fingerabdruck selbst nichts zu prüfen.",
    provesHeading: "Was ein geprüftes Paket beweist",
    proves: [
      "Eine Datei mit genau diesen Bytes existierte spätestens zum angegebenen Zeitpunkt.",
      "Diese Datei wurde seither nicht um ein einziges Bit verändert, sofern ihr Fingerabdruck noch derselbe ist.",
    ],
    provesNotHeading: "Was es nicht beweist",
    provesNot: [
      "Wer die Datei erstellt hat, wem sie gehört oder wer sie registriert hat.",
      "Dass der Inhalt der Datei wahr ist oder dass es sie nicht schon früher gab.",
    ],
    remarks: [
      "Ohne die bis aufs letzte Bit unveränderte Originaldatei sagt dieses Paket über keine Datei etwas aus: Bewahren Sie sie auf.",
      "Diese Anleitung, das Zertifikat und ein Prüfprogramm in diesem Paket sind Erläuterungen und keine Beweise: Es zählt das Ergebnis eines Prüfprogramms, dem Sie vertrauen.",
    ],
  },
};
