import { insecure } from "../page/french.js";
import type { CodeTexts, VerdictTexts } from "./english.js";

export const verdict: VerdictTexts = {
  headline: {
    presumed: "Présomption légale\u00a0: {time} (article 41, paragraphe 2, du règlement eIDAS).",
    existed: {
      verified: {
        file: "Ce fichier existait au plus tard le {time}.",
        "given-fingerprint": "Un fichier portant l’empreinte indiquée existait au plus tard le {time}.",
        "stated-fingerprint": "Un fichier portant cette empreinte existait au plus tard le {time}.",
      },
      chosen: {
        file: "Si ce à quoi vous avez choisi de vous fier est fiable, ce fichier existait au plus tard le {time}.",
        "given-fingerprint":
          "Si ce à quoi vous avez choisi de vous fier est fiable, un fichier portant l’empreinte indiquée existait au plus tard le {time}.",
        "stated-fingerprint":
          "Si ce à quoi vous avez choisi de vous fier est fiable, un fichier portant cette empreinte existait au plus tard le {time}.",
      },
      unvouched: {
        file: "Si cette chaîne inconnue est fiable, ce fichier existait au plus tard le {time}.",
        "given-fingerprint":
          "Si cette chaîne inconnue est fiable, un fichier portant l’empreinte indiquée existait au plus tard le {time}.",
        "stated-fingerprint":
          "Si cette chaîne inconnue est fiable, un fichier portant cette empreinte existait au plus tard le {time}.",
      },
      rehearsal: {
        file: "Dans cet essai, ce fichier porte la date du {time}.",
        "given-fingerprint":
          "Dans cet essai, un fichier portant l’empreinte indiquée porte la date du {time}.",
        "stated-fingerprint": "Dans cet essai, un fichier portant cette empreinte porte la date du {time}.",
      },
    },
    nobodyAsked:
      "La date n’est pas encore confirmée\u00a0: aucune source de temps n’a encore été interrogée.",
    holds: "Tout ce qui peut être calculé à partir des éléments fournis est correct.",
    holdsFile:
      "C’est bien le fichier sur lequel porte la preuve, et tout ce qui peut être calculé par ailleurs est correct.",
    untrusted:
      "La date n’est pas encore confirmée\u00a0: personne ne répond de l’autorité qui l’indique. N’importe qui peut choisir ce nom.",
    nobodyKnew: "Rien ne contredit cette preuve, mais aucune source de temps ne la confirme.",
  },
  caveats: {
    "trusted-list": "Par une autorité inscrite sur une liste de confiance de l’Union européenne.",
    "trusted-by-caller": "Par une autorité que vous avez désignée comme digne de confiance.",
    "lists-given": "D’après des listes de confiance que vous avez fournies.",
    "not-qualified": "Cet horodatage électronique n’est pas qualifié.",
    "qualification-unknown": "On ne sait pas s’il est qualifié.",
    qualified:
      "Horodatage électronique qualifié, d’après la liste de confiance de l’UE nº\u00a0{number} ({territory}).",
    unknown: "Sur une chaîne que ce vérificateur ne connaît pas.",
    testnet: "Sur un réseau d’essai\u00a0: aucune valeur probante.",
    development: "Sur un réseau de développement\u00a0: aucune valeur probante.",
    sandbox: "Par une autorité d’essai\u00a0: aucune valeur probante.",
    "judged-as-of": "L’horodatage a été apprécié au {time}, et non à ce jour.",
    "single-source": "Repose sur une seule source\u00a0: {source}.",
    inaccurate: "La source peut se tromper d’environ {span}. La date en tient compte.",
    "original-not-given":
      "L’original n’a pas été fourni\u00a0: ceci porte sur une empreinte, non sur un fichier.",
    days: { one: "{count} jour", other: "{count} jours" },
    years: { one: "{count} an", other: "{count} ans" },
  },
  subject: {
    heading: "Ce qui a été examiné",
    file: "Fichier",
    files: "Fichiers fournis",
    noFile: "Non fourni",
    packedOriginal: "{file}, dans le dossier",
    proofId: "Preuve",
    fingerprint: "Empreinte {algorithm}",
    checkedAt: "Examiné",
    input: "Pièce",
    inputs: {
      "svc-proof/2": "Preuve portable (svc-proof/2)",
      "evidence-zip": "Dossier de preuve (ZIP)",
      "certificate-pdf": "Certificat (PDF)",
      "asic-s": "Conteneur horodaté (ASiC-S)",
      opentimestamps: "Fichier OpenTimestamps",
      rfc3161: "Horodatage électronique (RFC\u00a03161)",
      "evm-witness": "Preuve d’inclusion d’une transaction (svc-evm-witness/1)",
      unknown: "Non reconnue",
    },
    bytes: { one: "{count} octet", other: "{count} octets" },
  },
  sources: {
    heading: "Sources de temps indépendantes",
    lead: "Chaque source confirmée indique à elle seule que le contenu existait au plus tard à sa date. La date retenue est la plus ancienne de la catégorie de sources la plus solide.",
    none: "Aucune source de temps n’a été trouvée dans les éléments fournis.",
    noLaterThan: "Au plus tard le",
    evm: "{network}, bloc {block}",
    unknownChain: "chaîne inconnue {chain} («\u00a0{label}\u00a0»)",
    bitcoin: "Bitcoin, bloc {block}",
    block: "Bitcoin, bloc {block}, par un bloc d’une autre chaîne ({network})",
    seal: "Horodatage électronique ({authority})",
    notConfirmed: "Non confirmé",
    more: { one: "et {count} autre source ci-dessous", other: "et {count} autres sources ci-dessous" },
    statedTime: "indique {time}",
    accuracy: {
      one: "La source indique {time}. Ses règles admettent une marge de ± {count} seconde, comprise dans la date ci-dessus.",
      other:
        "La source indique {time}. Ses règles admettent une marge de ± {count} secondes, comprise dans la date ci-dessus.",
    },
    accuracyUnknown: "Cette source n’indique pas la précision de son horloge.",
    minersClock: "Le bloc indique {time}, selon l’horloge de son mineur. Bitcoin ne date qu’au jour près.",
    local: "{time}, heure locale ({zone})",
    computed: "Calculé ici, à partir des fichiers fournis.",
    checkpoint:
      "Calculé ici\u00a0: {bits} bits de preuve de travail mènent au bloc {block}, que ce vérificateur connaît.",
    byWork:
      "Calculé ici\u00a0: prouvé par {count} blocs de travail depuis le point de contrôle du {date}. Falsifier ce travail demande environ 2^{bits} hashs, soit quelque {cost} d’électricité\u00a0: un ordre de grandeur, à 5 cents américains le kWh avec des machines de 2025.",
    reliedOn: "Repose sur {names}.",
    confirmations: { one: "{count} confirmation.", other: "{count} confirmations." },
    explorer: "Voir la transaction dans un explorateur",
  },
  picture: {
    heading: "La preuve en image",
    table: "L’image sous forme de tableau",
    columns: { what: "Quoi", when: "Quand", state: "État" },
    answer: {
      verified: "Existait au plus tard le {date}",
      chosen: "{date}, selon votre choix de confiance",
      unvouched: "{date}, selon une chaîne dont nul ne répond",
      rehearsal: "Essai\u00a0: aucune valeur probante",
      stated: "Selon le service, au plus tard le {date}",
      none: "Aucune date n’est confirmée",
    },
    today: "Aujourd’hui",
    more: "et {count} de plus",
    accuracyUnknown: "précision non indiquée",
    certificateEnd: "Fin du certificat d’horodatage",
    path: {
      file: "Fichier",
      fingerprint: "Empreinte",
      tree: "Lot",
      chain: "Chaîne de blocs",
      bitcoin: "Bitcoin",
      timestamp: "Horodatage",
    },
    states: {
      verified: "confirmé",
      chosen: "selon votre choix",
      unvouched: "nul n’en répond",
      rehearsal: "aucune valeur probante",
      soFar: "pas encore confirmé",
      indeterminate: "en suspens",
      failed: "échec",
      skipped: "non comparé",
      stated: "indiqué par le service",
    },
  },
  checks: {
    heading: "Ce qui a été contrôlé",
    name: {
      format: "Format",
      content: "Fichier",
      leaf: "Empreinte dans la preuve",
      merkle: "Place dans le lot",
      payload: "Ce qui a été ancré",
      anchor: "Inscription dans la chaîne",
      block: "Bloc",
      bitcoin: "Bitcoin",
      seal: "Horodatage",
      qualified: "Statut qualifié",
      inputs: "Éléments fournis",
    },
    technical: "Terme technique\u00a0: {term}",
    terms: { leaf: "Feuille", merkle: "Chemin de Merkle", payload: "Charge utile", anchor: "Chaîne" },
    question: {
      format: "La pièce a-t-elle le format requis\u00a0?",
      content: "Est-ce le fichier sur lequel porte la preuve\u00a0?",
      leaf: "La preuve correspond-elle à cette empreinte\u00a0?",
      merkle: "L’empreinte appartient-elle au lot qui a été ancré\u00a0?",
      payload: "Les ancrages indiquent-ils ce lot, et aucun autre\u00a0?",
      anchor: "La chaîne contient-elle le lot, dans le bloc qu’indique la preuve\u00a0?",
      block: "Un bloc de Bitcoin consigne-t-il le bloc de l’ancrage\u00a0?",
      bitcoin: "Un bloc de Bitcoin consigne-t-il le contenu\u00a0?",
      seal: "Une autorité d’horodatage a-t-elle signé l’empreinte et l’heure\u00a0?",
      qualified: "Le service était-il qualifié à cette date\u00a0?",
      inputs: "Tout ce qui a été fourni a-t-il été examiné\u00a0?",
    },
    status: {
      passed: "Conforme",
      failed: "Non conforme",
      indeterminate: "En suspens",
      skipped: "Non contrôlé",
    },
    qualified: { qualified: "Qualifié", "not-qualified": "Non qualifié", indeterminate: "Non établi" },
    compared: "Ce qui a été comparé",
    basis: "Sur quoi repose la réponse",
    basisName: { computed: "Calculé", "relied-on": "Sources externes", asserted: "Affirmé" },
    basisMeaning: {
      computed:
        "Uniquement sur les fichiers fournis et sur des constantes de ce vérificateur. Il n’est nécessaire de faire confiance à personne.",
      "relied-on": "Sur les sources externes indiquées. La réponse est aussi fiable qu’elles.",
      asserted: "Uniquement sur la déclaration de celui qui a délivré la preuve. Cela ne suffit jamais.",
    },
    byHand: "Comment le refaire à la main",
    everything: "Tout ce que dit le rapport sur ce contrôle",
    code: "Code",
    said: "Ce que chaque source a dit",
  },
  evidence: {
    stated: "Indiqué",
    computed: "Calculé",
    expected: "Attendu",
    schema: "Format",
    hash: "Empreinte",
    value: "Feuille",
    root: "Racine de Merkle",
    index: "Position dans le lot",
    path_items: "Étapes du chemin",
    payload: "Charge utile",
    chain_id: "Numéro de chaîne (EIP-155)",
    network: "Réseau",
    tx_hash: "Transaction",
    block_number: "Bloc",
    finality: "Règle de finalité",
    min_confirmations: "Confirmations exigées",
    message: "Ce qui est incorrect",
    reason: "Raison",
    offset: "À l’octet",
    pointer: "Au champ",
    part: "Partie du dossier",
    algorithm: "Algorithme",
    digest: "Condensé",
    gen_time: "Heure indiquée",
    accuracy_seconds: "Précision en secondes",
    serial_number: "Numéro de série",
    policy: "Politique",
    authority: "Autorité",
    signer: "Signé par",
    trust_anchor: "Certificat de confiance",
    imprint: "Empreinte dans l’horodatage",
    revocation: "Révocation",
    as_of: "Apprécié à la date du",
    proof_of_existence: "Preuve que l’horodatage est antérieur",
    pki_status: "Statut de la réponse",
    status_text: "Texte de l’autorité",
    stated_height: "Bloc indiqué",
    stated_merkle_root: "Racine de Merkle du bloc",
    block_hash: "Hash du bloc",
    block_time: "Heure du bloc",
    transaction_index: "Place dans le bloc",
    transaction_type: "Type de transaction",
    sender: "Expéditeur",
    recipient: "Destinataire",
    value_wei: "Montant en wei",
    header_sha256: "SHA-256 de l’en-tête du bloc",
    work_bits: "Travail en bits",
    checkpoint_height: "Bloc connu auquel il mène",
    confirmations: "Confirmations",
    answer: "Réponse",
    pending: "Peut être complété auprès de",
    other_attestations: "Non contrôlé, de type",
    file: "Numéro du fichier",
  },
  revocation: {
    notRevoked: "Non révoqué, d’après des données du {time}.",
    revokedLater: "Révoqué seulement après l’heure de l’horodatage, le {time}.",
  },
  notices: {
    heading: "À noter",
    dateThatCounts: "Date retenue\u00a0: {time}.",
    noDateYet: "Aucune date n’est encore confirmée.",
  },
  inputs: {
    heading: "Utilisation de chaque élément",
    status: {
      checked: "Examiné",
      failed: "Non conforme",
      unreadable: "Illisible",
      not_applicable: "Non utilisé",
    },
    notReached: "Injoignable",
    kinds: {
      proof: "Preuve",
      original: "Fichier à comparer",
      content_hash: "Empreinte",
      timestamp: "Fichier OpenTimestamps",
      headers: "En-têtes de blocs",
      seal: "Horodatage électronique",
      trust: "Certificats de confiance",
      trust_list: "Extrait des listes de confiance de l’UE",
      trusted_list_entry: "Entrée d’une liste de confiance",
      certificates: "Certificats",
      crl: "Liste de révocation",
      ocsp_response: "Réponse OCSP",
      seal_timestamp: "Fichier OpenTimestamps de l’horodatage",
      witness: "Preuve d’inclusion d’un ancrage",
      witness_timestamp: "Fichier OpenTimestamps du bloc de l’ancrage",
      at: "Apprécié à la date du",
      evm_source: "Source",
      bitcoin_source: "Source Bitcoin",
      revocation_source: "Source de données de révocation",
      part: "Partie",
    },
    packed: "{input}, dans le dossier",
  },
  otherFile: {
    ofProof: "Empreinte dans la preuve",
    ofFile: "Empreinte de ce fichier",
    entered: "Saisie pour comparaison",
    difference: "La première différence est au caractère {place} sur {count}.",
    causes:
      "Causes habituelles\u00a0: un programme l’a ouvert et enregistré, il a été converti, une messagerie l’a réencodé, ses fins de ligne ont changé, ou c’est une autre version.",
    ask: "Demandez à l’expéditeur l’original inchangé, par exemple dans un ZIP, et comparez-le.",
    failed:
      "Ne vous appuyez pas sur cette preuve. Redemandez-la, inchangée, à qui vous l’a remise, puis vérifiez-la.",
  },
  meaning: {
    heading: "Ce que cela signifie",
    proves: "Ce que cela prouve",
    provesFile: [
      "Un fichier composé exactement de ces octets existait au plus tard à l’heure indiquée.",
      "Le fichier que vous avez fourni n’a pas changé d’un seul bit depuis.",
    ],
    provesFingerprint: [
      "Un fichier portant exactement cette empreinte existait au plus tard à l’heure indiquée.",
    ],
    holdsIf: {
      chosen: "Ce qui suit ne vaut que si ce à quoi vous avez choisi de vous fier est fiable.",
      unvouched: "Ce qui suit ne vaut que si cette chaîne inconnue est fiable.",
    },
    withoutService:
      "Cela repose sur les fichiers fournis et les sources indiquées, non sur la parole du service qui a délivré la preuve, lequel a pu disparaître.",
    provesNothing: ["En l’état, aucune date n’est établie."],
    provesNot: "Ce que cela ne prouve pas",
    provesNotItems: [
      "Qui a créé le fichier, à qui il appartient ni qui l’a enregistré.",
      "Que le contenu du fichier est exact.",
      "Que le fichier, ou une autre de ses versions, n’existait pas plus tôt.",
      "À quel fichier correspond l’empreinte si l’original est perdu. Conservez-le sans le modifier.",
    ],
  },
  trustedLists: {
    verdict: {
      qualified: "Horodatage électronique qualifié",
      "not-qualified": "Horodatage électronique non qualifié",
      indeterminate: "Caractère qualifié non établi",
    },
    presumption:
      "Dans l’Union européenne, la date et l’heure qu’il indique sont présumées exactes, et intègres les données auxquelles elles se rapportent. Cette présomption peut être renversée (règlement (UE) nº\u00a0910/2014, article\u00a041, paragraphe\u00a02).",
    stillValid:
      "Il n’est pas privé d’effet juridique au seul motif qu’il n’est pas qualifié\u00a0: le juge l’apprécie (règlement (UE) nº\u00a0910/2014, article\u00a041, paragraphe\u00a01).",
    country: "Pays",
    provider: "Prestataire de services de confiance",
    service: "Service",
    list: "Liste de confiance",
    leadsTo: "Sa chaîne de certification mène à",
    listFacts: "Nº\u00a0{number}, émise le {issued}, prochaine mise à jour prévue le {nextUpdate}",
    closedListFacts: "Nº\u00a0{number}, émise le {issued}, close",
    atGenTime: "Statut à l’heure indiquée",
    atExistence: "Statut au {time}, date à laquelle l’existence de l’horodatage est établie",
    atNow: "Statut au moment de cet examen",
    since: "{status}, depuis le {time}",
    changed: "Le statut a changé depuis.",
    listOverdue:
      "La mise à jour suivante de cette liste était prévue avant cette date\u00a0: elle ne contient pas les changements ultérieurs.",
    status: {
      granted: "statut qualifié accordé",
      withdrawn: "statut qualifié retiré",
      undersupervision: "sous contrôle",
      supervisionincessation: "contrôle en cours de cessation",
      supervisionceased: "contrôle terminé",
      supervisionrevoked: "contrôle révoqué",
      accredited: "accrédité",
      accreditationceased: "accréditation terminée",
      accreditationrevoked: "accréditation révoquée",
      othertype: "d’un autre type",
    },
    heading: "Listes de confiance sur lesquelles repose cette réponse",
    lead: "Seules les listes de confiance de l’UE disent quels horodatages électroniques sont qualifiés. Cette page repose sur un extrait de ces listes.",
    shipped: "L’extrait qui accompagne ce vérificateur\u00a0; les signatures de ses listes ont été vérifiées",
    given: "L’extrait que vous avez fourni, à la place de celui qui accompagne ce vérificateur",
    unavailable: "Le contenu de l’extrait n’a pas pu être chargé.",
    snapshot: "SHA-256 de l’extrait",
    number: "Numéro",
    issued: "Émise",
    nextUpdate: "Prochaine mise à jour",
    overdue: "dépassée",
    closed: "close",
    lotl: "Liste des listes",
    contains: {
      one: "Il contient {count} liste nationale sur {total}.",
      other: "Il contient {count} listes nationales sur {total}.",
    },
    age: {
      one: "L’extrait date de {count} jour.",
      other: "L’extrait date de {count} jours.",
    },
    newer: "Pour utiliser un extrait plus récent, déposez-le sur cette page.",
    aboutHeading: "Listes de confiance de l’UE",
    offer: {
      heading: "Un autre extrait des listes de confiance de l’UE",
      lead: "Le fichier {file} contient un extrait des listes de confiance de l’UE. Il ne prouve pas lui-même son authenticité\u00a0: ne l’utilisez que si vous faites confiance à sa source et si celle-ci indique le même SHA-256.",
      check: "Pour le comparer aux listes elles-mêmes\u00a0:",
      newer: "Il est plus récent que celui qui accompagne ce vérificateur.",
      older: "Il est plus ancien que celui qui accompagne ce vérificateur.",
      same: "Sa liste des listes est celle que ce vérificateur possède déjà.",
      use: "Utiliser cet extrait à la place de l’autre",
      keep: "Garder celui du vérificateur",
      used: "Tous les résultats reposent sur l’extrait contenu dans {file}, et non sur celui qui accompagne ce vérificateur.",
      back: "Revenir à celui du vérificateur",
      unreadable:
        "Le fichier {file} devrait contenir un extrait des listes de confiance de l’UE, mais il est mal formé. Il n’est pas utilisé.",
      dismiss: "Le retirer",
    },
  },
};

