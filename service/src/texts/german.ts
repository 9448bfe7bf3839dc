import type { PageTexts } from "./english.js";

export const german: PageTexts = {
  frame: {
    siteName: "svc-proof",
    skip: "Zum Inhalt springen",
    rehearsal:
      "Probe in einem Entwicklungs- oder Testnetz. Nichts, was hier nachgewiesen wird, hat Beweiswert.",
    main: "Hauptnavigation",
    menu: "Menü",
    language: "Sprache",
    signOut: "Abmelden",
    signedInAs: "Angemeldet als {email}",
    places: {
      home: "Startseite",
      verify: "Prüfen",
      docs: "Dokumentation",
      plans: "Tarife",
      signIn: "Anmelden",
      overview: "Übersicht",
      proofs: "Nachweise",
      create: "Nachweise erstellen",
      keys: "API-Schlüssel",
      account: "Konto",
      security: "Sicherheit",
      people: "Personen",
      audit: "Protokoll",
    },
    footer: { imprint: "Impressum", privacy: "Datenschutz", security: "Sicherheitslücke melden" },
  },
  errors: {
    notFound: {
      title: "Seite nicht gefunden",
      text: "Diese Seite gibt es nicht, oder sie gehört nicht zu Ihrem Konto.",
    },
    searchDocs: "Dokumentation: Suche und Anleitungen",
    docsNotBuilt: {
      title: "Dokumentation nicht erstellt",
      text: "Die Dokumentation ist hier noch nicht erstellt: Führen Sie im Ordner des Projekts „npm run docs:build“ aus, und starten Sie den Dienst danach neu.",
    },
    forbidden: {
      title: "Nicht erlaubt",
      text: "Ihre Rolle in diesem Konto erlaubt das nicht. Wenden Sie sich an einen Inhaber des Kontos.",
    },
    forged: {
      title: "Bitte senden Sie das Formular noch einmal",
      text: "Das Formular kam von einer anderen Website oder ist veraltet. Es wurde nichts geändert. Gehen Sie zurück, laden Sie die Seite neu und senden Sie es noch einmal.",
    },
    unavailable: {
      title: "Bitte versuchen Sie es erneut",
      text: "Der Dienst konnte nicht antworten. Versuchen Sie es gleich noch einmal.",
    },
    invalid: {
      title: "Die Anfrage ist nicht lesbar",
      text: "Gehen Sie zurück, laden Sie die Seite neu und versuchen Sie es noch einmal.",
    },
    tooMany: {
      title: "Zu viele Versuche",
      text: "Warten Sie einige Minuten und versuchen Sie es dann erneut.",
    },
  },
  front: {
    title: "Nachweisen, dass eine Datei existierte",
    description:
      "Weist nach, dass es eine Datei zu einem Zeitpunkt gab und sie seither unverändert ist. Die Datei bleibt bei Ihnen.",
    heading: "Weisen Sie nach, dass es eine Datei gab, und wann",
    lead: "Dieser Dienst verzeichnet den Fingerabdruck Ihrer Datei in öffentlichen Blockchains, die er selbst nicht ändern kann. Von da an kann jeder prüfen, dass es genau diese Datei an diesem Tag schon gab. Die Datei selbst bleibt bei Ihnen.",
    leadRehearsal:
      "Dieser Dienst verzeichnet den Fingerabdruck Ihrer Datei in einem Entwicklungs- oder Testnetz, um zu zeigen, wie es geht. Das beweist nichts. Die Datei selbst bleibt bei Ihnen.",
    verify: "Datei prüfen",
    verifyNote: "Ohne Konto. Nichts wird hochgeladen.",
    register: "Datei registrieren",
    registerNote: "Mit Konto. Die Datei selbst wird nicht übertragen.",
    how: "So funktioniert es",
    steps: [
      {
        name: "Ihr Computer berechnet den Fingerabdruck",
        what: "Ein Rechenverfahren macht aus der Datei 64 Zeichen: ihren SHA-256-Fingerabdruck. Ändert sich ein Buchstabe der Datei, so ist der Fingerabdruck ein anderer. Die Datei lässt sich daraus nicht berechnen; allenfalls kann, wer ihren ganzen Inhalt errät, seine Vermutung damit überprüfen.",
        picture:
          "Eine Datei und ihr Fingerabdruck auf einem Computer. Der Fingerabdruck verlässt ihn, die Datei nicht.",
      },
      {
        name: "Der Fingerabdruck wird verzeichnet",
        what: "Viele Fingerabdrücke gehen zusammen als ein Eintrag in öffentliche Blockchains ein, die ihn datieren. Auf Wunsch fügt eine Zeitstempelstelle einen elektronischen Zeitstempel hinzu; führen die EU-Vertrauenslisten ihren Dienst so, ist er nach europäischem Recht qualifiziert.",
        picture:
          "Mehrere Fingerabdrücke werden zu einem, der mit einer Uhr in einem Block unter verketteten Blöcken steht.",
      },
      {
        name: "Jeder kann es prüfen",
        what: "Das Prüfprogramm berechnet den Fingerabdruck der Datei neu und folgt dem Nachweis bis zum öffentlichen Eintrag. Es braucht weder diesen Dienst noch ein Konto, und eine gespeicherte Kopie funktioniert auch, wenn es den Dienst nicht mehr gibt.",
        picture: "Eine Datei und ein Nachweis ergeben zwei gleiche Fingerabdrücke. Ein Häkchen bestätigt es.",
      },
    ],
    forWhom: "Für wen der Dienst gedacht ist",
    readers: [
      {
        who: "Gerichte und Sachverständige",
        what: "Prüfen Sie ein Zertifikat selbst. Das Prüfprogramm zeigt jeden Schritt seiner Berechnung und sagt, worauf sie beruht und was sie nicht belegt.",
      },
      {
        who: "Anwälte und Notare",
        what: "Sichern Sie Verträge, E-Mails, Fotos und Gutachten an dem Tag, an dem Sie sie erhalten. Sie bekommen ein Zertifikat und ein Paket mit allen Belegen.",
      },
      {
        who: "Bürger und Unternehmen",
        what: "Zeigen Sie, dass es Ihr Werk, Ihre Rechnung oder Ihre Aufnahme schon gab, ohne sie aus der Hand zu geben.",
      },
    ],
    limits: "Was damit nicht nachgewiesen ist",
    limitList: [
      "Wer die Datei erstellt hat, wem sie gehört oder wer sie registriert hat.",
      "Dass ihr Inhalt wahr ist oder dass es sie nicht schon früher gab.",
      "Zu welcher Datei der Fingerabdruck gehört, wenn das Original verloren ist: Bewahren Sie es Byte für Byte unverändert auf.",
    ],
    more: "Mehr erfahren",
    whatAProofProves: "Was ein Nachweis beweist: für Gerichte, Anwaltschaft und Sachverständige",
    apiReference: "API und Anleitungen",
    plans: "Tarife und Preise",
  },
  offers: {
    seals: {
      title: "Zeitstempel",
      description: "Was ein Zeitstempel ist, wozu er dient und was er kostet.",
      what: [
        "Eine Stelle stellt den Zeitstempel für den Fingerabdruck Ihrer Datei aus. Sie bestätigt mit ihrer Signatur, dass der Fingerabdruck zu diesem Zeitpunkt vorlag; die Datei sieht sie nie.",
        "Führen die EU-Vertrauenslisten den Dienst der Stelle zu diesem Zeitpunkt als qualifiziert, ist es ein qualifizierter elektronischer Zeitstempel nach der eIDAS-Verordnung (EU) Nr.\u00a0910/2014. Das Zertifikat gibt an, was die Listen damals besagten.",
      ],
      good: {
        title: "Wozu er dient",
        items: [
          "In der Europäischen Union gilt für einen qualifizierten Zeitstempel die Vermutung, dass Datum und Uhrzeit richtig und die damit verbundenen Daten unversehrt sind (Artikel 41 Absatz 2). Die Vermutung ist widerleglich und erfasst weder Urheber noch Inhalt.",
          "Ein Gericht muss nichts von Blockchains verstehen: Die Datei folgt einer Norm (RFC\u00a03161), und verbreitete Programme prüfen sie.",
          "Er wird meist binnen Sekunden ausgestellt. Die Verankerung in Blockchains dauert Minuten bis Stunden.",
        ],
      },
      without: {
        title: "Ohne Zeitstempel",
        text: "Jeder Nachweis wird ohne Aufpreis in öffentlichen Blockchains verankert. Auch das belegt den Zeitpunkt, und jeder kann es prüfen. Für den qualifizierten Zeitstempel gilt zusätzlich die Vermutung des Artikels 41 Absatz 2.",
      },
      price: {
        title: "Preis",
        text: "{price} je Zeitstempel. Er ist verbraucht, wenn er ausgestellt wird; kann er nicht ausgestellt werden, erhalten Sie ihn zurück.",
        free: "Zeitstempel kosten hier nichts.",
      },
      closed: "Dieser Dienst verkauft derzeit keine Zeitstempel.",
      left: "Verbleibende Zeitstempel Ihres Kontos: {count}.",
      order: {
        title: "Zeitstempel bestellen",
        amount: "Anzahl der Zeitstempel",
        hint: "Von 1 bis {max}.",
        problem: "Geben Sie eine ganze Zahl von 1 bis {max} ein.",
        button: "Bestellen",
      },
    },
    plans: {
      title: "Tarife",
      description: "Grenzen und Preise der Tarife.",
      limits: "Grenzen der Tarife",
      limit: "Grenze",
      rows: {
        price: "Preis",
        proofs: "Nachweise am Tag über die API",
        browser: "Im Browser erstellte Nachweise",
        unlimited: "Zählen nicht mit",
        keys: "Aktive API-Schlüssel",
        file: "Größe eines verwahrten Originals",
        custody: "Speicherplatz der verwahrten Originale",
        downloads: "Downloads von Originalen am Tag",
        seals: "Zeitstempel",
        sealsBought: "je {price}",
      },
      noCharge: "Kostenlos",
      onRequest: "Auf Anfrage",
      aMonth: "{price} im Monat",
      same: "Nachweise sind in jedem Tarif gleich und lassen sich mit diesem Dienst oder ohne ihn prüfen: über Jahrzehnte, wenn sie erneuert werden, bevor ihre Algorithmen und Zertifikate enden. Das Prüfprogramm zeigt, wann das Zertifikat eines elektronischen Zeitstempels endet.",
      custody:
        "Verwahrt werden Originale verschlüsselt, bis Sie sie löschen. Das ist keine elektronische Archivierung im Sinne der Verordnung (EU) Nr.\u00a0910/2014 (Artikel 45i und 45j).",
      yours: "Ihr Tarif",
      order: "Tarif Pro bestellen",
    },
    about: "Was ein Zeitstempel ist",
    signIn: "Zum Bestellen anmelden",
    ownerOnly: "Nur ein Inhaber des Kontos kann bestellen.",
  },
  operator: {
    imprint: "Impressum",
    operator: "Betreiber dieses Dienstes:",
    noImprint: "Der Betreiber dieses Dienstes hat kein Impressum hinterlegt.",
    privacy: "Datenschutz",
    noPrivacy: "Der Betreiber dieses Dienstes hat keine eigene Datenschutzerklärung hinterlegt.",
    software: "Was diese Software speichert",
    softwareLead:
      "Dies behält die Software selbst. Über Sicherungskopien, Protokolle anderer Programme und deren Fristen entscheidet der Betreiber.",
    stored: [
      {
        name: "Fingerabdrücke",
        what: "Den SHA-256-Fingerabdruck jeder registrierten Datei mit der Zeit des Eingangs. In öffentlichen Blockchains sind Fingerabdrücke in einem gemeinsamen Wert verborgen und können dort nicht gelöscht werden.",
      },
      {
        name: "Dateinamen und Metadaten",
        what: "Was das Konto zu einem Fingerabdruck angibt. Nur das Konto sieht es; die öffentliche Seite des Zertifikats zeigt es nicht.",
      },
      {
        name: "Originale",
        what: "Nur wenn das Konto sie hinterlegt: verschlüsselt, bis das Konto sie löscht.",
      },
      {
        name: "Konten",
        what: "E-Mail-Adressen der Personen eines Kontos, den öffentlichen Teil ihrer Passkeys, Browser und Zeit jeder Anmeldung, die letzte Verwendung von Schlüsseln, ein Protokoll der Änderungen sowie den Wunsch nach einer E-Mail, bis diese gesendet ist, er zurückgenommen wird oder 30 Tage alt ist.",
      },
      {
        name: "Netzadressen",
        what: "Sie werden etwa eine Minute lang im Speicher und in der Datenbank gezählt, um die Zahl der Anfragen zu begrenzen. Im Protokoll stehen sie nicht.",
      },
      {
        name: "Protokoll",
        what: "Zeit, Art, Status und Dauer jeder Anfrage, ohne Netzadresse, Suchbegriffe oder Inhalte.",
      },
    ],
    cookies: "Cookies",
    cookieNote:
      "Die Seiten der Zertifikate setzen und lesen keine. Es gibt keine Nachverfolgung und nichts von Dritten.",
    cookie: "Cookie",
    purpose: "Zweck",
    lasts: "Dauer",
    cookieList: [
      {
        name: "__Host-session",
        purpose: "hält Sie angemeldet; nur nach einer Anmeldung",
        lasts: "bis Sie sich abmelden oder die Sitzung abläuft",
      },
      {
        name: "language",
        purpose: "die Sprache, die Sie gewählt haben; nur nach einer Wahl",
        lasts: "ein Jahr",
      },
    ],
    never: "Was sie nie erhält",
    neverList: [
      "Die Datei, wenn Sie einen Fingerabdruck registrieren oder einen Nachweis prüfen.",
      "Kartennummern oder Bankdaten.",
      "Ihre Besuche auf anderen Websites.",
    ],
  },
  certificate: {
    title: "Zertifikat über die Existenz einer Datei",
    description:
      "Was öffentliche Einträge über den Fingerabdruck einer Datei sagen und wie man es selbst prüft.",
    waiting:
      "Bisher hat ihn keine unabhängige Zeitquelle verzeichnet. Solange das so ist, ist diese Seite nur eine Eingangsbestätigung und kein Beweis. Meist dauert es einige Minuten: Laden Sie die Seite später neu.",
    verifyNow: "Jetzt selbst prüfen",
    verifyNote:
      "Alles auf dieser Seite sind Angaben des Dienstes. Das Prüfprogramm prüft sie, ohne sich auf den Dienst zu verlassen. Ihre Datei bleibt auf Ihrem Gerät.",
    verifyNoteRehearsal:
      "Alles auf dieser Seite sind Angaben des Dienstes. Das Prüfprogramm prüft sie. Ihre Datei bleibt auf Ihrem Gerät.",
    notYet: "Noch gibt es nichts zu prüfen: Der Fingerabdruck steht noch in keinem Block.",
    portableProof: "Nachweis herunterladen (JSON)",
    holder: "Registriert von",
    holderNote: "wie sich das Konto selbst nennt; der Dienst hat den Namen nicht geprüft",
    qr: "QR-Code mit der Adresse dieser Seite",
    checkFile: "Eine Datei mit diesem Zertifikat vergleichen",
    inBrowser:
      "Öffnen Sie oben das Prüfprogramm und fügen Sie die Datei hinzu. Es sagt, ob es diese Datei ist.",
    chooseFile: "Datei auswählen",
    orDrop:
      "oder ziehen Sie sie irgendwo auf diese Seite: Sie öffnet sich im Prüfprogramm mit diesem Nachweis und wird nicht hochgeladen.",
    opening: "Das Prüfprogramm wird geöffnet\u00a0…",
    byHand: "Oder berechnen Sie den Fingerabdruck auf Ihrem eigenen Computer:",
    system: "System",
    command: "Befehl",
    compare: "Alle 64 Zeichen müssen mit denen oben übereinstimmen.",
    otherFile:
      "Bewahren Sie das Original unverändert auf und verwenden Sie es genau so, wie es registriert wurde. Eine Kopie, die geöffnet und neu gespeichert oder gedruckt und eingescannt wurde, ist eine andere Datei.",
    look: "Transaktion ansehen",
    private: "Diese Seite zeigt weder die Datei noch ihren Namen.",
    unknownTitle: "Dieses Zertifikat gibt es nicht",
    unknownText:
      "Dieser Dienst hat kein Zertifikat mit dieser Nummer. Prüfen Sie, ob die Adresse vollständig ist: Die Nummer hat 36 Zeichen.",
  },
  connect: {
    title: "Verbindungen zu anderen Programmen",
    lead: "Fertige Verbindungen zu anderen Programmen gibt es noch nicht. Was es heute gibt:",
    now: "Verfügbar",
    nowList: [
      { name: "HTTP-API", what: "für Ihre eigenen Programme und Server", path: "/docs/api/" },
      {
        name: "Befehlszeile: svc-proof",
        what: "für Dateien und Ordner, mit geprüften Nachweisen daneben",
        path: "/docs/packages/client.html",
      },
      {
        name: "Im Browser erstellen",
        what: "eine Datei oder ein ganzer Ordner, ohne Programm",
        path: "/dashboard/create",
      },
    ],
    notYet: "Noch nicht verfügbar",
    notYetList: [
      "Verbindungen zu E-Mail, Cloud-Speichern oder Büroprogrammen",
      "Nachrichten an Ihren Server, wenn sich ein Nachweis ändert (Webhooks): Fragen Sie stattdessen den Stand des Nachweises ab",
      "Assistenten, die Dateien für Sie registrieren",
    ],
  },
  transaction: {
    title: "Transaktion",
    onChain: "Auf der Kette mit der EIP-155-Nummer {chain}",
    unknown:
      "Für diese Kette ist kein öffentlicher Block-Explorer bekannt. Diese Seite hat nichts nachgeschlagen: Sie kann nicht sagen, ob es die Transaktion gibt.",
    ask: "Fragen Sie einen Knoten der Kette, dem Sie vertrauen:",
    node: "Setzen Sie die Adresse dieses Knotens an die Stelle von <RPC_URL>.",
    payload:
      "Das Feld input der Antwort ist die Nutzlast des portablen Nachweises in hexadezimaler Form. Das Prüfprogramm vergleicht beide für Sie.",
    development: "Dies ist ein Entwicklungsnetz: Nichts, was dort verzeichnet ist, hat Beweiswert.",
  },
  signIn: {
    signIn: "Anmelden",
    withPasskey: "Mit einem Passkey",
    passkeyButton: "Mit Passkey anmelden",
    passkeyFailed: "Das hat nicht geklappt. Versuchen Sie es noch einmal oder wählen Sie einen anderen Weg.",
    passkeyUnsupported: "Dieser Browser bietet hier keine Passkeys an.",
    passkeysNeedScript: "Passkeys benötigen JavaScript.",
    noPasskeys:
      "Passkeys stehen unter dieser Adresse nicht zur Verfügung: Sie benötigen https und einen Hostnamen.",
    withMail: "Mit einem Link per E-Mail",
    email: "E-Mail-Adresse",
    emailProblem: "Geben Sie eine E-Mail-Adresse ein, zum Beispiel ana@example.org.",
    sendLink: "Link senden",
    noMail:
      "Dieser Dienst versendet keine E-Mails. Melden Sie sich mit einem Passkey oder einem Wiederherstellungscode an.",
    codeInstead: "Wiederherstellungscode verwenden",
    noAccount: "Noch kein Konto?",
    createAccount: "Konto erstellen",
    sentTitle: "Sehen Sie in Ihr Postfach",
    sentText:
      "Wenn die Adresse zu einer Person dieses Dienstes gehört, ist ein Link unterwegs. Nichts angekommen? Prüfen Sie die Schreibweise und den Spam-Ordner.",
    sentSignUpText:
      "Ein Link ist unterwegs. Nichts angekommen? Prüfen Sie die Schreibweise und den Spam-Ordner.",
    sentLife: "Der Link funktioniert einmal, 10 Minuten lang, in jedem Browser.",
    linkTitle: "Anmelden",
    linkText: "Sie melden sich als {email} an.",
    linkButton: "Anmelden",
    linkReplaces: "Sie sind als {email} angemeldet. Diese Sitzung endet dann.",
    unusableTitle: "Dieser Link funktioniert nicht",
    unusableText: "Er wurde bereits verwendet, ist abgelaufen oder unvollständig.",
    askAgain: "Neuen Link anfordern",
    disabledTitle: "Dieses Konto ist gesperrt",
    disabledText:
      "Der Betreiber hat es gesperrt. Wenden Sie sich an ihn, wenn Sie das für einen Irrtum halten.",
    takenTitle: "Sie haben bereits ein Konto",
    takenText: "Diese Adresse gehört inzwischen zu einer Person dieses Dienstes. Melden Sie sich an.",
    codeTitle: "Mit einem Wiederherstellungscode anmelden",
    codeText: "Verwenden Sie einen der zehn Codes, die Sie notiert haben. Jeder gilt einmal.",
    code: "Wiederherstellungscode",
    codeHint: "24 Buchstaben und Ziffern; Groß- und Kleinschreibung und Bindestriche spielen keine Rolle.",
    codeRefused: "Adresse und Code passen nicht zusammen, oder der Code wurde bereits verwendet.",
    againTitle: "Bestätigen Sie, dass Sie es sind",
    againText: "Für diese Seite müssen Sie sich in den letzten 15 Minuten angemeldet haben.",
    againMail: "Wir senden einen Link an {email}.",
    signUp: "Konto erstellen",
    signUpText: "Wir senden Ihnen einen Link. Er erstellt ein kostenloses Konto, dessen Inhaber Sie sind.",
    signUpSend: "Link senden",
    signUpClosedText:
      "Konten werden nur auf Einladung erstellt. Wenden Sie sich an den Betreiber dieses Dienstes.",
    signUpConfirm: "Sie erstellen ein Konto für {email}.",
    signUpButton: "Konto erstellen",
    invitationTitle: "Ihre Einladung",
    invitationText: "Sie sind mit der Adresse {email} als {role} in ein Konto eingeladen.",
    invitationNewText: "Sie sind eingeladen, mit der Adresse {email} ein eigenes Konto zu eröffnen.",
    invitationButton: "Einladung annehmen",
    roles: { owner: "Inhaber", member: "Mitglied", reader: "Leser" },
    locked: "Zu viele Versuche. Versuchen Sie es in {minutes} min noch einmal.",
  },
  overview: {
    title: "Übersicht",
    today: "Nachweise heute über die API",
    of: "{used} von {max}",
    renewed: "Die Zählung beginnt um 00:00 UTC neu.",
    seals: "Verbleibende Zeitstempel",
    custody: "Verwahrte Originale",
    keys: "Aktive API-Schlüssel",
    last: { title: "Letzte Nachweise", columns: ["Name", "Eingang", "Stand"], all: "Alle Nachweise" },
    chart: {
      title: "Die letzten 30 Tage",
      total: { one: "{count} Nachweis in 30 Tagen", other: "{count} Nachweise in 30 Tagen" },
      table: "Als Tabelle",
      columns: ["Tag", "Nachweise"],
      stopped: "Mehr als {max} Nachweise in 30 Tagen: Gezeigt werden nur die Tage nach dem {day}.",
    },
    limits: "Grenzen",
    next: {
      title: "Die ersten Schritte",
      create:
        "Erstellen Sie im Browser einen Nachweis: Wählen Sie eine Datei; sie selbst wird nicht übertragen.",
      key: "Erstellen Sie einen API-Schlüssel, wenn ein Programm Fingerabdrücke registrieren soll.",
      verify: "Sehen Sie, was die Gegenseite sieht: Prüfen Sie einen Nachweis.",
      reader: "Es gibt noch keine Nachweise. Ein Mitglied des Kontos kann welche erstellen.",
    },
  },
  create: {
    title: "Nachweise erstellen",
    lead: "Wählen Sie Dateien, um deren Fingerabdrücke zu registrieren. Ihr Browser berechnet jeden Fingerabdruck auf diesem Computer: Die Dateien selbst werden nie übertragen. Der Dienst erhält Fingerabdruck, Größe und Typ und, wenn Sie ihn nicht zurückhalten, den Dateinamen.",
    noScript:
      "Zum Auswählen von Dateien wird JavaScript benötigt. Ohne JavaScript registrieren Sie Fingerabdrücke mit dem Formular unten.",
    fingerprint: {
      title: "Vorhandene Fingerabdrücke registrieren",
      intro:
        "Für Dateien auf einem anderen Computer oder ohne JavaScript: Berechnen Sie dort die SHA-256-Werte und geben Sie sie hier ein.",
      field: "Fingerabdrücke (SHA-256)",
      fieldHint:
        "Einer, oder eine Liste, wie sha256sum, shasum oder Get-FileHash sie ausgeben: eine Zeile je Datei.",
      name: "Dateiname (freiwillig)",
      nameHint:
        "Nur für einen einzelnen Fingerabdruck; eine Liste nennt ihre Namen. Von einem Pfad bleibt nur der Dateiname.",
      submit: "Registrieren",
      problems: {
        name: "Geben Sie einen Namen mit höchstens 200 Zeichen ein.",
        limit:
          "Ihr Konto hat in der letzten Minute viele Nachweise erstellt. Warten Sie eine Minute und senden Sie das Formular erneut.",
      },
      howTo: "So berechnen Sie einen Fingerabdruck",
      howToIntro: "Jedes System bringt ein Werkzeug dafür mit. Ersetzen Sie den Dateinamen durch Ihren:",
      exampleFile: "vertrag.pdf",
      systems: {
        windows: "Windows, PowerShell",
        windowsPrompt: "Windows, Eingabeaufforderung",
        macos: "macOS, Terminal",
        linux: "Linux, Terminal",
      },
    },
    lines: {
      form: "Zeile {line}: kein SHA-256-Fingerabdruck; er hat 64 Zeichen: Ziffern und die Buchstaben a bis f.",
      algorithm: "Zeile {line}: ein Fingerabdruck anderer Art. Nötig ist SHA-256.",
      many: "Ab Zeile {line} sind es zu viele. Registrieren Sie die übrigen danach.",
      others: { one: "und {count} weitere Zeile", other: "und {count} weitere Zeilen" },
    },
    script: {
      drop: "Dateien oder Ordner hier ablegen",
      dropNow: "Loslassen, um Nachweise zu erstellen",
      chooseFiles: "Dateien wählen",
      chooseFolder: "Ordner wählen",
      privacy:
        "Ihre Dateien bleiben auf diesem Computer. Systemdateien in Ordnern (.DS_Store, Thumbs.db, desktop.ini) werden ausgelassen.",
      reading: "Der Ordner wird gelesen\u00a0…",
      chooseList: "Liste aus einer Datei lesen",
      options: {
        names: "Dateinamen mitsenden. Nur Ihr Konto sieht sie.",
        mail: "Eine E-Mail an {email} senden, sobald alle Nachweise endgültig verankert sind.",
        mailNoted: "Vorgemerkt: Sie können die Seite schließen, die E-Mail kommt.",
      },
      progress: {
        label: "Alle Dateien",
        registered: { one: "{count} Datei erledigt", other: "{count} Dateien erledigt" },
        of: "{registered} von {total}",
        hashed: "{done} von {total} gelesen",
        rate: "{rate} pro Sekunde",
        secondsLeft: { one: "noch {count} Sekunde", other: "noch {count} Sekunden" },
        minutesLeft: { one: "noch {count} Minute", other: "noch {count} Minuten" },
      },
      buttons: {
        cancel: "Abbrechen",
        resume: "Fortsetzen",
        retry: "Erneut versuchen",
        retryAll: "Alle fehlgeschlagenen erneut versuchen",
        clear: "Liste leeren",
        forget: "Diese Dateien verwerfen",
        csv: "Liste als CSV speichern",
        proofs: "Zu den Nachweisen",
        signIn: "Anmelden",
        previous: "Zurück",
        next: "Weiter",
      },
      table: {
        caption: "Dateien",
        file: "Datei",
        size: "Größe",
        state: "Stand",
        filter: "Anzeigen",
        filters: { all: "Alle Dateien", open: "Noch offen", done: "Erledigt", problems: "Mit Problemen" },
        range: "{from} bis {to} von {total}",
        none: "Hier sind keine Dateien.",
        open: "Nachweis öffnen",
        noName: "Ohne Namen",
        certificate: "Zertifikat",
        evidence: "Beweispaket",
      },
      states: {
        waiting: "Wartet",
        hashing: "Fingerabdruck wird berechnet: {percent}",
        hashed: "Fingerabdruck berechnet",
        sending: "Wird registriert",
        unanswered: "Noch keine Antwort; wird erneut gesendet",
        created: "Registriert",
        existing: "Bereits in Ihrem Konto",
        duplicate: "Gleicher Inhalt wie {name}",
        notFirst: "Ein anderes Konto hat diesen Inhalt früher registriert",
        empty: "Leere Datei: nicht registriert, denn alle leeren Dateien haben denselben Fingerabdruck",
        unreadable:
          "Nicht registriert: Die Datei wurde beim Lesen geändert, verschoben oder gesperrt. Schließen Sie das Programm, das sie benutzt, und wählen Sie die Datei erneut aus",
        failed: "Der Fingerabdruck konnte nicht berechnet werden",
        refused: "Der Dienst hat den Eintrag abgelehnt",
        missing: "Bitte diese Datei erneut wählen",
        cancelled: "Abgebrochen, nicht registriert",
      },
      notices: {
        finished: {
          one: "{count} Fingerabdruck ist eingegangen; sein Nachweis folgt.",
          other: "{count} Fingerabdrücke sind eingegangen; ihre Nachweise folgen.",
        },
        confirmed: {
          one: "{count} Nachweis ist endgültig verankert.",
          other: "Alle {count} Nachweise sind endgültig verankert.",
        },
        keep: "Bewahren Sie die Originale unverändert auf, Byte für Byte: Eine Datei, die geöffnet und neu gespeichert wurde, ist eine andere Datei, für die der Nachweis nicht gilt.",
        problems: {
          one: "{count} Datei wurde nicht registriert. Der Grund steht in der Liste.",
          other: "{count} Dateien wurden nicht registriert. Die Gründe stehen in der Liste.",
        },
        cancelled: {
          one: "Abgebrochen. {count} Datei war schon registriert und bleibt es.",
          other: "Abgebrochen. {count} Dateien waren schon registriert und bleiben es.",
        },
        missing: {
          one: "Die Seite wurde verlassen, bevor alles erledigt war. Wählen Sie {count} Datei erneut; nichts wird doppelt registriert.",
          other:
            "Die Seite wurde verlassen, bevor alles erledigt war. Wählen Sie {count} Dateien oder ihren Ordner erneut; nichts wird doppelt registriert.",
        },
        limited: {
          one: "Das Minutenlimit Ihres Kontos ist erreicht. In {count} Sekunde geht es weiter.",
          other: "Das Minutenlimit Ihres Kontos ist erreicht. In {count} Sekunden geht es weiter.",
        },
        offline: {
          one: "Der Dienst antwortet nicht. Nächster Versuch in {count} Sekunde; nichts geht verloren.",
          other: "Der Dienst antwortet nicht. Nächster Versuch in {count} Sekunden; nichts geht verloren.",
        },
        signedOut:
          "Ihre Sitzung ist beendet. Melden Sie sich an; dafür öffnet sich ein anderer Tab. Kehren Sie dann hierher zurück; es geht an derselben Stelle weiter.",
        otherTab:
          "In einem anderen Tab dieses Browsers werden gerade Nachweise erstellt. Arbeiten Sie dort, oder schließen Sie ihn: Dann geht es hier weiter.",
        noJournal:
          "Dieser Browser speichert keine Daten der Website (privater Modus?). Laden Sie die Seite nicht neu, bevor alles erledigt ist: Dateien könnten doppelt registriert werden.",
        cut: {
          one: "Nur die erste Datei ({count}) wurde übernommen. Wählen Sie die übrigen danach.",
          other: "Nur die ersten {count} Dateien wurden übernommen. Wählen Sie die übrigen danach.",
        },
        unreadable: {
          one: "{count} Eintrag des Ordners konnte nicht geöffnet werden.",
          other: "{count} Einträge des Ordners konnten nicht geöffnet werden.",
        },
        nothing: "Darin waren keine Dateien.",
      },
    },
  },
  proofs: {
    title: "Nachweise",
    search: {
      text: "Name, Fingerabdruck oder Nummer",
      textHint:
        "Ein Teil des Namens, der ganze Fingerabdruck oder die Nummer eines Nachweises oder Zertifikats, auch als Link.",
      more: "Weitere Bedingungen",
      file: "Oder eine Datei suchen: hier ablegen",
      fileHint: "Ihr Browser berechnet den Fingerabdruck und sucht danach. Die Datei wird nicht übertragen.",
      chooseFile: "Datei auswählen",
      hashing: "Der Fingerabdruck wird berechnet: {percent}",
      unreadable: "Die Datei ließ sich nicht lesen. Wählen Sie sie erneut aus.",
      from: "Von",
      until: "Bis",
      dateProblem: "Schreiben Sie ein Datum wie 2026-03-31.",
      orderProblem: "Der letzte Tag liegt vor dem ersten.",
      state: "Stand",
      origin: "Registriert",
      any: "Alle",
      submit: "Suchen",
      reset: "Alle anzeigen",
    },
    list: {
      caption: "Nachweise des Kontos, die neuesten zuerst",
      none: "Kein Nachweis passt.",
      noneYet: "Es gibt noch keine Nachweise.",
      create: "Nachweise erstellen",
      goOn: "Bisher wurde nichts gefunden. Ältere Nachweise sind noch nicht durchsucht.",
      newest: "Neueste",
      older: "Ältere",
      pages: "Seiten der Liste",
      chooseOne: "{name} auswählen",
      evidence: "Beweispakete der ausgewählten Nachweise herunterladen",
      evidenceHint:
        "Ein ZIP-Archiv mit dem Beweispaket jedes Nachweises. Originale zählen als Downloads des Tages.",
      evidenceLanguage: "Sprache der Dokumente",
      tooMany: {
        one: "Wählen Sie höchstens {count} Nachweis auf einmal.",
        other: "Wählen Sie höchstens {count} Nachweise auf einmal.",
      },
      mails: {
        title: "Angeforderte E-Mails",
        wish: {
          one: "Wenn {count} Nachweis bestätigt ist (angefordert am {date})",
          other: "Wenn alle {count} Nachweise bestätigt sind (angefordert am {date})",
        },
        stop: "Nicht senden",
      },
    },
    columns: {
      name: "Name",
      date: "Eingang",
      state: "Stand",
      seal: "Zeitstempel",
      original: "Original",
      origin: "Registriert",
    },
    states: {
      queued: "Eingegangen",
      batched: "Im Stapel",
      anchored: "Verankert",
      confirmed: "Endgültig",
    },
    steps: {
      said: { done: "erledigt", underWay: "läuft", open: "noch nicht" },
      whole: "Endgültig, auch in Bitcoin",
    },
    stateHints: {
      queued: "Der Fingerabdruck ist registriert und wartet auf den nächsten Stapel.",
      batched: "Der Fingerabdruck ist in einem Stapel, der gerade verankert wird.",
      anchored: "Der Stapel ist in einem Block, der noch nicht endgültig ist.",
      confirmed: "Die Verankerung ist endgültig.",
    },
    origins: { api: "Über die API", web: "Im Browser" },
    seal: {
      issued: "Mit Zeitstempel",
      pending: "Zeitstempel angefordert",
      none: "Kein Zeitstempel",
      authority: "Stelle",
      time: "Zeit",
      serial: "Seriennummer",
      title: "Diesen Nachweis mit einem Zeitstempel versehen",
      explain:
        "Ein Zeitstempel über den Fingerabdruck; er ist qualifiziert (eIDAS), wenn die EU-Vertrauenslisten die Stelle so führen. Er belegt den Zeitpunkt seiner Ausstellung, nicht den der Registrierung.",
      price:
        "Er verbraucht einen Zeitstempel des Guthabens. Ein Zeitstempel kostet {price}; hier wird keine Karte belastet.",
      balance: {
        one: "Das Konto hat noch {count} Zeitstempel.",
        other: "Das Konto hat noch {count} Zeitstempel.",
      },
      noneLeft: "Das Konto hat keine Zeitstempel mehr.",
      confirm: "Einen Zeitstempel verbrauchen",
      get: "Mit einem Zeitstempel versehen",
      buy: "Zeitstempel beziehen",
      closed: "Zurzeit werden keine Zeitstempel ausgestellt.",
    },
    detail: {
      fingerprint: "Fingerabdruck (SHA-256)",
      received: "Eingang",
      size: "Größe",
      bytes: { one: "{count} Byte", other: "{count} Byte" },
      type: "Typ",
      facts: "Einzelheiten",
      blocks: "Blöcke und Transaktionen",
      certificateNumber: "Nummer des Zertifikats",
      identifier: "Kennung",
      live: "Stand der Belege",
      reload: "Neu laden, um den aktuellen Stand zu sehen",
      changed: "Der Stand hat sich geändert: {state}",
      anchors: "Verankerungen",
      noAnchor: "Noch nicht verankert.",
      network: "Netz",
      block: "Block",
      blockTime: "Zeit des Blocks",
      transaction: "Transaktion",
      bitcoin: "Bitcoin",
      bitcoinStates: { pending: "Noch nicht eingereicht", submitted: "Eingereicht, noch in keinem Block" },
      bitcoinConfirmed: "In Block {height}",
      foreign:
        "Ein anderes Konto hat dieselben Bytes zuerst registriert. Dieser Nachweis hat kein Zertifikat, kein Beweispaket und keinen Zeitstempel.",
      back: "Alle Nachweise",
    },
    downloads: {
      title: "Alle Dateien",
      language: "Sprache",
      copyLink: "Link kopieren",
      copied: "Kopiert",
      certificate: "Zertifikat (PDF)",
      certificatePage: "Öffentliche Seite des Zertifikats",
      evidence: "Beweispaket (ZIP)",
      evidenceHint: "Das Paket enthält das Original, das als Download zählt.",
      proof: "Portabler Nachweis (JSON)",
      bitcoin: "OpenTimestamps-Datei",
      seal: "Zeitstempel (RFC\u00a03161)",
      original: "Original",
      remaining: {
        one: "Heute ist noch {count} Download von Originalen möglich.",
        other: "Heute sind noch {count} Downloads von Originalen möglich.",
      },
      verify: "Jetzt prüfen",
    },
    original: {
      title: "Original",
      none: "Das Original ist nicht in Verwahrung.",
      stored: "In Verwahrung seit {date}: {name}, {size}",
      off: "Dieser Dienst verwahrt keine Originale.",
      explain:
        "Die Datei wird verschlüsselt und verwahrt, wenn sie den Fingerabdruck dieses Nachweises hat. Jede andere wird abgelehnt. Das ist keine elektronische Archivierung im Sinne der Verordnung (EU) Nr.\u00a0910/2014.",
      limit: "Höchstens {size}.",
      file: "Datei",
      upload: "Original hinterlegen",
      cancel: "Abbrechen",
      delete: "Original löschen",
      deleteTitle: "Original löschen?",
      deleteExplain:
        "{name} wird aus der Verwahrung entfernt und lässt sich hier nicht wiederherstellen. Nachweis, Zeitstempel und Zertifikat bleiben gültig, nützen aber nur dem, der die Datei hat: Behalten Sie eine Kopie.",
      keep: "Behalten",
      progress: "{percent} gesendet: {sent} von {size}",
      resume: "{percent} einer Datei von {size} sind angekommen. Wählen Sie dieselbe Datei, um fortzufahren.",
      otherFile: "Das ist eine andere Datei als die begonnene: Das Hochladen beginnt von vorn.",
      interrupted: "Die Verbindung wurde unterbrochen. Es wird erneut versucht\u00a0…",
      cancelled: "Das Hochladen wurde abgebrochen.",
    },
    notices: {
      sealed: "Der Nachweis hat jetzt einen Zeitstempel.",
      sealPending: "Der Zeitstempel ist bezahlt. Er kommt, sobald die Stelle antwortet.",
      hadSeal: "Der Nachweis hatte schon einen Zeitstempel. Es wurde nichts verbraucht.",
      stored: "Das Original ist in Verwahrung.",
      existing: "Das Original war schon in Verwahrung.",
      deleted: "Das Original wurde gelöscht. Der Nachweis bleibt gültig.",
      mailStopped: "Diese E-Mail wird nicht gesendet.",
      noneChosen: "Wählen Sie mindestens einen Nachweis mit Zertifikat.",
    },
    refusals: {
      conflict: "Bei diesem Nachweis ist das nicht möglich.",
      payment_required: "Das Konto hat keine Zeitstempel mehr.",
      rate_limited: "Zu viele Anfragen in einer Minute. Warten Sie einen Moment und versuchen Sie es erneut.",
      seal_unavailable: "Die Stelle stellt zurzeit keine Zeitstempel aus. Es wurde nichts verbraucht.",
      download_quota_exceeded:
        "Die Downloads von Originalen sind für heute aufgebraucht. Um 00:00 UTC gibt es neue.",
      integrity_failed:
        "Das verwahrte Original stimmt nicht mehr mit seinem Fingerabdruck überein und wird nicht herausgegeben.",
      unavailable: "Der Dienst kann das gerade nicht. Versuchen Sie es gleich noch einmal.",
      hash_mismatch: "Die Datei hat nicht den Fingerabdruck dieses Nachweises. Sie wurde nicht verwahrt.",
      file_unreadable:
        "Die Datei wurde beim Senden geändert, verschoben oder gesperrt. Schließen Sie das Programm, das sie benutzt, und wählen Sie die Datei erneut aus.",
      file_too_large: "Die Datei ist größer, als der Tarif erlaubt.",
      custody_unavailable: "Dieser Dienst verwahrt keine Originale.",
      custody_quota_exceeded: "Das Konto hat für diese Datei nicht mehr genug Platz.",
      request_timeout: "Die Datei kam zu langsam an. Versuchen Sie es noch einmal.",
      not_found: "Es ist kein Original in Verwahrung.",
      invalid_request: "Die Datei kam nicht vollständig an oder ist leer. Versuchen Sie es noch einmal.",
    },
  },
  keys: {
    title: "API-Schlüssel",
    about:
      "Mit einem Schlüssel nutzt ein Programm die API für dieses Konto. Geben Sie jedem Programm einen eigenen Schlüssel.",
    limit: "Aktive Schlüssel: {count} von {max}",
    readerOnly:
      "Mit Ihrer Rolle können Sie nur lesen. Ein Mitglied oder ein Inhaber kann Schlüssel erstellen und widerrufen.",
    create: {
      title: "Schlüssel erstellen",
      name: "Name",
      hint: "Wer ihn verwendet, zum Beispiel „Webshop“ oder „Backup-Server“.",
      button: "Schlüssel erstellen",
      full: "Das Konto hat die höchste Zahl aktiver Schlüssel erreicht. Widerrufen Sie einen, um einen neuen zu erstellen.",
    },
    problems: {
      name: "Geben Sie einen Namen mit 1 bis 60 Zeichen in einer Zeile ein.",
      full: "Das Konto hat bereits {max} aktive Schlüssel. Widerrufen Sie zuerst einen davon.",
    },
    created: {
      title: "Der Schlüssel „{name}“ ist erstellt",
      once: "Kopieren Sie ihn jetzt und verwahren Sie ihn sicher: Er wird nicht noch einmal angezeigt, und der Dienst speichert ihn nicht.",
      key: "Der Schlüssel",
      copy: "Kopieren",
      copied: "Kopiert",
      first: "Ein erster Nachweis damit",
      back: "Ich habe ihn gespeichert: zurück zu den Schlüsseln",
    },
    unknown: {
      title: "Es ist nicht bekannt, ob das ausgeführt wurde",
      create:
        "Der Dienst hat beim Erstellen des Schlüssels „{name}“ die Verbindung zu seiner Datenbank verloren. Steht ein Schlüssel dieses Namens in der Liste, widerrufen Sie ihn: Niemand hat ihn gesehen. Erstellen Sie dann einen neuen.",
      revoke:
        "Der Dienst hat beim Widerrufen die Verbindung zu seiner Datenbank verloren. Sehen Sie in der Liste nach und versuchen Sie es noch einmal, wenn der Schlüssel noch aktiv ist.",
      back: "Zurück zu den Schlüsseln",
    },
    list: {
      title: "Aktive Schlüssel",
      none: "Es gibt keinen aktiven Schlüssel.",
      columns: ["Name", "Erstellt", "Von", "Zuletzt verwendet", "Aktion"],
      never: "Nie",
      unnamed: "Schlüssel ohne Namen",
      administrator: "Verwaltung",
      revoke: "Widerrufen",
      revokeNamed: "{name} widerrufen",
    },
    former: { title: "Widerrufene Schlüssel", columns: ["Name", "Erstellt", "Widerrufen"] },
    revoke: {
      title: "Den Schlüssel „{name}“ widerrufen?",
      about:
        "Programme, die ihn verwenden, werden innerhalb einer Sekunde abgewiesen. Ein widerrufener Schlüssel lässt sich nicht wiederherstellen.",
      button: "Schlüssel widerrufen",
      cancel: "Behalten",
      done: "Der Schlüssel ist widerrufen.",
    },
  },
  account: {
    title: "Konto",
    plan: { title: "Tarif", is: "Ihr Tarif: {plan}.", change: "Tarife vergleichen" },
    usage: {
      title: "Nutzung",
      columns: ["Grenze", "Genutzt", "Höchstens"],
      proofs: "Nachweise heute über die API",
      keys: "Aktive API-Schlüssel",
      custody: "Speicherplatz der verwahrten Originale",
      file: "Größe eines Originals",
      downloads: "Downloads von Originalen heute",
      renewed: "Tageszählungen beginnen um 00:00 UTC neu.",
      browser: "Im Browser erstellte Nachweise zählen nicht mit.",
    },
    seals: {
      title: "Zeitstempel",
      left: "Verbleibende Zeitstempel: {count}",
      kinds: "Zur Begrüßung: {welcome}; gekauft: {pack}. Das Begrüßungsguthaben wird zuerst verbraucht.",
      ledger: "Alle Buchungen der Zeitstempel",
      buy: "Was ein Zeitstempel ist und wie Sie weitere erhalten",
    },
    ledger: {
      title: "Buchungen der Zeitstempel",
      about:
        "Jeder gutgeschriebene, verbrauchte oder erstattete Zeitstempel. Das Guthaben ist die Summe dieser Buchungen.",
      none: "Es gibt keine Buchungen.",
      columns: ["Zeit", "Zeitstempel", "Art", "Grund"],
      kinds: { welcome: "Begrüßung", pack: "Gekauft" },
      paid: "Zeitstempel eines Nachweises",
      refund: "Erstattet: Der Zeitstempel konnte nicht ausgestellt werden",
      newAccount: "Begrüßungsguthaben des neuen Kontos",
      newer: "Neueste Buchungen",
      older: "Ältere Buchungen",
      back: "Zurück zum Konto",
    },
    name: {
      title: "Name auf Zertifikatsseiten",
      about:
        "Eine Zertifikatsseite ist für jeden öffentlich, der ihre Adresse hat. Sie nennt niemanden, solange Sie das hier nicht einschalten; dann zeigt sie diesen Namen bei allen Zertifikaten des Kontos.",
      label: "Name oder Firma",
      hint: "Niemand prüft diesen Namen; die Seite weist darauf hin.",
      shows: "Namen auf Zertifikatsseiten zeigen",
      button: "Speichern",
      done: "Der Name ist gespeichert.",
      problem: "Geben Sie höchstens 120 Zeichen in einer Zeile ein.",
      missing: "Geben Sie den Namen ein, der gezeigt werden soll.",
      ownerOnly: "Nur ein Inhaber kann das ändern.",
      is: "Name: {name}",
      none: "Es ist kein Name eingetragen.",
      shown: "Er wird auf Zertifikatsseiten gezeigt.",
      hidden: "Er wird auf Zertifikatsseiten nicht gezeigt.",
    },
    data: {
      title: "Ihre Daten",
      about: "Ein Inhaber kann alle Daten des Kontos exportieren und das Konto löschen.",
      export: "Alle Daten exportieren",
      delete: "Konto löschen",
    },
    unknown: {
      title: "Es ist nicht bekannt, ob das gespeichert wurde",
      text: "Der Dienst hat die Verbindung zu seiner Datenbank verloren. Sehen Sie im Konto nach und wiederholen Sie es bei Bedarf.",
      back: "Zurück zum Konto",
    },
  },
  data: {
    export: {
      title: "Alle Daten exportieren",
      about:
        "Ein Archiv (ZIP) mit allem, was der Dienst zu diesem Konto speichert: Personen, Schlüssel ohne ihren geheimen Teil, Nachweise mit ihren portablen Nachweisen, Buchungen der Zeitstempel, Bestellungen und das Protokoll, als JSON.",
      originals: "Mit den verwahrten Originalen",
      downloads:
        "Jedes Original zählt als ein Download des Tages; heute noch verfügbar: {count}. Was darüber hinausgeht, fehlt im Archiv und wird darin aufgeführt.",
      after: "Mit den Originalen nach diesem Nachweis fortfahren",
      afterHint:
        "Nur zur Fortsetzung eines früheren Exports: der Wert originals_after in dessen Datei left-out.json.",
      afterProblem: "Das Konto hat keinen solchen Nachweis.",
      button: "Archiv herunterladen",
      tooMany:
        "Das Konto hat die höchste Zahl an Exporten einer Stunde erreicht. Versuchen Sie es später wieder.",
      underWay: "Ein anderer Export des Kontos läuft noch. Versuchen Sie es wieder, wenn er beendet ist.",
    },
    delete: {
      title: "Konto löschen",
      goes: {
        title: "Was sofort und endgültig gelöscht wird",
        items: [
          "alles, womit man sich bei diesem Konto anmeldet, und die Personen selbst",
          "alle API-Schlüssel: Programme, die sie verwenden, werden abgewiesen",
          "Namen und Metadaten aller Nachweise und der Name auf Zertifikatsseiten",
          "alle verwahrten Originale",
        ],
      },
      stays: {
        title: "Was bleibt, und warum",
        text: "Nachweise, die Sie weitergegeben haben, müssen prüfbar bleiben; sie hängen nicht von diesem Konto ab.",
        items: [
          "Fingerabdrücke, aus denen sich der Inhalt nicht berechnen lässt, mit ihren Verankerungen und Zeitstempeln",
          "die Buchungen der Zeitstempel und die Bestellungen, ohne Ihre Adressen, weil der Betreiber darüber Rechenschaft ablegen muss",
          "ein Eintrag, der besagt, wer das Konto gelöscht hat",
        ],
      },
      seals: "Unverbrauchte Zeitstempel, die verfallen: {count}.",
      confirm: "Geben Sie zur Bestätigung Ihre E-Mail-Adresse ein: {email}",
      confirmHint: "Das Konto lässt sich nicht wiederherstellen.",
      problem: "Das ist nicht Ihre E-Mail-Adresse. Es wurde nichts gelöscht.",
      button: "Konto endgültig löschen",
      cancel: "Konto behalten",
      exportFirst: "Zuerst alle Daten exportieren",
    },
    deleted: {
      title: "Das Konto ist gelöscht",
      text: "Nachweise, die Sie weitergegeben haben, lassen sich weiterhin prüfen, hier und anderswo.",
    },
    unknown: {
      title: "Es ist nicht bekannt, ob das Konto gelöscht ist",
      text: "Der Dienst hat die Verbindung zu seiner Datenbank verloren. Können Sie sich noch anmelden, löschen Sie das Konto noch einmal: Das schließt den Vorgang ab. Können Sie es nicht, ist das Konto geschlossen, und der Dienst erledigt den Rest.",
    },
    back: "Zurück zum Konto",
  },
  orders: {
    title: "Bestellungen",
    columns: ["Datum", "Was", "Preis", "Stand"],
    seals: { one: "{count} Zeitstempel", other: "{count} Zeitstempel" },
    plan: "Tarif {plan}",
    states: { open: "Offen", granted: "Geliefert", cancelled: "Storniert" },
    onRequest: "Auf Anfrage",
    aMonth: "{price} im Monat",
    one: {
      title: "Bestellung",
      what: "Was",
      price: "Preis",
      state: "Stand",
      placed: "Datum",
      number: "Bestellnummer",
      pay: "Weiter zur Zahlung bei {host}",
      payAbout:
        "Sie bezahlen dort, nicht hier: Dieser Dienst sieht nie die Daten einer Karte. Geliefert wird, sobald der Betreiber die Zahlung bestätigt hat.",
      wait: "Ihre Bestellung liegt dem Betreiber vor; er schreibt an {email}. Geliefert wird, sobald der Betreiber sie freigibt.",
      granted: "Das Bestellte ist in Ihrem Konto.",
      cancelled: "Die Bestellung ist storniert. Es wird nichts geliefert.",
      cancel: "Bestellung stornieren",
      back: "Zurück zum Konto",
    },
    tooMany: {
      title: "Es gibt offene Bestellungen",
      text: "Das Konto hat bereits {max} offene Bestellungen. Bezahlen oder stornieren Sie zuerst eine davon.",
    },
    unknown: {
      title: "Es ist nicht bekannt, ob das ausgeführt wurde",
      text: "Der Dienst hat die Verbindung zu seiner Datenbank verloren. Sehen Sie nach, ob es die Bestellung gibt; wenn nicht, wurde nichts bestellt, und Sie können das Formular noch einmal senden, ohne doppelt zu bestellen.",
      look: "Bestellung ansehen",
    },
  },
  people: {
    title: "Personen",
    about: "Wer sich bei diesem Konto anmelden darf und was die einzelnen Personen dürfen.",
    roles: { owner: "Inhaber", member: "Mitglied", reader: "Nur Lesen" },
    mayDo: {
      owner: "Darf alles, auch einladen, bestellen, exportieren und löschen.",
      member:
        "Erstellt Nachweise, verwendet das Guthaben an Zeitstempeln, verwaltet Schlüssel und Originale.",
      reader: "Sieht Nachweise und lädt sie herunter.",
    },
    columns: ["E-Mail-Adresse", "Rolle", "Seit", "Letzte Anmeldung", "Aktion"],
    you: "Sie",
    never: "Nie",
    change: "Ändern",
    changeNamed: "{email} ändern",
    ownerOnly: "Nur ein Inhaber kann Personen einladen und Rollen ändern.",
    done: {
      role: "Die Rolle ist geändert.",
      removed: "Die Person ist entfernt und überall abgemeldet.",
      withdrawn: "Die Einladung ist zurückgezogen.",
      invited: "Die Einladung ist unterwegs.",
    },
    invite: {
      title: "Person einladen",
      button: "Person einladen",
      email: "E-Mail-Adresse",
      role: "Rolle",
      language: "Sprache der E-Mail",
      send: "Einladung senden",
      badEmail: "Geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.org.",
      isHere: "Diese Person gehört bereits zum Konto.",
      tooMany:
        "Das Konto hat die höchste Zahl an Einladungen eines Tages verschickt. Versuchen Sie es morgen wieder.",
      link: "Geben Sie diesen Link an {email} weiter",
      linkAbout:
        "Dieser Dienst verschickt keine E-Mails; geben Sie den Link selbst weiter. Er funktioniert einmal, innerhalb von {days} Tagen, und wer ihn hat, kann annehmen. Er wird nicht noch einmal angezeigt.",
      back: "Zurück zu den Personen",
    },
    invitations: {
      title: "Offene Einladungen",
      columns: ["E-Mail-Adresse", "Rolle", "Bis", "Aktion"],
      withdraw: "Zurückziehen",
      withdrawNamed: "Einladung von {email} zurückziehen",
    },
    one: {
      role: "Rolle",
      save: "Speichern",
      remove: "Aus dem Konto entfernen",
      removeAbout:
        "Die Person wird überall abgemeldet und kann sich nicht mehr anmelden. Schlüssel, die sie erstellt hat, funktionieren weiter.",
      removeButton: "Entfernen",
      lastOwner: "Das ist der einzige Inhaber des Kontos. Machen Sie zuerst jemand anderen zum Inhaber.",
      back: "Zurück zu den Personen",
    },
  },
  security: {
    title: "Sicherheit",
    intro: "Womit Sie sich anmelden und wo Sie angemeldet sind.",
    passkeys: "Passkeys",
    passkeysText:
      "Ein Passkey liegt auf Ihrem Telefon, Ihrem Computer oder einem Sicherheitsschlüssel und lässt sich nicht durch Phishing erbeuten. Fügen Sie auf jedem Gerät, das Sie nutzen, einen hinzu.",
    noPasskeyYet: "Sie haben noch keinen Passkey.",
    name: "Name",
    added: "Hinzugefügt",
    lastUsed: "Zuletzt verwendet",
    never: "nie",
    where: "Gespeichert",
    synced: "zwischen Geräten synchronisiert",
    oneDevice: "auf einem Gerät",
    action: "Aktion",
    remove: "Entfernen",
    removeNamed: "{name} entfernen",
    passkeyName: "Name des neuen Passkeys",
    passkeyNameHint: "Zum Beispiel das Gerät.",
    defaultName: "Passkey",
    add: "Passkey hinzufügen",
    addFailed: "Der Passkey wurde nicht hinzugefügt. Versuchen Sie es noch einmal.",
    addFull: "Den Passkey gibt es schon, oder Sie haben bereits 20.",
    unsupported: "Dieser Browser bietet hier keine Passkeys an.",
    needScript: "Um einen Passkey hinzuzufügen, wird JavaScript benötigt.",
    noPasskeys:
      "Passkeys stehen unter dieser Adresse nicht zur Verfügung: Sie benötigen https und einen Hostnamen.",
    codes: "Wiederherstellungscodes",
    codesText:
      "Für den Tag, an dem Sie weder Ihren Passkey noch Ihr Postfach zur Hand haben. Jeder Code gilt einmal.",
    codesLeft: { one: "Sie haben noch {count} Code.", other: "Sie haben noch {count} Codes." },
    noCodes: "Sie haben keine.",
    makeCodes: "Wiederherstellungscodes erstellen",
    codesReplace: "Neue Codes ersetzen die bisherigen.",
    codesTitle: "Ihre Wiederherstellungscodes",
    codesShown:
      "Sie werden nur dieses eine Mal angezeigt. Drucken oder notieren Sie sie und bewahren Sie sie getrennt von Ihren Geräten auf.",
    codesFor: "Für {email} bei {site}",
    codesDone: "Ich habe sie verwahrt",
    sessions: "Sitzungen",
    sessionsText: "Eine Sitzung endet nach 12 Stunden ohne Nutzung, in jedem Fall nach 7 Tagen.",
    device: "Browser",
    onSystem: "{browser} auf {system}",
    unknownDevice: "unbekannt",
    method: "Angemeldet mit",
    methods: { passkey: "Passkey", link: "Link", "recovery-code": "Wiederherstellungscode" },
    started: "Seit",
    lastSeen: "Zuletzt genutzt",
    thisOne: "diese Sitzung",
    end: "Beenden",
    endOthers: "Überall sonst abmelden",
    notices: {
      passkeyAdded: "Der Passkey wurde hinzugefügt.",
      passkeyRemoved: "Der Passkey wurde entfernt.",
      lastPasskey:
        "Das ist Ihr einziger Zugang. Fügen Sie zuerst einen weiteren Passkey hinzu oder erstellen Sie Wiederherstellungscodes.",
      sessionEnded: "Die Sitzung wurde beendet.",
      othersEnded: "Alle anderen Sitzungen wurden beendet.",
    },
  },
  audit: {
    title: "Protokoll",
    about: "Wer in diesem Konto wann was geändert hat. Einträge ändern sich nie.",
    filter: "Vorgang",
    any: "Alle",
    show: "Anzeigen",
    columns: ["Zeit", "Wer", "Vorgang", "Was", "Einzelheiten"],
    none: "Es gibt keine Einträge.",
    noneYet: "Bisher keine gefunden. Unter den älteren Einträgen können welche sein.",
    administrator: "Verwaltung",
    service: "Der Dienst",
    newer: "Neueste Einträge",
    older: "Ältere Einträge",
    csv: "Alles als Tabelle (CSV)",
    json: "Alles als JSON",
    actions: {
      "account.create": "Konto erstellt",
      "account.update": "Konto geändert",
      "account.disable": "Konto gesperrt",
      "account.enable": "Konto entsperrt",
      "account.delete": "Konto gelöscht",
      "account.export": "Daten exportiert",
      "key.create": "Schlüssel erstellt",
      "key.revoke": "Schlüssel widerrufen",
      "person.create": "Person hinzugekommen",
      "person.invite": "Person eingeladen",
      "person.withdraw": "Einladung zurückgezogen",
      "person.role": "Rolle geändert",
      "person.remove": "Person entfernt",
      "passkey.add": "Passkey hinzugefügt",
      "passkey.remove": "Passkey entfernt",
      "recovery.replace": "Wiederherstellungscodes ersetzt",
      "recovery.use": "Wiederherstellungscode verwendet",
      "session.start": "Angemeldet",
      "session.end": "Abgemeldet",
      "seals.add": "Zeitstempel gutgeschrieben",
      "seals.remove": "Zeitstempel zurückgenommen",
      "order.place": "Bestellung aufgegeben",
      "order.grant": "Bestellung freigegeben",
      "order.cancel": "Bestellung storniert",
      "plan.set": "Tarif geändert",
      "original.delete": "Original gelöscht",
      "custody.purge": "Verwahrung geleert",
      "batch.retry": "Stapel erneut versucht",
    },
  },
  details: {
    names: {
      amount: "Anzahl",
      batch: "Stapel",
      by: "Durch",
      cause: "Grund",
      display_name: "Name auf Zertifikatsseiten",
      email: "E-Mail-Adresse",
      file_name: "Datei",
      format: "Format",
      former: "Vorher",
      from: "Vorher",
      kind: "Art",
      label: "Bezeichnung",
      method: "Mit",
      name: "Name",
      originals: "Mit Originalen",
      plan: "Tarif",
      price_eur: "Preis in Euro",
      reason: "Grund",
      role: "Rolle",
      seals: "Zeitstempel",
      shows_display_name: "Wird gezeigt",
      size_bytes: "Größe in Byte",
      steps: "Schritte",
      to: "Jetzt",
      welcome_seals: "Begrüßungsguthaben",
      what: "Daten",
    },
    exports: { all: "alles", audit: "das Protokoll" },
    reasons: { deletion: "Löschung des Kontos" },
    purposes: { invitation: "Einladung", "sign-up": "eigene Anmeldung" },
    yes: "ja",
    no: "nein",
  },
  mails: {
    signIn: {
      subject: "Ihr Anmeldelink",
      text: `Mit dieser E-Mail-Adresse wurde eine Anmeldung bei {site} angefordert.

Um sich anzumelden, öffnen Sie diesen Link innerhalb von {minutes} Minuten. Er funktioniert einmal:

{link}

Falls Sie das nicht waren, brauchen Sie nichts zu tun: Ohne diesen Link kann sich niemand anmelden. Geben Sie ihn nicht weiter.
`,
    },
    signUp: {
      subject: "Konto erstellen",
      text: `Mit dieser E-Mail-Adresse wurde ein Konto bei {site} angefordert.

Um es zu erstellen, öffnen Sie diesen Link innerhalb von {minutes} Minuten. Er funktioniert einmal:

{link}

Falls Sie das nicht waren, brauchen Sie nichts zu tun: Es wird kein Konto erstellt.
`,
    },
    known: {
      subject: "Sie haben bereits ein Konto",
      text: `Mit dieser E-Mail-Adresse wurde ein neues Konto bei {site} angefordert. Sie gehört bereits zu einem Konto.

Um sich dort anzumelden, öffnen Sie diesen Link innerhalb von {minutes} Minuten. Er funktioniert einmal:

{link}

Falls Sie das nicht waren, brauchen Sie nichts zu tun: Es hat sich nichts geändert.
`,
    },
    invitation: {
      subject: "Einladung zu {site}",
      text: `Sie sind zu {site} eingeladen, einem Dienst, der nachweist, dass eine Datei spätestens zu einem bestimmten Zeitpunkt existierte.

Um anzunehmen, öffnen Sie diesen Link innerhalb von {days} Tagen. Er funktioniert einmal:

{link}

Falls Sie keine Einladung erwarten, brauchen Sie nichts zu tun: Es wird nichts angelegt.
`,
    },
    confirmed: {
      subject: {
        one: "Ihr Nachweis ist endgültig verankert",
        other: "Ihre {count} Nachweise sind endgültig verankert",
      },
      text: {
        one: `Der Nachweis, zu dem Sie am {date} auf {site} eine Nachricht gewünscht haben, ist endgültig verankert. Zertifikat und Beweispaket stehen bereit, sofern nicht ein anderes Konto dieselben Bytes zuerst registriert hat:

{link}

Bewahren Sie das Original unverändert auf, Byte für Byte: Für eine andere Datei gilt der Nachweis nicht.

Sie haben diese eine E-Mail gewünscht. Es folgt keine weitere.
`,
        other: `Die {count} Nachweise, zu denen Sie am {date} auf {site} eine Nachricht gewünscht haben, sind endgültig verankert. Zertifikate und Beweispakete stehen bereit, außer wo ein anderes Konto dieselben Bytes zuerst registriert hat:

{link}

Bewahren Sie die Originale unverändert auf, Byte für Byte: Für andere Dateien gelten die Nachweise nicht.

Sie haben diese eine E-Mail gewünscht. Es folgt keine weitere.
`,
      },
    },
    notice: {
      subject: "Ihr Zugang wurde geändert",
      text: `{event}

Das betrifft Ihr Konto bei {site}.

Falls Sie das nicht waren, melden Sie sich sofort an, öffnen Sie „Sicherheit“, entfernen Sie, was Sie nicht kennen, und beenden Sie alle anderen Sitzungen:

{link}
`,
    },
    events: {
      passkeyAdded: "Ein Passkey wurde hinzugefügt.",
      passkeyRemoved: "Ein Passkey wurde entfernt.",
      codesReplaced: "Es wurden neue Wiederherstellungscodes erstellt. Die bisherigen gelten nicht mehr.",
      codeUsed: "Jemand hat sich mit einem Ihrer Wiederherstellungscodes angemeldet.",
      sessionsEnded: "Alle Ihre anderen Sitzungen wurden beendet.",
    },
  },
};
