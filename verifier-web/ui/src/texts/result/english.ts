/** English: what a verdict says in every other language too. `{…}` are placeholders (`fill`); sentences end with their full stop. */
import type { Translation } from "../../language.js";
import { insecure } from "../page/english.js";

export type VerdictTexts = Translation<typeof verdict>;
export type TrustedListTexts = VerdictTexts["trustedLists"];
export type CodeTexts = Translation<typeof codes>;

export const verdict = {
  headline: {
    /** The time that a qualified timestamp states, whichever source is the headline's. */
    presumed: "Presumed by law: {time} (eIDAS Regulation, Article 41(2)).",
    /** By the verdict, and by what the date is about: a file, any file with the fingerprint that was given, or that the proof states. */
    existed: {
      verified: {
        file: "This file existed on or before {time}.",
        "given-fingerprint": "A file with the given fingerprint existed on or before {time}.",
        "stated-fingerprint": "A file with this fingerprint existed on or before {time}.",
      },
      chosen: {
        file: "If what you chose to trust is right, this file existed on or before {time}.",
        "given-fingerprint":
          "If what you chose to trust is right, a file with the given fingerprint existed on or before {time}.",
        "stated-fingerprint":
          "If what you chose to trust is right, a file with this fingerprint existed on or before {time}.",
      },
      unvouched: {
        file: "If this unknown chain is right, this file existed on or before {time}.",
        "given-fingerprint":
          "If this unknown chain is right, a file with the given fingerprint existed on or before {time}.",
        "stated-fingerprint":
          "If this unknown chain is right, a file with this fingerprint existed on or before {time}.",
      },
      rehearsal: {
        file: "In this rehearsal, the date of this file is {time}.",
        "given-fingerprint": "In this rehearsal, the date of a file with the given fingerprint is {time}.",
        "stated-fingerprint": "In this rehearsal, the date of a file with this fingerprint is {time}.",
      },
    },
    /** Every computed check holds; whoever could give a time was not asked. */
    nobodyAsked: "The date is not confirmed yet: no time source has been asked.",
    /** Beside a date that is still to be confirmed. */
    holds: "Everything that can be computed from the files given is correct.",
    /** The same where the original was given. */
    holdsFile:
      "This is the file that the proof is about, and everything else that can be computed is correct too.",
    /** Where an authority is all that is missing. */
    untrusted:
      "The date is not confirmed yet: nobody vouches for the authority that states it. Anyone can choose its name.",
    /** Sources were asked, and none could tell. */
    nobodyKnew: "Nothing contradicts this proof, but no time source confirms it.",
  },
  /** Beside the outcome, by the kind of the source: a sentence is quoted without its notes. */
  caveats: {
    "trusted-list": "By an authority on an EU trusted list.",
    "trusted-by-caller": "By an authority that you named as trusted.",
    "lists-given": "According to trusted lists that you gave.",
    "not-qualified": "It is not a qualified electronic timestamp.",
    "qualification-unknown": "Whether it is qualified is not known.",
    /** By the list of `{territory}` with the number `{number}`. */
    qualified:
      "A qualified electronic timestamp, according to EU trusted list number {number} ({territory}).",
    unknown: "On a chain that this verifier does not know.",
    testnet: "On a test network: no evidential value.",
    development: "On a development network: no evidential value.",
    sandbox: "By a sandbox authority: no evidential value.",
    "judged-as-of": "The electronic timestamp was judged as of {time}, not as of now.",
    "single-source": "Only one source confirms it: {source}.",
    /** By `{span}`: `days` or `years`. */
    inaccurate: "The source may be wrong by about {span}. The date includes that.",
    "original-not-given": "The original was not given: this concerns a fingerprint, not a file.",
    days: { one: "{count} day", other: "{count} days" },
    years: { one: "{count} year", other: "{count} years" },
  },
  subject: {
    heading: "What was examined",
    file: "File",
    files: "Files given",
    noFile: "Not given",
    /** `{file}` is in the package. */
    packedOriginal: "{file}, in the package",
    proofId: "Proof",
    /** Of `{algorithm}`. */
    fingerprint: "{algorithm} fingerprint",
    checkedAt: "Examined",
    input: "Evidence",
    inputs: {
      "svc-proof/2": "Portable proof (svc-proof/2)",
      "evidence-zip": "Evidence package (ZIP)",
      "certificate-pdf": "Certificate (PDF)",
      "asic-s": "Timestamped container (ASiC-S)",
      opentimestamps: "OpenTimestamps file",
      rfc3161: "Electronic timestamp (RFC\u00a03161)",
      "evm-witness": "Proof of inclusion of a transaction (svc-evm-witness/1)",
      unknown: "Not recognised",
    },
    bytes: { one: "{count} byte", other: "{count} bytes" },
  },
  sources: {
    heading: "Independent time sources",
    lead: "Each confirmed source states on its own that the content existed no later than its date. The earliest date of the strongest kind of source counts.",
    none: "No time source was found in the files given.",
    noLaterThan: "No later than",
    evm: "{network}, block {block}",
    /** A chain that is not known, by the label that the proof gives it. */
    unknownChain: "unknown chain {chain} (“{label}”)",
    bitcoin: "Bitcoin, block {block}",
    /** A block of Bitcoin that commits to a block of `{network}`. */
    block: "Bitcoin, block {block}, by way of a block of {network}",
    seal: "Electronic timestamp of {authority}",
    notConfirmed: "Not confirmed",
    /** Sources, after the first. */
    more: { one: "and {count} more source below", other: "and {count} more sources below" },
    statedTime: "states {time}",
    /** `{time}` as the source states it, `{count}` seconds. */
    accuracy: {
      one: "The source states {time}. Its own rules allow ± {count} second, which the date above includes.",
      other:
        "The source states {time}. Its own rules allow ± {count} seconds, which the date above includes.",
    },
    accuracyUnknown: "This source does not state how accurate its clock is.",
    /** Of a block of Bitcoin: `{time}` that it states. */
    minersClock: "The block states {time}, by its miner’s clock. Bitcoin dates to the day.",
    local: "{time} where you are ({zone})",
    computed: "Computed here, from the files given.",
    checkpoint:
      "Computed here: {bits} bits of proof of work lead to block {block}, which this verifier knows.",
    /** `{count}` blocks since the checkpoint of `{date}`; 2^`{bits}` hashes would cost `{cost}`. */
    byWork:
      "Computed here: proven by {count} blocks of work since the checkpoint of {date}. Faking that work takes about 2^{bits} hashes, electricity for some {cost}: an order of magnitude, at 5 US cents a kWh on machines of 2025.",
    reliedOn: "Relies on {names}.",
    confirmations: { one: "{count} confirmation.", other: "{count} confirmations." },
    explorer: "View the transaction in an explorer",
  },
  /** A picture of the proof, and a table that says the same. */
  picture: {
    heading: "The proof as a picture",
    table: "The picture as a table",
    columns: { what: "What", when: "When", state: "State" },
    /** Before the picture's other words. `{date}` of the result. */
    answer: {
      verified: "Existed on or before {date}",
      chosen: "{date}, by what you chose to trust",
      unvouched: "{date}, by a chain that nobody vouches for",
      rehearsal: "A rehearsal: no evidential value",
      /** What the service says of its own proof. */
      stated: "Stated by the service: on or before {date}",
      none: "No date is confirmed",
    },
    today: "Today",
    more: "and {count} more",
    accuracyUnknown: "accuracy not stated",
    certificateEnd: "End of timestamp certificate",
    /** `\u00ad` where a word may be divided. */
    path: {
      file: "File",
      fingerprint: "Finger\u00adprint",
      tree: "Batch",
      chain: "Block\u00adchain",
      bitcoin: "Bitcoin",
      timestamp: "Electronic timestamp",
    },
    states: {
      verified: "confirmed",
      chosen: "by your choice",
      unvouched: "nobody vouches for it",
      rehearsal: "no evidential value",
      soFar: "not confirmed yet",
      indeterminate: "undecided",
      failed: "failed",
      skipped: "not compared",
      stated: "stated by the service",
    },
  },
  checks: {
    heading: "What was checked",
    name: {
      format: "Format",
      content: "File",
      leaf: "Fingerprint in the proof",
      merkle: "Place in the batch",
      payload: "What was anchored",
      anchor: "Entry on the chain",
      block: "Block",
      bitcoin: "Bitcoin",
      seal: "Electronic timestamp",
      qualified: "Qualified status",
      inputs: "Everything given",
    },
    /** `{term}` as specialists say. */
    technical: "Technical term: {term}",
    terms: { leaf: "Leaf", merkle: "Merkle path", payload: "Payload", anchor: "Chain" },
    question: {
      format: "Does the evidence have the required format?",
      content: "Is this the file that the proof is about?",
      leaf: "Does the proof belong to this fingerprint?",
      merkle: "Does the fingerprint belong to the batch that was anchored?",
      payload: "Do the anchors state that batch and no other?",
      anchor: "Does the chain hold the batch, in the block that the proof names?",
      block: "Does a block of Bitcoin record the block of the anchor?",
      bitcoin: "Does a block of Bitcoin record the content?",
      seal: "Did a timestamping authority sign the fingerprint and the time?",
      qualified: "Was the service qualified at that time?",
      inputs: "Was everything given examined?",
    },
    status: { passed: "Passed", failed: "Failed", indeterminate: "Undecided", skipped: "Not made" },
    /** Of the check `qualified`: its result. */
    qualified: { qualified: "Qualified", "not-qualified": "Not qualified", indeterminate: "Not known" },
    compared: "What was compared",
    basis: "What the answer relies on",
    basisName: { computed: "Computed", "relied-on": "External sources", asserted: "Asserted" },
    basisMeaning: {
      computed: "Only on the files given and on constants of this verifier. You need not trust anyone.",
      "relied-on": "On the external sources named. The answer is as reliable as they are.",
      asserted: "Only on a statement by the issuer of the proof. That is never enough.",
    },
    byHand: "How to repeat it by hand",
    everything: "Everything the report says about this check",
    code: "Code",
    said: "What each source said",
  },
  /** Names of what a check has compared. */
  evidence: {
    stated: "Stated",
    computed: "Computed",
    expected: "Expected",
    schema: "Format",
    hash: "Fingerprint",
    value: "Leaf",
    root: "Merkle root",
    index: "Position in the batch",
    path_items: "Steps of the path",
    payload: "Payload",
    chain_id: "Chain number (EIP-155)",
    network: "Network",
    tx_hash: "Transaction",
    block_number: "Block",
    finality: "Finality rule",
    min_confirmations: "Confirmations required",
    message: "What is wrong",
    reason: "Reason",
    offset: "At byte",
    pointer: "At field",
    part: "Part of the package",
    algorithm: "Algorithm",
    digest: "Digest",
    gen_time: "Time stated",
    accuracy_seconds: "Accuracy in seconds",
    serial_number: "Serial number",
    policy: "Policy",
    authority: "Authority",
    signer: "Signed by",
    trust_anchor: "Trusted certificate",
    imprint: "Fingerprint in the electronic timestamp",
    revocation: "Revocation",
    as_of: "Judged as of",
    proof_of_existence: "Proof that the electronic timestamp is older",
    pki_status: "Status of the answer",
    status_text: "Text of the authority",
    stated_height: "Block named",
    stated_merkle_root: "Merkle root of the block",
    block_hash: "Hash of the block",
    block_time: "Time of the block",
    transaction_index: "Place in the block",
    transaction_type: "Type of transaction",
    sender: "Sender",
    recipient: "Recipient",
    value_wei: "Value in wei",
    header_sha256: "SHA-256 of the block header",
    work_bits: "Work in bits",
    checkpoint_height: "Known block that it leads to",
    confirmations: "Confirmations",
    answer: "Answer",
    pending: "Can be completed from",
    other_attestations: "Not checked, of the kind",
    file: "File number",
  },
  revocation: {
    /** `{time}` when the data that say so were made. */
    notRevoked: "Not revoked, according to data of {time}.",
    /** `{time}` of the revocation. */
    revokedLater: "Revoked only after the time of the electronic timestamp, on {time}.",
  },
  notices: {
    heading: "Please note",
    /** Beside a warning that a page was not checked. */
    dateThatCounts: "The date that counts: {time}.",
    noDateYet: "No date is confirmed yet.",
  },
  /** What became of each thing that was given. */
  inputs: {
    heading: "How each item was used",
    status: { checked: "Examined", failed: "Failed", unreadable: "Not readable", not_applicable: "Not used" },
    /** In place of `checked`, of a source that did not answer. */
    notReached: "Not reached",
    kinds: {
      proof: "Proof",
      original: "File to compare",
      content_hash: "Fingerprint",
      timestamp: "OpenTimestamps file",
      headers: "Block headers",
      seal: "Electronic timestamp",
      trust: "Trusted certificates",
      trust_list: "Snapshot of the EU trusted lists",
      trusted_list_entry: "Entry of a trusted list",
      certificates: "Certificates",
      crl: "Revocation list",
      ocsp_response: "OCSP response",
      seal_timestamp: "OpenTimestamps file of the electronic timestamp",
      witness: "Proof of inclusion of an anchor",
      witness_timestamp: "OpenTimestamps file of the anchor’s block",
      at: "Judged as of",
      evm_source: "Source",
      bitcoin_source: "Bitcoin source",
      revocation_source: "Source of revocation data",
      part: "Part",
    },
    packed: "{input}, in the package",
  },
  /** Where a verdict failed; most often, the file is another one. `{place}` of `{count}` characters. */
  otherFile: {
    ofProof: "Fingerprint in the proof",
    ofFile: "Fingerprint of this file",
    /** Of a fingerprint that was given without a file. */
    entered: "Entered for comparison",
    difference: "They first differ at character {place} of {count}.",
    causes:
      "Usual causes: a program opened and saved it, it was converted, a mail program or messenger re-encoded it, its line endings changed, or it is another version.",
    ask: "Ask whoever sent it for the unchanged original, for example in a ZIP, and compare that.",
    failed:
      "Do not rely on this evidence. Ask whoever gave it to you for it once more, unchanged, and verify that.",
  },
  meaning: {
    heading: "What this means",
    proves: "What this proves",
    provesFile: [
      "A file with exactly these bytes existed no later than the time stated.",
      "The file that you gave has not changed by a single bit since then.",
    ],
    provesFingerprint: ["A file with exactly this fingerprint existed no later than the time stated."],
    /** Before these, where nobody but the reader stands for the source of the date: by the verdict. */
    holdsIf: {
      chosen: "What follows holds only if what you chose to trust is right.",
      unvouched: "What follows holds only if this unknown chain is right.",
    },
    /** Where others vouch for the date, unless the service itself is all that was asked. */
    withoutService:
      "This rests on the files given and the sources named, not on the word of the service that issued the proof, which may no longer exist.",
    provesNothing: ["No date is proven so far."],
    provesNot: "What it does not prove",
    provesNotItems: [
      "Who made the file, who owns it, or who registered it.",
      "That the content of the file is true.",
      "That the file, or another version of it, did not exist earlier.",
      "Which file the fingerprint belongs to, once the original is lost. Keep it unchanged.",
    ],
  },
  /** Whether the electronic timestamp is qualified, and the snapshot of the EU trusted lists that says so. */
  trustedLists: {
    /** Whether the electronic timestamp is qualified. */
    verdict: {
      qualified: "Qualified electronic timestamp",
      "not-qualified": "Electronic timestamp that is not qualified",
      indeterminate: "Not known whether it is qualified",
    },
    /** What the law attaches to a qualified one. */
    presumption:
      "In the European Union the date and time that it states are presumed accurate, and the data bound to them intact. This can be rebutted (Regulation (EU) No 910/2014, Article 41(2)).",
    /** What the law leaves to one that is not qualified. */
    stillValid:
      "It is not denied legal effect solely because it is not qualified: the court weighs it (Regulation (EU) No 910/2014, Article 41(1)).",
    country: "Country",
    provider: "Trust service provider",
    service: "Service",
    list: "Trusted list",
    /** Before the name at the end of a chain that no list names. */
    leadsTo: "Its certification path leads to",
    listFacts: "No. {number}, issued {issued}, next update due {nextUpdate}",
    /** `{number}`, `{issued}`: of a list that is closed. */
    closedListFacts: "No. {number}, issued {issued}, closed",
    atGenTime: "Status at the time stated",
    /** `{time}` of a proof of existence. */
    atExistence: "Status at {time}, when the electronic timestamp is proven to have existed",
    atNow: "Status at the time of this examination",
    since: "{status}, since {time}",
    changed: "The status has changed since then.",
    /** Where the next update of the list was due before the second status. */
    listOverdue: "The next update of this list was due before that: it does not contain later changes.",
    /** By the last part of the status's URI. */
    status: {
      granted: "qualified status granted",
      withdrawn: "qualified status withdrawn",
      undersupervision: "under supervision",
      supervisionincessation: "supervision in cessation",
      supervisionceased: "supervision ceased",
      supervisionrevoked: "supervision revoked",
      accredited: "accredited",
      accreditationceased: "accreditation ceased",
      accreditationrevoked: "accreditation revoked",
      othertype: "of another type",
    },
    heading: "The trusted lists behind this answer",
    lead: "Only the EU trusted lists say which electronic timestamps are qualified. This page relies on a snapshot of these lists.",
    shipped: "The snapshot that comes with this verifier; the signatures of its lists were verified",
    given: "The snapshot that you gave, in place of the one that comes with this verifier",
    unavailable: "What the snapshot contains could not be loaded.",
    snapshot: "SHA-256 of the snapshot",
    number: "Number",
    issued: "Issued",
    nextUpdate: "Next update due",
    /** Beside a date of the next update that has passed. */
    overdue: "overdue",
    /** In place of the next update of a closed list. */
    closed: "closed",
    lotl: "List of the lists",
    /** `{count}` of `{total}` national lists. */
    contains: {
      one: "It contains {count} of {total} national lists.",
      other: "It contains {count} of {total} national lists.",
    },
    age: {
      one: "The snapshot is {count} day old.",
      other: "The snapshot is {count} days old.",
    },
    newer: "Drop a newer snapshot onto this page to use it instead.",
    aboutHeading: "EU trusted lists",
    /** Asks before a snapshot that was given is used. `{file}`. */
    offer: {
      heading: "Another snapshot of the EU trusted lists",
      lead: "The file {file} contains a snapshot of the EU trusted lists. It does not prove itself: use it only if you trust its source, and if that source states the same SHA-256.",
      /** Before a command. */
      check: "To compare it with the lists themselves:",
      newer: "It is newer than the one that comes with this verifier.",
      older: "It is older than the one that comes with this verifier.",
      same: "Its list of the lists is the one that this verifier has already.",
      use: "Use this snapshot instead of the shipped one",
      keep: "Keep the shipped one",
      used: "All results rest on the snapshot in {file}, not on the one that comes with this verifier.",
      back: "Return to the shipped one",
      unreadable:
        "The file {file} should contain a snapshot of the EU trusted lists, but it is malformed. It is not used.",
      dismiss: "Remove it",
    },
  },
} as const;

