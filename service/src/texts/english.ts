/** English: what every other language of the pages and mails must say. `{…}` are placeholders (`fill`). */
import type { Translation } from "@svc-proof/verifier-web/ui/language";

export type PageTexts = Translation<typeof english>;

export const english = {
  /** The words around every page. */
  frame: {
    siteName: "svc-proof",
    skip: "Skip to the content",
    rehearsal: "Rehearsal on a development or test network. Nothing proven here has any evidential value.",
    main: "Main navigation",
    menu: "Menu",
    language: "Language",
    signOut: "Sign out",
    signedInAs: "Signed in as {email}",
    places: {
      home: "Home",
      verify: "Verify",
      docs: "Documentation",
      plans: "Plans",
      signIn: "Sign in",
      overview: "Overview",
      proofs: "Proofs",
      create: "Create proofs",
      keys: "API keys",
      account: "Account",
      security: "Security",
      people: "People",
      audit: "Audit trail",
    },
    footer: { imprint: "Imprint", privacy: "Privacy", security: "Report a vulnerability" },
  },
  /** Pages that say why there is no page. */
  errors: {
    notFound: {
      title: "Page not found",
      text: "There is no such page, or it does not belong to your account.",
    },
    /** Beside the ways to the verifier and to the front page, where there is no page. */
    searchDocs: "Documentation: search and guides",
    docsNotBuilt: {
      title: "Documentation not built",
      text: "The documentation is not built here yet: run “npm run docs:build” in the folder of the project, then start the service again.",
    },
    forbidden: {
      title: "Not allowed",
      text: "Your role in this account does not allow this. Ask an owner of the account.",
    },
    forged: {
      title: "Please send the form again",
      text: "The form came from another site or is out of date. Nothing was changed. Go back, reload the page and send it again.",
    },
    unavailable: { title: "Please try again", text: "The service could not answer. Try again in a moment." },
    invalid: { title: "The request cannot be read", text: "Go back, reload the page and try again." },
    tooMany: { title: "Too many attempts", text: "Wait a few minutes and try again." },
  },
  front: {
    title: "Proof that a file existed",
    description: "Proves that a file existed on a date and has not changed since. The file stays with you.",
    heading: "Prove that a file already existed on a date",
    lead: "This service records the fingerprint of your file in public blockchains, which it cannot alter itself. From then on anyone can check that exactly this file already existed on that date. The file itself stays with you.",
    /** In place of it, where nothing has evidential value. */
    leadRehearsal:
      "This service records the fingerprint of your file on a development or test network, to show how it works. It proves nothing. The file itself stays with you.",
    verify: "Verify a file",
    verifyNote: "Without an account. Nothing is uploaded.",
    register: "Register a file",
    registerNote: "With an account. The file itself is not sent.",
    how: "How it works",
    steps: [
      {
        name: "Your computer takes the fingerprint",
        what: "A calculation turns the file into 64 characters, its SHA-256 fingerprint. Change one letter of the file and the fingerprint is another. The file cannot be computed from it: at most, someone who guesses its whole content can confirm the guess.",
        picture: "A file and its fingerprint on a computer. The fingerprint leaves it, the file does not.",
      },
      {
        name: "The fingerprint is recorded",
        what: "Many fingerprints together become one entry in public blockchains, which date it. If you wish, a timestamping authority adds an electronic timestamp, a qualified one under European law if the EU trusted lists name its service.",
        picture:
          "Several fingerprints join into one, which stands with a clock in a block among linked blocks.",
      },
      {
        name: "Anyone can check it",
        what: "The verifier takes the fingerprint of the file again and follows the proof to the public record. It needs neither this service nor an account, and a saved copy still works if this service closes.",
        picture: "A file and a proof give two equal fingerprints. A check mark confirms them.",
      },
    ],
    forWhom: "Who it is for",
    readers: [
      {
        who: "Judges and experts",
        what: "Check a certificate yourself. The verifier shows every step of its calculation and says what it rests on and what it does not prove.",
      },
      {
        who: "Lawyers and notaries",
        what: "Secure contracts, e-mails, photographs and reports on the day you receive them. You get a certificate and a package with all evidence.",
      },
      {
        who: "Citizens and companies",
        what: "Show that your work, your invoice or your recording already existed, without handing it to anyone.",
      },
    ],
    limits: "What it does not prove",
    limitList: [
      "Who made the file, who owns it or who registered it.",
      "That what the file says is true, or that it did not exist earlier.",
      "Which file the fingerprint belongs to, if the original is lost: keep it unchanged, byte for byte.",
    ],
    more: "Find out more",
    whatAProofProves: "What a proof proves: for judges, lawyers and experts",
    apiReference: "API and guides",
    plans: "Plans and prices",
  },
  offers: {
    seals: {
      title: "Electronic timestamps",
      description: "What an electronic timestamp is, what it is good for, and what it costs.",
      what: [
        "An authority issues an electronic timestamp for the fingerprint of your file. It signs that the fingerprint existed at that moment; it never sees the file.",
        "If the EU trusted lists name the service of the authority as qualified at that moment, the timestamp is a qualified electronic timestamp under the eIDAS Regulation (EU) No 910/2014. The certificate states what the lists said then.",
      ],
      good: {
        title: "What it is good for",
        items: [
          "In the European Union the date and time of a qualified electronic timestamp are presumed accurate, and the data bound to them intact (Article 41(2)). The presumption can be rebutted, and does not extend to author or content.",
          "A court need not understand blockchains: the file of the electronic timestamp is a standard one (RFC 3161), and common programs check it.",
          "It is usually issued within seconds. The anchors in blockchains take minutes to hours.",
        ],
      },
      without: {
        title: "Without an electronic timestamp",
        text: "Each proof is anchored in public blockchains at no extra price. That shows the time as well, and anyone can check it. A qualified electronic timestamp adds the presumption of Article 41(2).",
      },
      price: {
        title: "Price",
        text: "{price} each. One is used up when it is issued; if it cannot be issued, you get it back.",
        free: "Electronic timestamps cost nothing here.",
      },
      closed: "This service sells no electronic timestamps at present.",
      left: "Electronic timestamps left in your account: {count}.",
      order: {
        title: "Order electronic timestamps",
        amount: "Number of electronic timestamps",
        hint: "From 1 to {max}.",
        problem: "Enter a whole number from 1 to {max}.",
        button: "Order",
      },
    },
    plans: {
      title: "Plans",
      description: "Limits and prices of the plans.",
      limits: "Limits of the plans",
      limit: "Limit",
      rows: {
        price: "Price",
        proofs: "Proofs a day through the API",
        browser: "Proofs created in the browser",
        unlimited: "Do not count",
        keys: "Active API keys",
        file: "Size of one original in custody",
        custody: "Space of originals in custody",
        downloads: "Downloads of originals a day",
        seals: "Electronic timestamps",
        sealsBought: "{price} each",
      },
      noCharge: "Free of charge",
      onRequest: "On request",
      aMonth: "{price} a month",
      same: "Proofs are the same in every plan and can be verified with this service or without it: for decades, if they are renewed before their algorithms and certificates end. The verifier shows when the certificate of an electronic timestamp ends.",
      custody:
        "Custody keeps originals, encrypted, until you delete them. It is no electronic archiving within the meaning of Regulation (EU) No 910/2014 (Articles 45i and 45j).",
      yours: "Your plan",
      order: "Order the Pro plan",
    },
    about: "What an electronic timestamp is",
    signIn: "Sign in to order",
    ownerOnly: "Only an owner of the account can order.",
  },
  operator: {
    imprint: "Imprint",
    operator: "This service is run by:",
    noImprint: "The operator of this service has not provided an imprint.",
    privacy: "Privacy",
    noPrivacy: "The operator of this service has not provided a privacy notice of its own.",
    software: "What this software stores",
    softwareLead:
      "This is what the software itself keeps. The operator decides about backups, logs of other programs and how long they are kept.",
    /** What is stored: a name, and what is told of it. */
    stored: [
      {
        name: "Fingerprints",
        what: "The SHA-256 fingerprint of each registered file, with the time of receipt. Fingerprints in public blockchains are hidden in a combined value and cannot be deleted from there.",
      },
      {
        name: "Names of files and metadata",
        what: "What the account states with a fingerprint. Only the account sees it; the public certificate page does not show it.",
      },
      {
        name: "Originals",
        what: "Only if the account deposits them: encrypted, until the account deletes them.",
      },
      {
        name: "Accounts",
        what: "E-mail addresses of the people of an account, the public part of their passkeys, the browser and the times of each sign-in, the last use of keys, an audit trail of what was changed, and a request for an e-mail until it is sent, withdrawn or 30 days old.",
      },
      {
        name: "Network addresses",
        what: "Counted in memory and in the store for about a minute to limit the number of requests. They are not written to the log.",
      },
      {
        name: "Log",
        what: "Time, kind of request, status and duration of each request, without network address, search terms or contents.",
      },
    ],
    cookies: "Cookies",
    cookieNote: "Certificate pages set and read none. There is no tracking, and nothing from third parties.",
    cookie: "Cookie",
    purpose: "Purpose",
    lasts: "Kept for",
    cookieList: [
      {
        name: "__Host-session",
        purpose: "keeps you signed in; only after a sign-in",
        lasts: "until you sign out or the session expires",
      },
      { name: "language", purpose: "the language that you chose; only after a choice", lasts: "one year" },
    ],
    never: "What it never receives",
    neverList: [
      "The file, when you register a fingerprint or verify a proof.",
      "Card numbers or bank details.",
      "Visits to other sites.",
    ],
  },
  /** What the page says beside the words that it shares with the certificate’s PDF. */
  certificate: {
    title: "Certificate of existence of a file",
    description: "What public records say of a file's fingerprint, and how to check it yourself.",
    waiting:
      "No independent time source has recorded it so far. Until one has, this page is a receipt, not evidence. This usually takes a few minutes: reload the page later.",
    verifyNow: "Verify it yourself now",
    verifyNote:
      "Everything on this page is what the service states. The verifier checks it without relying on the service. Your file stays on your device.",
    /** Instead, where nothing has evidential value. */
    verifyNoteRehearsal:
      "Everything on this page is what the service states. The verifier checks it. Your file stays on your device.",
    notYet: "There is nothing to verify yet: the fingerprint is not in a block.",
    portableProof: "Download the proof (JSON)",
    holder: "Registered by",
    holderNote: "as the account calls itself; the service has not checked the name",
    qr: "QR code with the address of this page",
    checkFile: "Check a file against this certificate",
    inBrowser: "Open the verifier above and add the file. It says whether this is the file.",
    chooseFile: "Choose the file",
    orDrop:
      "or drop it anywhere on this page: it opens in the verifier with this proof, and is not uploaded.",
    opening: "Opening the verifier…",
    byHand: "Or compute the fingerprint on your own computer:",
    system: "System",
    command: "Command",
    compare: "All 64 characters must be the same as above.",
    otherFile:
      "Keep the original unchanged, and use it exactly as it was registered. A copy that was opened and saved again, or printed and scanned, is another file.",
    look: "Look at the transaction",
    private: "This page shows neither the file nor its name.",
    unknownTitle: "No such certificate",
    unknownText:
      "This service has no certificate with that number. Check that the address is complete: the number has 36 characters.",
  },
  connect: {
    title: "Connections to other programs",
    lead: "There are no ready-made connections to other programs yet. What exists today:",
    now: "Available",
    nowList: [
      { name: "HTTP API", what: "for your own programs and servers", path: "/docs/api/" },
      {
        name: "Command line: svc-proof",
        what: "for files and folders, with verified evidence beside them",
        path: "/docs/packages/client.html",
      },
      {
        name: "Create in the browser",
        what: "one file or a whole folder, without a program",
        path: "/dashboard/create",
      },
    ],
    notYet: "Not yet available",
    notYetList: [
      "Connections to e-mail, cloud storage or office programs",
      "Messages to your server when a proof changes (webhooks): ask for the state of a proof instead",
      "Assistants that register files for you",
    ],
  },
  transaction: {
    title: "Transaction",
    onChain: "On the chain with the EIP-155 number {chain}",
    unknown:
      "No public block explorer is known for this chain. This page has looked nothing up: it cannot say whether the transaction exists.",
    ask: "Ask a node of the chain that you trust:",
    /** {rpc} is what stands for the address of a node. */
    node: "Put the address of that node in place of <RPC_URL>.",
    payload:
      "The field input of the answer is the payload of the portable proof in hexadecimal. The verifier compares them for you.",
    development: "This is a development network: nothing recorded there has any evidential value.",
  },
  /** Signing in, signing up and signing out. */
  signIn: {
    signIn: "Sign in",
    withPasskey: "With a passkey",
    passkeyButton: "Sign in with a passkey",
    passkeyFailed: "That did not work. Try again, or choose another way.",
    passkeyUnsupported: "This browser offers no passkeys here.",
    passkeysNeedScript: "Passkeys need JavaScript.",
    noPasskeys: "Passkeys are not available at this address: they need https and a host name.",
    withMail: "With a link by e-mail",
    email: "E-mail address",
    emailProblem: "Enter an e-mail address such as ana@example.org.",
    sendLink: "Send me a link",
    noMail: "This service sends no e-mail. Sign in with a passkey or a recovery code.",
    codeInstead: "Use a recovery code",
    noAccount: "No account yet?",
    createAccount: "Create an account",
    sentTitle: "Check your inbox",
    sentText:
      "If the address belongs to a person of this service, a link is on its way. Nothing there? Check the spelling and the spam folder.",
    sentSignUpText: "A link is on its way. Nothing there? Check the spelling and the spam folder.",
    sentLife: "The link works once, for 10 minutes, in any browser.",
    linkTitle: "Sign in",
    linkText: "You are about to sign in as {email}.",
    linkButton: "Sign in",
    linkReplaces: "You are signed in as {email}. That session ends.",
    unusableTitle: "This link does not work",
    unusableText: "It was used, has expired or is incomplete.",
    askAgain: "Ask for another link",
    disabledTitle: "This account is closed",
    disabledText: "The operator has disabled it. Write to the operator if you believe this is a mistake.",
    takenTitle: "You already have an account",
    takenText: "Meanwhile this address belongs to a person of this service. Sign in.",
    codeTitle: "Sign in with a recovery code",
    codeText: "Use one of the ten codes that you wrote down. Each works once.",
    code: "Recovery code",
    codeHint: "24 letters and digits; case and hyphens do not matter.",
    codeRefused: "The address and the code do not belong together, or the code was used.",
    againTitle: "Confirm that it is you",
    againText: "For this page you must have signed in within the last 15 minutes.",
    againMail: "We send a link to {email}.",
    signUp: "Create an account",
    signUpText: "We send you a link. It creates a free account that you own.",
    signUpSend: "Send me the link",
    signUpClosedText: "Accounts are created by invitation only. Ask the operator of this service.",
    signUpConfirm: "You are about to create an account for {email}.",
    signUpButton: "Create the account",
    invitationTitle: "Your invitation",
    invitationText: "You are invited to an account as {role}, with the address {email}.",
    invitationNewText: "You are invited to open an account of your own with the address {email}.",
    invitationButton: "Accept the invitation",
    roles: { owner: "an owner", member: "a member", reader: "a reader" },
    locked: "Too many attempts. Try again in {minutes} min.",
  },
  overview: {
    title: "Overview",
    today: "Proofs today through the API",
    of: "{used} of {max}",
    renewed: "The count starts again at 00:00 UTC.",
    seals: "Electronic timestamps left",
    custody: "Originals in custody",
    keys: "Active API keys",
    last: { title: "Last proofs", columns: ["Name", "Received", "State"], all: "All proofs" },
    chart: {
      title: "Last 30 days",
      total: { one: "{count} proof in 30 days", other: "{count} proofs in 30 days" },
      table: "As a table",
      columns: ["Day", "Proofs"],
      stopped: "More than {max} proofs in 30 days: only the days after {day} are shown.",
    },
    limits: "Limits",
    next: {
      title: "What to do first",
      create: "Create a proof in the browser: choose a file; the file itself is not sent.",
      key: "Create an API key, if a program is to register fingerprints.",
      verify: "See what the other side sees: verify a proof.",
      reader: "There are no proofs yet. A member of the account can create some.",
    },
  },
  /** The page that creates proofs. */
  create: {
    title: "Create proofs",
    lead: "Choose files to register their fingerprints. Your browser computes each fingerprint on this computer: the files themselves are never sent. The service receives the fingerprint, the size and the type, and the file name unless you keep it back.",
    noScript: "Choosing files needs JavaScript. Without it, register fingerprints with the form below.",
    fingerprint: {
      title: "Register fingerprints you already have",
      intro:
        "For files on another computer, or without JavaScript: compute their SHA-256 there and enter it here.",
      field: "Fingerprints (SHA-256)",
      fieldHint: "One, or a list as sha256sum, shasum or Get-FileHash print it, one file per line.",
      name: "File name (optional)",
      nameHint: "Only for a single fingerprint; a list has its names. A path is cut to the file name.",
      submit: "Register",
      problems: {
        name: "Enter a name of at most 200 characters.",
        limit:
          "Your account has created many proofs in the last minute. Wait a minute and send the form again.",
      },
      howTo: "How to compute a fingerprint",
      howToIntro: "Every system has a tool for it. Replace the file name with yours:",
      exampleFile: "contract.pdf",
      systems: {
        windows: "Windows, PowerShell",
        windowsPrompt: "Windows, command prompt",
        macos: "macOS, Terminal",
        linux: "Linux, terminal",
      },
    },
    /** What is wrong with lines of a list. */
    lines: {
      form: "Line {line}: no SHA-256 fingerprint, which has 64 characters: digits and the letters a to f.",
      algorithm: "Line {line}: a fingerprint of another kind. SHA-256 is needed.",
      many: "From line {line} on there are too many. Register the others afterwards.",
      others: { one: "and {count} more line", other: "and {count} more lines" },
    },
    script: {
      drop: "Drop files or folders here",
      dropNow: "Release to create proofs",
      chooseFiles: "Choose files",
      chooseFolder: "Choose a folder",
      /** What is sent, and which files of a folder are left out. */
      privacy:
        "Your files stay on this computer. System files in folders (.DS_Store, Thumbs.db, desktop.ini) are left out.",
      reading: "Reading the folder…",
      chooseList: "Read a list from a file",
      options: {
        names: "Send the file names. Only your account sees them.",
        mail: "Send one e-mail to {email} when all proofs are confirmed.",
        mailNoted: "Noted: you can close the page, the e-mail will come.",
      },
      progress: {
        label: "All files",
        registered: { one: "{count} file done", other: "{count} files done" },
        /** `{registered}`: the text above; `{total}`. */
        of: "{registered} of {total}",
        hashed: "{done} of {total} read",
        rate: "{rate} per second",
        secondsLeft: { one: "{count} second left", other: "{count} seconds left" },
        minutesLeft: { one: "{count} minute left", other: "{count} minutes left" },
      },
      buttons: {
        cancel: "Cancel",
        resume: "Continue",
        retry: "Retry",
        retryAll: "Retry all that failed",
        clear: "Clear the list",
        forget: "Forget these files",
        csv: "Save the list as CSV",
        proofs: "Go to the proofs",
        signIn: "Sign in",
        previous: "Previous",
        next: "Next",
      },
      table: {
        caption: "Files",
        file: "File",
        size: "Size",
        state: "State",
        filter: "Show",
        filters: { all: "All files", open: "Not done yet", done: "Done", problems: "Problems" },
        range: "{from} to {to} of {total}",
        none: "No files here.",
        open: "Open proof",
        noName: "No name",
        certificate: "Certificate",
        evidence: "Evidence package",
      },
      states: {
        waiting: "Waiting",
        hashing: "Computing the fingerprint: {percent}",
        hashed: "Fingerprint ready",
        sending: "Registering",
        unanswered: "No answer yet; will be sent again",
        created: "Registered",
        existing: "Already in your account",
        duplicate: "Same content as {name}",
        notFirst: "Another account registered this content before",
        empty: "Empty file: not registered, because all empty files have the same fingerprint",
        unreadable:
          "Not registered: the file was changed, moved or locked while it was read. Close the program that uses it, and choose the file again",
        failed: "The fingerprint could not be computed",
        refused: "The service refused the entry",
        missing: "Choose this file again",
        cancelled: "Cancelled, not registered",
      },
      notices: {
        finished: {
          one: "{count} fingerprint received; its proof follows.",
          other: "{count} fingerprints received; their proofs follow.",
        },
        confirmed: {
          one: "{count} proof is confirmed.",
          other: "All {count} proofs are confirmed.",
        },
        keep: "Keep the originals unchanged, byte for byte: a file that was opened and saved again is another file, which the proof does not cover.",
        problems: {
          one: "{count} file was not registered. The list says why.",
          other: "{count} files were not registered. The list says why.",
        },
        cancelled: {
          one: "Cancelled. {count} file was registered before and stays registered.",
          other: "Cancelled. {count} files were registered before and stay registered.",
        },
        /** After a reload. */
        missing: {
          one: "The page was left before all was done. Choose {count} file again to finish; nothing is registered twice.",
          other:
            "The page was left before all was done. Choose {count} files or their folder again to finish; nothing is registered twice.",
        },
        limited: {
          one: "Your account’s limit for a minute is reached. It continues in {count} second.",
          other: "Your account’s limit for a minute is reached. It continues in {count} seconds.",
        },
        offline: {
          one: "The service does not answer. Next try in {count} second; nothing is lost.",
          other: "The service does not answer. Next try in {count} seconds; nothing is lost.",
        },
        signedOut:
          "Your session has ended. Sign in: it opens in another tab. Then come back here; it continues where it stopped.",
        otherTab:
          "Proofs are being created in another tab of this browser. Work there, or close it: then it continues here.",
        noJournal:
          "This browser keeps no data for the site (private mode?). Do not reload the page before all is done: files could be registered twice.",
        cut: {
          one: "Only the first {count} file was taken. Choose the others afterwards.",
          other: "Only the first {count} files were taken. Choose the others afterwards.",
        },
        unreadable: {
          one: "{count} entry of the folder could not be opened.",
          other: "{count} entries of the folder could not be opened.",
        },
        nothing: "There were no files in it.",
      },
    },
  },
  /** The pages of proofs. */
  proofs: {
    title: "Proofs",
    search: {
      text: "Name, fingerprint or number",
      textHint:
        "A part of the name, the whole fingerprint, or the number of a proof or certificate, also as a link.",
      more: "More conditions",
      file: "Or find a file: drop it here",
      fileHint: "Your browser computes its fingerprint and searches for that. The file is not sent.",
      chooseFile: "Choose a file",
      hashing: "Computing the fingerprint: {percent}",
      unreadable: "The file could not be read. Choose it again.",
      from: "From",
      until: "To",
      dateProblem: "Write a date such as 2026-03-31.",
      orderProblem: "The last day is before the first.",
      state: "State",
      origin: "Registered",
      any: "Any",
      submit: "Search",
      reset: "Show all",
    },
    list: {
      caption: "Proofs of the account, newest first",
      none: "No proof matches.",
      noneYet: "There are no proofs yet.",
      create: "Create proofs",
      /** A page without results that others may follow. */
      goOn: "Nothing found so far. There are older proofs that were not searched yet.",
      newest: "Newest",
      older: "Older",
      pages: "Pages of the list",
      chooseOne: "Choose {name}",
      evidence: "Download the evidence of the chosen proofs",
      evidenceHint:
        "One ZIP archive with the evidence package of each. Originals count against the day’s downloads.",
      evidenceLanguage: "Language of the documents",
      tooMany: {
        one: "Choose at most {count} proof at once.",
        other: "Choose at most {count} proofs at once.",
      },
      /** Mails that are to come when proofs are confirmed. */
      mails: {
        title: "E-mails you asked for",
        wish: {
          one: "When {count} proof is confirmed (asked for on {date})",
          other: "When all {count} proofs are confirmed (asked for on {date})",
        },
        stop: "Do not send it",
      },
    },
    columns: {
      name: "Name",
      date: "Received",
      state: "State",
      seal: "Electronic timestamp",
      original: "Original",
      origin: "Registered",
    },
    states: { queued: "Received", batched: "In a batch", anchored: "Anchored", confirmed: "Confirmed" },
    /** What a proof goes through. */
    steps: {
      said: { done: "done", underWay: "under way", open: "not yet" },
      whole: "Confirmed, also by Bitcoin",
    },
    stateHints: {
      queued: "The fingerprint is registered and waits for the next batch.",
      batched: "The fingerprint is in a batch, which is being anchored.",
      anchored: "The batch is in a block, which is not final yet.",
      confirmed: "The anchor is final.",
    },
    origins: { api: "By API", web: "In the browser" },
    seal: {
      issued: "With electronic timestamp",
      pending: "Electronic timestamp requested",
      none: "No electronic timestamp",
      authority: "Authority",
      time: "Time",
      serial: "Serial number",
      title: "Add an electronic timestamp",
      explain:
        "An electronic timestamp over the fingerprint; it is qualified (eIDAS) if the EU trusted lists name its authority as such. It states the time at which it is issued, not the time of the registration.",
      price: "It takes one electronic timestamp of the balance. Each costs {price}; no card is charged here.",
      balance: {
        one: "The account has {count} electronic timestamp left.",
        other: "The account has {count} electronic timestamps left.",
      },
      noneLeft: "The account has no electronic timestamps left.",
      confirm: "Spend one electronic timestamp",
      get: "Add an electronic timestamp",
      buy: "Get electronic timestamps",
      closed: "No electronic timestamps are issued at present.",
    },
    detail: {
      fingerprint: "Fingerprint (SHA-256)",
      received: "Received",
      size: "Size",
      bytes: { one: "{count} byte", other: "{count} bytes" },
      type: "Type",
      facts: "Details",
      blocks: "Blocks and transactions",
      certificateNumber: "Number of the certificate",
      identifier: "Identifier",
      live: "State of the evidence",
      reload: "Reload to see the current state",
      changed: "The state has changed: {state}",
      anchors: "Anchors",
      noAnchor: "Not anchored yet.",
      network: "Network",
      block: "Block",
      blockTime: "Time of the block",
      transaction: "Transaction",
      bitcoin: "Bitcoin",
      bitcoinStates: { pending: "Not submitted yet", submitted: "Submitted, not in a block yet" },
      bitcoinConfirmed: "In block {height}",
      foreign:
        "Another account registered the same bytes first. This proof has no certificate, no evidence package and no electronic timestamp.",
      back: "All proofs",
    },
    downloads: {
      title: "All files",
      language: "Language",
      copyLink: "Copy the link",
      copied: "Copied",
      certificate: "Certificate (PDF)",
      certificatePage: "Public page of the certificate",
      evidence: "Evidence package (ZIP)",
      evidenceHint: "The package contains the original, which counts as a download.",
      proof: "Portable proof (JSON)",
      bitcoin: "OpenTimestamps file",
      seal: "Electronic timestamp (RFC 3161)",
      original: "Original",
      remaining: {
        one: "{count} download of originals left today.",
        other: "{count} downloads of originals left today.",
      },
      verify: "Verify it now",
    },
    original: {
      title: "Original",
      none: "The original is not in custody.",
      stored: "In custody since {date}: {name}, {size}",
      off: "This service keeps no originals.",
      explain:
        "The file is encrypted and kept if it has the fingerprint of this proof. Anything else is refused. This is no electronic archiving within the meaning of Regulation (EU) No 910/2014.",
      limit: "At most {size}.",
      file: "File",
      upload: "Deposit the original",
      cancel: "Cancel",
      delete: "Delete the original",
      deleteTitle: "Delete the original?",
      deleteExplain:
        "{name} is removed from custody and cannot be brought back from here. The proof, its electronic timestamp and its certificate stay valid for whoever has the file: keep a copy of it.",
      keep: "Keep it",
      /** Said by the script. */
      progress: "{percent} sent: {sent} of {size}",
      resume: "{percent} of a file of {size} has arrived. Choose the same file to go on.",
      otherFile: "This is another file than the one that was begun: the upload starts again.",
      interrupted: "The connection was interrupted. Trying again…",
      cancelled: "The upload was cancelled.",
    },
    notices: {
      sealed: "The proof has an electronic timestamp.",
      sealPending: "The electronic timestamp is paid for. It arrives as soon as the authority answers.",
      hadSeal: "The proof already had an electronic timestamp. Nothing was spent.",
      stored: "The original is in custody.",
      existing: "The original was already in custody.",
      deleted: "The original was deleted. The proof stays valid.",
      mailStopped: "This e-mail will not be sent.",
      noneChosen: "Choose at least one proof that has a certificate.",
    },
    refusals: {
      conflict: "This is not possible for this proof.",
      payment_required: "The account has no electronic timestamps left.",
      rate_limited: "Too many requests in one minute. Wait a moment and try again.",
      seal_unavailable: "The authority issues no electronic timestamps at present. Nothing was spent.",
      download_quota_exceeded: "The day’s downloads of originals are used up. They are renewed at 00:00 UTC.",
      integrity_failed: "The stored original no longer matches its fingerprint and is not handed out.",
      unavailable: "The service cannot do this right now. Try again in a moment.",
      hash_mismatch: "The file does not have the fingerprint of this proof. It was not kept.",
      file_unreadable:
        "The file was changed, moved or locked while it was sent. Close the program that uses it, and choose the file again.",
      file_too_large: "The file is larger than the plan allows.",
      custody_unavailable: "This service keeps no originals.",
      custody_quota_exceeded: "The account does not have enough space left for this file.",
      request_timeout: "The file arrived too slowly. Try again.",
      not_found: "There is no original in custody.",
      invalid_request: "The file did not arrive as a whole, or is empty. Try again.",
    },
  },
  keys: {
    title: "API keys",
    about: "A program shows a key to use the API for this account. Give each program a key of its own.",
    limit: "Active keys: {count} of {max}",
    readerOnly: "Your role only lets you look. A member or an owner can create and revoke keys.",
    create: {
      title: "Create a key",
      name: "Name",
      hint: "What will use it, as in “web shop” or “backup server”.",
      button: "Create key",
      full: "The account has as many active keys as it may have. Revoke one to create another.",
    },
    problems: {
      name: "Enter a name of 1 to 60 characters, on one line.",
      full: "The account already has {max} active keys. Revoke one first.",
    },
    created: {
      title: "The key “{name}” is created",
      once: "Copy it now and keep it safe: it is not shown again, and the service does not keep it.",
      key: "The key",
      copy: "Copy",
      copied: "Copied",
      first: "A first proof with it",
      back: "I have saved it: back to the keys",
    },
    unknown: {
      title: "It is not known whether that happened",
      create:
        "The service lost contact with its database while it created the key “{name}”. If the list shows a key of that name, revoke it: nobody has seen it. Then create another.",
      revoke:
        "The service lost contact with its database while it revoked the key. Look at the list and try again if the key is still active.",
      back: "Back to the keys",
    },
    list: {
      title: "Active keys",
      none: "There is no active key.",
      columns: ["Name", "Created", "By", "Last used", "Action"],
      never: "Never",
      unnamed: "Key without a name",
      administrator: "Administrator",
      revoke: "Revoke",
      revokeNamed: "Revoke {name}",
    },
    former: { title: "Revoked keys", columns: ["Name", "Created", "Revoked"] },
    revoke: {
      title: "Revoke the key “{name}”?",
      about: "Programs that use it are refused within a second. A revoked key cannot be brought back.",
      button: "Revoke key",
      cancel: "Keep it",
      done: "The key is revoked.",
    },
  },
  account: {
    title: "Account",
    plan: { title: "Plan", is: "Your plan: {plan}.", change: "Compare plans" },
    usage: {
      title: "Usage",
      columns: ["Limit", "Used", "At most"],
      proofs: "Proofs today through the API",
      keys: "Active API keys",
      custody: "Space used by originals in custody",
      file: "Size of one original",
      downloads: "Downloads of originals today",
      renewed: "Daily counts start again at 00:00 UTC.",
      browser: "Proofs created in the browser do not count.",
    },
    seals: {
      title: "Electronic timestamps",
      left: "Electronic timestamps left: {count}",
      kinds: "Given with the account: {welcome}; bought: {pack}. Those given are used first.",
      ledger: "All entries of the electronic timestamp ledger",
      buy: "What an electronic timestamp is, and how to get more",
    },
    ledger: {
      title: "Electronic timestamp ledger",
      about:
        "Every electronic timestamp that was added, used or given back. The balance is the sum of these entries.",
      none: "There are no entries.",
      columns: ["Time", "Electronic timestamps", "Kind", "Cause"],
      kinds: { welcome: "Welcome", pack: "Bought" },
      paid: "Electronic timestamp of a proof",
      refund: "Given back: the electronic timestamp could not be issued",
      newAccount: "Given with the new account",
      newer: "Newest entries",
      older: "Older entries",
      back: "Back to the account",
    },
    name: {
      title: "Name on certificate pages",
      about:
        "A certificate page is public for whoever has its address. It names nobody unless you switch that on here; then it shows this name for all certificates of the account.",
      label: "Name or company",
      hint: "Nobody checks this name: the page says so beside it.",
      shows: "Show the name on certificate pages",
      button: "Save",
      done: "The name is saved.",
      problem: "Enter at most 120 characters, on one line.",
      missing: "Enter the name that is to be shown.",
      ownerOnly: "Only an owner can change this.",
      is: "Name: {name}",
      none: "No name is set.",
      shown: "It is shown on certificate pages.",
      hidden: "It is not shown on certificate pages.",
    },
    data: {
      title: "Your data",
      about: "An owner can export all data of the account, and delete the account.",
      export: "Export all data",
      delete: "Delete the account",
    },
    unknown: {
      title: "It is not known whether that was saved",
      text: "The service lost contact with its database. Look at the account and repeat it if needed.",
      back: "Back to the account",
    },
  },
  data: {
    export: {
      title: "Export all data",
      about:
        "One archive (ZIP) with everything that the service keeps of this account: people, keys without their secret part, proofs with their portable proofs, the electronic timestamp ledger, orders and the audit trail, as JSON.",
      originals: "With the originals in custody",
      downloads:
        "Each original counts as one download of the day; downloads left today: {count}. What does not fit is left out, and the archive says so.",
      after: "Go on with the originals after this proof",
      afterHint: "Only to continue an earlier export: the value originals_after in its file left-out.json.",
      afterProblem: "The account has no such proof.",
      button: "Download the archive",
      tooMany: "The account has made as many exports as it may in an hour. Try again later.",
      underWay: "Another export of the account is under way. Try again when it has ended.",
    },
    delete: {
      title: "Delete the account",
      goes: {
        title: "What is deleted, at once and for good",
        items: [
          "everything by which people sign in to this account, and the people themselves",
          "all API keys: programs that use them are refused",
          "names and metadata of all proofs, and the name on certificate pages",
          "all originals in custody",
        ],
      },
      stays: {
        title: "What stays, and why",
        text: "Proofs that you handed out must remain verifiable; they do not depend on this account.",
        items: [
          "fingerprints, from which the content cannot be computed, with their anchors and electronic timestamps",
          "the ledger of electronic timestamps and orders, without your addresses, because the operator must account for them",
          "one entry that says who deleted the account",
        ],
      },
      seals: "Unused electronic timestamps that will be lost: {count}.",
      confirm: "Type your e-mail address to confirm: {email}",
      confirmHint: "Nothing can bring the account back.",
      problem: "That is not your e-mail address. Nothing was deleted.",
      button: "Delete the account for good",
      cancel: "Keep the account",
      exportFirst: "Export all data first",
    },
    deleted: {
      title: "The account is deleted",
      text: "Proofs that you handed out can still be verified, here and elsewhere.",
    },
    unknown: {
      title: "It is not known whether the account is deleted",
      text: "The service lost contact with its database. If you can still sign in, delete the account again: that completes it. If you cannot, the account is closed, and the service completes the rest.",
    },
    back: "Back to the account",
  },
  orders: {
    title: "Orders",
    columns: ["Placed", "What", "Price", "State"],
    seals: { one: "{count} electronic timestamp", other: "{count} electronic timestamps" },
    plan: "{plan} plan",
    states: { open: "Open", granted: "Delivered", cancelled: "Cancelled" },
    onRequest: "On request",
    aMonth: "{price} a month",
    one: {
      title: "Order",
      what: "What",
      price: "Price",
      state: "State",
      placed: "Placed",
      number: "Order number",
      pay: "Go on to the payment at {host}",
      payAbout:
        "You pay there, not here: this service never sees the data of a card. What you ordered is delivered once the operator has confirmed the payment.",
      wait: "The operator has received your order and will write to {email}. What you ordered is delivered once the operator grants it.",
      granted: "What you ordered is in your account.",
      cancelled: "The order is cancelled. Nothing is delivered.",
      cancel: "Cancel the order",
      back: "Back to the account",
    },
    tooMany: {
      title: "There are open orders",
      text: "The account already has {max} open orders. Pay or cancel one of them first.",
    },
    unknown: {
      title: "It is not known whether that happened",
      text: "The service lost contact with its database. Look at the order; if there is none, it was not placed, and you can send the form again without ordering twice.",
      look: "Look at the order",
    },
  },
  people: {
    title: "People",
    about: "Who may sign in to this account, and what each person may do.",
    roles: { owner: "Owner", member: "Member", reader: "Read only" },
    mayDo: {
      owner: "May do everything, including inviting people, ordering, exporting and deleting.",
      member: "Creates proofs, uses electronic timestamps from the balance, manages keys and originals.",
      reader: "Views proofs and downloads them.",
    },
    columns: ["E-mail address", "Role", "Since", "Last sign-in", "Action"],
    you: "you",
    never: "Never",
    change: "Change",
    changeNamed: "Change {email}",
    ownerOnly: "Only an owner can invite people and change roles.",
    done: {
      role: "The role is changed.",
      removed: "The person is removed and signed out everywhere.",
      withdrawn: "The invitation is withdrawn.",
      invited: "The invitation is on its way.",
    },
    invite: {
      title: "Invite a person",
      button: "Invite a person",
      email: "E-mail address",
      role: "Role",
      language: "Language of the e-mail",
      send: "Send invitation",
      badEmail: "Enter an e-mail address, as in name@example.org.",
      isHere: "This person already belongs to the account.",
      tooMany: "The account has sent as many invitations as it may in a day. Try again tomorrow.",
      link: "Give this link to {email}",
      linkAbout:
        "This service sends no e-mail, so pass the link on yourself. It works once, within {days} days, and whoever has it can accept. It is not shown again.",
      back: "Back to the people",
    },
    invitations: {
      title: "Open invitations",
      columns: ["E-mail address", "Role", "Until", "Action"],
      withdraw: "Withdraw",
      withdrawNamed: "Withdraw the invitation of {email}",
    },
    one: {
      role: "Role",
      save: "Save",
      remove: "Remove from the account",
      removeAbout:
        "The person is signed out everywhere and can no longer sign in. Keys that the person created keep working.",
      removeButton: "Remove",
      lastOwner: "This is the only owner of the account. Make somebody else an owner first.",
      back: "Back to the people",
    },
  },
  /** The page on which a person sees what signs them in. */
  security: {
    title: "Security",
    intro: "What signs you in, and where you are signed in.",
    passkeys: "Passkeys",
    passkeysText:
      "A passkey is kept by your phone, computer or security key and cannot be phished. Add one on each device that you use.",
    noPasskeyYet: "You have no passkey yet.",
    name: "Name",
    added: "Added",
    lastUsed: "Last used",
    never: "never",
    where: "Kept",
    synced: "synchronised between devices",
    oneDevice: "on one device",
    action: "Action",
    remove: "Remove",
    removeNamed: "Remove {name}",
    passkeyName: "Name of the new passkey",
    passkeyNameHint: "For instance the device.",
    defaultName: "Passkey",
    add: "Add a passkey",
    addFailed: "The passkey was not added. Try again.",
    addFull: "The passkey exists already, or you have 20 of them.",
    unsupported: "This browser offers no passkeys here.",
    needScript: "Adding a passkey needs JavaScript.",
    noPasskeys: "Passkeys are not available at this address: they need https and a host name.",
    codes: "Recovery codes",
    codesText:
      "For the day when you have neither your passkey nor access to your e-mail. Each code works once.",
    codesLeft: { one: "You have {count} code left.", other: "You have {count} codes left." },
    noCodes: "You have none.",
    makeCodes: "Make recovery codes",
    codesReplace: "New codes replace the ones that you have.",
    codesTitle: "Your recovery codes",
    codesShown:
      "They are shown only once. Print them or write them down, and keep them apart from your devices.",
    codesFor: "For {email} at {site}",
    codesDone: "I have kept them",
    sessions: "Sessions",
    sessionsText: "A session ends after 12 hours without use, and after 7 days in any case.",
    device: "Browser",
    /** `{browser}` and `{system}` are names. */
    onSystem: "{browser} on {system}",
    unknownDevice: "unknown",
    method: "Signed in with",
    methods: { passkey: "passkey", link: "link", "recovery-code": "recovery code" },
    started: "Since",
    lastSeen: "Last used",
    thisOne: "this session",
    end: "End",
    endOthers: "Sign out everywhere else",
    notices: {
      passkeyAdded: "The passkey was added.",
      passkeyRemoved: "The passkey was removed.",
      lastPasskey:
        "This is the only way you have to sign in. Add another passkey or make recovery codes first.",
      sessionEnded: "The session was ended.",
      othersEnded: "All other sessions were ended.",
    },
  },
  audit: {
    title: "Audit trail",
    about: "Who changed what in this account, and when. Entries never change.",
    filter: "Action",
    any: "All",
    show: "Show",
    columns: ["Time", "Who", "Action", "What", "Details"],
    none: "There are no entries.",
    noneYet: "None found so far. There may be some among the older entries.",
    administrator: "Administrator",
    service: "The service",
    newer: "Newest entries",
    older: "Older entries",
    csv: "All as a table (CSV)",
    json: "All as JSON",
    actions: {
      "account.create": "Account created",
      "account.update": "Account changed",
      "account.disable": "Account closed",
      "account.enable": "Account reopened",
      "account.delete": "Account deleted",
      "account.export": "Data exported",
      "key.create": "Key created",
      "key.revoke": "Key revoked",
      "person.create": "Person joined",
      "person.invite": "Person invited",
      "person.withdraw": "Invitation withdrawn",
      "person.role": "Role changed",
      "person.remove": "Person removed",
      "passkey.add": "Passkey added",
      "passkey.remove": "Passkey removed",
      "recovery.replace": "Recovery codes replaced",
      "recovery.use": "Recovery code used",
      "session.start": "Signed in",
      "session.end": "Signed out",
      "seals.add": "Electronic timestamps added",
      "seals.remove": "Electronic timestamps taken back",
      "order.place": "Order placed",
      "order.grant": "Order granted",
      "order.cancel": "Order cancelled",
      "plan.set": "Plan changed",
      "original.delete": "Original deleted",
      "custody.purge": "Custody cleared",
      "batch.retry": "Batch retried",
    },
  },
  /** Details of the entries of the audit trail. An entry keeps its own names and values, which its export shows. */
  details: {
    names: {
      amount: "Number",
      batch: "Batch",
      by: "By",
      cause: "Cause",
      display_name: "Name on certificate pages",
      email: "E-mail address",
      file_name: "File",
      format: "Format",
      former: "Before",
      from: "Before",
      kind: "Kind",
      label: "Label",
      method: "With",
      name: "Name",
      originals: "With originals",
      plan: "Plan",
      price_eur: "Price in euros",
      reason: "Reason",
      role: "Role",
      seals: "Electronic timestamps",
      shows_display_name: "Shown",
      size_bytes: "Size in bytes",
      steps: "Steps",
      to: "Now",
      welcome_seals: "Welcome electronic timestamps",
      what: "Data",
    },
    exports: { all: "everything", audit: "the audit trail" },
    reasons: { deletion: "deletion of the account" },
    purposes: { invitation: "invitation", "sign-up": "sign-up" },
    yes: "yes",
    no: "no",
  },
  /** `{site}` is the site’s address, `{link}` the link, `{minutes}` or `{days}` how long it works. */
  mails: {
    signIn: {
      subject: "Your sign-in link",
      text: `Somebody asked to sign in to {site} with this e-mail address.

To sign in, open this link within {minutes} minutes. It works once:

{link}

If that was not you, do nothing: without this link nobody can sign in. Do not pass it on.
`,
    },
    signUp: {
      subject: "Create your account",
      text: `Somebody asked for an account at {site} with this e-mail address.

To create it, open this link within {minutes} minutes. It works once:

{link}

If that was not you, do nothing: no account is created.
`,
    },
    /** To a person who exists and asked to sign up. */
    known: {
      subject: "You already have an account",
      text: `Somebody asked for a new account at {site} with this e-mail address. It already belongs to one.

To sign in to it, open this link within {minutes} minutes. It works once:

{link}

If that was not you, do nothing: nothing has changed.
`,
    },
    invitation: {
      subject: "You are invited to {site}",
      text: `You are invited to {site}, a service that proves that a file existed by a given time.

To accept, open this link within {days} days. It works once:

{link}

If you do not expect an invitation, do nothing: nothing is created.
`,
    },
    /** All proofs of a submission are confirmed: whoever created them wished for it. */
    confirmed: {
      subject: { one: "Your proof is confirmed", other: "Your {count} proofs are confirmed" },
      text: {
        one: `The proof that you asked about at {site} on {date} is confirmed. Certificate and evidence package are ready, unless another account registered the same bytes first:

{link}

Keep the original unchanged, byte for byte: the proof covers no other file.

You asked for this one e-mail. No other follows.
`,
        other: `The {count} proofs that you asked about at {site} on {date} are confirmed. Certificates and evidence packages are ready, except where another account registered the same bytes first:

{link}

Keep the originals unchanged, byte for byte: the proofs cover no other files.

You asked for this one e-mail. No other follows.
`,
      },
    },
    /** Something changed: `{event}`. */
    notice: {
      subject: "Your sign-in has changed",
      text: `{event}

This concerns your account at {site}.

If that was not you, sign in at once, open "Security", remove what you do not recognise and end all other sessions:

{link}
`,
    },
    events: {
      passkeyAdded: "A passkey was added.",
      passkeyRemoved: "A passkey was removed.",
      codesReplaced: "New recovery codes were made. The former ones no longer work.",
      codeUsed: "Somebody signed in with one of your recovery codes.",
      sessionsEnded: "All your other sessions were ended.",
    },
  },
} as const;
