import type { ListTexts } from "./list-texts.js";

export const spanish: ListTexts = {
  ask: {
    heading: {
      one: "{count} prueba aún sin fecha confirmada",
      other: "{count} pruebas aún sin fecha confirmada",
    },
    ask: "Consultar las fuentes para todas",
    sources: "Se consultarán: {hosts}.",
    open: { one: "Falta {count} respuesta", other: "Faltan {count} respuestas" },
    stop: "Interrumpir la consulta",
  },
  report: {
    heading: "Conservar un informe de todos los archivos",
    lead: "Comprende todos los archivos de la lista, también los que ahora no se muestran.",
    csv: "Guardar como CSV",
    title: { one: "Verificación de {count} archivo", other: "Verificación de {count} archivos" },
  },
  columns: { outcome: "Resultado", file: "Archivo", ground: "Fuente o motivo" },
  changed: {
    heading: "Probablemente modificado",
    ofProof: "Probablemente modificado: {files}",
    ofFile: "Probablemente, una versión modificada del original de {files}",
    fileByName:
      "{file} se llama como el original, pero no tiene la huella que figura en esta prueba. Probablemente ha sido modificado.",
    fileBySize:
      "{file} tiene exactamente el tamaño del original, pero no la huella que figura en esta prueba. Probablemente ha sido modificado.",
    proofByName:
      "Este archivo se llama como el original de {file}, pero no tiene la huella que figura en esa prueba. Probablemente ha sido modificado.",
    proofBySize:
      "Este archivo tiene exactamente el tamaño del original de {file}, pero no la huella que figura en esa prueba. Probablemente ha sido modificado.",
    compareFile: "Comparar {file} con esta prueba",
    compareProof: "Compararlo con {file}",
  },
};