const OF_ORIGINAL = "Add the evidence about it: this file is then compared with it.";

/** A sentence for every code of a report. */
export const codes = {
  /** What an input looks like that is not recognised, and what to ask for or to do. */
  looksLike: {
    html: "This is a web page. Save the file that the page offers, and add that.",
    email: "This is an e-mail. Save its attachment, and add that.",
    http_answer:
      "This is the answer of a server together with its header. Save the file alone: with curl, without -i.",
    api_error: "This is a server’s message about an error. Ask the server for the evidence again.",
    proof_not_ready: "It says that the proof is not ready yet. Ask the service for it again later.",
    proof_resource:
      "This is what the service says about a proof, not the proof. Add the file “proof.json”, or enter the number of the proof.",
    verification_report: "This is the report of a verification, not evidence. Add the file that it is about.",
    sigstore_bundle: "This is a Sigstore bundle: a signature with its certificate. cosign verifies it.",
    timestamp_request:
      "This is the request for a timestamp, which proves nothing. Add the authority’s answer (.tsr).",
    document_signature:
      "This is the signature of a document, not a timestamp. A program for such signatures verifies it.",
    evidence_record:
      "This is an evidence record (RFC 4998 or 6283), which this verifier does not read. Ask for the timestamps in it.",
    certificates: "These are certificates, which prove no time. Add the timestamp that they belong to.",
    crl: "This is a revocation list. Add the timestamp that it belongs to.",
    ocsp_response: "This is an OCSP response. Add the timestamp that it belongs to.",
    trust_list: "This is a trusted list. Add the timestamp that is judged by it.",
    bitcoin_headers: "These are headers of Bitcoin blocks. Add the timestamp that they belong to.",
    mangled_opentimestamps:
      "This was an OpenTimestamps file, until a program opened it as text and saved it. Ask for the file as it was made.",
    image: `This is an image. ${OF_ORIGINAL}`,
    video: `This is a video. ${OF_ORIGINAL}`,
    audio: `This is a sound recording. ${OF_ORIGINAL}`,
    archive: "This is an archive, but not a ZIP. If the evidence is in it, unpack it and add the folder.",
    office_document: `This is an office document. ${OF_ORIGINAL}`,
    apple_double:
      "macOS keeps notes about another file here. The evidence is the file without “._” in its name.",
    folder_settings: "A system keeps notes about a folder here. This is not evidence.",
    xml: `This is an XML document. ${OF_ORIGINAL}`,
    json: `This is a JSON document. ${OF_ORIGINAL}`,
    text: `This is a text. ${OF_ORIGINAL}`,
    empty: "This file is empty. Ask for it again.",
    unknown: `This is not evidence that this verifier knows. ${OF_ORIGINAL}`,
  },
  /** Why the page does not check signatures, where its browser does not let it. */
  insecure: insecure as string,
  /** In place of a sentence below: of a fingerprint that was given without a file, and of lists. */
  inState: {
    enteredEqual: "The given fingerprint is the one that the proof is about.",
    enteredOther: "The given fingerprint is not the one of the proof.",
    noPathToList:
      "Not known: the chain of certificates that leads to a service on a trusted list is not valid.",
    notListedThen: "It is not qualified: an EU trusted list names the service, but not yet at that time.",
  },
  /** Sentences for passed checks. */
  passed: {
    format: "The evidence has the required format.",
    content: "The file has the fingerprint that the proof is about.",
    leaf: "The proof is about this fingerprint.",
    merkle: "The fingerprint belongs to the batch that was anchored.",
    payload: "Every anchor states this batch and no other.",
    anchor: "The chain holds the batch, in the block that the proof names.",
    block: "A block of Bitcoin’s main chain records the block of the anchor.",
    bitcoin: "A block of Bitcoin’s main chain records the content.",
    seal: "A timestamping authority whose certificate is trusted signed the fingerprint together with the time.",
    qualified:
      "The service that made it was qualified at that time, according to the EU trusted list of its country.",
    inputs: "Everything you gave was examined.",
  },
  /** Reasons why a check did not pass. */
  codes: {
    bitcoin_proven_by_work:
      "A block of Bitcoin records the content. It is proven by the work of the blocks since the last checkpoint.",

    not_requested: "Not checked: neither the file nor its fingerprint was given.",
    depends_on_failed_check: "Not checked: another check must pass first.",
    no_anchor: "The proof names no anchor on a chain.",
    no_trust_list: "Not checked: no trusted list is in use.",
    input_not_applicable: "It has no use here, and the result does not rely on it.",
    not_needed: "Not asked: the files given are enough.",
    not_recognised: "This is not a kind of file that this verifier reads.",
    unsupported:
      "Not read: this verifier does not support its version or a feature of it. This does not mean that it is false.",
    encrypted: "Not read: it is encrypted. Remove the encryption, or ask for a copy without it.",
    too_large: "Not read: it is beyond a limit of this verifier. This does not mean that it is false.",
    damaged: "Not read: it is damaged. This does not mean that it is false: ask for another copy.",
    work_limit_exceeded: "Stopped: it needs more work than one verification is allowed.",

    duplicate_key: "A field occurs twice, so two programs could read two different proofs.",

    content_hash_mismatch: "This is not the file of the proof.",
    leaf_formula_mismatch: "The formula stated in the proof is not the one of the format.",
    leaf_value_mismatch: "The leaf does not follow from the proof’s identifier and the fingerprint.",
    merkle_root_mismatch: "The audit path does not lead to the Merkle root.",
    merkle_index_mismatch: "The position in the batch contradicts the audit path.",
    payload_mismatch: "An anchor states a payload other than that of the Merkle root.",
    network_mismatch: "The anchor’s chain number and network name do not match.",
    transaction_not_found: "The block that the proof names does not contain the transaction.",
    transaction_input_mismatch: "The transaction carries something other than the payload.",
    transaction_reverted: "The transaction was reverted.",
    block_number_mismatch: "The transaction is in a different block from the one the proof names.",
    timestamp_of_other_content: "The OpenTimestamps file is about something other than this proof.",
    bitcoin_root_mismatch:
      "The OpenTimestamps file does not lead to the Merkle root of the block that it names.",
    bitcoin_block_off_chain: "The OpenTimestamps file leads to a block outside Bitcoin’s main chain.",

    input_unreadable: "The file could not be read.",
    none_is_original: "None of these files is the file of this proof.",
    original_unreadable: "The file could not be read.",
    no_source: "Not checked yet: no source was asked about this chain.",
    source_unreachable:
      "Could not be checked: the source cannot be reached. This says nothing about the proof.",
    source_timeout:
      "Could not be checked: the source did not answer in time. This says nothing about the proof.",
    source_error:
      "Could not be checked: the source answered with an error. This says nothing about the proof.",
    source_invalid_answer: "Could not be checked: the source’s answer is invalid.",
    source_wrong_chain: "Could not be checked: the source serves another chain.",
    source_inconsistent: "Could not be checked: the source’s answers contradict each other.",
    sources_disagree: "Could not be decided: the sources contradict each other.",
    block_unknown_to_source: "Could not be checked: the source does not have the block.",
    transaction_not_indexed: "Could not be checked: the source has the block, but not the transaction.",
    transaction_pending: "The transaction is not in a block yet.",
    receipt_missing: "Could not be checked: the source has no receipt for the transaction.",
    receipt_without_status:
      "Could not be checked: the receipt does not say whether the transaction succeeded.",
    block_time_implausible: "Could not be checked: the source states an impossible time for the block.",
    too_few_confirmations: "The block is too recent to count as final.",
    block_not_final: "The chain has not made the block final yet.",
    finality_unknown: "The source does not say which blocks are final.",
    header_run_missing:
      "The block dates from a time when block headers were easy to forge, and the source does not provide the headers from there to a checkpoint.",
    header_run_short:
      "The block headers lead from the last checkpoint to the block, but fewer than six more follow it. Later headers will settle it.",
    header_target_invalid: "The matching block header states an invalid proof-of-work target.",
    header_target_wrong:
      "The matching block header states a proof-of-work target other than the one in force at that height.",
    header_target_too_easy:
      "The matching block header has less proof of work than Bitcoin required at that height.",
    header_work_missing: "The matching block header does not meet its own proof-of-work target.",
    header_time_implausible: "The matching block header states a time that is impossible at that height.",
    file_hash_not_sha256: "Not compared: the OpenTimestamps file uses a digest other than SHA-256.",
    content_hash_not_sha256: "Not compared: the digest given is not SHA-256.",
    bitcoin_pending: "The OpenTimestamps file names no block yet: calendars have promised one.",
    no_bitcoin_attestation: "The OpenTimestamps file names no block of Bitcoin.",
    no_bitcoin_header: "Not checked yet: neither the block header nor a source is available.",
    header_unproven:
      "The OpenTimestamps file matches a block header, but nothing here proves that it belongs to the main chain.",
    header_of_regtest:
      "The OpenTimestamps file matches a block of a development network: no evidential value.",

    witness_unconfirmed:
      "The transaction is in the block that the proof of inclusion shows. Whether that block belongs to the chain has not been checked yet: no source was asked.",
    witness_of_other_transaction: "The proof of inclusion is about a different transaction.",
    witness_chain_mismatch: "The proof of inclusion is about a different chain.",
    block_off_chain: "The block that the proof of inclusion shows does not belong to the chain.",
    trie_node_missing: "The path to the transaction in the proof of inclusion is incomplete.",
    trie_node_hash_mismatch:
      "The path in the proof of inclusion does not belong to the block: a hash differs.",
    trie_node_surplus: "The path in the proof of inclusion goes on after the transaction.",
    trie_key_absent: "The path in the proof of inclusion does not lead to the transaction.",
    evm_signature_invalid: "The signature of the transaction in the proof of inclusion is invalid.",

    zip_ambiguous_end: "The package has two ends, and programs differ in which one they use.",
    zip_prepended_data: "There is data before the beginning of the package.",
    zip_entry_type_mismatch:
      "A part of the package is a folder by its name and a file by its attributes, or the reverse.",
    zip_also_pdf: "The package also opens as a PDF, which may show something other than what is verified.",
    zip_name_duplicate: "Two parts of the package have the same name.",
    zip_local_header_mismatch: "A part of the package contradicts the package’s directory.",
    zip_descriptor_mismatch: "The data after a part contradicts the package’s directory.",
    zip_overlap: "Two parts of the package share bytes.",
    zip_gap: "The package has bytes that belong to no part.",
    zip_deflate_trailing:
      "A part of the package goes on after the end of its compressed data: programs would read it differently.",
    zip_name_ambiguous: "A part of the package is a folder by one of its two names and a file by the other.",
    zip_descriptor_ambiguous:
      "A part of the package contains data that looks like its own end: programs would read it differently.",
    pdf_xref_ambiguous: "The PDF states in two ways where its parts are: programs would read it differently.",
    pdf_key_duplicate: "An object of the PDF states something twice: programs would read it differently.",
    pdf_object_hidden:
      "The file contains an object that its own directory does not list: programs would read it differently.",
    evidence_no_proof:
      "The package contains no proof: it was made before the proof was ready, or the proof was removed.",
    evidence_several_originals: "The package contains more than one original.",
    evidence_name_ambiguous: "A part of the package has two names.",
    asic_several_data_objects:
      "The container holds more than one file, so it does not say which one was timestamped.",
    asic_name_ambiguous:
      "A part of the container has two names, or a name that some systems take for another part.",

    pdf_also_zip:
      "The PDF also opens as a ZIP archive, which may show something other than what is verified.",
    pdf_attachment_duplicate: "Two attachments of the PDF have the same name.",
    pdf_attachment_ambiguous: "An attachment of the PDF has two names or two contents.",
    pdf_no_proof:
      "The PDF contains no proof: the certificate was made before the proof was ready, or the proof was removed.",

    tsp_token_unexpected: "The authority’s answer says “rejected” but contains a timestamp.",
    tsp_attribute_duplicate: "A signed attribute occurs twice.",
    timestamp_not_granted: "The authority did not grant a timestamp.",
    imprint_mismatch: "The electronic timestamp is about another file: its fingerprint is different.",
    imprint_algorithm_mismatch: "The fingerprint in the electronic timestamp uses another algorithm.",
    nonce_mismatch: "The electronic timestamp does not answer the request that was made.",
    policy_mismatch: "The electronic timestamp was issued under a policy other than the one requested.",
    requested_certificate_missing: "The certificate that was requested is not in the electronic timestamp.",
    signed_attributes_missing: "The electronic timestamp has no signed attributes.",
    content_type_mismatch: "The signed content is declared as something other than a timestamp.",
    message_digest_mismatch: "The signed digest is not that of the timestamp.",
    algorithm_protection_mismatch: "The protected algorithms are not those of the signature.",
    digest_algorithm_mismatch: "The electronic timestamp names two different digest algorithms.",
    signing_certificate_missing: "The signature does not name the certificate of its signer.",
    signing_certificate_mismatch: "The signature names a certificate other than the one available.",
    tsa_name_mismatch: "The electronic timestamp names a different authority from its certificate.",
    signer_purpose_missing: "The signer’s certificate was not issued for timestamping.",
    signer_purpose_not_critical: "The signer’s purpose is not marked critical, as the standard requires.",
    signer_purpose_not_alone: "The signer’s certificate was also issued for other purposes.",
    signer_key_usage: "The signer’s key may not be used for signatures.",
    signature_invalid: "A signature is invalid.",
    signer_not_valid_at_gen_time:
      "The signer’s certificate was not valid at the time of the electronic timestamp.",
    signer_certificate_unreadable:
      "Could not be checked: the signer’s certificate is there but could not be read.",
    signer_certificate_missing: "Could not be checked: the signer’s certificate is not available.",
    no_trust_anchor:
      "Could not be decided: neither a trusted list nor you name a certificate of its chain as trusted.",
    revoked_no_poe:
      "A certificate was revoked later, and nothing shows that the electronic timestamp is older.",
    gen_time_in_the_future:
      "By the clock of this device, the electronic timestamp states a time in the future. Check the clock first.",
    out_of_bounds_no_poe:
      "A certificate has expired, and nothing shows that the electronic timestamp is older.",

    no_path: "No chain of certificates leads to one that you trust.",
    path_too_costly: "The search for a chain of certificates was stopped at its limit.",
    path_too_long: "The chain of certificates is longer than allowed.",
    certificate_not_yet_valid: "A certificate was not yet valid at the time of the electronic timestamp.",
    certificate_expired: "A certificate had expired at the time of the electronic timestamp.",
    algorithm_unsupported: "Could not be checked: this verifier does not support the algorithm.",
    algorithm_mismatch: "The parameters of a signature or key contradict its standard.",
    key_too_weak: "A key is too short to be secure.",
    key_malformed: "A key is malformed.",
    hash_too_weak: "A signature uses a digest algorithm that is no longer secure.",
    issuer_not_ca: "An issuer in the chain is not a certification authority.",
    issuer_key_usage: "An issuer’s key may not sign certificates.",
    path_length_exceeded: "The chain is longer than one of its authorities allows.",
    unknown_critical_extension: "A certificate has an unknown critical extension.",
    extended_key_usage: "A certificate in the chain was not issued for this purpose.",
    name_not_permitted: "A name is outside those that an authority may certify.",
    name_excluded: "A name is among those that an authority may not certify.",
    name_constraints_unsupported: "Name constraints are of a kind that this verifier does not support.",
    name_constraints_too_costly: "Comparing names with their constraints needs more work than allowed.",
    policy: "No certificate policy applies to the whole chain, and one is required.",
    certificate_profile: "A certificate violates a rule of its standard.",
    revoked: "A certificate was revoked.",
    revocation_undetermined: "It could not be determined whether a certificate was revoked.",

    service_not_listed:
      "It is not qualified: no EU trusted list names the service that made it. No list vouches for this authority; anyone can choose this name.",
    service_of_other_type:
      "It is not qualified: the EU trusted lists name the service, but not for qualified electronic timestamps.",
    service_withdrawn: "It is not qualified: the service did not have qualified status at that time.",
    service_under_supervision:
      "It is not qualified: the service was supervised under the rules in force before July 2016, which had no qualified electronic timestamp within the meaning of Regulation (EU) No 910/2014.",
    service_extension_unknown:
      "Not known: the trusted list limits the status of the service in a way that this verifier does not know.",
    trusted_list_too_old: "Not known: the electronic timestamp is more recent than the trusted list at hand.",
    trusted_list_missing: "Not known: the trusted list of the authority’s country is not at hand.",
    chain_incomplete:
      "Not known: the certificate of an issuing authority is missing, so it cannot be said where the chain of certificates leads.",
  },
  /** What is not supported, by the code of the reader. */
  unsupported: {
    unsupported_schema: "The document is not a proof in a version that this verifier supports.",
    unsupported_algorithm: "The fingerprint uses an algorithm other than SHA-256.",
    unsupported_format: "The document is not in a format that this verifier supports.",
    ots_version_unsupported: "The OpenTimestamps file has a version that this verifier does not support.",
    ots_file_hash_unknown: "The OpenTimestamps file uses a digest that this verifier does not know.",
    ots_operation_unknown: "The OpenTimestamps file has an unknown operation.",
    zip_multi_disk: "The package is only one part of several: ask for it in one file.",
    zip_flag_unsupported:
      "The package uses a feature that this verifier does not support: unpack it and give the folder.",
    zip_method_unsupported:
      "The package uses a compression that this verifier does not support: unpack it and give the folder.",
    zip_extra_field_unsupported:
      "An extra field of the package gives a part another name: programs would read it differently.",
    zip_entry_not_regular:
      "A part of the package is not a regular file but a link, a file kept online or similar. Unpack the package where it was made, and give the folder.",
    zip_name_unsafe:
      "A name in the package is unsafe, or systems read it differently. Unpack the package where it was made, and give the folder.",
    zip_name_version: "The name of a part of the package ends in a version number, which some programs drop.",
    evidence_folder_unsupported:
      "The package contains several folders: unpack it and give the folder of the proof.",
    asic_e_unsupported:
      "The container is an ASiC-E with a manifest. This verifier reads ASiC-S containers with one timestamp only.",
    asic_signature_unsupported: "The container is signed. This verifier checks timestamps, not signatures.",
    asic_evidence_record_unsupported:
      "The container holds an evidence record instead of a timestamp, which this verifier does not read.",
    asic_media_type_unsupported:
      "The container states a type other than ASiC-S, which this verifier does not read.",
    pdf_hybrid_unsupported:
      "Some programs do not find the attachments of this PDF. Save it again, for instance with qpdf, which keeps the attachments.",
    pdf_filter_unsupported: "The PDF uses a compression that this verifier does not support.",
    evm_transaction_type_unknown:
      "The transaction in the proof of inclusion is of a type that this verifier does not know.",
    network_unknown: "The Bitcoin headers are of a network that this verifier does not know.",
    der_tag_unsupported: "The electronic timestamp has an element of an unsupported kind.",
    x509_version: "A certificate has an unknown version.",
    tsp_version: "The electronic timestamp has an unknown version.",
    tsp_extension_unknown: "The electronic timestamp has an unknown critical extension.",
    tsp_status_unknown: "The authority’s answer has an unknown status.",
    ocsp_no_response: "An OCSP response contains no answer.",
  },
  notices: {
    page_text_not_checked:
      "The text printed on the PDF was not checked. Anyone can attach a genuine proof to another page: only the date and the fingerprint shown here count.",
    timestamp_contradicted:
      "The blocks named by one of the OpenTimestamps files contradict it. The result rests on another file.",
    seal_not_standing: "One of the electronic timestamps was not confirmed. Another one was.",
    original_probably_changed:
      "This file has the name or the size of the original and another fingerprint. It was probably changed.",
    input_not_applicable: "Something you gave has no use here. The result does not rely on it.",
    original_not_given: "No file has been compared yet. Add the file to see whether it has this fingerprint.",
    development_network: "The anchor is on a development network: no evidential value.",
    test_network:
      "The anchor is on a test network, which may be discontinued at any time: no evidential value.",
    unknown_network: "The verifier does not know this chain; its name is taken from the proof, unchecked.",
    single_source: "Only one source confirms this date. Ask a second one to compare.",
    block_time_by_source:
      "The time of the block is stated by the source: it does not follow from the block’s hash.",
    attestation_not_checked: "The proof mentions further evidence that you did not add.",
    bitcoin_regtest: "The OpenTimestamps file is on a development network: no evidential value.",
    not_all_judged:
      "More was given than one verification examines or asks about. What was not examined may say more.",
    input_left_out: "This cannot be read or is not valid, and was left out.",
    qualification_not_checked: "Whether the authority is qualified was not checked.",
    service_withdrawn_since:
      "The service had qualified status at the time of the electronic timestamp, and lost it afterwards.",
    trust_list_given:
      "The EU trusted lists come from a snapshot that you gave, not from the one that comes with this verifier.",
    trusted_list_entry_differs:
      "The package states something other than the trusted lists at hand. The result relies on these lists.",
    trust_certificate_unreadable: "A certificate that you trust could not be read and was left out.",
    revocation_not_checked:
      "Whether a certificate of the electronic timestamp was revoked was not checked: no revocation data is available.",
    revocation_fetched: "Revocation data of the electronic timestamp was fetched from its authority.",
    revocation_not_fetched:
      "No revocation data could be fetched about a certificate of the electronic timestamp.",
    path_beyond_named_certificates:
      "The electronic timestamp names the certificates by which it is to be checked; the check relied on others as well.",
    sandbox_authority: "The electronic timestamp comes from a sandbox: no evidential value.",
    asked_as_of_another_time: "The electronic timestamp was judged as of a time other than now.",
    rests_on_proof_of_existence:
      "A certificate of the electronic timestamp has expired or was revoked since; a Bitcoin block shows that the electronic timestamp is older.",
    proof_of_existence_not_standing:
      "The OpenTimestamps file of the electronic timestamp was not confirmed. The result does not rely on it.",
    packed_verifier:
      "The package contains a verifier of its own. Whoever can change the evidence can change that verifier too: its answer proves nothing by itself. Compare its SHA-256 with the published one before you use it, or if you opened this page from the package.",
    parts_not_checked: "Some parts of the package were not checked. The result does not rely on them.",
    seal_revocation_data_malformed: "Revocation data could not be read and was left out.",
  },
};
