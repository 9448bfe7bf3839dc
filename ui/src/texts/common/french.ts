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
  copy: "Copier",
  copied: "Copié",
};
