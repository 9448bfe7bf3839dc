import type { ActionTexts, CommonTexts, ElementTexts, LayoutTexts } from "./english.js";

export const insecure: string =
  "Les signatures ne peuvent pas être vérifiées ici, car cette page a été ouverte sans connexion sécurisée. Utilisez https, ou le vérificateur en un seul fichier (verifier.html).";

export const common: CommonTexts = {
  quoted: "«\u00a0{name}\u00a0»",
  progress: {
    amount: "{done} sur {total}",
    done: "{done}",
    rate: "{rate} par seconde",
    secondsLeft: { one: "encore {count} seconde", other: "encore {count} secondes" },
    minutesLeft: { one: "encore {count} minute", other: "encore {count} minutes" },
    nearlyDone: "presque terminé",
  },
  outcomes: {
    verified: "Vérifié",
    chosen: "Vérifié par ce à quoi vous avez choisi de vous fier",
    unvouched: "Chaîne inconnue\u00a0: personne n’en répond",
    rehearsal: "Essai\u00a0: aucune valeur probante",
    failed: "Échec",
    indeterminate: "Indéterminé",
    soFar: "Correct à ce stade",
  },
  loading: "Chargement…",
  loadingFailed:
    "Une partie de cette page n’a pas pu être chargée. Connectez-vous au réseau et rechargez la page.",
  insecure,
  copy: "Copier",
  copied: "Copié",
};

export const actions: ActionTexts = {
  confirm: "Faire confirmer la date",
  asks: "Sources qui seront interrogées\u00a0: {sources}.",
  sentEvm: "le hash de la transaction et le numéro de son bloc",
  sentBitcoin: "la hauteur du bloc",
  notSent:
    "Sera envoyé\u00a0: {what}. Ni le fichier, ni son nom, ni son empreinte. Comme à chaque visite d’un site, la source interrogée voit votre adresse IP.",
  askAgain: "Interroger de nouveau",
  addOriginal:
    "Ajoutez le fichier pour voir s’il s’agit de celui de la preuve. Il est comparé sur cet appareil et n’est envoyé nulle part.",
  chooseOriginal: "Ajouter le fichier",
  compareOther: "Comparer un autre fichier",
  filesStay: "Vos fichiers restent sur cet appareil. Ils sont lus ici et ne sont envoyés nulle part.",
  hashing: "Calcul de l’empreinte",
  verifying: "Contrôle en cours",
  asking: "Interrogation des sources",
  retry: "Réessayer",
  cancel: "Annuler",
  fileUnreadable:
    "Le fichier a été modifié, déplacé ou verrouillé pendant la lecture. Fermez le programme qui l’utilise, puis choisissez à nouveau le fichier.",
};

export const element: ElementTexts = {
  label: "Vérification d’une preuve",
  idle: "Il n’y a pas encore de preuve à vérifier ici.",
  fetching: { evidence: "Téléchargement de la preuve", original: "Téléchargement du fichier" },
  drop: "ou déposez-le ici",
  dropNow: "Relâchez pour comparer",
  back: "Revenir à la preuve seule",
  without: "Le fichier n’a pas été comparé.",
  nothing: "Cela ne dit rien de la preuve.",
  asked: "Sources interrogées\u00a0: {sources}.",
  redirected: {
    evidence: "La preuve vient de {host}\u00a0: {from} y renvoyait.",
    original: "Le fichier vient de {host}\u00a0: {from} y renvoyait.",
  },
  links: {
    holds: "La preuve est cohérente en elle-même. Sa date est encore en cours de vérification.",
    holdsFile:
      "C’est bien le fichier sur lequel porte la preuve. La date est encore en cours de vérification.",
  },
  errors: {
    evidence: {
      address_not_allowed: "L’adresse de la preuve ne peut pas être utilisée.",
      unreachable: "La preuve n’a pas pu être téléchargée depuis {host}.",
      refused: "{host} n’a pas envoyé la preuve (statut {status}).",
      not_ready: "La preuve n’est pas encore terminée. Réessayez dans quelques minutes.",
      timeout: "{host} n’a pas envoyé la preuve à temps.",
      too_large: "La preuve envoyée par {host} dépasse {max} et n’a pas été lue.",
      not_evidence: "Ce que {host} a envoyé n’est pas une preuve\u00a0: c’est une page web, ou rien.",
      not_loaded: "Une partie du vérificateur n’a pas pu être chargée. Rechargez la page.",
    },
    original: {
      address_not_allowed: "L’adresse du fichier ne peut pas être utilisée.",
      unreachable: "Le fichier n’a pas pu être téléchargé depuis {host}.",
      refused: "{host} n’a pas envoyé le fichier (statut {status}).",
      not_ready: "Le fichier n’est pas encore disponible. Réessayez dans quelques minutes.",
      timeout: "{host} n’a pas envoyé le fichier à temps.",
      too_large: "Le fichier envoyé par {host} dépasse {max} et n’a pas été lu.",
      not_evidence: "Ce que {host} a envoyé n’est pas le fichier.",
      not_loaded: "Une partie du vérificateur n’a pas pu être chargée. Rechargez la page.",
    },
  },
};

