import type { ActionTexts } from "./action-texts.js";

export const german: ActionTexts = {
  confirm: "Datum bestätigen lassen",
  asks: "Befragt wird: {sources}.",
  sentEvm: "der Hash der Transaktion und die Nummer ihres Blocks",
  sentBitcoin: "die Höhe des Blocks",
  notSent:
    "Gesendet wird: {what}. Nicht die Datei, nicht ihr Name und nicht ihr Fingerabdruck. Wie bei jedem Besuch einer Website sieht die befragte Quelle Ihre IP-Adresse.",
  askAgain: "Noch einmal befragen",
  addOriginal:
    "Fügen Sie das Original hinzu, um zu sehen, ob es die Datei ist, auf die sich der Nachweis bezieht. Verglichen wird auf diesem Gerät.",
  chooseOriginal: "Original wählen",
  filesStay: "Ihre Dateien bleiben auf diesem Gerät. Sie werden hier gelesen und nirgendwohin gesendet.",
  hashing: "Der Fingerabdruck wird berechnet",
  verifying: "Wird geprüft",
  asking: "Die Quellen werden befragt",
  retry: "Noch einmal versuchen",
  cancel: "Abbrechen",
  fileUnreadable:
    "Die Datei wurde beim Lesen geändert, verschoben oder gesperrt. Schließen Sie das Programm, das sie benutzt, und wählen Sie die Datei erneut aus.",
};
