import type { ElementTexts } from "./element-texts.js";

export const french: ElementTexts = {
  label: "Vérification d’une preuve",
  idle: "Il n’y a pas encore de preuve à vérifier ici.",
  fetching: { evidence: "Téléchargement de la preuve", original: "Téléchargement de l’original" },
  drop: "ou déposez-le ici",
  dropNow: "Relâchez pour comparer",
  other: "Comparer un autre fichier",
  back: "Revenir à la preuve seule",
  without: "L’original n’a pas été comparé.",
  nothing: "Cela ne dit rien de la preuve.",
  asked: "Sources interrogées\u00a0: {sources}.",
  redirected: {
    evidence: "La preuve provient de {host}, vers lequel {from} a redirigé.",
    original: "L’original provient de {host}, vers lequel {from} a redirigé.",
  },
  links: {
    holds: "La preuve est cohérente en elle-même. Sa date est encore en cours de vérification.",
    holdsFile:
      "{file} est bien le fichier sur lequel porte la preuve. La date est encore en cours de vérification.",
  },
  errors: {
    evidence: {
      address_not_allowed: "L’adresse de la preuve ne peut pas être utilisée.",
      unreachable: "La preuve n’a pas pu être téléchargée depuis {host}.",
      refused: "{host} n’a pas envoyé la preuve (statut {status}).",
      not_ready: "La preuve n’est pas encore terminée. Réessayez dans quelques minutes.",
      timeout: "{host} n’a pas envoyé la preuve à temps.",
      too_large: "La preuve de {host} dépasse {max} et n’a pas été lue.",
      not_evidence: "Ce que {host} a envoyé n’est pas une preuve\u00a0: c’est une page web, ou rien.",
      not_loaded: "Une partie du vérificateur n’a pas pu être chargée. Rechargez la page.",
    },
    original: {
      address_not_allowed: "L’adresse de l’original ne peut pas être utilisée.",
      unreachable: "L’original n’a pas pu être téléchargé depuis {host}.",
      refused: "{host} n’a pas envoyé l’original (statut {status}).",
      not_ready: "L’original n’est pas encore disponible. Réessayez dans quelques minutes.",
      timeout: "{host} n’a pas envoyé l’original à temps.",
      too_large: "L’original de {host} dépasse {max} et n’a pas été lu.",
      not_evidence: "Ce que {host} a envoyé n’est pas l’original.",
      not_loaded: "Une partie du vérificateur n’a pas pu être chargée. Rechargez la page.",
    },
  },
};
