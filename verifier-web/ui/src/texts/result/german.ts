import { insecure } from "../page/german.js";
import type { CodeTexts, VerdictTexts } from "./english.js";

export const verdict: VerdictTexts = {
  headline: {
    presumed: "Gesetzlich vermutet: {time} (Art.\u00a041 Abs.\u00a02 eIDAS-Verordnung).",
    existed: {
      verified: {
        file: "Diese Datei existierte spätestens am {time}.",
        "given-fingerprint": "Eine Datei mit dem vorgelegten Fingerabdruck existierte spätestens am {time}.",
        "stated-fingerprint": "Eine Datei mit diesem Fingerabdruck existierte spätestens am {time}.",
      },
      chosen: {
        file: "Wenn zuverlässig ist, worauf Sie selbst vertrauen, existierte diese Datei spätestens am {time}.",
        "given-fingerprint":
          "Wenn zuverlässig ist, worauf Sie selbst vertrauen, existierte eine Datei mit dem vorgelegten Fingerabdruck spätestens am {time}.",
        "stated-fingerprint":
          "Wenn zuverlässig ist, worauf Sie selbst vertrauen, existierte eine Datei mit diesem Fingerabdruck spätestens am {time}.",
      },
      unvouched: {
        file: "Wenn diese unbekannte Kette zuverlässig ist, existierte diese Datei spätestens am {time}.",
        "given-fingerprint":
          "Wenn diese unbekannte Kette zuverlässig ist, existierte eine Datei mit dem vorgelegten Fingerabdruck spätestens am {time}.",
        "stated-fingerprint":
          "Wenn diese unbekannte Kette zuverlässig ist, existierte eine Datei mit diesem Fingerabdruck spätestens am {time}.",
      },
      rehearsal: {
        file: "In dieser Probe trägt diese Datei das Datum {time}.",
        "given-fingerprint":
          "In dieser Probe trägt eine Datei mit dem vorgelegten Fingerabdruck das Datum {time}.",
        "stated-fingerprint": "In dieser Probe trägt eine Datei mit diesem Fingerabdruck das Datum {time}.",
      },
    },
    nobodyAsked: "Das Datum ist noch nicht bestätigt: Bisher wurde keine Zeitquelle befragt.",
    holds: "Alles, was sich aus den vorgelegten Dateien berechnen lässt, stimmt.",
    holdsFile:
      "Das ist die Datei, auf die sich der Nachweis bezieht, und auch alles Übrige, was sich berechnen lässt, stimmt.",
    untrusted:
      "Das Datum ist noch nicht bestätigt: Niemand steht für die Stelle ein, die es angibt. Diesen Namen kann sich jeder geben.",
    nobodyKnew: "Nichts spricht gegen diesen Nachweis, aber keine Zeitquelle bestätigt ihn.",
  },
  caveats: {
    "trusted-list": "Von einer Stelle auf einer EU-Vertrauensliste.",
    "trusted-by-caller": "Von einer Zeitstempelstelle, die Sie als vertrauenswürdig bezeichnet haben.",
    "lists-given": "Nach Vertrauenslisten, die Sie vorgelegt haben.",
    "not-qualified": "Der elektronische Zeitstempel ist nicht qualifiziert.",
    "qualification-unknown": "Ob der Zeitstempel qualifiziert ist, ist nicht bekannt.",
    qualified:
      "Ein qualifizierter elektronischer Zeitstempel laut EU-Vertrauensliste Nummer {number} ({territory}).",
    unknown: "Auf einer Kette, die dieses Prüfprogramm nicht kennt.",
    testnet: "In einem Testnetz: kein Beweiswert.",
    development: "In einem Entwicklungsnetz: kein Beweiswert.",
    sandbox: "Von der Zeitstempelstelle einer Testumgebung: kein Beweiswert.",
    "judged-as-of": "Der Zeitstempel wurde nach dem Stand vom {time} beurteilt, nicht nach dem heutigen.",
    "single-source": "Beruht auf einer einzigen Quelle: {source}.",
    inaccurate: "Die Quelle kann um etwa {span} abweichen. Der Zeitpunkt berücksichtigt das.",
    "original-not-given": "Ohne Original: Das Ergebnis betrifft einen Fingerabdruck, keine Datei.",
    days: { one: "{count} Tag", other: "{count} Tage" },
    years: { one: "{count} Jahr", other: "{count} Jahre" },
  },
  subject: {
    heading: "Was untersucht wurde",
    file: "Datei",
    files: "Vorgelegte Dateien",
    noFile: "Nicht vorgelegt",
    packedOriginal: "{file}, im Paket",
    proofId: "Nachweis",
    fingerprint: "{algorithm}-Fingerabdruck",
    checkedAt: "Untersucht",
    input: "Beweismittel",
    inputs: {
      "svc-proof/2": "Portabler Nachweis (svc-proof/2)",
      "evidence-zip": "Beweispaket (ZIP)",
      "certificate-pdf": "Zertifikat (PDF)",
      "asic-s": "Container mit Zeitstempel (ASiC-S)",
      opentimestamps: "OpenTimestamps-Datei",
      rfc3161: "Elektronischer Zeitstempel (RFC\u00a03161)",
      "evm-witness": "Einschlussbeleg einer Transaktion (svc-evm-witness/1)",
      unknown: "Nicht erkannt",
    },
    bytes: { one: "{count} Byte", other: "{count} Byte" },
  },
  sources: {
    heading: "Unabhängige Zeitquellen",
    lead: "Jede bestätigte Quelle besagt für sich, dass der Inhalt spätestens zu ihrem Zeitpunkt existierte. Maßgeblich ist der früheste Zeitpunkt der stärksten Art von Quelle.",
    none: "In den vorgelegten Dateien fand sich keine Zeitquelle.",
    noLaterThan: "Spätestens am",
    evm: "{network}, Block {block}",
    unknownChain: "unbekannte Kette {chain} („{label}“)",
    bitcoin: "Bitcoin, Block {block}",
    block: "Bitcoin, Block {block}, über einen Block von {network}",
    seal: "Elektronischer Zeitstempel von {authority}",
    notConfirmed: "Nicht bestätigt",
    more: { one: "und {count} weitere Quelle unten", other: "und {count} weitere Quellen unten" },
    statedTime: "gibt {time} an",
    accuracy: {
      one: "Die Quelle gibt {time} an. Ihre eigenen Regeln lassen ± {count} Sekunde zu; der Zeitpunkt oben berücksichtigt sie.",
      other:
        "Die Quelle gibt {time} an. Ihre eigenen Regeln lassen ± {count} Sekunden zu; der Zeitpunkt oben berücksichtigt sie.",
    },
    accuracyUnknown: "Die Quelle gibt keine Genauigkeit an.",
    minersClock: "Der Block nennt {time}, nach der Uhr seines Miners. Bitcoin datiert auf den Tag genau.",
    local: "{time} an Ihrem Ort ({zone})",
    computed: "Hier aus den vorgelegten Dateien berechnet.",
    checkpoint:
      "Hier berechnet: {bits} Bit Arbeitsnachweis führen zu Block {block}, den dieses Prüfprogramm kennt.",
    byWork:
      "Hier berechnet: bewiesen durch die Rechenarbeit von {count} Blöcken seit dem Kontrollpunkt vom {date}. Sie zu fälschen erfordert etwa 2^{bits} Hashes, also Strom für rund {cost}: eine Größenordnung, bei 5\u00a0US-Cent je kWh und Maschinen von 2025.",
    reliedOn: "Stützt sich auf {names}.",
    confirmations: { one: "{count} Bestätigung.", other: "{count} Bestätigungen." },
    explorer: "Die Transaktion in einem Explorer ansehen",
  },
  picture: {
    heading: "Der Nachweis als Bild",
    table: "Das Bild als Tabelle",
    columns: { what: "Was", when: "Wann", state: "Stand" },
    answer: {
      verified: "Existierte spätestens am {date}",
      chosen: "{date}, laut dem, worauf Sie vertrauen",
      unvouched: "{date}, nach einer Kette, für die niemand einsteht",
      rehearsal: "Eine Probe: ohne Beweiswert",
      stated: "Laut Dienst spätestens am {date}",
      none: "Kein Datum ist bestätigt",
    },
    today: "Heute",
    more: "und {count} weitere",
    accuracyUnknown: "Genauigkeit nicht angegeben",
    certificateEnd: "Ende des Zeitstempel-Zertifikats",
    path: {
      file: "Datei",
      fingerprint: "Finger\u00adabdruck",
      tree: "Stapel",
      chain: "Block\u00adchain",
      bitcoin: "Bitcoin",
      timestamp: "Zeitstempel",
    },
    states: {
      verified: "bestätigt",
      chosen: "nach Ihrer Wahl",
      unvouched: "niemand steht dafür ein",
      rehearsal: "ohne Beweiswert",
      soFar: "noch nicht bestätigt",
      indeterminate: "offen",
      failed: "nicht bestanden",
      skipped: "nicht verglichen",
      stated: "vom Dienst angegeben",
    },
  },
  checks: {
    heading: "Was geprüft wurde",
    name: {
      format: "Format",
      content: "Datei",
      leaf: "Fingerabdruck im Nachweis",
      merkle: "Platz im Stapel",
      payload: "Was verankert wurde",
      anchor: "Eintrag in der Kette",
      block: "Block",
      bitcoin: "Bitcoin",
      seal: "Zeitstempel",
      qualified: "Qualifikationsstatus",
      inputs: "Alles Vorgelegte",
    },
    technical: "Fachbegriff: {term}",
    terms: { leaf: "Blatt", merkle: "Merkle-Pfad", payload: "Nutzlast", anchor: "Kette" },
    question: {
      format: "Hat das Beweismittel das vorgeschriebene Format?",
      content: "Ist dies die Datei, auf die sich der Nachweis bezieht?",
      leaf: "Gehört der Nachweis zu diesem Fingerabdruck?",
      merkle: "Gehört der Fingerabdruck zu dem Stapel, der verankert wurde?",
      payload: "Geben die Anker diesen Stapel an und keinen anderen?",
      anchor: "Enthält die Kette den Stapel in dem Block, den der Nachweis nennt?",
      block: "Ist der Block des Ankers in einem Block von Bitcoin verankert?",
      bitcoin: "Ist der Inhalt in einem Block von Bitcoin verankert?",
      seal: "Hat eine Zeitstempelstelle den Fingerabdruck und die Zeit signiert?",
      qualified: "War der Dienst zu diesem Zeitpunkt qualifiziert?",
      inputs: "Wurde alles Vorgelegte untersucht?",
    },
    status: {
      passed: "Bestanden",
      failed: "Nicht bestanden",
      indeterminate: "Offen",
      skipped: "Nicht geprüft",
    },
    qualified: {
      qualified: "Qualifiziert",
      "not-qualified": "Nicht qualifiziert",
      indeterminate: "Nicht bekannt",
    },
    compared: "Was verglichen wurde",
    basis: "Worauf die Antwort beruht",
    basisName: { computed: "Berechnet", "relied-on": "Externe Quellen", asserted: "Behauptet" },
    basisMeaning: {
      computed:
        "Nur auf den vorgelegten Dateien und auf Konstanten dieses Prüfprogramms. Sie müssen niemandem vertrauen.",
      "relied-on": "Auf den genannten externen Quellen. Die Antwort ist so verlässlich wie diese.",
      asserted: "Nur auf der Aussage des Ausstellers des Nachweises. Das genügt nie.",
    },
    byHand: "So wiederholen Sie es von Hand",
    everything: "Alles, was der Bericht über diese Prüfung sagt",
    code: "Code",
    said: "Was jede Quelle gesagt hat",
  },
  evidence: {
    stated: "Angegeben",
    computed: "Berechnet",
    expected: "Erwartet",
    schema: "Format",
    hash: "Fingerabdruck",
    value: "Blatt",
    root: "Merkle-Wurzel",
    index: "Position im Stapel",
    path_items: "Schritte des Pfads",
    payload: "Nutzlast",
    chain_id: "Kettennummer (EIP-155)",
    network: "Netz",
    tx_hash: "Transaktion",
    block_number: "Block",
    finality: "Regel für Endgültigkeit",
    min_confirmations: "Verlangte Bestätigungen",
    message: "Was falsch ist",
    reason: "Grund",
    offset: "Bei Byte",
    pointer: "Im Feld",
    part: "Teil des Pakets",
    algorithm: "Verfahren",
    digest: "Hashwert",
    gen_time: "Angegebene Zeit",
    accuracy_seconds: "Genauigkeit in Sekunden",
    serial_number: "Seriennummer",
    policy: "Richtlinie",
    authority: "Zeitstempelstelle",
    signer: "Signiert von",
    trust_anchor: "Vertrauenswürdiges Zertifikat",
    imprint: "Fingerabdruck im Zeitstempel",
    revocation: "Widerruf",
    as_of: "Beurteilt zum",
    proof_of_existence: "Beleg, dass der Zeitstempel älter ist",
    pki_status: "Status der Antwort",
    status_text: "Text der Stelle",
    stated_height: "Genannter Block",
    stated_merkle_root: "Merkle-Wurzel des Blocks",
    block_hash: "Hash des Blocks",
    block_time: "Zeit des Blocks",
    transaction_index: "Stelle im Block",
    transaction_type: "Art der Transaktion",
    sender: "Absender",
    recipient: "Empfänger",
    value_wei: "Betrag in Wei",
    header_sha256: "SHA-256 des Blockkopfs",
    work_bits: "Arbeitsnachweis in Bit",
    checkpoint_height: "Bekannter Block, zu dem es führt",
    confirmations: "Bestätigungen",
    answer: "Antwort",
    pending: "Kann ergänzt werden von",
    other_attestations: "Nicht geprüft, von der Art",
    file: "Nummer der Datei",
  },
  revocation: {
    notRevoked: "Nicht widerrufen nach Auskunft vom {time}.",
    revokedLater: "Erst nach dem Zeitpunkt des Zeitstempels widerrufen, am {time}.",
  },
  notices: {
    heading: "Bitte beachten",
    dateThatCounts: "Maßgeblich ist dieses Datum: {time}.",
    noDateYet: "Noch ist kein Datum bestätigt.",
  },
  inputs: {
    heading: "Verwendung des Vorgelegten",
    status: {
      checked: "Untersucht",
      failed: "Nicht bestanden",
      unreadable: "Nicht lesbar",
      not_applicable: "Nicht verwendet",
    },
    notReached: "Nicht erreicht",
    kinds: {
      proof: "Nachweis",
      original: "Zu vergleichende Datei",
      content_hash: "Fingerabdruck",
      timestamp: "OpenTimestamps-Datei",
      headers: "Blockköpfe",
      seal: "Elektronischer Zeitstempel",
      trust: "Vertrauenswürdige Zertifikate",
      trust_list: "Auszug aus den Vertrauenslisten der EU",
      trusted_list_entry: "Eintrag einer Vertrauensliste",
      certificates: "Zertifikate",
      crl: "Sperrliste",
      ocsp_response: "OCSP-Antwort",
      seal_timestamp: "OpenTimestamps-Datei des Zeitstempels",
      witness: "Einschlussbeleg eines Ankers",
      witness_timestamp: "OpenTimestamps-Datei zum Block des Ankers",
      at: "Beurteilt zum",
      evm_source: "Quelle",
      bitcoin_source: "Bitcoin-Quelle",
      revocation_source: "Quelle für Sperrinformationen",
      part: "Teil",
    },
    packed: "{input}, im Paket",
  },
  otherFile: {
    ofProof: "Fingerabdruck im Nachweis",
    ofFile: "Fingerabdruck dieser Datei",
    entered: "Zum Vergleich eingegeben",
    difference: "Sie unterscheiden sich zuerst an Stelle {place} von {count}.",
    causes:
      "Häufige Ursachen: Ein Programm hat sie geöffnet und gespeichert, sie wurde umgewandelt, per E-Mail oder Messenger neu kodiert, ihre Zeilenenden haben sich geändert, oder es ist eine andere Version.",
    ask: "Bitten Sie den Absender um das unveränderte Original, etwa in einem ZIP, und vergleichen Sie dieses.",
    failed:
      "Verlassen Sie sich nicht auf diesen Nachweis. Bitten Sie noch einmal um ihn, unverändert, und prüfen Sie ihn erneut.",
  },
  meaning: {
    heading: "Was das bedeutet",
    proves: "Was es beweist",
    provesFile: [
      "Eine Datei mit genau diesen Bytes existierte spätestens zur angegebenen Zeit.",
      "Die Datei, die Sie vorgelegt haben, wurde seither um kein einziges Bit verändert.",
    ],
    provesFingerprint: [
      "Eine Datei mit genau diesem Fingerabdruck existierte spätestens zur angegebenen Zeit.",
    ],
    holdsIf: {
      chosen: "Was folgt, gilt nur, wenn zuverlässig ist, worauf Sie selbst vertrauen.",
      unvouched: "Was folgt, gilt nur, wenn diese unbekannte Kette zuverlässig ist.",
    },
    withoutService:
      "Das beruht auf den vorgelegten Dateien und den genannten Quellen, nicht auf dem Wort des Dienstes, der den Nachweis ausgestellt hat; es muss ihn dafür nicht mehr geben.",
    provesNothing: ["Bisher ist kein Zeitpunkt bewiesen."],
    provesNot: "Was es nicht beweist",
    provesNotItems: [
      "Wer die Datei erstellt hat, wem sie gehört oder wer sie registriert hat.",
      "Dass wahr ist, was in der Datei steht.",
      "Dass die Datei oder eine andere Version davon nicht schon früher existierte.",
      "Zu welcher Datei der Fingerabdruck gehört, wenn das Original verloren ist. Bewahren Sie es unverändert auf.",
    ],
  },
  trustedLists: {
    verdict: {
      qualified: "Qualifizierter elektronischer Zeitstempel",
      "not-qualified": "Nicht qualifizierter elektronischer Zeitstempel",
      indeterminate: "Ob er qualifiziert ist, steht nicht fest",
    },
    presumption:
      "In der Europäischen Union wird vermutet, dass Datum und Zeit, die er angibt, richtig und die damit verbundenen Daten unversehrt sind. Die Vermutung ist widerleglich (Verordnung (EU) Nr.\u00a0910/2014, Artikel 41 Absatz 2).",
    stillValid:
      "Ihm wird die Rechtswirkung nicht allein deshalb abgesprochen, weil er nicht qualifiziert ist: Das Gericht würdigt ihn (Verordnung (EU) Nr.\u00a0910/2014, Artikel 41 Absatz 1).",
    country: "Land",
    provider: "Vertrauensdiensteanbieter",
    service: "Dienst",
    list: "Vertrauensliste",
    leadsTo: "Seine Zertifikatskette führt zu",
    listFacts: "Nr.\u00a0{number}, ausgestellt am {issued}, nächste Aktualisierung fällig am {nextUpdate}",
    closedListFacts: "Nr.\u00a0{number}, ausgestellt am {issued}, geschlossen",
    atGenTime: "Status zur angegebenen Zeit",
    atExistence: "Status am {time}, als der Zeitstempel nachweislich vorlag",
    atNow: "Status zum Zeitpunkt dieser Prüfung",
    since: "{status}, seit dem {time}",
    changed: "Der Status hat sich seitdem geändert.",
    listOverdue:
      "Die nächste Aktualisierung dieser Liste war vorher fällig: Spätere Änderungen enthält sie nicht.",
    status: {
      granted: "Qualifikationsstatus verliehen",
      withdrawn: "Qualifikationsstatus entzogen",
      undersupervision: "unter Aufsicht",
      supervisionincessation: "Aufsicht läuft aus",
      supervisionceased: "Aufsicht beendet",
      supervisionrevoked: "Aufsicht widerrufen",
      accredited: "akkreditiert",
      accreditationceased: "Akkreditierung beendet",
      accreditationrevoked: "Akkreditierung widerrufen",
      othertype: "von anderer Art",
    },
    heading: "Die Vertrauenslisten hinter dieser Antwort",
    lead: "Allein die Vertrauenslisten der EU sagen, welche elektronischen Zeitstempel qualifiziert sind. Diese Seite stützt sich auf einen Auszug aus diesen Listen.",
    shipped: "Der Auszug, der zu diesem Prüfprogramm gehört; die Signaturen seiner Listen wurden geprüft",
    given: "Der von Ihnen vorgelegte Auszug, anstelle des mitgelieferten",
    unavailable: "Der Inhalt des Auszugs konnte nicht geladen werden.",
    snapshot: "SHA-256 des Auszugs",
    number: "Nummer",
    issued: "Ausgestellt",
    nextUpdate: "Nächste Aktualisierung",
    overdue: "überfällig",
    closed: "geschlossen",
    lotl: "Liste der Listen",
    contains: {
      one: "Er enthält {count} von {total} nationalen Listen.",
      other: "Er enthält {count} von {total} nationalen Listen.",
    },
    age: {
      one: "Der Auszug ist {count} Tag alt.",
      other: "Der Auszug ist {count} Tage alt.",
    },
    newer: "Um einen neueren Auszug zu verwenden, legen Sie ihn auf dieser Seite ab.",
    aboutHeading: "Vertrauenslisten der EU",
    offer: {
      heading: "Ein anderer Auszug aus den Vertrauenslisten der EU",
      lead: "Die Datei {file} enthält einen Auszug aus den Vertrauenslisten der EU. Er belegt seine Echtheit nicht selbst: Verwenden Sie ihn nur, wenn Sie seiner Quelle vertrauen und diese denselben SHA-256-Wert angibt.",
      check: "So vergleichen Sie ihn mit den Listen selbst:",
      newer: "Er ist neuer als der mitgelieferte.",
      older: "Er ist älter als der mitgelieferte.",
      same: "Seine Liste der Listen kennt dieses Prüfprogramm bereits.",
      use: "Diesen Auszug statt des mitgelieferten verwenden",
      keep: "Beim mitgelieferten bleiben",
      used: "Alle Ergebnisse beruhen auf dem Auszug in {file}, nicht auf dem mitgelieferten.",
      back: "Zum mitgelieferten zurückkehren",
      unreadable:
        "Die Datei {file} soll einen Auszug aus den Vertrauenslisten der EU enthalten, ist aber fehlerhaft. Sie wird nicht verwendet.",
      dismiss: "Entfernen",
    },
  },
};

