import type { ActionTexts } from "./action-texts.js";

export const french: ActionTexts = {
  confirm: "Faire confirmer la date",
  asks: "Sources qui seront interrogées\u00a0: {sources}.",
  sentEvm: "le hash de la transaction et le numéro de son bloc",
  sentBitcoin: "la hauteur du bloc",
  notSent:
    "Sera envoyé\u00a0: {what}. Ni le fichier, ni son nom, ni son empreinte. Comme à chaque visite d’un site, la source interrogée voit votre adresse IP.",
  askAgain: "Interroger de nouveau",
  addOriginal:
    "Ajoutez l’original pour voir s’il s’agit du fichier sur lequel porte la preuve. Il est comparé sur cet appareil.",
  chooseOriginal: "Choisir l’original",
  filesStay: "Vos fichiers restent sur cet appareil. Ils sont lus ici et ne sont envoyés nulle part.",
  hashing: "Calcul de l’empreinte",
  verifying: "Contrôle en cours",
  asking: "Interrogation des sources",
  retry: "Réessayer",
  cancel: "Annuler",
  fileUnreadable:
    "Le fichier a été modifié, déplacé ou verrouillé pendant la lecture. Fermez le programme qui l’utilise, puis choisissez à nouveau le fichier.",
};
