import { actions } from "@svc-proof/verifier-web/ui/texts/page/german";
import { verdict } from "@svc-proof/verifier-web/ui/texts/result/german";
import type { ResultTexts } from "./english.js";

export { codes } from "@svc-proof/verifier-web/ui/texts/result/german";

export const result: ResultTexts = {
  ...verdict,
  repeat: {
    heading: "Ohne uns wiederholen",
    expected: "Das Ergebnis muss lauten:",
    unpackZip: "Entpacken Sie zuerst das Paket:",
    unpackPdf: "Speichern Sie zuerst die Anlagen des PDF:",
    formatProof:
      "Ein Nachweis ist ein JSON-Text. Dieser Befehl zeigt ihn an und bricht ab, wenn es kein JSON ist:",
    formatTimestamp: "Dies zeigt die OpenTimestamps-Datei Schritt für Schritt:",
    formatSeal: "Dies zeigt den Zeitstempel:",
    content: "Berechnen Sie den Fingerabdruck der Datei und vergleichen Sie alle 64 Zeichen.",
    leaf: "Das Blatt ist der SHA-256 eines Textes aus der Kennung und dem Fingerabdruck:",
    merkle:
      "Beginnen Sie mit dem Blatt und setzen Sie jeden Schritt des Pfads links oder rechts daneben. Der letzte Wert ist die Wurzel:",
    payload: "Die Nutzlast ist ein Text. In einer Transaktion steht sie in hexadezimaler Form:",
    anchorCast:
      "Fragen Sie einen beliebigen Knoten der Kette nach den Eingabedaten der Transaktion und nach ihrem Block:",
    anchorCurl: "Dasselbe ohne besonderes Programm. „input“ muss die Nutzlast sein, „blockNumber“ der Block:",
    anchorExplorer:
      "Oder sehen Sie sich die Transaktion in einem beliebigen Explorer an. Ihre Eingabedaten müssen, als Text gelesen, die Nutzlast sein.",
    bitcoinOts:
      "Mit dem OpenTimestamps-Programm, das den Block nennt und die Merkle-Wurzel, die er haben muss:",
    bitcoinNode: "Ihr Bitcoin-Knoten nennt die Merkle-Wurzel des Blocks:",
    bitcoinExplorer:
      "Oder vergleichen Sie die Merkle-Wurzel, die ein beliebiger Bitcoin-Explorer für den Block zeigt.",
    sealOpenssl:
      "Mit OpenSSL. CA.pem enthält das Zertifikat der Stelle, der Sie vertrauen; -attime ist die Zeit im Zeitstempel, damit die Antwort auch nach Ablauf des Zertifikats dieselbe bleibt:",
    sealText: "Dies zeigt die Zeit, den Fingerabdruck und die Seriennummer im Zeitstempel:",
    qualified:
      "Suchen Sie den Anbieter im Verzeichnis der Vertrauenslisten der Europäischen Kommission, eidas.ec.europa.eu/efda: nach Land, Anbieter und Dienst. Es zeigt den Status des Dienstes und dessen Verlauf.",
    placeholderFile:
      "FILE steht für eine Datei, die nicht vorgelegt wurde oder deren Name sich nicht gefahrlos in einen Befehl einfügen lässt.",
    withoutUs: "Alle Schritte auf einmal, mit der Befehlszeile dieses Prüfprogramms:",
    program:
      "Die Befehlszeile ist eine einzige Datei, die nur Node.js braucht: {program}. Ihr SHA-256 steht in {hashes}.",
    programElsewhere:
      "Die Befehlszeile ist die Datei svc-verify.mjs, die nur Node.js braucht. Sie liegt im Web neben diesem Prüfprogramm; ihr SHA-256 steht dort in build.json.",
    saveFirst: "Speichern Sie die Dateien, die diese Seite abgerufen hat:",
    sandboxRoot: "Speichern Sie das Wurzelzertifikat der Testumgebung:",
  },
  next: {
    confirm: actions.confirm,
    asks: actions.asks,
    headers:
      "Von dieser Website werden Blockköpfe von Bitcoin abgerufen ({size}). Sie beweisen den Block, ohne dass Sie jemandem glauben müssen.",
    orAsk: "Wenn diese Website sie nicht hat, wird bei {sources} gefragt.",
    sandbox:
      "Befragt wird die Testumgebung selbst, und ihrer Zeitstempelstelle wird vertraut: Das Ergebnis hat keinen Beweiswert.",
    authority:
      "Wie verlässlich das Datum ist, hängt von der Stelle ab, die es angibt. Wenn Sie ihr vertrauen, fügen Sie ihr Zertifikat oder ihr Wurzelzertifikat hinzu.",
    chooseAuthority: "Zertifikate wählen",
  },
  online: {
    heading: "Online prüfen",
    sentEvm: actions.sentEvm,
    sentBitcoin: actions.sentBitcoin,
    notSent: actions.notSent,
    noSources: "Für dieses Netz ist keine Quelle eingestellt.",
    askAgain: actions.askAgain,
    change: "Quellen ändern",
    isOffline: "Dieses Gerät ist offline.",
  },
  headers: {
    heading: "Den Block ohne fremde Auskunft nachweisen",
    lead: "Blockköpfe von Bitcoin können den Block beweisen, den der Nachweis nennt, ohne dass Sie jemandem glauben müssen. Websites mit diesem Prüfprogramm können die fehlenden haben: {files} ({size}).",
    sent: "Befragt wird nur diese Website, nur nach diesen Dateien. Sie werden auf diesem Gerät aufbewahrt.",
    fetch: "Blockköpfe von dieser Website holen",
    fetched: "Von dieser Website, nun auf diesem Gerät aufbewahrt: {files}.",
    kept: "Seit einem früheren Besuch auf diesem Gerät aufbewahrt: {files}.",
    absent:
      "Von dieser Website nicht zu bekommen: {files}. Die der laufenden zwei Wochen folgen, sobald diese vorbei sind.",
    unreachable:
      "Diese Website war nicht zu erreichen und hat nicht gesagt, ob sie diese Dateien hat: {files}.",
  },
  list: {
    ask: {
      heading: {
        one: "Für {count} Nachweis ist noch kein Datum bestätigt",
        other: "Für {count} Nachweise ist noch kein Datum bestätigt",
      },
      ask: "Quellen zu allen befragen",
      sources: "Gefragt wird bei {hosts}.",
      open: { one: "{count} Antwort steht noch aus", other: "{count} Antworten stehen noch aus" },
      stop: "Befragung abbrechen",
    },
    report: {
      heading: "Einen Bericht über alle Dateien aufbewahren",
      lead: "Er erfasst alle Dateien der Liste, auch die gerade nicht angezeigten.",
      csv: "Als CSV speichern",
      title: { one: "Prüfung von {count} Datei", other: "Prüfung von {count} Dateien" },
    },
    columns: { outcome: "Ergebnis", file: "Datei", ground: "Quelle oder Grund" },
    changed: {
      heading: "Wahrscheinlich geändert",
      ofProof: "Wahrscheinlich geändert: {files}",
      ofFile: "Wahrscheinlich eine geänderte Version des Originals zu {files}",
      fileByName:
        "{file} heißt wie das Original, hat aber nicht den Fingerabdruck dieses Nachweises. Wahrscheinlich wurde die Datei geändert.",
      fileBySize:
        "{file} ist genauso groß wie das Original, hat aber nicht den Fingerabdruck dieses Nachweises. Wahrscheinlich wurde die Datei geändert.",
      proofByName:
        "Diese Datei heißt wie das Original zu {file}, hat aber nicht den Fingerabdruck jenes Nachweises. Wahrscheinlich wurde sie geändert.",
      proofBySize:
        "Diese Datei ist genauso groß wie das Original zu {file}, hat aber nicht den Fingerabdruck jenes Nachweises. Wahrscheinlich wurde sie geändert.",
      compareFile: "{file} mit diesem Nachweis vergleichen",
      compareProof: "Mit {file} vergleichen",
    },
  },
  add: {
    original: actions.addOriginal,
    chooseOriginal: actions.chooseOriginal,
    compareOther: actions.compareOther,
    trustHeading: "Vertrauenswürdige Zertifikate",
    trustLead:
      "Ein elektronischer Zeitstempel ist so verlässlich wie die Stelle, die ihn ausstellt. Stimmen Sie nur zu, wenn Sie aus anderer Quelle wissen, dass diese Zertifikate der Stelle gehören.",
    trust: "Den Zertifikaten in {file} vertrauen",
  },
  report: {
    heading: "Den Bericht aufbewahren",
    lead: "Eine Seite für die Akte, dahinter der ganze Bericht.",
    print: "Drucken",
    pdf: "Als PDF speichern",
    json: "Als JSON speichern",
    asic: "Als ASiC-S speichern",
    makingAsic: "ASiC-S-Datei wird erstellt\u00a0…",
    failedAsic: "Die ASiC-S-Datei konnte nicht erstellt werden.",
    asicRefusals: {
      asic_name_reserved: "Das Original heißt wie ein Teil des Containers. Benennen Sie es um.",
      asic_original_too_large: "Das Original ist zu groß.",
      asic_original_archive: "Das Original ist ein Archiv, das andere Prüfprogramme nicht öffnen würden.",
    },
    leadAsic:
      "ASiC-S: eine Datei mit dem Original und seinem elektronischen Zeitstempel, die auch andere Prüfprogramme öffnen.",
    title: "Prüfbericht",
    making: "Das PDF wird erstellt\u00a0…",
    failed: "Das PDF ließ sich nicht erstellen: Ein Teil dieser Seite ließ sich nicht laden.",
    page: "Seite {page} von {pages}",
    verifier: "Prüfprogramm",
    build: "Build (SHA-256)",
    attached: "Diesem PDF liegt der Bericht als JSON bei, lesbar für Programme.",
    summary: {
      save: "Zusammenfassung speichern",
      title: "Zusammenfassung der Prüfung",
      fingerprints: "Fingerabdrücke",
      file: "Verglichene Datei",
      equal: "Beide stimmen überein.",
      source: "Wer das angibt",
      accuracy: "Genauigkeit",
      seconds: { one: "± {count} Sekunde", other: "± {count} Sekunden" },
      toTheDay: "auf den Tag",
      notStated: "nicht angegeben",
      more: { one: "und {count} weitere im Bericht", other: "und {count} weitere im Bericht" },
      repeat: "So lässt sich die Prüfung wiederholen",
      command: "Befehl",
      atEnd: "Am Ende des Berichts.",
      behind: "Der Bericht ab Seite 2 enthält jede Prüfung und was verglichen wurde.",
    },
    joint: {
      count: { one: "{count} Datei", other: "{count} Dateien" },
      file: "Datei",
      outcome: "Ergebnis",
      date: "Existierte spätestens am",
      ground: "Quelle oder Grund",
      bounded:
        "Im Einzelnen folgen die ersten {count} Dateien. Zu den übrigen enthält das beigefügte JSON alle Einzelheiten.",
      attached: "Diesem PDF liegen die Berichte als JSON bei, lesbar für Programme.",
    },
  },
};