const OF_ORIGINAL = "Fügen Sie den zugehörigen Nachweis hinzu: Mit ihm wird diese Datei verglichen.";

export const codes: CodeTexts = {
  looksLike: {
    html: "Das ist eine Webseite. Speichern Sie die Datei, die die Seite anbietet, und fügen Sie diese hinzu.",
    email: "Das ist eine E-Mail. Speichern Sie ihren Anhang, und fügen Sie diesen hinzu.",
    http_answer:
      "Das ist die Antwort eines Servers samt Kopfzeilen. Speichern Sie nur die Datei: mit curl ohne -i.",
    api_error: "Das ist die Fehlermeldung eines Servers. Fordern Sie den Nachweis dort noch einmal an.",
    proof_not_ready:
      "Darin steht, dass der Nachweis noch nicht fertig ist. Fordern Sie ihn später beim Dienst noch einmal an.",
    proof_resource:
      "Das ist die Auskunft des Dienstes über einen Nachweis, nicht der Nachweis. Fügen Sie die Datei „proof.json“ hinzu, oder geben Sie die Nummer des Nachweises ein.",
    verification_report:
      "Das ist der Bericht einer Prüfung, kein Nachweis. Fügen Sie die Datei hinzu, um die es darin geht.",
    sigstore_bundle:
      "Das ist ein Sigstore-Bündel: eine Signatur mit ihrem Zertifikat. Geprüft wird es mit cosign.",
    timestamp_request:
      "Das ist die Anfrage nach einem Zeitstempel; sie beweist nichts. Fügen Sie die Antwort der Stelle hinzu (.tsr).",
    document_signature:
      "Das ist die Signatur eines Dokuments, kein Zeitstempel. Prüfen Sie sie mit einem Programm für solche Signaturen.",
    evidence_record:
      "Das ist ein Evidence Record (RFC 4998 oder 6283), den dieses Prüfprogramm nicht liest. Fordern Sie die Zeitstempel daraus an.",
    certificates:
      "Das sind Zertifikate; sie beweisen keinen Zeitpunkt. Fügen Sie den Zeitstempel hinzu, zu dem sie gehören.",
    crl: "Das ist eine Sperrliste. Fügen Sie den Zeitstempel hinzu, zu dem sie gehört.",
    ocsp_response: "Das ist eine OCSP-Antwort. Fügen Sie den Zeitstempel hinzu, zu dem sie gehört.",
    trust_list: "Das ist eine Vertrauensliste. Fügen Sie den Zeitstempel hinzu, der nach ihr beurteilt wird.",
    bitcoin_headers: "Das sind Blockköpfe von Bitcoin. Fügen Sie den Zeitstempel hinzu, zu dem sie gehören.",
    mangled_opentimestamps:
      "Das war eine OpenTimestamps-Datei, bis ein Programm sie als Text geöffnet und gespeichert hat. Fordern Sie die Datei so an, wie sie erstellt wurde.",
    image: `Das ist ein Bild. ${OF_ORIGINAL}`,
    video: `Das ist ein Video. ${OF_ORIGINAL}`,
    audio: `Das ist eine Tonaufnahme. ${OF_ORIGINAL}`,
    archive:
      "Das ist ein Archiv, aber kein ZIP. Enthält es den Nachweis, so entpacken Sie es und fügen Sie den Ordner hinzu.",
    office_document: `Das ist ein Office-Dokument. ${OF_ORIGINAL}`,
    apple_double:
      "Hier hält macOS Angaben zu einer anderen Datei fest. Der Nachweis ist die Datei, deren Name nicht mit „._“ beginnt.",
    folder_settings: "Hier hält ein System Angaben zu einem Ordner fest. Das ist kein Nachweis.",
    xml: `Das ist ein XML-Dokument. ${OF_ORIGINAL}`,
    json: `Das ist ein JSON-Dokument. ${OF_ORIGINAL}`,
    text: `Das ist ein Text. ${OF_ORIGINAL}`,
    empty: "Diese Datei ist leer. Fordern Sie sie noch einmal an.",
    unknown: `Das ist kein Nachweis, den dieses Prüfprogramm kennt. ${OF_ORIGINAL}`,
  },
  insecure,
  inState: {
    enteredEqual: "Der vorgelegte Fingerabdruck ist der, auf den sich der Nachweis bezieht.",
    enteredOther: "Der vorgelegte Fingerabdruck ist nicht der des Nachweises.",
    noPathToList:
      "Nicht bekannt: Die Zertifikatskette, die zu einem Dienst auf einer Vertrauensliste führt, ist nicht gültig.",
    notListedThen:
      "Nicht qualifiziert: Eine EU-Vertrauensliste nennt den Dienst, zu diesem Zeitpunkt aber noch nicht.",
  },
  passed: {
    format: "Das Beweismittel hat das vorgeschriebene Format.",
    content: "Die Datei hat den Fingerabdruck, auf den sich der Nachweis bezieht.",
    leaf: "Der Nachweis bezieht sich auf diesen Fingerabdruck.",
    merkle: "Der Fingerabdruck gehört zu dem Stapel, der verankert wurde.",
    payload: "Jeder Anker gibt diesen Stapel an und keinen anderen.",
    anchor: "Die Kette enthält den Stapel in dem Block, den der Nachweis nennt.",
    block: "Der Block des Ankers ist in einem Block der Hauptkette von Bitcoin verankert.",
    bitcoin: "Der Inhalt ist in einem Block der Hauptkette von Bitcoin verankert.",
    seal: "Eine Zeitstempelstelle mit vertrauenswürdigem Zertifikat hat den Fingerabdruck zusammen mit der Zeit signiert.",
    qualified:
      "Der Dienst, der ihn ausgestellt hat, war zu diesem Zeitpunkt laut der EU-Vertrauensliste seines Landes qualifiziert.",
    inputs: "Alles Vorgelegte wurde untersucht.",
  },
  codes: {
    bitcoin_proven_by_work:
      "Der Inhalt ist in einem Block von Bitcoin verankert. Ihn belegt die Rechenarbeit der Blöcke seit dem letzten Kontrollpunkt.",

    not_requested: "Nicht geprüft: Weder die Datei noch ihr Fingerabdruck wurde vorgelegt.",
    depends_on_failed_check: "Nicht geprüft: Zuvor muss eine andere Prüfung bestanden sein.",
    no_anchor: "Der Nachweis nennt keinen Anker auf einer Kette.",
    no_trust_list: "Nicht geprüft: Es wird keine Vertrauensliste verwendet.",
    input_not_applicable: "Hier nicht verwendbar; das Ergebnis beruht nicht darauf.",
    not_needed: "Nicht befragt: Das Vorgelegte reicht aus.",
    not_recognised: "Eine solche Datei liest dieses Prüfprogramm nicht.",
    unsupported:
      "Nicht gelesen: Dieses Prüfprogramm unterstützt die Version oder ein Merkmal davon nicht. Das heißt nicht, dass etwas daran falsch ist.",
    encrypted:
      "Nicht gelesen, weil verschlüsselt. Entfernen Sie die Verschlüsselung, oder bitten Sie um eine unverschlüsselte Kopie.",
    too_large:
      "Nicht gelesen, weil eine Grenze dieses Prüfprogramms überschritten ist. Das heißt nicht, dass etwas daran falsch ist.",
    damaged:
      "Nicht gelesen, weil beschädigt. Das heißt nicht, dass etwas daran falsch ist: Bitten Sie um eine andere Kopie.",
    work_limit_exceeded: "Abgebrochen: Der Aufwand übersteigt das für eine Prüfung Zulässige.",

    duplicate_key:
      "Ein Feld kommt zweimal vor, sodass zwei Programme zwei verschiedene Nachweise lesen könnten.",

    content_hash_mismatch: "Dies ist nicht die Datei des Nachweises.",
    leaf_formula_mismatch: "Die Formel, die der Nachweis nennt, ist nicht die des Formats.",
    leaf_value_mismatch: "Das Blatt ergibt sich nicht aus der Kennung des Nachweises und dem Fingerabdruck.",
    merkle_root_mismatch: "Der Pfad führt nicht zur Merkle-Wurzel.",
    merkle_index_mismatch: "Die Position im Stapel widerspricht dem Pfad.",
    payload_mismatch: "Ein Anker gibt eine andere Nutzlast an als die der Merkle-Wurzel.",
    network_mismatch: "Die Kettennummer des Ankers und der Name seines Netzes passen nicht zusammen.",
    transaction_not_found: "Der Block, den der Nachweis nennt, enthält die Transaktion nicht.",
    transaction_input_mismatch: "Die Transaktion enthält etwas anderes als die Nutzlast.",
    transaction_reverted: "Die Transaktion ist fehlgeschlagen.",
    block_number_mismatch: "Die Transaktion steht in einem anderen Block als dem, den der Nachweis nennt.",
    timestamp_of_other_content:
      "Die OpenTimestamps-Datei bezieht sich auf etwas anderes als diesen Nachweis.",
    bitcoin_root_mismatch:
      "Die OpenTimestamps-Datei führt nicht zur Merkle-Wurzel des Blocks, den sie nennt.",
    bitcoin_block_off_chain:
      "Die OpenTimestamps-Datei führt zu einem Block, der nicht zur Hauptkette von Bitcoin gehört.",

    input_unreadable: "Die Datei ließ sich nicht lesen.",
    none_is_original: "Keine dieser Dateien ist die Datei, auf die sich dieser Nachweis bezieht.",
    original_unreadable: "Die Datei ließ sich nicht lesen.",
    no_source: "Noch nicht geprüft: Zu dieser Kette wurde keine Quelle befragt.",
    source_unreachable:
      "Ließ sich nicht prüfen: Die Quelle ist nicht erreichbar. Über den Nachweis sagt das nichts.",
    source_timeout:
      "Ließ sich nicht prüfen: Die Quelle hat nicht rechtzeitig geantwortet. Über den Nachweis sagt das nichts.",
    source_error:
      "Ließ sich nicht prüfen: Die Quelle hat mit einem Fehler geantwortet. Über den Nachweis sagt das nichts.",
    source_invalid_answer: "Ließ sich nicht prüfen: Die Antwort der Quelle ist ungültig.",
    source_wrong_chain: "Ließ sich nicht prüfen: Die Quelle bedient eine andere Kette.",
    source_inconsistent: "Ließ sich nicht prüfen: Die Antworten der Quelle widersprechen einander.",
    sources_disagree: "Ließ sich nicht entscheiden: Die Quellen widersprechen einander.",
    block_unknown_to_source: "Ließ sich nicht prüfen: Die Quelle hat den Block nicht.",
    transaction_not_indexed: "Ließ sich nicht prüfen: Die Quelle hat den Block, aber nicht die Transaktion.",
    transaction_pending: "Die Transaktion steht noch in keinem Block.",
    receipt_missing: "Ließ sich nicht prüfen: Die Quelle hat keinen Beleg der Transaktion.",
    receipt_without_status:
      "Ließ sich nicht prüfen: Aus dem Beleg geht nicht hervor, ob die Transaktion erfolgreich war.",
    block_time_implausible: "Ließ sich nicht prüfen: Die Quelle nennt für den Block eine unmögliche Zeit.",
    too_few_confirmations: "Der Block ist zu jung, um als endgültig zu gelten.",
    block_not_final: "Die Kette hat den Block noch nicht für endgültig erklärt.",
    finality_unknown: "Die Quelle sagt nicht, welche Blöcke endgültig sind.",
    header_run_missing:
      "Der Block stammt aus einer Zeit, in der Blockköpfe leicht zu fälschen waren, und die Quelle liefert die Blockköpfe von dort bis zu einem Kontrollpunkt nicht.",
    header_run_short:
      "Die Blockköpfe führen vom letzten Kontrollpunkt zum Block, doch folgen ihm weniger als sechs weitere. Spätere Blockköpfe werden es entscheiden.",
    header_target_invalid: "Der zugehörige Blockkopf nennt ein ungültiges Ziel für den Arbeitsnachweis.",
    header_target_wrong:
      "Der zugehörige Blockkopf nennt ein anderes Ziel für den Arbeitsnachweis als das, das in dieser Höhe galt.",
    header_target_too_easy:
      "Der zugehörige Blockkopf weist weniger Arbeit nach, als Bitcoin in dieser Höhe verlangte.",
    header_work_missing: "Der zugehörige Blockkopf erreicht sein eigenes Ziel für den Arbeitsnachweis nicht.",
    header_time_implausible: "Der zugehörige Blockkopf nennt eine Zeit, die in dieser Höhe unmöglich ist.",
    file_hash_not_sha256:
      "Nicht verglichen: Die OpenTimestamps-Datei verwendet einen anderen Hashwert als SHA-256.",
    content_hash_not_sha256: "Nicht verglichen: Der vorgelegte Hashwert ist kein SHA-256.",
    bitcoin_pending: "Die OpenTimestamps-Datei nennt noch keinen Block: Kalender haben einen zugesagt.",
    no_bitcoin_attestation: "Die OpenTimestamps-Datei nennt keinen Block von Bitcoin.",
    no_bitcoin_header: "Noch nicht geprüft: Weder der Blockkopf noch eine Quelle liegt vor.",
    header_unproven:
      "Die OpenTimestamps-Datei passt zu einem Blockkopf; dass dieser zur Hauptkette gehört, ist hier durch nichts belegt.",
    header_of_regtest:
      "Die OpenTimestamps-Datei passt zu einem Block eines Entwicklungsnetzes: kein Beweiswert.",

    witness_unconfirmed:
      "Die Transaktion steht in dem Block, den der Einschlussbeleg zeigt. Ob dieser Block zur Kette gehört, ist noch nicht geprüft: Es wurde keine Quelle befragt.",
    witness_of_other_transaction: "Der Einschlussbeleg gehört zu einer anderen Transaktion.",
    witness_chain_mismatch: "Der Einschlussbeleg gehört zu einer anderen Kette.",
    block_off_chain: "Der Block, den der Einschlussbeleg zeigt, gehört nicht zur Kette.",
    trie_node_missing: "Der Pfad zur Transaktion im Einschlussbeleg ist unvollständig.",
    trie_node_hash_mismatch: "Der Pfad im Einschlussbeleg gehört nicht zu dem Block: Ein Hash weicht ab.",
    trie_node_surplus: "Der Pfad im Einschlussbeleg geht hinter der Transaktion weiter.",
    trie_key_absent: "Der Pfad im Einschlussbeleg führt nicht zur Transaktion.",
    evm_signature_invalid: "Die Signatur der Transaktion im Einschlussbeleg ist ungültig.",

    zip_ambiguous_end: "Das Paket hat zwei Enden, und nicht alle Programme verwenden dasselbe.",
    zip_prepended_data: "Vor dem Anfang des Pakets stehen Daten.",
    zip_entry_type_mismatch:
      "Ein Teil des Pakets ist nach seinem Namen ein Ordner und nach seinen Attributen eine Datei, oder umgekehrt.",
    zip_also_pdf:
      "Das Paket lässt sich auch als PDF öffnen, das etwas anderes zeigen kann, als geprüft wird.",
    zip_name_duplicate: "Zwei Teile des Pakets haben denselben Namen.",
    zip_local_header_mismatch: "Ein Teil des Pakets widerspricht dem Verzeichnis des Pakets.",
    zip_descriptor_mismatch: "Die Daten nach einem Teil widersprechen dem Verzeichnis des Pakets.",
    zip_overlap: "Zwei Teile des Pakets teilen sich Bytes.",
    zip_gap: "Das Paket hat Bytes, die zu keinem Teil gehören.",
    zip_deflate_trailing:
      "Ein Teil des Pakets geht nach dem Ende seiner komprimierten Daten weiter: Programme würden ihn verschieden lesen.",
    zip_name_ambiguous:
      "Ein Teil des Pakets ist nach dem einen seiner beiden Namen ein Ordner und nach dem anderen eine Datei.",
    zip_descriptor_ambiguous:
      "Ein Teil des Pakets enthält Daten, die wie sein eigenes Ende aussehen: Programme würden ihn verschieden lesen.",
    pdf_xref_ambiguous:
      "Das PDF gibt auf zwei Arten an, wo seine Teile stehen: Programme würden es verschieden lesen.",
    pdf_key_duplicate: "Ein Objekt des PDF macht eine Angabe zweimal: Programme würden es verschieden lesen.",
    pdf_object_hidden:
      "Die Datei enthält ein Objekt, das in ihrem eigenen Verzeichnis fehlt: Programme würden sie verschieden lesen.",
    evidence_no_proof:
      "Das Paket enthält keinen Nachweis: Es wurde erstellt, bevor er vorlag, oder er wurde entfernt.",
    evidence_several_originals: "Das Paket enthält mehr als ein Original.",
    evidence_name_ambiguous: "Ein Teil des Pakets hat zwei Namen.",
    asic_several_data_objects:
      "Der Container enthält mehr als eine Datei; welche davon den Zeitstempel trägt, ist damit offen.",
    asic_name_ambiguous:
      "Ein Teil des Containers hat zwei Namen oder einen Namen, den manche Systeme für den eines anderen Teils halten.",

    pdf_also_zip:
      "Das PDF lässt sich auch als ZIP-Archiv öffnen, das etwas anderes zeigen kann, als geprüft wird.",
    pdf_attachment_duplicate: "Zwei Anlagen des PDF haben denselben Namen.",
    pdf_attachment_ambiguous: "Eine Anlage des PDF hat zwei Namen oder zwei Inhalte.",
    pdf_no_proof:
      "Das PDF enthält keinen Nachweis: Das Zertifikat wurde erstellt, bevor er vorlag, oder er wurde entfernt.",

    tsp_token_unexpected: "Die Antwort der Stelle lautet „abgelehnt“, enthält aber einen Zeitstempel.",
    tsp_attribute_duplicate: "Ein signiertes Attribut kommt zweimal vor.",
    timestamp_not_granted: "Die Stelle hat keinen Zeitstempel erteilt.",
    imprint_mismatch:
      "Der Zeitstempel bezieht sich auf eine andere Datei: Sein Fingerabdruck ist ein anderer.",
    imprint_algorithm_mismatch:
      "Der Fingerabdruck im Zeitstempel wurde mit einem anderen Verfahren gebildet.",
    nonce_mismatch: "Der Zeitstempel gehört nicht zu der gestellten Anfrage.",
    policy_mismatch: "Der Zeitstempel wurde nach einer anderen Richtlinie ausgestellt als verlangt.",
    requested_certificate_missing: "Das verlangte Zertifikat fehlt im Zeitstempel.",
    signed_attributes_missing: "Der Zeitstempel hat keine signierten Attribute.",
    content_type_mismatch: "Der signierte Inhalt ist nicht als Zeitstempel gekennzeichnet.",
    message_digest_mismatch: "Der signierte Hashwert ist nicht der des Zeitstempels.",
    algorithm_protection_mismatch: "Die geschützten Verfahren sind nicht die der Signatur.",
    digest_algorithm_mismatch: "Der Zeitstempel nennt zwei verschiedene Hashverfahren.",
    signing_certificate_missing: "Die Signatur nennt das Zertifikat ihres Unterzeichners nicht.",
    signing_certificate_mismatch: "Die Signatur nennt ein anderes Zertifikat als das vorliegende.",
    tsa_name_mismatch: "Der Zeitstempel nennt eine andere Stelle als sein Zertifikat.",
    signer_purpose_missing: "Das Zertifikat des Unterzeichners wurde nicht für Zeitstempel ausgestellt.",
    signer_purpose_not_critical:
      "Der Zweck des Unterzeichners ist nicht als kritisch gekennzeichnet, wie die Norm es verlangt.",
    signer_purpose_not_alone: "Das Zertifikat des Unterzeichners wurde auch für andere Zwecke ausgestellt.",
    signer_key_usage: "Der Schlüssel des Unterzeichners darf nicht zum Signieren verwendet werden.",
    signature_invalid: "Eine Signatur ist ungültig.",
    signer_not_valid_at_gen_time:
      "Das Zertifikat des Unterzeichners war zur Zeit des Zeitstempels nicht gültig.",
    signer_certificate_unreadable:
      "Ließ sich nicht prüfen: Das Zertifikat des Unterzeichners liegt vor, ist aber nicht lesbar.",
    signer_certificate_missing: "Ließ sich nicht prüfen: Das Zertifikat des Unterzeichners liegt nicht vor.",
    no_trust_anchor:
      "Ließ sich nicht entscheiden: Weder eine Vertrauensliste noch Sie bezeichnen ein Zertifikat seiner Kette als vertrauenswürdig.",
    revoked_no_poe:
      "Ein Zertifikat wurde später widerrufen, und nichts belegt, dass der Zeitstempel älter ist.",
    gen_time_in_the_future:
      "Nach der Uhr dieses Geräts gibt der Zeitstempel einen Zeitpunkt in der Zukunft an. Prüfen Sie zuerst die Uhr.",
    out_of_bounds_no_poe: "Ein Zertifikat ist abgelaufen, und nichts belegt, dass der Zeitstempel älter ist.",

    no_path: "Keine Zertifikatskette führt zu einem Zertifikat, dem Sie vertrauen.",
    path_too_costly: "Die Suche nach einer Zertifikatskette wurde an ihrer Grenze abgebrochen.",
    path_too_long: "Die Zertifikatskette ist länger als zulässig.",
    certificate_not_yet_valid: "Ein Zertifikat war zur Zeit des Zeitstempels noch nicht gültig.",
    certificate_expired: "Ein Zertifikat war zur Zeit des Zeitstempels bereits abgelaufen.",
    algorithm_unsupported: "Ließ sich nicht prüfen: Dieses Prüfprogramm unterstützt das Verfahren nicht.",
    algorithm_mismatch: "Die Parameter einer Signatur oder eines Schlüssels widersprechen ihrer Norm.",
    key_too_weak: "Ein Schlüssel ist zu kurz, um sicher zu sein.",
    key_malformed: "Ein Schlüssel ist fehlerhaft.",
    hash_too_weak: "Eine Signatur beruht auf einem Hashverfahren, das nicht mehr sicher ist.",
    issuer_not_ca: "Ein Aussteller der Kette ist keine Zertifizierungsstelle.",
    issuer_key_usage: "Der Schlüssel eines Ausstellers darf keine Zertifikate signieren.",
    path_length_exceeded: "Die Kette ist länger, als eine ihrer Stellen erlaubt.",
    unknown_critical_extension: "Ein Zertifikat hat eine unbekannte kritische Erweiterung.",
    extended_key_usage: "Ein Zertifikat der Kette wurde nicht für diesen Zweck ausgestellt.",
    name_not_permitted: "Ein Name gehört nicht zu denen, die eine Stelle zertifizieren darf.",
    name_excluded: "Ein Name gehört zu denen, die eine Stelle nicht zertifizieren darf.",
    name_constraints_unsupported:
      "Namensbeschränkungen sind von einer Art, die dieses Prüfprogramm nicht unterstützt.",
    name_constraints_too_costly:
      "Der Vergleich der Namen mit ihren Beschränkungen erfordert mehr Aufwand als zulässig.",
    policy: "Für die gesamte Kette gilt keine gemeinsame Zertifikatsrichtlinie, obwohl eine verlangt wird.",
    certificate_profile: "Ein Zertifikat verstößt gegen eine Regel seiner Norm.",
    revoked: "Ein Zertifikat wurde widerrufen.",
    revocation_undetermined:
      "Ließ sich nicht entscheiden: Ob ein Zertifikat widerrufen wurde, ist nicht bekannt.",

    service_not_listed:
      "Er ist nicht qualifiziert: Keine EU-Vertrauensliste nennt den Dienst, der ihn ausgestellt hat. Keine Liste steht für diese Stelle ein; diesen Namen kann sich jeder geben.",
    service_of_other_type:
      "Nicht qualifiziert: Die EU-Vertrauenslisten führen den Dienst, aber nicht für qualifizierte elektronische Zeitstempel.",
    service_withdrawn:
      "Nicht qualifiziert: Der Dienst hatte zu diesem Zeitpunkt keinen Qualifikationsstatus.",
    service_under_supervision:
      "Nicht qualifiziert: Der Dienst stand unter der Aufsicht nach dem bis Juli 2016 geltenden Recht, das keinen qualifizierten Zeitstempel im Sinne der Verordnung (EU) Nr.\u00a0910/2014 kannte.",
    service_extension_unknown:
      "Nicht bekannt: Die Vertrauensliste schränkt den Status des Dienstes auf eine Weise ein, die dieses Prüfprogramm nicht kennt.",
    trusted_list_too_old:
      "Nicht bekannt: Der elektronische Zeitstempel ist jünger als die vorliegende Vertrauensliste.",
    trusted_list_missing: "Nicht bekannt: Die Vertrauensliste des Landes dieser Stelle liegt nicht vor.",
    chain_incomplete:
      "Nicht bekannt: Das Zertifikat eines Ausstellers fehlt; daher steht nicht fest, wohin die Zertifikatskette führt.",
  },
  unsupported: {
    unsupported_schema:
      "Das Dokument ist kein Nachweis in einer Version, die dieses Prüfprogramm unterstützt.",
    unsupported_algorithm: "Der Fingerabdruck wurde mit einem anderen Verfahren als SHA-256 gebildet.",
    unsupported_format: "Das Dokument hat kein Format, das dieses Prüfprogramm unterstützt.",
    ots_version_unsupported:
      "Die OpenTimestamps-Datei hat eine Version, die dieses Prüfprogramm nicht unterstützt.",
    ots_file_hash_unknown:
      "Die OpenTimestamps-Datei verwendet einen Hashwert, den dieses Prüfprogramm nicht kennt.",
    ots_operation_unknown: "Die OpenTimestamps-Datei hat eine unbekannte Operation.",
    zip_multi_disk: "Das Paket ist nur einer von mehreren Teilen: Bitten Sie um das Ganze in einer Datei.",
    zip_flag_unsupported:
      "Das Paket verwendet eine Funktion, die dieses Prüfprogramm nicht unterstützt: Entpacken Sie es und wählen Sie den Ordner.",
    zip_method_unsupported:
      "Das Paket verwendet eine Komprimierung, die dieses Prüfprogramm nicht unterstützt: Entpacken Sie es und wählen Sie den Ordner.",
    zip_extra_field_unsupported:
      "Ein Zusatzfeld des Pakets gibt einem Teil einen anderen Namen: Programme würden ihn verschieden lesen.",
    zip_entry_not_regular:
      "Ein Teil des Pakets ist keine gewöhnliche Datei, sondern eine Verknüpfung, eine Datei in der Cloud oder Ähnliches. Entpacken Sie das Paket dort, wo es erstellt wurde, und wählen Sie den Ordner.",
    zip_name_unsafe:
      "Ein Name im Paket ist nicht sicher, oder Systeme lesen ihn verschieden. Entpacken Sie das Paket dort, wo es erstellt wurde, und wählen Sie den Ordner.",
    zip_name_version:
      "Der Name eines Teils des Pakets endet mit einer Versionsnummer, die manche Programme weglassen.",
    evidence_folder_unsupported:
      "Das Paket enthält mehrere Ordner: Entpacken Sie es und wählen Sie den Ordner des Nachweises.",
    asic_e_unsupported:
      "Der Container ist ein ASiC-E mit Manifest. Dieses Prüfprogramm liest nur ASiC-S-Container mit einem Zeitstempel.",
    asic_signature_unsupported:
      "Der Container ist signiert. Dieses Prüfprogramm prüft Zeitstempel, keine Signaturen.",
    asic_evidence_record_unsupported:
      "Der Container enthält statt eines Zeitstempels einen Evidence Record; diesen liest das Prüfprogramm nicht.",
    asic_media_type_unsupported:
      "Der Container nennt einen anderen Typ als ASiC-S; diesen liest das Prüfprogramm nicht.",
    pdf_hybrid_unsupported:
      "Manche Programme finden die Anlagen dieses PDF nicht. Speichern Sie es neu, etwa mit qpdf, das die Anlagen erhält.",
    pdf_filter_unsupported:
      "Das PDF verwendet eine Komprimierung, die dieses Prüfprogramm nicht unterstützt.",
    evm_transaction_type_unknown:
      "Die Transaktion im Einschlussbeleg hat einen Typ, den dieses Prüfprogramm nicht kennt.",
    network_unknown: "Die Blockköpfe stammen aus einem Bitcoin-Netz, das dieses Prüfprogramm nicht kennt.",
    der_tag_unsupported: "Der Zeitstempel hat ein Element einer nicht unterstützten Art.",
    x509_version: "Ein Zertifikat hat eine unbekannte Version.",
    tsp_version: "Der Zeitstempel hat eine unbekannte Version.",
    tsp_extension_unknown: "Der Zeitstempel hat eine unbekannte kritische Erweiterung.",
    tsp_status_unknown: "Die Antwort der Stelle hat einen unbekannten Status.",
    ocsp_no_response: "Eine OCSP-Antwort enthält keine Auskunft.",
  },
  notices: {
    page_text_not_checked:
      "Der auf dem PDF gedruckte Text wurde nicht geprüft. Jeder kann einen echten Nachweis an eine andere Seite anhängen: Maßgeblich sind nur das Datum und der Fingerabdruck, die hier stehen.",
    timestamp_contradicted:
      "Die Blöcke, die eine der OpenTimestamps-Dateien nennt, widersprechen ihr. Das Ergebnis beruht auf einer anderen Datei.",
    seal_not_standing: "Einer der elektronischen Zeitstempel wurde nicht bestätigt. Ein anderer schon.",
    original_probably_changed:
      "Diese Datei hat den Namen oder die Größe des Originals, aber einen anderen Fingerabdruck. Sie wurde wahrscheinlich verändert.",
    input_not_applicable:
      "Etwas vom Vorgelegten ist hier nicht verwendbar. Das Ergebnis beruht nicht darauf.",
    original_not_given:
      "Noch wurde keine Datei verglichen. Fügen Sie die Datei hinzu, um zu sehen, ob sie diesen Fingerabdruck hat.",
    development_network: "Der Anker liegt in einem Entwicklungsnetz: kein Beweiswert.",
    test_network:
      "Der Anker liegt in einem Testnetz, das jederzeit eingestellt werden kann: kein Beweiswert.",
    unknown_network:
      "Das Prüfprogramm kennt diese Kette nicht; der Name stammt aus dem Nachweis und ist ungeprüft.",
    single_source: "Nur eine Quelle bestätigt dieses Datum. Befragen Sie eine zweite zum Vergleich.",
    block_time_by_source:
      "Die Zeit des Blocks gibt die Quelle an: Sie ergibt sich nicht aus dem Hash des Blocks.",
    attestation_not_checked:
      "Der Nachweis erwähnt ein weiteres Beweismittel, das Sie nicht hinzugefügt haben.",
    bitcoin_regtest: "Die OpenTimestamps-Datei führt in ein Entwicklungsnetz: kein Beweiswert.",
    not_all_judged:
      "Es wurde mehr vorgelegt, als eine Prüfung untersucht oder erfragt. Was nicht untersucht wurde, kann mehr aussagen.",
    packed_verifier:
      "Das Paket enthält ein eigenes Prüfprogramm. Wer die Beweise ändern kann, kann auch dieses Prüfprogramm ändern: Seine Auskunft beweist für sich allein nichts. Vergleichen Sie seinen SHA-256-Wert mit dem veröffentlichten, bevor Sie es verwenden oder wenn Sie diese Seite aus dem Paket geöffnet haben.",
    parts_not_checked: "Einige Teile des Pakets wurden nicht geprüft. Das Ergebnis beruht nicht auf ihnen.",
    input_left_out: "Nicht lesbar oder nicht stichhaltig; nicht berücksichtigt.",
    qualification_not_checked: "Ob die Stelle qualifiziert ist, wurde nicht geprüft.",
    service_withdrawn_since:
      "Der Dienst war zum Zeitpunkt des elektronischen Zeitstempels qualifiziert und hat den Status danach verloren.",
    trust_list_given:
      "Die EU-Vertrauenslisten stammen aus einem Auszug, den Sie vorgelegt haben, nicht aus dem mitgelieferten.",
    trusted_list_entry_differs:
      "Das Paket gibt etwas anderes an als die vorliegenden Vertrauenslisten. Das Ergebnis beruht auf diesen Listen.",
    trust_certificate_unreadable:
      "Ein Zertifikat, dem Sie vertrauen, ließ sich nicht lesen und blieb unberücksichtigt.",
    revocation_not_checked:
      "Ob ein Zertifikat des Zeitstempels widerrufen wurde, wurde nicht geprüft: Es liegen keine Sperrinformationen vor.",
    revocation_fetched:
      "Sperrinformationen zum Zeitstempel wurden bei seiner Zertifizierungsstelle abgerufen.",
    revocation_not_fetched:
      "Zu einem Zertifikat des Zeitstempels ließen sich keine Sperrinformationen abrufen.",
    path_beyond_named_certificates:
      "Der Zeitstempel benennt die Zertifikate, mit denen er zu prüfen ist; die Prüfung stützt sich auch auf andere.",
    sandbox_authority: "Der Zeitstempel stammt aus einer Testumgebung: kein Beweiswert.",
    asked_as_of_another_time:
      "Der Zeitstempel wurde nach dem Stand eines anderen Zeitpunkts beurteilt, nicht nach dem heutigen.",
    rests_on_proof_of_existence:
      "Ein Zertifikat des Zeitstempels ist abgelaufen oder wurde später widerrufen; ein Block von Bitcoin belegt, dass der Zeitstempel älter ist.",
    proof_of_existence_not_standing:
      "Die OpenTimestamps-Datei des Zeitstempels wurde nicht bestätigt. Das Ergebnis beruht nicht auf ihr.",
    seal_revocation_data_malformed:
      "Sperrinformationen ließen sich nicht lesen und blieben unberücksichtigt.",
  },
};
