import { actions } from "@svc-proof/verifier-web/ui/texts/page/spanish";
import { verdict } from "@svc-proof/verifier-web/ui/texts/result/spanish";
import type { ResultTexts } from "./english.js";

export { codes } from "@svc-proof/verifier-web/ui/texts/result/spanish";

export const result: ResultTexts = {
  ...verdict,
  repeat: {
    heading: "Repetirlo sin nosotros",
    expected: "El resultado debe ser:",
    unpackZip: "Primero, descomprima el paquete:",
    unpackPdf: "Primero, guarde los adjuntos del PDF:",
    formatProof: "Una prueba es un texto JSON. Esta orden lo muestra, y falla si no es JSON:",
    formatTimestamp: "Esto muestra el archivo OpenTimestamps, paso a paso:",
    formatSeal: "Esto muestra el sello de tiempo:",
    content: "Calcule la huella del archivo y compare los 64 caracteres.",
    leaf: "La hoja es el SHA-256 de un texto formado por el identificador y la huella:",
    merkle:
      "Parta de la hoja y coloque cada paso de la ruta a su izquierda o a su derecha. El último valor es la raíz:",
    payload: "La carga útil es un texto. En una transacción figura en hexadecimal:",
    anchorCast: "Pida a cualquier nodo de la cadena los datos de entrada de la transacción y su bloque:",
    anchorCurl:
      "Lo mismo sin ningún programa especial. «input» debe ser la carga útil; «blockNumber», el bloque:",
    anchorExplorer:
      "O consulte la transacción en cualquier explorador. Sus datos de entrada, leídos como texto, deben ser la carga útil.",
    bitcoinOts: "Con el cliente de OpenTimestamps, que indica el bloque y la raíz de Merkle que debe tener:",
    bitcoinNode: "Su nodo de Bitcoin da la raíz de Merkle del bloque:",
    bitcoinExplorer:
      "O compare la raíz de Merkle que cualquier explorador de Bitcoin muestra para el bloque.",
    sealOpenssl:
      "Con OpenSSL. CA.pem contiene el certificado de la autoridad en la que usted confía; -attime es la hora del sello de tiempo, para que la respuesta siga siendo la misma una vez caducado el certificado:",
    sealText: "Esto muestra la hora, la huella y el número de serie del sello de tiempo:",
    qualified:
      "Busque al prestador en el navegador de listas de confianza de la Comisión Europea, eidas.ec.europa.eu/efda, por país, prestador y servicio. Muestra el estado del servicio y su historial.",
    placeholderFile:
      "FILE sustituye a un archivo que no se ha entregado, o cuyo nombre no se puede incluir con seguridad en una orden.",
    withoutUs: "Todos los pasos a la vez, con la línea de órdenes de este verificador:",
    program:
      "La línea de órdenes es un solo archivo que únicamente necesita Node.js: {program}. Su SHA-256 figura en {hashes}.",
    programElsewhere:
      "La línea de órdenes es el archivo svc-verify.mjs, que solo necesita Node.js. Está junto a este verificador en la web, donde build.json indica su SHA-256.",
    saveFirst: "Guarde los archivos que esta página ha obtenido:",
    sandboxRoot: "Guarde el certificado raíz del entorno de ensayo:",
  },
  next: {
    confirm: actions.confirm,
    asks: actions.asks,
    headers:
      "Se obtienen de este sitio cabeceras de bloques de Bitcoin ({size}). Acreditan el bloque sin que haya que creer a nadie.",
    orAsk: "Si este sitio no las tiene, se consultará a {sources}.",
    sandbox:
      "Se consulta al propio entorno de ensayo y se confía en su autoridad: el resultado no tiene valor probatorio.",
    authority:
      "El valor de esta fecha depende de la autoridad que la declara. Si confía en ella, añada su certificado o su certificado raíz.",
    chooseAuthority: "Elegir certificados",
  },
  online: {
    heading: "Consultar la red",
    sentEvm: actions.sentEvm,
    sentBitcoin: actions.sentBitcoin,
    notSent: actions.notSent,
    noSources: "No hay ninguna fuente configurada para esta red.",
    askAgain: actions.askAgain,
    change: "Cambiar las fuentes",
    isOffline: "Este dispositivo no tiene conexión.",
  },
  headers: {
    heading: "Acreditar el bloque sin consultar a nadie",
    lead: "Las cabeceras de bloques de Bitcoin pueden acreditar el bloque que la prueba indica, sin que haya que creer a nadie. Los sitios con este verificador pueden tener las que faltan: {files} ({size}).",
    sent: "Solo se consulta este sitio, y solo por estos archivos. Se guardan en este dispositivo.",
    fetch: "Obtener las cabeceras de este sitio",
    fetched: "De este sitio, ya guardados en este dispositivo: {files}.",
    kept: "Guardados en este dispositivo desde una visita anterior: {files}.",
    absent: "No disponibles en este sitio: {files}. Las dos semanas en curso se añadirán al terminar.",
    unreachable: "No se pudo acceder a este sitio, que por tanto no ha dicho si los tiene: {files}.",
  },
  list: {
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
  },
  add: {
    original: actions.addOriginal,
    chooseOriginal: actions.chooseOriginal,
    compareOther: actions.compareOther,
    trustHeading: "Certificados de confianza",
    trustLead:
      "Un sello de tiempo electrónico es tan fiable como la autoridad que lo respalda. Acéptelo solo si le consta por otra vía que estos certificados son de la autoridad.",
    trust: "Confiar en los certificados de {file}",
  },
  report: {
    heading: "Conservar el informe",
    lead: "Una página para los autos, seguida del informe completo.",
    print: "Imprimir",
    pdf: "Guardar como PDF",
    json: "Guardar como JSON",
    asic: "Guardar como ASiC-S",
    makingAsic: "Preparando el archivo ASiC-S…",
    failedAsic: "No se pudo crear el archivo ASiC-S.",
    asicRefusals: {
      asic_name_reserved: "El original tiene el nombre de una parte del contenedor. Cámbiele el nombre.",
      asic_original_too_large: "El original es demasiado grande.",
      asic_original_archive:
        "El original es un archivo comprimido que otros validadores se negarían a abrir.",
    },
    leadAsic:
      "ASiC-S: un solo archivo con el original y su sello de tiempo electrónico, que también abren otros validadores.",
    title: "Informe de verificación",
    making: "Preparando el PDF…",
    failed: "No se pudo crear el PDF: no se pudo cargar una parte de esta página.",
    page: "Página {page} de {pages}",
    verifier: "Verificador",
    build: "Compilación (SHA-256)",
    attached: "Adjunto a este PDF: el informe en JSON, legible por programas.",
    summary: {
      save: "Guardar un resumen",
      title: "Resumen de la verificación",
      fingerprints: "Huellas",
      file: "Archivo comparado",
      equal: "Las dos coinciden.",
      source: "Quién lo acredita",
      accuracy: "Exactitud",
      seconds: { one: "± {count} segundo", other: "± {count} segundos" },
      toTheDay: "un día",
      notStated: "no consta",
      more: { one: "y {count} más en el informe", other: "y {count} más en el informe" },
      repeat: "Cómo repetirla",
      command: "Orden",
      atEnd: "Al final del informe.",
      behind: "El informe, desde la página 2, recoge cada comprobación y lo que se comparó.",
    },
    joint: {
      count: { one: "{count} archivo", other: "{count} archivos" },
      file: "Archivo",
      outcome: "Resultado",
      date: "Existía a más tardar el",
      ground: "Fuente o motivo",
      bounded:
        "A continuación figuran en detalle los primeros {count} archivos. De los demás, el JSON adjunto contiene todos los detalles.",
      attached: "Adjunto a este PDF: los informes en JSON, legibles por programas.",
    },
  },
};