export const layout: LayoutTexts = {
  documentation: "Documentation",
  skip: "Aller au contenu",
  main: "Navigation principale",
  verify: "Vérifier",
  home: "Accueil",
  create: "Créer des preuves",
  groups: {
    courts: "Pour la justice",
    developers: "Pour les développeurs",
    operators: "Pour les exploitants",
    project: "Comment c’est fait",
  },
  offer: "Lire cette page en français",
  sections: "Sommaire",
  search: "Rechercher dans la documentation",
  find: "Rechercher",
  onThisPage: "Sur cette page",
  neighbours: "Page précédente et page suivante",
  previous: "Précédent",
  next: "Suivant",
  languages: "Langues de cette page",
  start: {
    description:
      "Comment créer des preuves, comment les vérifier, comment tout cela fonctionne, et pourquoi.",
    lead: "svc-proof enregistre l’empreinte d’un fichier et prouve à quelle date, au plus tard, il existait. Ce qui se calcule se vérifie sans le service, sans compte et sans réseau.",
    how: "Comment cela fonctionne",
    steps: [
      {
        name: "Une empreinte est calculée",
        what: "Un calcul transforme le fichier en 64 caractères, son empreinte SHA-256. Le fichier reste où il est.",
      },
      {
        name: "L’empreinte est enregistrée",
        what: "De nombreuses empreintes forment une seule valeur dans une chaîne de blocs publique et dans Bitcoin. Sur demande, une autorité ajoute un horodatage électronique. Chaque enregistrement établit une date à laquelle l’empreinte existait déjà.",
      },
      {
        name: "Chacun peut vérifier",
        what: "Le vérificateur recalcule l’empreinte du fichier et suit la preuve jusqu’à ces enregistrements.",
      },
    ],
    begin: "Par où commencer",
    verify: "Vérifier un fichier",
    verifyWhat: "Déposez le fichier avec sa preuve. Rien n’est envoyé.",
    courtsWhat: "Ce qu’une preuve établit en justice, ce qu’elle n’établit pas, et quelles questions poser.",
    all: "Toutes les parties",
    languages: "Les pages qui suivent sont en anglais.",
  },
  searchPage: {
    title: "Recherche",
    lead: "L’index est téléchargé depuis ce site dès votre premier mot. Vos mots restent sur cet appareil.",
    words: "Mots",
    button: "Rechercher",
    withoutScript: "La recherche nécessite JavaScript. La page d’accueil mène à toutes les pages.",
    none: "Aucun résultat pour «\u00a0{words}\u00a0».",
    found: {
      one: "{count} résultat pour «\u00a0{words}\u00a0».",
      other: "{count} résultats pour «\u00a0{words}\u00a0».",
    },
    best: "Les {count} meilleurs résultats pour «\u00a0{words}\u00a0».",
    failed: "L’index n’a pas pu être chargé.",
  },
  missing: {
    title: "Cette page n’existe pas",
    text: "L’adresse est peut-être ancienne. Trois façons de continuer\u00a0:",
    start: "Page d’accueil et guides",
  },
  offline: {
    keep: "Garder toute la documentation sur cet appareil",
    working: "Téléchargement…",
    kept: "Toute la documentation est sur cet appareil et s’ouvre sans réseau.",
    failed: "Tout n’a pas pu être téléchargé. Les pages déjà lues sont conservées.",
  },
};
