import { actions } from "@svc-proof/verifier-web/ui/texts/page/french";
import { verdict } from "@svc-proof/verifier-web/ui/texts/result/french";
import type { ResultTexts } from "./english.js";

export { codes } from "@svc-proof/verifier-web/ui/texts/result/french";

export const result: ResultTexts = {
  ...verdict,
  repeat: {
    heading: "Refaire sans nous",
    expected: "Le résultat doit être\u00a0:",
    unpackZip: "D’abord, décompressez le dossier\u00a0:",
    unpackPdf: "D’abord, enregistrez les pièces jointes du PDF\u00a0:",
    formatProof:
      "Une preuve est un texte JSON. Cette commande l’affiche, et échoue si ce n’est pas du JSON\u00a0:",
    formatTimestamp: "Cette commande affiche le fichier OpenTimestamps, étape par étape\u00a0:",
    formatSeal: "Cette commande affiche l’horodatage\u00a0:",
    content: "Calculez l’empreinte du fichier et comparez les 64 caractères.",
    leaf: "La feuille est le SHA-256 d’un texte fait de l’identifiant et de l’empreinte\u00a0:",
    merkle:
      "Partez de la feuille et placez chaque étape du chemin à sa gauche ou à sa droite. La dernière valeur est la racine\u00a0:",
    payload: "La charge utile est un texte. Dans une transaction, elle figure en hexadécimal\u00a0:",
    anchorCast:
      "Demandez à n’importe quel nœud de la chaîne les données de la transaction, et son bloc\u00a0:",
    anchorCurl:
      "La même chose sans programme particulier. «\u00a0input\u00a0» doit être la charge utile, «\u00a0blockNumber\u00a0» le bloc\u00a0:",
    anchorExplorer:
      "Ou consultez la transaction dans n’importe quel explorateur. Ses données d’entrée, lues comme du texte, doivent être la charge utile.",
    bitcoinOts:
      "Avec le client OpenTimestamps, qui indique le bloc et la racine de Merkle qu’il doit avoir\u00a0:",
    bitcoinNode: "Votre nœud Bitcoin donne la racine de Merkle du bloc\u00a0:",
    bitcoinExplorer:
      "Ou comparez la racine de Merkle que n’importe quel explorateur Bitcoin affiche pour le bloc.",
    sealOpenssl:
      "Avec OpenSSL. CA.pem contient le certificat de l’autorité à laquelle vous faites confiance\u00a0; -attime est l’heure de l’horodatage, afin que la réponse reste la même après l’expiration du certificat\u00a0:",
    sealText: "Cette commande affiche l’heure, l’empreinte et le numéro de série de l’horodatage\u00a0:",
    qualified:
      "Recherchez le prestataire dans le navigateur des listes de confiance de la Commission européenne, eidas.ec.europa.eu/efda, par pays, prestataire et service. Il indique le statut du service et son historique.",
    placeholderFile:
      "FILE remplace un fichier qui n’a pas été fourni, ou dont le nom ne peut pas figurer sans risque dans une commande.",
    withoutUs: "Toutes les étapes d’un coup, avec la ligne de commande de ce vérificateur\u00a0:",
    program:
      "La ligne de commande est un seul fichier, qui n’a besoin que de Node.js\u00a0: {program}. Son SHA-256 figure dans {hashes}.",
    programElsewhere:
      "La ligne de commande est le fichier svc-verify.mjs, qui n’a besoin que de Node.js. Il se trouve sur le web à côté de ce vérificateur, où build.json indique son SHA-256.",
    saveFirst: "Enregistrez les fichiers que cette page a récupérés\u00a0:",
    sandboxRoot: "Enregistrez le certificat racine de l’environnement d’essai\u00a0:",
  },
  next: {
    confirm: actions.confirm,
    asks: actions.asks,
    headers:
      "Des en-têtes de blocs de Bitcoin sont récupérés sur ce site ({size}). Ils établissent le bloc sans qu’il faille croire qui que ce soit.",
    orAsk: "Si ce site ne les a pas, seront interrogés\u00a0: {sources}.",
    sandbox:
      "L’environnement d’essai lui-même est interrogé et son autorité est tenue pour fiable\u00a0: le résultat n’a aucune valeur probante.",
    authority:
      "La valeur de cette date dépend de l’autorité qui l’indique. Si vous lui faites confiance, ajoutez son certificat ou son certificat racine.",
    chooseAuthority: "Choisir des certificats",
  },
  online: {
    heading: "Interroger le réseau",
    sentEvm: actions.sentEvm,
    sentBitcoin: actions.sentBitcoin,
    notSent: actions.notSent,
    noSources: "Aucune source n’est configurée pour ce réseau.",
    askAgain: actions.askAgain,
    change: "Changer les sources",
    isOffline: "Cet appareil est hors ligne.",
  },
  headers: {
    heading: "Prouver le bloc sans interroger personne",
    lead: "Les en-têtes de blocs de Bitcoin peuvent établir le bloc que la preuve indique, sans qu’il faille croire qui que ce soit. Les sites dotés de ce vérificateur peuvent avoir ceux qui manquent\u00a0: {files} ({size}).",
    sent: "Seul ce site est interrogé, pour ces seuls fichiers. Ils sont conservés sur cet appareil.",
    fetch: "Obtenir les en-têtes de ce site",
    fetched: "De ce site, désormais conservés sur cet appareil\u00a0: {files}.",
    kept: "Conservés sur cet appareil depuis une visite antérieure\u00a0: {files}.",
    absent: "Non disponibles sur ce site\u00a0: {files}. Les deux semaines en cours suivront à leur terme.",
    unreachable: "Ce site n’a pas pu être joint et n’a donc pas dit s’il les a\u00a0: {files}.",
  },
  list: {
    ask: {
      heading: {
        one: "{count} preuve dont la date n’est pas encore confirmée",
        other: "{count} preuves dont la date n’est pas encore confirmée",
      },
      ask: "Interroger les sources pour toutes",
      sources: "Seront interrogées\u00a0: {hosts}.",
      open: { one: "{count} réponse encore attendue", other: "{count} réponses encore attendues" },
      stop: "Interrompre l’interrogation",
    },
    report: {
      heading: "Conserver un rapport sur tous les fichiers",
      lead: "Il porte sur tous les fichiers de la liste, y compris ceux qui ne sont pas affichés en ce moment.",
      csv: "Enregistrer en CSV",
      title: { one: "Vérification de {count} fichier", other: "Vérification de {count} fichiers" },
    },
    columns: { outcome: "Résultat", file: "Fichier", ground: "Source ou motif" },
    changed: {
      heading: "Probablement modifié",
      ofProof: "Probablement modifié\u00a0: {files}",
      ofFile: "Probablement une version modifiée de l’original, d’après {files}",
      fileByName:
        "{file} porte le nom de l’original, mais n’a pas l’empreinte que contient cette preuve. Il a probablement été modifié.",
      fileBySize:
        "{file} a exactement la taille de l’original, mais pas l’empreinte que contient cette preuve. Il a probablement été modifié.",
      proofByName:
        "Ce fichier porte le nom de l’original de la preuve {file}, mais n’a pas l’empreinte que contient cette preuve. Il a probablement été modifié.",
      proofBySize:
        "Ce fichier a exactement la taille de l’original de la preuve {file}, mais pas l’empreinte que contient cette preuve. Il a probablement été modifié.",
      compareFile: "Comparer {file} à cette preuve",
      compareProof: "Le comparer à {file}",
    },
  },
  add: {
    original: actions.addOriginal,
    chooseOriginal: actions.chooseOriginal,
    compareOther: actions.compareOther,
    trustHeading: "Certificats de confiance",
    trustLead:
      "Un horodatage électronique est aussi fiable que l’autorité qui le délivre. N’acceptez que si vous savez par ailleurs que ces certificats sont ceux de l’autorité.",
    trust: "Faire confiance aux certificats du fichier {file}",
  },
  report: {
    heading: "Conserver le rapport",
    lead: "Une page pour le dossier de l’affaire, suivie du rapport complet.",
    print: "Imprimer",
    pdf: "Enregistrer en PDF",
    json: "Enregistrer en JSON",
    asic: "Enregistrer en ASiC-S",
    makingAsic: "Préparation du fichier ASiC-S…",
    failedAsic: "Le fichier ASiC-S n’a pas pu être créé.",
    asicRefusals: {
      asic_name_reserved: "L’original porte le nom d’une partie du conteneur. Renommez-le.",
      asic_original_too_large: "L’original est trop volumineux.",
      asic_original_archive: "L’original est une archive que d’autres validateurs refuseraient d’ouvrir.",
    },
    leadAsic:
      "ASiC-S\u00a0: un seul fichier avec l’original et son horodatage électronique, que d’autres validateurs ouvrent aussi.",
    title: "Rapport de vérification",
    making: "Création du PDF…",
    failed: "Le PDF n’a pas pu être créé\u00a0: une partie de cette page n’a pas pu être chargée.",
    page: "Page {page} sur {pages}",
    verifier: "Vérificateur",
    build: "Build (SHA-256)",
    attached: "Joint à ce PDF\u00a0: le rapport en JSON, lisible par les programmes.",
    summary: {
      save: "Enregistrer un résumé",
      title: "Résumé de la vérification",
      fingerprints: "Empreintes",
      file: "Fichier comparé",
      equal: "Les deux sont identiques.",
      source: "Qui l’atteste",
      accuracy: "Précision",
      seconds: { one: "± {count} seconde", other: "± {count} secondes" },
      toTheDay: "au jour près",
      notStated: "non indiquée",
      more: { one: "et {count} de plus dans le rapport", other: "et {count} de plus dans le rapport" },
      repeat: "Comment la refaire",
      command: "Commande",
      atEnd: "À la fin du rapport.",
      behind: "Le rapport, à partir de la page\u00a02, contient chaque contrôle et ce qui a été comparé.",
    },
    joint: {
      count: { one: "{count} fichier", other: "{count} fichiers" },
      file: "Fichier",
      outcome: "Résultat",
      date: "Existait au plus tard le",
      ground: "Source ou motif",
      bounded:
        "Le détail des {count} premiers fichiers suit. Pour les autres, le JSON joint contient tous les détails.",
      attached: "Joints à ce PDF\u00a0: les rapports en JSON, lisibles par les programmes.",
    },
  },
};
