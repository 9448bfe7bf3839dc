import { dayText, durationText, momentText, numberText } from "../../words.js";
import type { CertificateText } from "./certificate-text.js";

export const french: CertificateText = {
  title: "Certificat d’empreinte numérique",
  developmentNotice: "Réseau de développement\u00a0: ce document n’a aucune valeur probante.",
  provenLead: "Un fichier portant l’empreinte ci-dessous existait au plus tard le",
  provenByBlock: (network, blockNumber) =>
    `C’est l’heure du bloc ${blockNumber} de ${network}, qui contient une transaction consignant l’empreinte.`,
  provenByBitcoin: (blockHeight) =>
    `Le jour du bloc ${blockHeight} de Bitcoin, avec une marge pour l’horloge de son mineur. Le bloc consigne l’empreinte au moyen d’OpenTimestamps.`,
  provenBySeal: (authority) => `Heure indiquée par l’horodatage électronique. Autorité\u00a0: ${authority}`,
  accuracy: (seconds) =>
    `La marge d’erreur de cette heure est comprise\u00a0: ${durationText(seconds, "fr")}.`,
  unsettled: "Le bloc est récent\u00a0: il n’a pas encore reçu les confirmations requises.",
  unprovenLead: "Cette empreinte a été reçue, mais n’est pas encore prouvée",
  unprovenDetail:
    "Aucune source de temps indépendante ne l’a enregistrée jusqu’ici. D’ici là, cette page est un simple récépissé et non une preuve\u00a0: demandez de nouveau le certificat plus tard.",
  scanToVerify: "Scanner pour vérifier",
  qrDescription: (url) => `Code QR portant l’adresse du vérificateur\u00a0: ${url}`,

  file: "Fichier",
  codePoints:
    "Les caractères que ce document ne peut pas afficher, ou qui en altéreraient la lecture, figurent entre crochets sous leur numéro Unicode.",
  fingerprint: "Empreinte SHA-256",
  received: "Reçue",
  receivedNote: "selon l’horloge du service lui-même",

  timeSources: "Sources de temps indépendantes",
  publicChain: "Chaîne de blocs publique",
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
    "Tout cela se vérifie sans le service, sans y avoir de compte et sans lui faire confiance.",
  ],
  provesNothingYet: [
    "Rien encore. Dès qu’une source de temps aura enregistré l’empreinte, il prouvera qu’un fichier composé exactement de ces octets existait au plus tard à cette heure.",
  ],
  provesNot: "Ce qu’il ne prouve pas",
  provesNotItems: [
    "Qui a créé le fichier, à qui il appartient ni qui l’a enregistré.",
    "Que le contenu du fichier est exact, ni que le fichier n’existait pas auparavant.",
    "À quel fichier correspond l’empreinte si l’original est perdu\u00a0: conservez l’original intact, à l’octet près.",
  ],

  annex: "Annexe",
  howToVerify: "Comment vérifier",
  stepOriginal:
    "Prenez le fichier original tel qu’il a été enregistré. Une copie ouverte puis réenregistrée, ou imprimée puis numérisée, est un autre fichier.",
  stepFingerprint:
    "Calculez son empreinte SHA-256 et comparez ses 64 caractères à ceux de ce certificat. Dans les commandes de ces étapes, FILE représente le chemin de l’original.",
  stepVerifier: (url) =>
    `Ouvrez ${url} et sélectionnez le fichier et ce PDF. Tous deux restent sur votre appareil\u00a0; seules des sources publiques sont consultées.`,
  stepOffline: (programUrl) =>
    `Ou utilisez le vérificateur en ligne de commande, qui n’a besoin ni du service ni d’un compte, mais seulement de Node.js\u00a0: téléchargez ${programUrl} et saisissez la commande ci-dessous. Il lit la preuve dans les pièces jointes de ce PDF, et non dans le texte imprimé.`,
  stepChain: (root) =>
    `Consultez la transaction dans n’importe quel explorateur de la chaîne. Ses données d’entrée, lues comme du texte, doivent être\u00a0: svc:v2:${root}`,
  stepBitcoin:
    "Pour Bitcoin, enregistrez la pièce jointe bitcoin.ots. Le client OpenTimestamps, que pipx exécute, indique le bloc de Bitcoin et la racine de Merkle que ce bloc doit avoir\u00a0: comparez les deux avec un explorateur quelconque de Bitcoin.",
  stepSeal:
    "Pour l’horodatage électronique, enregistrez la pièce jointe qualified-timestamp.tsr et utilisez OpenSSL. CA.pem est un certificat de l’autorité auquel vous faites confiance, par exemple le certificat racine qu’elle publie. -attime est l’heure qu’indique l’horodatage (en secondes depuis 1970), afin que la réponse, «\u00a0Verification: OK\u00a0», reste la même après l’expiration des certificats.",
  stepWait:
    "Tant qu’aucune source de temps n’a enregistré l’empreinte, il n’y a rien à vérifier. L’adresse de la preuve indiquera quand une vérification sera possible.",
  details: "Détails",
  certificateId: "Certificat",
  proofId: "Preuve",
  size: "Taille déclarée",
  bytes: (count) => (count === 1 ? "1 octet" : `${numberText(count, "fr")} octets`),
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
        ? "L’horodatage lui-même, octet pour octet, a donc été soumis à Bitcoin et ne figure pas encore dans un bloc\u00a0: demandez de nouveau ce certificat plus tard (pièce jointe qualified-timestamp.tsr.ots)."
        : `L’horodatage lui-même, octet pour octet, est donc consigné dans le bloc ${blockHeight} de Bitcoin (pièce jointe qualified-timestamp.tsr.ots). L’heure de ce bloc, que nul ne peut modifier après coup, prouve que l’horodatage existait déjà à ce moment. Il reste donc vérifiable après l’expiration du certificat, de la même manière que bitcoin.ots\u00a0:`
    }`,
  labelled: (label, value) => `${label}\u00a0: ${value}`,
  page: (number, count) => `Page ${number} sur ${count}`,
  dateTime: (date) => momentText(date, "fr"),
  day: (date) => dayText(date, "fr"),
};