const OF_ORIGINAL = "Ajoutez la preuve qui s’y rapporte\u00a0: ce fichier en sera l’original.";

export const codes: CodeTexts = {
  looksLike: {
    html: "C’est une page web. Enregistrez le fichier que la page propose et ajoutez-le.",
    email: "C’est un courriel. Enregistrez la pièce jointe et ajoutez-la.",
    http_answer:
      "C’est la réponse d’un serveur avec son en-tête. Enregistrez le fichier seul\u00a0: avec curl, sans l’option -i.",
    api_error: "C’est le message d’erreur d’un serveur. Demandez-lui de nouveau la preuve.",
    proof_not_ready:
      "Ce fichier indique que la preuve n’est pas encore prête. Redemandez-la plus tard au service.",
    proof_resource:
      "C’est ce que le service dit d’une preuve, non la preuve elle-même. Ajoutez le fichier «\u00a0proof.json\u00a0», ou saisissez le numéro de la preuve.",
    verification_report:
      "C’est le rapport d’une vérification, non une preuve. Ajoutez le fichier sur lequel il porte.",
    sigstore_bundle:
      "C’est un ensemble Sigstore\u00a0: une signature avec son certificat. Il se vérifie avec cosign.",
    timestamp_request:
      "C’est la demande d’un horodatage, qui ne prouve rien. Ajoutez la réponse de l’autorité (.tsr).",
    document_signature:
      "C’est la signature d’un document, non un horodatage. Elle se vérifie avec un programme prévu pour de telles signatures.",
    evidence_record:
      "C’est un enregistrement de preuve (evidence record, RFC\u00a04998 ou 6283), que ce vérificateur ne lit pas. Demandez les horodatages qu’il contient.",
    certificates:
      "Ce sont des certificats, qui ne prouvent aucune date. Ajoutez l’horodatage auquel ils appartiennent.",
    crl: "C’est une liste de révocation. Ajoutez l’horodatage auquel elle appartient.",
    ocsp_response: "C’est une réponse OCSP. Ajoutez l’horodatage auquel elle appartient.",
    trust_list: "C’est une liste de confiance. Ajoutez l’horodatage qui est jugé d’après elle.",
    bitcoin_headers: "Ce sont des en-têtes de blocs Bitcoin. Ajoutez l’horodatage auquel ils appartiennent.",
    mangled_opentimestamps:
      "C’est un fichier OpenTimestamps qu’un programme a ouvert comme du texte, puis enregistré. Demandez le fichier tel qu’il a été créé.",
    image: `C’est une image. ${OF_ORIGINAL}`,
    video: `C’est une vidéo. ${OF_ORIGINAL}`,
    audio: `C’est un enregistrement sonore. ${OF_ORIGINAL}`,
    archive:
      "C’est une archive, mais pas un ZIP. Si elle contient la preuve, décompressez-la et ajoutez le répertoire obtenu.",
    office_document: `C’est un document bureautique. ${OF_ORIGINAL}`,
    apple_double:
      "macOS note ici des informations sur un autre fichier. La preuve est le fichier dont le nom ne commence pas par «\u00a0._\u00a0».",
    folder_settings: "Un système note ici des informations sur un dossier. Ce n’est pas une preuve.",
    xml: `C’est un document XML. ${OF_ORIGINAL}`,
    json: `C’est un document JSON. ${OF_ORIGINAL}`,
    text: `C’est un texte. ${OF_ORIGINAL}`,
    empty: "Ce fichier est vide. Demandez-le de nouveau.",
    unknown: `Ce n’est pas une preuve que ce vérificateur connaît. ${OF_ORIGINAL}`,
  },
  insecure,
  inState: {
    enteredEqual: "L’empreinte indiquée est celle sur laquelle porte la preuve.",
    enteredOther: "L’empreinte indiquée n’est pas celle de la preuve.",
    noPathToList:
      "Non établi\u00a0: la chaîne de certificats qui mène à un service d’une liste de confiance n’est pas valide.",
    notListedThen:
      "Non qualifié\u00a0: une liste de confiance de l’UE mentionne le service, mais pas encore à cette date.",
  },
  passed: {
    format: "La pièce a le format requis.",
    content: "Le fichier a l’empreinte sur laquelle porte la preuve.",
    leaf: "La preuve porte sur cette empreinte.",
    merkle: "L’empreinte appartient au lot qui a été ancré.",
    payload: "Chaque ancrage indique ce lot, et aucun autre.",
    anchor: "La chaîne contient le lot, dans le bloc qu’indique la preuve.",
    block: "Un bloc de la chaîne principale de Bitcoin consigne le bloc de l’ancrage.",
    bitcoin: "Un bloc de la chaîne principale de Bitcoin consigne le contenu.",
    seal: "Une autorité d’horodatage dont le certificat est digne de confiance a signé l’empreinte avec l’heure.",
    qualified:
      "Le service qui l’a délivré était qualifié à cette date, d’après la liste de confiance de son pays.",
    inputs: "Tous les éléments fournis ont été examinés.",
  },
  codes: {
    bitcoin_proven_by_work:
      "Un bloc de Bitcoin consigne le contenu. Il est prouvé par le travail des blocs depuis le dernier point de contrôle.",

    not_requested: "Non contrôlé\u00a0: ni le fichier ni son empreinte n’ont été fournis.",
    depends_on_failed_check: "Non contrôlé\u00a0: un autre contrôle doit d’abord aboutir.",
    no_anchor: "La preuve n’indique aucun ancrage sur une chaîne.",
    no_trust_list: "Non contrôlé\u00a0: aucune liste de confiance n’est utilisée.",
    input_not_applicable: "Sans utilité ici\u00a0; le résultat ne s’appuie pas dessus.",
    not_needed: "Non interrogée\u00a0: les éléments fournis suffisent.",
    not_recognised: "Ce fichier n’est pas de ceux que lit ce vérificateur.",
    unsupported:
      "Non lu\u00a0: ce vérificateur ne prend pas en charge sa version ou l’une de ses fonctions. Cela ne signifie pas que ce soit faux.",
    encrypted: "Non lu, car chiffré. Retirez le chiffrement, ou demandez une copie non chiffrée.",
    too_large:
      "Non lu\u00a0: une limite de ce vérificateur est dépassée. Cela ne signifie pas que ce soit faux.",
    damaged: "Non lu, car endommagé. Cela ne signifie pas que ce soit faux\u00a0: demandez une autre copie.",
    work_limit_exceeded: "Arrêté\u00a0: cela exige plus de travail qu’une vérification ne l’autorise.",

    duplicate_key:
      "Un champ apparaît deux fois, si bien que deux programmes pourraient lire deux preuves différentes.",

    content_hash_mismatch: "Ce n’est pas le fichier de la preuve.",
    leaf_formula_mismatch: "La formule qu’indique la preuve n’est pas celle du format.",
    leaf_value_mismatch: "La feuille ne découle pas de l’identifiant de la preuve et de l’empreinte.",
    merkle_root_mismatch: "Le chemin ne mène pas à la racine de Merkle.",
    merkle_index_mismatch: "La position dans le lot contredit le chemin.",
    payload_mismatch: "Un ancrage indique une charge utile différente de celle de la racine de Merkle.",
    network_mismatch: "Le numéro de chaîne de l’ancrage et le nom de son réseau ne concordent pas.",
    transaction_not_found: "Le bloc qu’indique la preuve ne contient pas la transaction.",
    transaction_input_mismatch: "La transaction contient autre chose que la charge utile.",
    transaction_reverted: "La transaction a échoué.",
    block_number_mismatch: "La transaction se trouve dans un autre bloc que celui qu’indique la preuve.",
    timestamp_of_other_content: "Le fichier OpenTimestamps porte sur autre chose que cette preuve.",
    bitcoin_root_mismatch:
      "Le fichier OpenTimestamps ne mène pas à la racine de Merkle du bloc qu’il indique.",
    bitcoin_block_off_chain:
      "Le fichier OpenTimestamps mène à un bloc étranger à la chaîne principale de Bitcoin.",

    input_unreadable: "Le fichier n’a pas pu être lu.",
    none_is_original: "Aucun de ces fichiers n’est celui sur lequel porte cette preuve.",
    original_unreadable: "Le fichier n’a pas pu être lu.",
    no_source: "Pas encore contrôlé\u00a0: aucune source n’a été interrogée sur cette chaîne.",
    source_unreachable:
      "N’a pas pu être contrôlé\u00a0: la source est injoignable. Cela ne dit rien de la preuve.",
    source_timeout:
      "N’a pas pu être contrôlé\u00a0: la source n’a pas répondu à temps. Cela ne dit rien de la preuve.",
    source_error:
      "N’a pas pu être contrôlé\u00a0: la source a répondu par une erreur. Cela ne dit rien de la preuve.",
    source_invalid_answer: "N’a pas pu être contrôlé\u00a0: la réponse de la source n’est pas valide.",
    source_wrong_chain: "N’a pas pu être contrôlé\u00a0: la source dessert une autre chaîne.",
    source_inconsistent: "N’a pas pu être contrôlé\u00a0: les réponses de la source se contredisent.",
    sources_disagree: "N’a pas pu être tranché\u00a0: les sources se contredisent.",
    block_unknown_to_source: "N’a pas pu être contrôlé\u00a0: la source n’a pas le bloc.",
    transaction_not_indexed: "N’a pas pu être contrôlé\u00a0: la source a le bloc, mais pas la transaction.",
    transaction_pending: "La transaction ne figure encore dans aucun bloc.",
    receipt_missing: "N’a pas pu être contrôlé\u00a0: la source n’a pas de reçu de la transaction.",
    receipt_without_status: "N’a pas pu être contrôlé\u00a0: le reçu ne dit pas si la transaction a abouti.",
    block_time_implausible:
      "N’a pas pu être contrôlé\u00a0: la source indique pour le bloc une heure impossible.",
    too_few_confirmations: "Le bloc est trop récent pour être tenu pour définitif.",
    block_not_final: "La chaîne n’a pas encore rendu le bloc définitif.",
    finality_unknown: "La source n’indique pas quels blocs sont définitifs.",
    header_run_missing:
      "Le bloc date d’une époque où il était facile de falsifier les en-têtes de blocs, et la source ne fournit pas les en-têtes de là jusqu’à un point de contrôle.",
    header_run_short:
      "Les en-têtes mènent du dernier point de contrôle au bloc, mais moins de six autres le suivent. Des en-têtes ultérieurs permettront de trancher.",
    header_target_invalid:
      "L’en-tête de bloc correspondant indique une cible de preuve de travail non valide.",
    header_target_wrong:
      "L’en-tête de bloc correspondant indique une autre cible de preuve de travail que celle en vigueur à cette hauteur.",
    header_target_too_easy:
      "L’en-tête de bloc correspondant présente moins de travail que Bitcoin n’en exigeait à cette hauteur.",
    header_work_missing:
      "L’en-tête de bloc correspondant n’atteint pas sa propre cible de preuve de travail.",
    header_time_implausible: "L’en-tête de bloc correspondant indique une heure impossible à cette hauteur.",
    file_hash_not_sha256:
      "Non comparé\u00a0: le fichier OpenTimestamps utilise un autre condensé que SHA-256.",
    content_hash_not_sha256: "Non comparé\u00a0: le condensé fourni n’est pas un SHA-256.",
    bitcoin_pending:
      "Le fichier OpenTimestamps n’indique encore aucun bloc\u00a0: des calendriers en ont promis un.",
    no_bitcoin_attestation: "Le fichier OpenTimestamps n’indique aucun bloc de Bitcoin.",
    no_bitcoin_header: "Pas encore contrôlé\u00a0: ni l’en-tête du bloc ni une source ne sont disponibles.",
    header_unproven:
      "Le fichier OpenTimestamps correspond à un en-tête de bloc, mais rien ici n’établit que celui-ci appartient à la chaîne principale.",
    header_of_regtest:
      "Le fichier OpenTimestamps correspond à un bloc d’un réseau de développement\u00a0: aucune valeur probante.",

    witness_unconfirmed:
      "La transaction figure dans le bloc que montre la preuve d’inclusion. Il reste à contrôler si ce bloc appartient à la chaîne\u00a0: aucune source n’a été interrogée.",
    witness_of_other_transaction: "La preuve d’inclusion porte sur une autre transaction.",
    witness_chain_mismatch: "La preuve d’inclusion porte sur une autre chaîne.",
    block_off_chain: "Le bloc que montre la preuve d’inclusion n’appartient pas à la chaîne.",
    trie_node_missing: "Le chemin vers la transaction est incomplet dans la preuve d’inclusion.",
    trie_node_hash_mismatch:
      "Le chemin de la preuve d’inclusion n’appartient pas au bloc\u00a0: un hash diffère.",
    trie_node_surplus: "Le chemin de la preuve d’inclusion se poursuit après la transaction.",
    trie_key_absent: "Le chemin de la preuve d’inclusion ne mène pas à la transaction.",
    evm_signature_invalid: "La signature de la transaction de la preuve d’inclusion n’est pas valide.",

    zip_ambiguous_end: "Le dossier a deux fins, et tous les programmes n’utilisent pas la même.",
    zip_prepended_data: "Des données précèdent le début du dossier.",
    zip_entry_type_mismatch:
      "Une partie du dossier est un répertoire selon son nom et un fichier selon ses attributs, ou l’inverse.",
    zip_also_pdf:
      "Le dossier s’ouvre aussi comme un PDF, qui peut montrer autre chose que ce qui est vérifié.",
    zip_name_duplicate: "Deux parties du dossier ont le même nom.",
    zip_local_header_mismatch: "Une partie du dossier contredit le répertoire du dossier.",
    zip_descriptor_mismatch: "Les données qui suivent une partie contredisent le répertoire du dossier.",
    zip_overlap: "Deux parties du dossier partagent des octets.",
    zip_gap: "Le dossier a des octets qui n’appartiennent à aucune partie.",
    zip_deflate_trailing:
      "Une partie du dossier se poursuit après la fin de ses données compressées\u00a0: des programmes la liraient différemment.",
    zip_name_ambiguous:
      "Une partie du dossier est un répertoire selon l’un de ses deux noms et un fichier selon l’autre.",
    zip_descriptor_ambiguous:
      "Une partie du dossier contient des données qui ressemblent à sa propre fin\u00a0: des programmes la liraient différemment.",
    pdf_xref_ambiguous:
      "Le PDF indique de deux façons où se trouvent ses parties\u00a0: des programmes le liraient différemment.",
    pdf_key_duplicate:
      "Un objet du PDF donne deux fois la même indication\u00a0: des programmes le liraient différemment.",
    pdf_object_hidden:
      "Le fichier contient un objet absent de son propre répertoire\u00a0: des programmes le liraient différemment.",
    evidence_no_proof:
      "Le dossier ne contient aucune preuve\u00a0: il a été créé avant qu’elle soit prête, ou elle en a été retirée.",
    evidence_several_originals: "Le dossier contient plus d’un original.",
    evidence_name_ambiguous: "Une partie du dossier a deux noms.",
    asic_several_data_objects:
      "Le conteneur contient plus d’un fichier\u00a0: il ne dit pas lequel a été horodaté.",
    asic_name_ambiguous:
      "Une partie du conteneur a deux noms, ou un nom que certains systèmes confondent avec celui d’une autre partie.",

    pdf_also_zip:
      "Le PDF s’ouvre aussi comme une archive ZIP, qui peut montrer autre chose que ce qui est vérifié.",
    pdf_attachment_duplicate: "Deux pièces jointes du PDF ont le même nom.",
    pdf_attachment_ambiguous: "Une pièce jointe du PDF a deux noms ou deux contenus.",
    pdf_no_proof:
      "Le PDF ne contient aucune preuve\u00a0: le certificat a été créé avant qu’elle soit prête, ou elle en a été retirée.",

    tsp_token_unexpected:
      "La réponse de l’autorité indique «\u00a0refusé\u00a0», mais contient un horodatage.",
    tsp_attribute_duplicate: "Un attribut signé apparaît deux fois.",
    timestamp_not_granted: "L’autorité n’a pas accordé d’horodatage.",
    imprint_mismatch: "L’horodatage porte sur un autre fichier\u00a0: son empreinte est différente.",
    imprint_algorithm_mismatch: "L’empreinte de l’horodatage a été calculée par un autre algorithme.",
    nonce_mismatch: "L’horodatage ne répond pas à la demande qui a été faite.",
    policy_mismatch: "L’horodatage a été délivré selon une autre politique que celle demandée.",
    requested_certificate_missing: "Le certificat demandé n’est pas dans l’horodatage.",
    signed_attributes_missing: "L’horodatage n’a pas d’attributs signés.",
    content_type_mismatch: "Le contenu signé est déclaré comme autre chose qu’un horodatage.",
    message_digest_mismatch: "Le condensé signé n’est pas celui de l’horodatage.",
    algorithm_protection_mismatch: "Les algorithmes protégés ne sont pas ceux de la signature.",
    digest_algorithm_mismatch: "L’horodatage indique deux algorithmes de condensé différents.",
    signing_certificate_missing: "La signature ne désigne pas le certificat de son signataire.",
    signing_certificate_mismatch: "La signature désigne un autre certificat que celui qui est disponible.",
    tsa_name_mismatch: "L’horodatage désigne une autre autorité que son certificat.",
    signer_purpose_missing: "Le certificat du signataire n’a pas été délivré pour l’horodatage.",
    signer_purpose_not_critical:
      "La destination du signataire n’est pas marquée critique, comme la norme l’exige.",
    signer_purpose_not_alone: "Le certificat du signataire a été délivré aussi à d’autres fins.",
    signer_key_usage: "La clé du signataire ne peut pas servir à signer.",
    signature_invalid: "Une signature n’est pas valide.",
    signer_not_valid_at_gen_time:
      "Le certificat du signataire n’était pas valable à l’heure de l’horodatage.",
    signer_certificate_unreadable:
      "N’a pas pu être contrôlé\u00a0: le certificat du signataire est présent, mais n’a pas pu être lu.",
    signer_certificate_missing:
      "N’a pas pu être contrôlé\u00a0: le certificat du signataire n’est pas disponible.",
    no_trust_anchor:
      "N’a pas pu être tranché\u00a0: ni une liste de confiance ni vous ne désignez un certificat de sa chaîne comme digne de confiance.",
    revoked_no_poe:
      "Un certificat a été révoqué par la suite, et rien n’établit que l’horodatage est antérieur.",
    gen_time_in_the_future:
      "Selon l’horloge de cet appareil, l’horodatage indique un instant futur. Vérifiez d’abord l’horloge.",
    out_of_bounds_no_poe: "Un certificat a expiré, et rien n’établit que l’horodatage est antérieur.",

    no_path: "Aucune chaîne de certificats ne mène à un certificat auquel vous faites confiance.",
    path_too_costly: "La recherche d’une chaîne de certificats a été arrêtée à sa limite.",
    path_too_long: "La chaîne de certificats est plus longue qu’il n’est admis.",
    certificate_not_yet_valid: "Un certificat n’était pas encore valable à l’heure de l’horodatage.",
    certificate_expired: "Un certificat avait expiré à l’heure de l’horodatage.",
    algorithm_unsupported:
      "N’a pas pu être contrôlé\u00a0: ce vérificateur ne prend pas en charge l’algorithme.",
    algorithm_mismatch: "Les paramètres d’une signature ou d’une clé contredisent sa norme.",
    key_too_weak: "Une clé est trop courte pour être sûre.",
    key_malformed: "Une clé est mal formée.",
    hash_too_weak: "Une signature utilise un algorithme de condensé qui n’est plus sûr.",
    issuer_not_ca: "Un émetteur de la chaîne n’est pas une autorité de certification.",
    issuer_key_usage: "La clé d’un émetteur ne peut pas signer de certificats.",
    path_length_exceeded: "La chaîne est plus longue qu’une de ses autorités ne le permet.",
    unknown_critical_extension: "Un certificat a une extension critique inconnue.",
    extended_key_usage: "Un certificat de la chaîne n’a pas été délivré à cette fin.",
    name_not_permitted: "Un nom n’est pas de ceux qu’une autorité peut certifier.",
    name_excluded: "Un nom est de ceux qu’une autorité ne peut pas certifier.",
    name_constraints_unsupported:
      "Des contraintes de noms sont d’un type que ce vérificateur ne prend pas en charge.",
    name_constraints_too_costly:
      "Comparer les noms à leurs contraintes exige plus de travail qu’il n’est admis.",
    policy: "Aucune politique de certification ne vaut pour toute la chaîne, alors qu’il en faut une.",
    certificate_profile: "Un certificat enfreint une règle de sa norme.",
    revoked: "Un certificat a été révoqué.",
    revocation_undetermined: "N’a pas pu être tranché\u00a0: un certificat a peut-être été révoqué.",

    service_not_listed:
      "Il n’est pas qualifié\u00a0: aucune liste de confiance de l’UE ne mentionne le service qui l’a délivré. Aucune liste ne répond de cette autorité\u00a0; n’importe qui peut choisir ce nom.",
    service_of_other_type:
      "Non qualifié\u00a0: les listes de confiance mentionnent le service, mais non pour l’horodatage électronique qualifié.",
    service_withdrawn: "Non qualifié\u00a0: le service n’avait pas le statut qualifié à cette date.",
    service_under_supervision:
      "Non qualifié\u00a0: le service était contrôlé selon les règles antérieures à juillet 2016, qui ne connaissaient pas d’horodatage qualifié au sens du règlement (UE) nº\u00a0910/2014.",
    service_extension_unknown:
      "Non établi\u00a0: la liste de confiance restreint le statut du service d’une manière que ce vérificateur ne connaît pas.",
    trusted_list_too_old:
      "Non établi\u00a0: l’horodatage électronique est plus récent que la liste de confiance disponible.",
    trusted_list_missing:
      "Non établi\u00a0: la liste de confiance du pays de l’autorité n’est pas disponible.",
    chain_incomplete:
      "Non établi\u00a0: le certificat d’une autorité émettrice manque\u00a0; on ignore donc où mène la chaîne de certificats.",
  },
  unsupported: {
    unsupported_schema: "Le document n’est pas une preuve d’une version que ce vérificateur prend en charge.",
    unsupported_algorithm: "L’empreinte a été calculée par un autre algorithme que SHA-256.",
    unsupported_format: "Le document n’est pas dans un format que ce vérificateur prend en charge.",
    ots_version_unsupported:
      "Le fichier OpenTimestamps est d’une version que ce vérificateur ne prend pas en charge.",
    ots_file_hash_unknown:
      "Le fichier OpenTimestamps utilise un condensé que ce vérificateur ne connaît pas.",
    ots_operation_unknown: "Le fichier OpenTimestamps a une opération inconnue.",
    zip_multi_disk: "Le dossier n’est qu’une partie parmi plusieurs\u00a0: demandez-le en un seul fichier.",
    zip_flag_unsupported:
      "Le dossier utilise une fonction que ce vérificateur ne prend pas en charge\u00a0: décompressez-le et choisissez le répertoire obtenu.",
    zip_method_unsupported:
      "Le dossier utilise une compression que ce vérificateur ne prend pas en charge\u00a0: décompressez-le et choisissez le répertoire obtenu.",
    zip_extra_field_unsupported:
      "Un champ supplémentaire du dossier donne un autre nom à l’une de ses parties\u00a0: des programmes la liraient différemment.",
    zip_entry_not_regular:
      "Une partie du dossier n’est pas un fichier ordinaire, mais un lien, un fichier en ligne ou autre. Décompressez le dossier là où il a été créé et choisissez le répertoire obtenu.",
    zip_name_unsafe:
      "Un nom du dossier n’est pas sûr, ou les systèmes le lisent différemment. Décompressez le dossier là où il a été créé et choisissez le répertoire obtenu.",
    zip_name_version:
      "Le nom d’une partie du dossier se termine par un numéro de version, que certains programmes suppriment.",
    evidence_folder_unsupported:
      "Le dossier contient plusieurs répertoires\u00a0: décompressez-le et choisissez celui de la preuve.",
    asic_e_unsupported:
      "Le conteneur est un ASiC-E avec manifeste. Ce vérificateur ne lit que les conteneurs ASiC-S à un seul horodatage.",
    asic_signature_unsupported:
      "Le conteneur est signé. Ce vérificateur contrôle les horodatages, non les signatures.",
    asic_evidence_record_unsupported:
      "Le conteneur contient un enregistrement de preuve (evidence record) au lieu d’un horodatage\u00a0; ce vérificateur ne le lit pas.",
    asic_media_type_unsupported:
      "Le conteneur indique un autre type qu’ASiC-S\u00a0; ce vérificateur ne le lit pas.",
    pdf_hybrid_unsupported:
      "Certains programmes ne trouvent pas les pièces jointes de ce PDF. Enregistrez-le de nouveau, par exemple avec qpdf, qui conserve les pièces jointes.",
    pdf_filter_unsupported: "Le PDF utilise une compression que ce vérificateur ne prend pas en charge.",
    evm_transaction_type_unknown:
      "La transaction de la preuve d’inclusion est d’un type que ce vérificateur ne connaît pas.",
    network_unknown: "Les en-têtes Bitcoin sont d’un réseau que ce vérificateur ne connaît pas.",
    der_tag_unsupported: "L’horodatage contient un élément d’un type non pris en charge.",
    x509_version: "Un certificat est d’une version inconnue.",
    tsp_version: "L’horodatage est d’une version inconnue.",
    tsp_extension_unknown: "L’horodatage a une extension critique inconnue.",
    tsp_status_unknown: "La réponse de l’autorité a un statut inconnu.",
    ocsp_no_response: "Une réponse OCSP ne contient aucune information.",
  },
  notices: {
    page_text_not_checked:
      "Le texte imprimé sur le PDF n’a pas été contrôlé. N’importe qui peut joindre une preuve authentique à une autre page\u00a0: seules comptent la date et l’empreinte affichées ici.",
    timestamp_contradicted:
      "Les blocs indiqués par l’un des fichiers OpenTimestamps le contredisent. Le résultat repose sur un autre fichier.",
    seal_not_standing: "L’un des horodatages électroniques n’a pas été confirmé. Un autre l’a été.",
    original_probably_changed:
      "Ce fichier porte le nom ou a la taille de l’original, mais son empreinte est différente. Il a probablement été modifié.",
    input_not_applicable: "Un élément fourni est sans utilité ici. Le résultat ne s’appuie pas dessus.",
    original_not_given:
      "Aucun fichier n’a encore été comparé. Ajoutez le fichier pour voir s’il a cette empreinte.",
    development_network: "L’ancrage est sur un réseau de développement\u00a0: aucune valeur probante.",
    test_network:
      "L’ancrage est sur un réseau d’essai, qui peut disparaître à tout moment\u00a0: aucune valeur probante.",
    unknown_network:
      "Le vérificateur ne connaît pas cette chaîne\u00a0; le nom vient de la preuve et n’a pas été contrôlé.",
    single_source: "La date ne repose que sur une seule source. Interrogez-en une seconde pour comparer.",
    block_time_by_source:
      "L’heure du bloc est indiquée par la source\u00a0: elle ne se déduit pas du hash du bloc.",
    attestation_not_checked: "La preuve mentionne une autre pièce que vous n’avez pas ajoutée.",
    bitcoin_regtest:
      "Le fichier OpenTimestamps est sur un réseau de développement\u00a0: aucune valeur probante.",
    not_all_judged:
      "Il a été fourni plus qu’une vérification n’examine ou ne demande. Ce qui n’a pas été examiné peut en dire davantage.",
    packed_verifier:
      "Le dossier contient son propre vérificateur. Quiconque peut modifier les preuves peut aussi modifier ce vérificateur\u00a0: sa réponse ne prouve rien à elle seule. Comparez son SHA-256 à celui qui est publié avant de l’utiliser, ou si vous avez ouvert cette page depuis le dossier.",
    parts_not_checked:
      "Certaines parties du dossier n’ont pas été contrôlées. Le résultat ne s’appuie pas dessus.",
    input_left_out: "Écarté, car illisible ou non fondé.",
    qualification_not_checked: "La qualification de l’autorité n’a pas été contrôlée.",
    service_withdrawn_since:
      "Le service avait le statut qualifié à la date de l’horodatage électronique, et l’a perdu ensuite.",
    trust_list_given:
      "Les listes de confiance proviennent d’un extrait que vous avez fourni, et non de celui qui accompagne ce vérificateur.",
    trusted_list_entry_differs:
      "Le dossier indique autre chose que les listes de confiance disponibles. Le résultat s’appuie sur ces listes.",
    trust_certificate_unreadable:
      "Un certificat auquel vous faites confiance n’a pas pu être lu et a été écarté.",
    revocation_not_checked:
      "La révocation éventuelle d’un certificat de l’horodatage n’a pas été contrôlée\u00a0: aucune donnée de révocation n’est disponible.",
    revocation_fetched:
      "Des données de révocation de l’horodatage ont été obtenues auprès de son autorité de certification.",
    revocation_not_fetched:
      "Aucune donnée de révocation n’a pu être obtenue pour un certificat de l’horodatage.",
    path_beyond_named_certificates:
      "L’horodatage désigne les certificats au moyen desquels il doit être contrôlé\u00a0; le contrôle s’est appuyé aussi sur d’autres.",
    sandbox_authority: "L’horodatage vient d’un environnement d’essai\u00a0: aucune valeur probante.",
    asked_as_of_another_time: "L’horodatage a été apprécié à une autre date que celle du jour.",
    rests_on_proof_of_existence:
      "Un certificat de l’horodatage a expiré ou a été révoqué depuis\u00a0; un bloc de Bitcoin établit que l’horodatage est antérieur.",
    proof_of_existence_not_standing:
      "Le fichier OpenTimestamps de l’horodatage n’a pas été confirmé. Le résultat ne repose pas sur lui.",
    seal_revocation_data_malformed: "Des données de révocation n’ont pas pu être lues et ont été écartées.",
  },
};
