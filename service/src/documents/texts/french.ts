import { dayText, durationText, momentText, numberText, type WritingRules } from "../words.js";
import type { DocumentTexts } from "./english.js";

const rules: WritingRules = {
  months: "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split(" "),
  shortMonths: "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.".split(" "),
  // Intl leaves this rule out.
  day: (day) => (day === 1 ? "1er" : String(day)),
  between: " ",
  at: " à ",
  decimal: ",",
  // Intl has U+202F, which is in no font of the certificate.
  group: "\u00a0",
  units: [
    ["heure", "heures"],
    ["minute", "minutes"],
    ["seconde", "secondes"],
  ],
  isSingular: (count) => count < 2,
};

/** « Chaîne inconnue » prend l’article ; devant une voyelle, « de » s’élide. */
const de = (network: string) =>
  network.startsWith("chaîne ")
    ? `de la ${network}`
    : /^[aeiouyàâéèêîôû]/i.test(network)
      ? `d’${network}`
      : `de ${network}`;

export const french: DocumentTexts = {
  rules,
  countries: {
    AT: "Autriche",
    BE: "Belgique",
    BG: "Bulgarie",
    CY: "Chypre",
    CZ: "Tchéquie",
    DE: "Allemagne",
    DK: "Danemark",
    EE: "Estonie",
    EL: "Grèce",
    ES: "Espagne",
    FI: "Finlande",
    FR: "France",
    HR: "Croatie",
    HU: "Hongrie",
    IE: "Irlande",
    IS: "Islande",
    IT: "Italie",
    LI: "Liechtenstein",
    LT: "Lituanie",
    LU: "Luxembourg",
    LV: "Lettonie",
    MT: "Malte",
    NL: "Pays-Bas",
    NO: "Norvège",
    PL: "Pologne",
    PT: "Portugal",
    RO: "Roumanie",
    SE: "Suède",
    SI: "Slovénie",
    SK: "Slovaquie",
    UK: "Royaume-Uni",
  },
  quoted: (name) => `«\u00a0${name}\u00a0»`,
  unknownChain: "chaîne inconnue {chain} («\u00a0{label}\u00a0»)",
  presumed: (time) =>
    `Présomption légale\u00a0: ${time} (article 41, paragraphe 2, du règlement (UE) nº\u00a0910/2014).`,
  certificate: {
    title: "Certificat d’existence d’un fichier",
    developmentNotice: "Réseau de développement ou de test\u00a0: ce document n’a aucune valeur probante.",
    provenLead: "Le fichier portant l’empreinte ci-dessous existait au plus tard le",
    provenByBlock: (network, blockNumber) =>
      `C’est l’heure du bloc ${blockNumber} ${de(network)}, qui contient une transaction consignant l’empreinte.`,
    provenByBitcoin: (blockHeight, day) =>
      `C’est le jour du bloc ${blockHeight} de Bitcoin, daté du ${day}, avec une marge pour l’horloge de son mineur. Le bloc consigne l’empreinte au moyen d’OpenTimestamps.`,
    provenBySeal: (authority) => `Heure indiquée par l’horodatage électronique. Autorité\u00a0: ${authority}`,
    accuracy: (seconds) =>
      `La marge d’erreur de cette heure est comprise\u00a0: ${durationText(seconds, rules)}.`,
    unsettled: "Le bloc est récent\u00a0: il n’a pas encore reçu les confirmations requises.",
    unprovenLead: "Cette empreinte a été reçue, mais sa date n’est pas encore prouvée",
    unprovenDetail:
      "Aucune source de temps indépendante n’a encore enregistré l’empreinte. D’ici là, cette page est un simple récépissé et non une preuve\u00a0: demandez de nouveau le certificat plus tard.",
    scanToVerify: "Scanner pour vérifier",
    qrDescription: (url) => `Code QR portant l’adresse du vérificateur\u00a0: ${url}`,

    file: "Nom donné par le déclarant (non prouvé)",
    codePoints:
      "Les caractères que ce document ne peut pas afficher, ou qui en altéreraient la lecture, figurent entre crochets sous leur numéro Unicode.",
    fingerprint: "Empreinte SHA-256",
    received: "Reçue",
    receivedNote: "selon l’horloge du service lui-même",

    timeSources: "Sources de temps indépendantes",
    publicChain: "Chaîne de blocs publique",
    otherChain: "Chaîne de blocs",
    bitcoin: "Bitcoin (OpenTimestamps)",
    seal: "Horodatage électronique (RFC\u00a03161)",
    qualifiedSeal: "Horodatage électronique qualifié (RFC\u00a03161)",
    chainStates: {
      queued: "En attente",
      batched: "En attente",
      anchored: "Dans un bloc",
      confirmed: "Confirmée",
    },
    bitcoinStates: { pending: "En attente", submitted: "Soumise", confirmed: "Confirmée" },
    sealStates: { none: "Non demandé", pending: "Demandé", issued: "Délivré" },
    chainWaiting: "La transaction n’est pas encore dans un bloc.",
    bitcoinWaiting: "Pas encore soumise à un calendrier.",
    bitcoinSubmitted: "Soumise à des calendriers publics\u00a0; pas encore dans un bloc.",
    noSeal: "Cette preuve ne porte pas d’horodatage électronique.",
    sealWaiting: "L’autorité n’a pas encore répondu.",
    block: "Bloc",
    blockTime: "Heure du bloc",
    transaction: "Transaction",
    chainId: "Numéro de chaîne (EIP-155)",
    authority: "Autorité",
    time: "Heure",
    serialNumber: "Numéro de série",
    policy: "Politique",
    trustedList: "Liste de confiance",
    listNumber: (number) => `nº\u00a0${number}`,

    proves: "Ce qu’il prouve",
    provesItems: [
      "Qu’un fichier composé exactement de ces octets existait au plus tard à l’heure indiquée.",
      "Que ce fichier n’a pas été modifié depuis, fût-ce d’un seul bit, si son empreinte est toujours la même.",
    ],
    provesAlone: "Tout cela se vérifie sans le service, sans y avoir de compte et sans lui faire confiance.",
    provesNothingYet: [
      "Rien encore. Dès qu’une source de temps aura enregistré l’empreinte, il prouvera qu’un fichier composé exactement de ces octets existait au plus tard à cette heure.",
    ],
    provesNot: "Ce qu’il ne prouve pas",
    provesNotItems: [
      "Qui a créé le fichier, à qui il appartient ni qui l’a enregistré.",
      "Que le contenu du fichier est exact, ni que le fichier n’existait pas auparavant.",
      "À quel fichier correspond l’empreinte si l’original est perdu\u00a0: conservez l’original intact, à l’octet près.",
    ],

    thisPage: "Cette page",
    annex: "Annexe",
    howToVerify: "Comment vérifier",
    stepOriginal:
      "Prenez le fichier original tel qu’il a été enregistré. Une copie ouverte puis réenregistrée, ou imprimée puis numérisée, est un autre fichier.",
    stepFingerprint:
      "Calculez son empreinte SHA-256 et comparez ses 64 caractères à ceux de ce certificat. Dans les commandes de ces étapes, FILE représente le chemin de l’original.",
    stepVerifier: (url) =>
      `Ouvrez ${url} et sélectionnez le fichier et ce PDF. Tous deux restent sur votre appareil\u00a0; le vérificateur n’interroge que les sources qu’il indique.`,
    stepOffline: (programUrl) =>
      `Ou utilisez le vérificateur en ligne de commande, qui n’a besoin ni du service ni d’un compte, mais seulement de Node.js\u00a0: téléchargez ${programUrl} et saisissez la commande ci-dessous. Il lit la preuve dans les pièces jointes de ce PDF, et non dans le texte imprimé.`,
    stepChain: (root) =>
      `Consultez la transaction dans n’importe quel explorateur de la chaîne. Ses données d’entrée, lues comme du texte, doivent être\u00a0: svc:v2:${root}`,
    stepBitcoin:
      "Pour Bitcoin, enregistrez la pièce jointe bitcoin.ots. Le client OpenTimestamps, que pipx exécute, indique le bloc de Bitcoin et la racine de Merkle que ce bloc doit avoir\u00a0: comparez les deux avec un explorateur quelconque de Bitcoin.",
    stepSeal:
      "Pour l’horodatage électronique, enregistrez la pièce jointe timestamp.tsr et utilisez OpenSSL. CA.pem est un certificat de l’autorité auquel vous faites confiance, par exemple le certificat racine qu’elle publie. -attime est l’heure qu’indique l’horodatage (en secondes depuis 1970), afin que la réponse, «\u00a0Verification: OK\u00a0», reste la même après l’expiration des certificats.",
    stepWait:
      "Tant qu’aucune source de temps n’a enregistré l’empreinte, il n’y a rien à vérifier. L’adresse de la preuve indiquera quand une vérification sera possible.",
    details: "Détails",
    certificateId: "Certificat",
    proofId: "Preuve",
    size: "Taille déclarée",
    bytes: (count) => (count === 1 ? "1 octet" : `${numberText(count, rules)} octets`),
    merkleRoot: "Racine de Merkle",
    explorer: "Explorateur",
    verifier: "Vérificateur",
    portableProof: "Preuve portable",
    attachments: "Pièces jointes à ce PDF",
    noAttachments: "Aucune\u00a0: il n’y a pas encore de preuve à joindre.",
    attachmentKinds: {
      proof: "preuve portable (svc-proof/2)",
      bitcoin: "fichier OpenTimestamps de l’original",
      seal: "horodatage RFC\u00a03161, tel que l’autorité l’a délivré",
      trusted_list_entry: "mention de l’autorité dans la liste de confiance de l’UE",
      seal_timestamp: "fichier OpenTimestamps de l’horodatage électronique",
      witness: "preuve d’inclusion de la transaction dans son bloc",
      witness_timestamp: "fichier OpenTimestamps de l’en-tête qu’elle contient",
    },
    sealNote:
      "Selon l’article\u00a041, paragraphe\u00a02, du règlement (UE) nº\u00a0910/2014, un horodatage électronique qualifié bénéficie d’une présomption d’exactitude de la date et de l’heure qu’il indique et d’intégrité des données auxquelles se rapportent cette date et cette heure.",
    qualified: ({ country, provider, service, status, since, listNumber, listIssued, listSha256 }) =>
      `La liste de confiance disponible lors de la délivrance de cet horodatage (${country}, nº\u00a0${listNumber} du ${listIssued}, SHA-256 ${listSha256}) mentionne le service «\u00a0${service}\u00a0» du prestataire «\u00a0${provider}\u00a0» avec le statut «\u00a0${status}\u00a0» (statut qualifié accordé) depuis le ${since}. À l’heure indiquée par l’horodatage, l’autorité était donc qualifiée. C’est la liste, et non cette page, qui fait foi.`,
    notQualified: (listed) =>
      listed === null
        ? "Cet horodatage n’est pas qualifié\u00a0: aucune des listes de confiance de l’UE disponibles lors de sa délivrance ne mentionne l’autorité comme service d’horodatage qualifié."
        : `Cet horodatage n’est pas qualifié\u00a0: la liste de confiance disponible lors de sa délivrance (${listed.country}, nº\u00a0${listed.listNumber} du ${listed.listIssued}) mentionne le service «\u00a0${listed.service}\u00a0» du prestataire «\u00a0${listed.provider}\u00a0» avec le statut «\u00a0${listed.status}\u00a0» depuis le ${listed.since}.`,
    qualificationOpen:
      "Les listes de confiance de l’UE disponibles lors de la délivrance de cet horodatage ne permettent pas de savoir si l’autorité était qualifiée\u00a0; des listes ultérieures pourront l’établir.",
    qualificationNotChecked:
      "Ce sont les listes de confiance de l’UE, et non cette page, qui établissent si l’autorité était qualifiée à ce moment\u00a0; ce point n’a pas été vérifié ici.",
    sealTimestamp: (blockHeight) =>
      `Le certificat d’une autorité d’horodatage expire, et une signature seule ne permet pas de savoir si elle a été apposée avant cette date. ${
        blockHeight === null
          ? "L’horodatage lui-même, octet pour octet, a donc été soumis à Bitcoin et ne figure pas encore dans un bloc\u00a0: demandez de nouveau ce certificat plus tard (pièce jointe timestamp.tsr.ots)."
          : `L’horodatage lui-même, octet pour octet, est donc consigné dans le bloc ${blockHeight} de Bitcoin (pièce jointe timestamp.tsr.ots). L’heure de ce bloc prouve que l’horodatage existait déjà à ce moment. Il reste donc vérifiable après l’expiration du certificat, de la même manière que bitcoin.ots\u00a0:`
      }`,
    labelled: (label, value) => `${label}\u00a0: ${value}`,
    page: (number, count) => `Page ${number} sur ${count}`,
    dateTime: (date) => momentText(date, rules),
    day: (date) => dayText(date, rules),
  },
  readme: {
    title: "Dossier de preuve",
    developmentNotice:
      "RÉSEAU DE DÉVELOPPEMENT OU DE TEST\u00a0: rien dans ce dossier n’a de valeur probante. Les chaînes citées, Bitcoin compris, peuvent être des chaînes de développement ou de test.",
    introduction: (isDevelopment) =>
      `Ce dossier se rapporte à un fichier dont l’empreinte SHA-256 a été enregistrée auprès d’un service d’horodatage. Avec lui et le fichier, on peut vérifier${isDevelopment ? "" : ", sans ce service et sans lui faire confiance,"} s’il est prouvé à quel moment, au plus tard, un fichier portant cette empreinte existait.`,
    labelled: (label, value) => `${label}\u00a0: ${value}`,
    file: "Nom donné par le déclarant (non prouvé)",
    fingerprint: "SHA-256",
    proof: "Preuve",
    certificate: "Certificat",
    received: "Reçue (selon l’horloge du service)",
    provenHeading: "Situation actuelle",
    headline: (time, source) =>
      `Le fichier portant cette empreinte existait au plus tard le ${time}. Cette date repose sur ${source}, la plus ancienne des sources les plus solides de ce dossier, et comprend déjà la marge d’erreur de cette source. La date de chaque source suit.`,
    headlineSources: {
      anchor: ({ network, blockNumber }) => `le bloc ${blockNumber} ${de(network)}`,
      bitcoin: (blockHeight) => `le bloc ${blockHeight} de Bitcoin`,
      seal: (authority) => `l’horodatage électronique de l’autorité ${authority}`,
    },
    anchored: ({ network, blockNumber }, time) =>
      `Le bloc ${blockNumber} ${de(network)}, du ${time}, contient une transaction qui consigne l’empreinte.`,
    unconfirmed: "Le bloc est récent et n’a pas encore reçu les confirmations requises.",
    sealed: (authority, time) =>
      `Une autorité d’horodatage a signé l’empreinte avec l’heure ${time}. Elle s’identifie comme ${authority}.`,
    qualified: ({ country, provider, service, status, since, listNumber, listIssued }) =>
      `La liste de confiance alors disponible (${country}, nº\u00a0${listNumber} du ${listIssued}) mentionne le service «\u00a0${service}\u00a0» du prestataire «\u00a0${provider}\u00a0» avec le statut «\u00a0${status}\u00a0» (statut qualifié accordé) depuis le ${since}\u00a0: à l’heure indiquée par l’horodatage, l’autorité était qualifiée. seal/trusted-list-entry.json consigne cette mention telle que le service l’a trouvée\u00a0; c’est la liste publiée qui fait foi, et le vérificateur la consulte lui-même.`,
    notQualified: (listed) =>
      listed === null
        ? "L’horodatage n’est pas qualifié\u00a0: aucune des listes de confiance de l’UE disponibles lors de sa délivrance ne mentionne l’autorité comme service d’horodatage qualifié."
        : `L’horodatage n’est pas qualifié\u00a0: la liste de confiance disponible lors de sa délivrance (${listed.country}, nº\u00a0${listed.listNumber} du ${listed.listIssued}) mentionne le service «\u00a0${listed.service}\u00a0» du prestataire «\u00a0${listed.provider}\u00a0» avec le statut «\u00a0${listed.status}\u00a0» depuis le ${listed.since}. seal/trusted-list-entry.json consigne cette mention telle que le service l’a trouvée.`,
    qualificationOpen:
      "Les listes de confiance de l’UE disponibles lors de la délivrance ne permettent pas de savoir si l’autorité était qualifiée. Des listes ultérieures pourront l’établir.",
    sealTimestamp: (blockHeight) =>
      `Le certificat d’une autorité d’horodatage expire, et une signature seule ne permet pas de savoir si elle a été apposée avant cette date. ${
        blockHeight === null
          ? "L’horodatage lui-même, octet pour octet, a donc été soumis à Bitcoin et ne figure pas encore dans un bloc\u00a0: demandez de nouveau ce dossier plus tard."
          : `L’horodatage lui-même, octet pour octet, est donc consigné dans le bloc ${blockHeight} de Bitcoin. L’heure de ce bloc prouve que l’horodatage existait déjà à ce moment. Il reste donc vérifiable après l’expiration du certificat.`
      }`,
    notAnchoredYet:
      "L’empreinte n’est encore dans aucun bloc d’une chaîne de blocs. Demandez de nouveau ce dossier plus tard\u00a0: il contiendra davantage.",
    notProvenYet:
      "RIEN N’EST ENCORE PROUVÉ. L’empreinte a été reçue, mais aucune source de temps indépendante ne l’a encore enregistrée. D’ici là, ce dossier est un simple récépissé et non une preuve\u00a0: demandez-le de nouveau plus tard.",
    bitcoinConfirmed: (blockHeight, day) =>
      `Le bloc ${blockHeight} de Bitcoin${day === null ? "" : `, du ${day},`} consigne également l’empreinte.`,
    bitcoinSubmitted:
      "L’empreinte a été soumise à des calendriers publics OpenTimestamps et n’est pas encore dans un bloc de Bitcoin.",
    bitcoinPending: "L’empreinte n’a pas encore été soumise à Bitcoin.",
    contentsHeading: "Contenu de ce dossier",
    readme: "le présent mode d’emploi",
    parts: {
      certificate: "certificat lisible, auquel sont jointes les mêmes preuves",
      proof:
        "preuve portable (svc-proof/2)\u00a0: empreinte, place dans le lot (feuille, chemin, racine de Merkle), transaction",
      seal: "horodatage électronique (RFC 3161), tel que l’autorité l’a délivré",
      seal_certificates: "certificats de l’autorité d’horodatage",
      trusted_list_entry:
        "mention de l’autorité dans la liste de confiance de l’UE, telle que le service l’a trouvée lors de la délivrance de l’horodatage",
      seal_timestamp:
        "fichier OpenTimestamps de l’horodatage, pour le temps qui suit l’expiration de son certificat",
      seal_revocation: "réponses de l’autorité sur la révocation éventuelle de ses certificats",
      bitcoin_original: "fichier OpenTimestamps de l’original",
      bitcoin_batch: "fichier OpenTimestamps de la racine de Merkle",
      bitcoin_headers: "en-têtes du bloc de Bitcoin et des blocs voisins",
      anchor_witness:
        "preuve d’inclusion\u00a0: en-tête du bloc de la transaction et chemin jusqu’à elle dans ce bloc",
      anchor_timestamp: "fichier OpenTimestamps de cet en-tête",
      verifier: "le vérificateur en un seul fichier, pour tout navigateur, sans réseau",
      original: "le fichier original",
    },
    originalHeading: "L’original",
    originalIncluded:
      "L’original se trouve dans ce dossier. Son empreinte a été recalculée pendant la constitution du dossier, et quiconque vérifie le dossier la recalcule.",
    originalAbsent: {
      not_in_custody:
        "L’original N’EST PAS dans ce dossier\u00a0: le service ne le détient pas. Il appartient à celui qui le détient de le produire\u00a0: sans l’original exact, à l’octet près, les preuves n’établissent rien sur aucun fichier.",
      no_download_left:
        "L’original N’EST PAS dans ce dossier, bien que le service le conserve\u00a0: le compte n’avait plus de téléchargement disponible le jour de la demande. Le quota est renouvelé à 00:00 UTC\u00a0: demandez de nouveau le dossier.",
      integrity_failed:
        "L’original N’EST PAS dans ce dossier\u00a0: la copie stockée par le service ne correspond plus à l’empreinte et n’est pas remise. La preuve elle-même n’en est pas affectée. Il appartient à celui qui détient l’original de le produire.",
      unavailable:
        "L’original N’EST PAS dans ce dossier, bien que le service le conserve\u00a0: son stockage n’a pas répondu. Demandez de nouveau le dossier plus tard.",
    },
    verifyHeading: "Comment vérifier",
    fingerprintStep:
      "Calculez l’empreinte de l’original et comparez ses 64 caractères à ceux indiqués plus haut. Une copie ouverte et enregistrée de nouveau, ou imprimée et numérisée, est un autre fichier.",
    macOs: "macOS",
    linux: "Debian, Ubuntu",
    browserStep: (hasOriginal) =>
      `Ouvrez le vérificateur à l’adresse ci-dessous dans un navigateur et déposez${hasOriginal ? "" : " l’original et"} l’archive ZIP sur la page, sans la décompresser. La page indique ce qui est prouvé. Aucun compte n’est nécessaire et aucun fichier ne quitte votre ordinateur.`,
    sealBrowserStep:
      "Décompressez ce dossier, ouvrez le vérificateur à l’adresse ci-dessous dans un navigateur et déposez seal/timestamp.tsr sur la page avec l’original. La page indique ce qui est prouvé. Aucun compte n’est nécessaire et aucun fichier ne quitte votre ordinateur. Le dossier entier pourra être vérifié dès qu’il contiendra une preuve portable.",
    packedVerifierStep:
      "Sans réseau, ou si cette adresse ne répond plus\u00a0: décompressez ce dossier, ouvrez verifier.html dans un navigateur et procédez de même. Un vérificateur joint aux preuves ne prouve rien à lui seul, car quiconque peut modifier les preuves peut aussi le modifier\u00a0: procurez-vous verifier.html à l’adresse ci-dessus ou auprès d’une personne de confiance, ou comparez son SHA-256 à celui qui est publié.",
    terminalStep:
      "Pour les commandes qui suivent\u00a0: décompressez ce dossier dans un répertoire à part et placez-vous dans celui-ci. Les lignes de votre système installent ce qui peut manquer. Sous macOS, tapez shasum -a 256 au lieu de sha256sum.",
    fileWord: "FILE désigne le chemin de l’original.",
    pageFingerprintStep:
      "Le SHA-256 de verifier.html dans ce dossier. Lors de la constitution du dossier, c’était la valeur de la deuxième ligne.",
    programStep:
      "En ligne de commande, le même vérificateur est un seul fichier, svc-verify.mjs, auquel suffit Node.js 20.19 ou plus récent (nodejs.org). Téléchargez-le à l’adresse ci-dessous dans le répertoire du dossier, comparez son SHA-256 et lancez-le. Avec --online, il interroge des sources publiques sur ce que le dossier laisse ouvert\u00a0; --rpc et --esplora désignent à la place un nœud de la chaîne et un explorateur de Bitcoin. Sans ces options, il ne se connecte pas au réseau.",
    programTrust:
      "--trust désigne les certificats auxquels vous faites confiance\u00a0: ici, ceux qui accompagnaient l’horodatage. Ils n’établissent le nom de l’autorité que si vous savez par ailleurs qu’ils sont les siens.",
    programLists:
      "Il trouve l’autorité dans les listes de confiance de l’UE, dont il est livré avec une copie\u00a0; --trust désigne les certificats d’autres autorités auxquelles vous faites confiance.",
    byHandHeading: "À la main, avec les seuls outils courants",
    leafStep:
      "La feuille de la preuve est le SHA-256 du texte ci-dessous. Le résultat doit être leaf.value dans proof.json.",
    pathStep:
      "Prenez les éléments de merkle.path dans proof.json du premier au dernier, en commençant par la feuille. Si position vaut left, placez le hash de l’élément devant la valeur obtenue\u00a0; s’il vaut right, derrière. Écrivez les deux hashs, l’un après l’autre, à la place de LEFTRIGHT\u00a0: la commande calcule le SHA-256 de leurs octets. Le dernier résultat doit être la racine de Merkle ci-dessous\u00a0; en l’absence d’éléments, la feuille est la racine.",
    transactionStep: ({ network, blockNumber }) =>
      `Cherchez la transaction dans un explorateur quelconque ${de(network)}, ou mieux dans deux, d’exploitants différents. Elle doit être dans le bloc ${blockNumber}, et ses données d’entrée, lues comme du texte UTF-8, doivent être exactement la deuxième ligne. L’heure de ce bloc est l’heure prouvée.`,
    witnessStep:
      "Sans réseau\u00a0: à l’aide des fichiers du dossier anchors/, le vérificateur contrôle que la transaction figure dans le bloc et donne le hash de celui-ci. Ce hash est alors tout ce qu’il reste à comparer avec un explorateur.",
    headerTimestampStep:
      "Les fichiers anchors/*.ots consignent ce bloc lui-même dans Bitcoin\u00a0: le SHA-256 des octets de son en-tête est consigné dans un bloc de Bitcoin. Qui le vérifie sait, sans interroger personne sur l’autre chaîne, que ce bloc existait au plus tard à l’heure du bloc de Bitcoin.",
    bitcoinStep:
      "Bitcoin\u00a0: le client OpenTimestamps indique le bloc de Bitcoin dans lequel l’original est consigné et la racine de Merkle que ce bloc doit avoir. Comparez les deux avec un explorateur quelconque de Bitcoin, ou mieux avec deux, d’exploitants différents. Le site opentimestamps.org le fait dans un navigateur.",
    bitcoinBlockStep:
      "Sans réseau\u00a0: le vérificateur compare les en-têtes de bitcoin/headers.json à la difficulté de Bitcoin et aux blocs qu’il connaît.",
    sealStep:
      "Horodatage électronique\u00a0: OpenSSL le contrôle au moyen des certificats qui l’accompagnaient, dans seal/tsa-certificates.pem. -attime est l’heure qu’indique l’horodatage (en secondes depuis 1970), afin que la réponse reste la même après l’expiration des certificats. «\u00a0Verification: OK\u00a0» signifie que le titulaire de ces certificats a signé exactement ce fichier\u00a0; les listes de confiance de l’Union européenne disent à qui ils appartiennent et si l’autorité était qualifiée.",
    sealTimestampStep:
      "Après l’expiration du certificat de l’autorité\u00a0: le client OpenTimestamps indique le bloc de Bitcoin dans lequel l’horodatage est consigné. Si l’heure de ce bloc est antérieure à l’expiration, l’horodatage a été créé alors que le certificat était valide.",
    nothingToVerify:
      "Tant qu’aucune source de temps indépendante n’a enregistré l’empreinte, il n’y a rien à vérifier hormis l’empreinte elle-même.",
    provesHeading: "Ce que prouve un dossier vérifié",
    proves: [
      "Qu’un fichier composé exactement de ces octets existait au plus tard à l’heure indiquée.",
      "Que ce fichier n’a pas été modifié depuis, fût-ce d’un seul bit, si son empreinte est toujours la même.",
    ],
    provesNotHeading: "Ce qu’il ne prouve pas",
    provesNot: [
      "Qui a créé le fichier, à qui il appartient ni qui l’a enregistré.",
      "Que le contenu du fichier est exact, ni que le fichier n’existait pas auparavant.",
    ],
    remarks: [
      "Sans le fichier original, inchangé jusqu’au dernier bit, ce dossier n’établit rien sur aucun fichier\u00a0: conservez-le.",
      "Ce mode d’emploi, le certificat et le vérificateur éventuellement joint à ce dossier sont des explications et non des preuves\u00a0: seul compte le résultat d’un vérificateur auquel vous faites confiance.",
    ],
  },
};
