import type { ActionTexts } from "./action-texts.js";

export const spanish: ActionTexts = {
  confirm: "Confirmar la fecha",
  asks: "Se consultará a {sources}.",
  sentEvm: "el hash de la transacción y el número de su bloque",
  sentBitcoin: "la altura del bloque",
  notSent:
    "Se enviará: {what}. Ni el archivo, ni su nombre, ni su huella. Como en toda visita a un sitio web, la fuente ve su dirección IP.",
  askAgain: "Consultar de nuevo",
  addOriginal:
    "Añada el original para ver si es el archivo al que se refiere la prueba. Se compara en este dispositivo.",
  chooseOriginal: "Elegir el original",
  filesStay: "Sus archivos se quedan en este dispositivo. Se leen aquí y no se envían a ninguna parte.",
  hashing: "Calculando la huella",
  verifying: "Comprobando",
  asking: "Consultando las fuentes",
  retry: "Intentar de nuevo",
  cancel: "Cancelar",
  fileUnreadable:
    "El archivo se modificó, se movió o se bloqueó mientras se leía. Cierre el programa que lo utiliza y vuelva a elegir el archivo.",
};
