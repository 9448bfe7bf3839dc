import type { CommonTexts } from "./common-texts.js";

export const french: CommonTexts = {
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
    failed: "Échec",
    indeterminate: "Indéterminé",
    soFar: "Correct à ce stade",
  },
  loading: "Chargement…",
  loadingFailed:
    "Une partie de cette page n’a pas pu être chargée. Connectez-vous au réseau et rechargez la page.",
  insecure:
    "Les signatures ne peuvent pas être vérifiées ici, car cette page a été ouverte sans connexion sécurisée. Utilisez https, ou le vérificateur en un seul fichier (verifier.html).",
  copy: "Copier",
  copied: "Copié",
};
