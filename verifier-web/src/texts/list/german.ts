import type { ListTexts } from "./list-texts.js";

export const german: ListTexts = {
  ask: {
    heading: {
      one: "Für {count} Nachweis ist noch kein Datum bestätigt",
      other: "Für {count} Nachweise ist noch kein Datum bestätigt",
    },
    ask: "Quellen zu allen befragen",
    sources: "Befragt werden: {hosts}.",
    open: { one: "{count} Antwort steht noch aus", other: "{count} Antworten stehen noch aus" },
    stop: "Befragung abbrechen",
  },
  report: {
    heading: "Einen Bericht über alle Dateien aufbewahren",
    lead: "Er erfasst alle Dateien der Liste, auch die gerade nicht angezeigten.",
    csv: "Als CSV speichern",
    title: { one: "Prüfung von {count} Datei", other: "Prüfung von {count} Dateien" },
  },
  columns: { outcome: "Ergebnis", file: "Datei", ground: "Quelle oder Grund" },
  changed: {
    heading: "Wahrscheinlich geändert",
    ofProof: "Wahrscheinlich geändert: {files}",
    ofFile: "Wahrscheinlich eine geänderte Version des Originals zu {files}",
    fileByName:
      "{file} heißt wie das Original, hat aber nicht den Fingerabdruck dieses Nachweises. Wahrscheinlich wurde die Datei geändert.",
    fileBySize:
      "{file} ist genauso groß wie das Original, hat aber nicht den Fingerabdruck dieses Nachweises. Wahrscheinlich wurde die Datei geändert.",
    proofByName:
      "Diese Datei heißt wie das Original zu {file}, hat aber nicht den Fingerabdruck jenes Nachweises. Wahrscheinlich wurde sie geändert.",
    proofBySize:
      "Diese Datei ist genauso groß wie das Original zu {file}, hat aber nicht den Fingerabdruck jenes Nachweises. Wahrscheinlich wurde sie geändert.",
    compareFile: "{file} mit diesem Nachweis vergleichen",
    compareProof: "Mit {file} vergleichen",
  },
};
