import type { ListTexts } from "./list-texts.js";

export const french: ListTexts = {
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
    ofFile: "Probablement une version modifiée de l’original de {files}",
    fileByName:
      "{file} porte le nom de l’original, mais n’a pas l’empreinte que contient cette preuve. Il a probablement été modifié.",
    fileBySize:
      "{file} a exactement la taille de l’original, mais pas l’empreinte que contient cette preuve. Il a probablement été modifié.",
    proofByName:
      "Ce fichier porte le nom de l’original de {file}, mais n’a pas l’empreinte que contient cette preuve. Il a probablement été modifié.",
    proofBySize:
      "Ce fichier a exactement la taille de l’original de {file}, mais pas l’empreinte que contient cette preuve. Il a probablement été modifié.",
    compareFile: "Comparer {file} à cette preuve",
    compareProof: "Le comparer à {file}",
  },
};
