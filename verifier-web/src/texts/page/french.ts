import { actions, common } from "@svc-proof/verifier-web/ui/texts/page/french";
import type { PageTexts } from "./english.js";

export const page: PageTexts = {
  ...common,
  clockBehind:
    "Selon l’horloge de cet appareil, nous sommes le {date}. Cette page a été créée plus tard\u00a0: l’horloge est donc fausse. Corrigez-la, car les dates sont jugées d’après elle.",
  loadingFailed:
    "Une partie de cette page n’a pas pu être chargée. Ce que vous avez ajouté est toujours là. Vérifiez le réseau et réessayez. Si elle manque encore, le site a une nouvelle version\u00a0: rechargez la page et ajoutez de nouveau les fichiers.",
  title: "Vérificateur de preuves",
  skipToContent: "Aller au contenu",
  language: "Langue",
  theme: { label: "Apparence", system: "Automatique", light: "Claire", dark: "Sombre" },
  settings: "Sources",
  landing: {
    heading: "Depuis quand peut-on prouver que ce fichier existe\u00a0?",
    lead: "Ajoutez la preuve et, si vous l’avez, le fichier original. Cette page recalcule tout elle-même et indique ce qui est établi.",
    sample: {
      lead: "Pas de preuve sous la main\u00a0?",
      button: "Essayer avec un exemple",
      what: "La première transaction de Bitcoin, qui cite un journal du 3 janvier 2009, avec le fichier OpenTimestamps qui établit sa date. Elle est vérifiée sur cet appareil, comme vos propres fichiers.",
    },
    steps: "Comment fonctionne une preuve",
    stepList: [
      {
        name: "Une empreinte est calculée",
        what: "Un calcul transforme le fichier en 64 caractères\u00a0: son empreinte SHA-256. Si une seule lettre du fichier change, l’empreinte est différente. Le fichier lui-même n’est plus nécessaire pour la suite.",
      },
      {
        name: "L’empreinte est enregistrée",
        what: "Elle est inscrite dans des chaînes de blocs publiques et, sur demande, dans un horodatage électronique. Chacun de ces enregistrements établit une date à laquelle l’empreinte existait déjà.",
      },
      {
        name: "Chacun peut vérifier",
        what: "Cette page recalcule l’empreinte de votre fichier, suit la preuve jusqu’à l’enregistrement et compare. Elle n’a besoin ni du service qui a délivré la preuve, ni d’un compte.",
      },
    ],
    give: "Ce que vous pouvez ajouter",
    gives: [
      { name: "certificate.pdf", what: "le certificat\u00a0; la preuve y est jointe" },
      { name: "evidence.zip", what: "le dossier de preuve, sans l’ouvrir" },
      { name: "proof.json", what: "la preuve portable" },
      {
        name: ".tsr, .asics, .ots",
        what: "un horodatage électronique, seul ou avec son original\u00a0; un fichier OpenTimestamps",
      },
      {
        name: "l’original",
        what: "tout fichier, de toute taille\u00a0; il est rapproché de sa preuve par son empreinte",
      },
    ],
    how: "Ce que signifient les résultats",
    hows: [
      {
        name: "Vérifié",
        what: "tous les contrôles nécessaires ont abouti, et au moins une source indépendante établit la date",
      },
      {
        name: "Correct à ce stade",
        what: "tout ce qui peut être calculé est exact\u00a0; une source de temps doit encore confirmer la date",
      },
      { name: "Échec", what: "un contrôle a révélé une contradiction\u00a0; la page indique laquelle" },
      { name: "Indéterminé", what: "aucune contradiction, mais un contrôle nécessaire n’a pas pu être fait" },
    ],
  },
  privacy: {
    short: actions.filesStay,
    heading: "Vos fichiers restent ici",
    stays:
      "Les fichiers sont lus, et leurs empreintes calculées, dans cette fenêtre. Rien n’est envoyé\u00a0: même le service qui a délivré la preuve ne les voit pas.",
    policy:
      "Le navigateur lui-même impose une politique stricte\u00a0: cette page n’exécute et ne charge rien qui vienne de tiers. Seules les sources que vous lui indiquez sont interrogées.",
    tryOffline:
      "Essayez\u00a0: coupez le réseau. La page continue de fonctionner, même si vous la fermez et la rouvrez.",
    nothingSent: "Sources interrogées jusqu’ici\u00a0: aucune.",
    sentTo: "Sources interrogées jusqu’ici, à votre demande\u00a0: {hosts}.",
  },
  intake: {
    drop: "Déposez ici des fichiers ou des dossiers",
    dropNow: "Relâchez pour vérifier",
    more: "Ajouter d’autres fichiers",
    chooseFiles: "Choisir des fichiers",
    chooseFolder: "Choisir un dossier",
    typed: "Ou saisissez un numéro ou une empreinte",
    typedHint:
      "Le numéro d’une preuve ou d’un certificat\u00a0: cette page récupère la preuve. Ou une empreinte SHA-256 de 64 caractères\u00a0: elle est comparée aux preuves que vous ajoutez.",
    typedFetch: "Récupérer la preuve",
    typedCompare: "Comparer",
    addProof: "Ajouter la preuve",
    lookUp: "Rechercher cette empreinte auprès de {host}",
    lookUpSends: "{host} reçoit l’empreinte, pas le fichier.",
    lookingUp: "Interrogation de {host}…",
    notFound: "{host} n’a pas de preuve publique portant cette empreinte\u00a0: cela ne dit rien du fichier.",
    notAnswered: "{host} n’a pas pu être interrogé. Vérifiez le réseau et réessayez.",
    arriving: { one: "Lecture de {count} fichier…", other: "Lecture de {count} fichiers…" },
  },
  items: {
    heading: "Vos fichiers",
    verified: { one: "{count} vérifié", other: "{count} vérifiés" },
    chosen: {
      one: "{count} selon votre choix",
      other: "{count} selon votre choix",
    },
    unvouched: { one: "{count} sur une chaîne inconnue", other: "{count} sur une chaîne inconnue" },
    rehearsal: { one: "{count} d’essai", other: "{count} d’essai" },
    failed: { one: "{count} échec", other: "{count} échecs" },
    indeterminate: { one: "{count} indéterminé", other: "{count} indéterminés" },
    soFar: { one: "{count} correct à ce stade", other: "{count} corrects à ce stade" },
    refused: { one: "{count} illisible", other: "{count} illisibles" },
    working: { one: "{count} en cours", other: "{count} en cours" },
    waiting: { one: "{count} en attente de sa preuve", other: "{count} en attente de leur preuve" },
    incomplete: "Preuve pas encore ajoutée",
    retry: actions.retry,
    all: "Tous",
    search: "Rechercher par nom",
    back: "Retour à la liste",
    remove: "Retirer {title}",
    clear: "Recommencer",
    cancel: actions.cancel,
    empty: "Aucun.",
    keys: "Les flèches parcourent la liste, Entrée ouvre un résultat.",
  },
  phases: {
    waiting: "En attente",
    hashing: actions.hashing,
    fetching: "Récupération de la preuve",
    verifying: actions.verifying,
    asking: actions.asking,
    done: "Terminé",
    cancelled: "Annulé",
    refused: "Inutilisable",
  },
  wanted: {
    proof: "Ajoutez la preuve\u00a0: le PDF, ZIP ou JSON que vous avez reçu avec le fichier.",
    "proof-of-fingerprint":
      "Cette empreinte est prête à être comparée. Ajoutez la preuve à laquelle elle doit correspondre, ou saisissez le numéro de cette preuve.",
    timestamp: "Ce sont des en-têtes de blocs. Ajoutez le fichier OpenTimestamps auquel ils se rapportent.",
    seal: "Ce sont des certificats. Ajoutez l’horodatage électronique auquel ils se rapportent.",
    "seal-of-revocation":
      "Ce sont des données de révocation d’une autorité. Ajoutez l’horodatage électronique auquel elles se rapportent.",
    snapshot:
      "C’est une liste de confiance de l’UE. Cette page utilise un extrait de toutes les listes, dont les signatures ont été vérifiées au préalable\u00a0: «\u00a0svc-verify trust-list build\u00a0» l’établit à partir des listes d’un dossier. Ajoutez cet extrait ici.",
  },
  problems: {
    file_unreadable: actions.fileUnreadable,
    too_many_files:
      "C’est plus que cette page ne peut contenir. {max} fichiers ont été ajoutés, le reste a été écarté.",
    transfer_unreadable:
      "Une partie des éléments déposés n’a pas pu être ouverte ({count}). Le reste a été ajouté.",
    verifier_crashed:
      "La vérification s’est arrêtée de manière inattendue. Cela ne dit rien de la preuve. Réessayez, ou essayez un autre navigateur.",
    verifier_unresponsive:
      "La vérification ne répondait plus et a été arrêtée. Cela ne dit rien de la preuve.",
    verifier_not_loaded:
      "Le vérificateur n’a pas pu être chargé. Connectez-vous au réseau et rechargez la page.",
    text_not_understood:
      "Ce n’est ni le numéro d’une preuve ou d’un certificat, ni une empreinte de 64 caractères, ni une preuve.",
    proof_not_found: "Le service n’a ni preuve ni certificat portant le numéro {id}.",
    proof_not_ready: "La preuve {id} n’est pas encore ancrée. Réessayez dans quelques minutes.",
    service_unreachable:
      "La preuve {id} n’a pas pu être demandée au service. Si vous l’avez sous forme de fichier, déposez-la ici.",
    service_invalid_answer: "Le service a répondu par quelque chose qui n’est pas une preuve.",
  },
  roles: {
    proof: "preuve portable",
    package: "dossier de preuve",
    certificate: "certificat",
    container: "conteneur horodaté (ASiC-S)",
    seal: "horodatage électronique",
    timestamp: "fichier OpenTimestamps",
    witness: "preuve d’inclusion d’un ancrage",
    original: "fichier à comparer",
    headers: "en-têtes de blocs",
    authority: "certificats d’une autorité",
    crl: "liste de révocation",
    ocsp: "réponse OCSP",
    snapshot: "extrait des listes de confiance de l’UE",
    "trusted-list": "liste de confiance de l’UE (XML)",
  },
  update: {
    ready: "Une version plus récente de cette page est prête. Le rechargement vide la page.",
    reload: "Recharger",
    afterwards:
      "Une version plus récente de cette page est prête. Vous pourrez y passer quand la vérification sera terminée.",
    otherPages:
      "Une version plus récente est prête. Fermez d’abord les autres fenêtres où cette page est ouverte.",
  },
  sources: {
    heading: "Sources des contrôles en ligne",
    lead: "Elles ne sont interrogées que lorsque vous appuyez sur un bouton, et sont conservées sur cet appareil. Deux sources indépendantes valent mieux qu’une\u00a0: si l’une se trompe, l’autre la contredit.",
    oneALine: "Une adresse par ligne.",
    reset: "Revenir aux sources par défaut",
    save: "Enregistrer",
    none: "Aucune source ne sera interrogée.",
    faults: {
      endpoint_not_an_address: "Une adresse commence par https:// ou http://.",
      endpoint_with_credentials:
        "Les navigateurs n’envoient rien à une adresse contenant un nom d’utilisateur.",
      endpoint_not_secure:
        "Sans chiffrement (http://), seule une source de cet appareil peut être interrogée.",
      too_many_endpoints: "Ces sources sont trop nombreuses pour être interrogées.",
    },
  },
  close: "Fermer",
  footer: {
    version: "Version {version}",
    build: "Build {hash}",
    files: "Tous les fichiers de cette page, avec leurs empreintes",
    single: "Cette page en un seul fichier, à garder avec les preuves",
    isKept: "Cette page est conservée sur cet appareil et fonctionne sans réseau.",
    about: "À propos de ce vérificateur",
  },
};
