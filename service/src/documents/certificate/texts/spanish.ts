import { dayText, durationText, momentText, numberText } from "../../words.js";
import type { CertificateText } from "./certificate-text.js";

export const spanish: CertificateText = {
  title: "Certificado de huella digital",
  developmentNotice: "Red de desarrollo: este documento carece de todo valor probatorio.",
  provenLead: "Un archivo con la huella que figura abajo existía, a más tardar, el",
  provenByBlock: (network, blockNumber) =>
    `Es la hora del bloque ${blockNumber} de ${network}, que contiene una transacción que deja constancia de la huella.`,
  provenByBitcoin: (blockHeight) =>
    `El día del bloque ${blockHeight} de Bitcoin, con un margen para el reloj de su minero. El bloque deja constancia de la huella mediante OpenTimestamps.`,
  provenBySeal: (authority) => `Hora que consta en el sello de tiempo electrónico. Autoridad: ${authority}`,
  accuracy: (seconds) => `Incluye el margen de error de esa hora: ${durationText(seconds, "es")}.`,
  unsettled: "El bloque es reciente: todavía no cuenta con las confirmaciones necesarias.",
  unprovenLead: "Esta huella se ha recibido, pero todavía no está acreditada",
  unprovenDetail:
    "Ninguna fuente de tiempo independiente la ha registrado hasta ahora. Hasta entonces, esta página es un mero acuse de recibo y no constituye prueba: solicite el certificado de nuevo más tarde.",
  scanToVerify: "Escanear para verificar",
  qrDescription: (url) => `Código QR con la dirección del verificador: ${url}`,

  file: "Archivo",
  codePoints:
    "Los caracteres que este documento no puede mostrar, o que alterarían su lectura, figuran entre corchetes con su número Unicode.",
  fingerprint: "Huella SHA-256",
  received: "Recibida",
  receivedNote: "según el reloj del propio servicio",

  timeSources: "Fuentes de tiempo independientes",
  publicChain: "Cadena de bloques pública",
  bitcoin: "Bitcoin (OpenTimestamps)",
  seal: "Sello de tiempo electrónico (RFC\u00a03161)",
  qualifiedSeal: "Sello cualificado de tiempo electrónico (RFC\u00a03161)",
  chainStates: {
    queued: "En espera",
    batched: "En espera",
    anchored: "En un bloque",
    confirmed: "Confirmada",
  },
  bitcoinStates: { pending: "En espera", submitted: "Enviada", confirmed: "Confirmada" },
  sealStates: { none: "No solicitado", pending: "Solicitado", issued: "Emitido" },
  chainWaiting: "La transacción todavía no está en un bloque.",
  bitcoinWaiting: "Todavía no se ha enviado a ningún calendario.",
  bitcoinSubmitted: "Enviada a calendarios públicos; todavía no está en un bloque.",
  noSeal: "Esta prueba no lleva sello de tiempo electrónico.",
  sealWaiting: "La autoridad todavía no ha respondido.",
  block: "Bloque",
  blockTime: "Hora del bloque",
  transaction: "Transacción",
  chainId: "Número de cadena (EIP-155)",
  authority: "Autoridad",
  time: "Hora",
  serialNumber: "Número de serie",
  policy: "Política",
  trustedList: "Lista de confianza",
  listNumber: (number) => `n.º\u00a0${number}`,

  proves: "Qué acredita",
  provesItems: [
    "Que un archivo con exactamente estos bytes existía a más tardar en el momento indicado.",
    "Que ese archivo no se ha alterado desde entonces en un solo bit, siempre que su huella siga siendo la misma.",
    "Todo ello puede verificarse sin el servicio, sin tener cuenta en él y sin confiar en él.",
  ],
  provesNothingYet: [
    "Todavía nada. En cuanto una fuente de tiempo haya registrado la huella, acreditará que un archivo con exactamente estos bytes existía a más tardar en ese momento.",
  ],
  provesNot: "Qué no acredita",
  provesNotItems: [
    "Quién creó el archivo, a quién pertenece ni quién lo registró.",
    "Que el contenido del archivo sea cierto, ni que el archivo no existiera antes.",
    "A qué archivo corresponde la huella si se pierde el original: conserve el original intacto, byte a byte.",
  ],

  annex: "Anexo",
  howToVerify: "Cómo verificar",
  stepOriginal:
    "Utilice el archivo original tal como se registró. Una copia abierta y vuelta a guardar, o impresa y escaneada, es otro archivo.",
  stepFingerprint:
    "Calcule su huella SHA-256 y compare sus 64 caracteres con los de este certificado. En las órdenes de estos pasos, FILE representa la ruta del original.",
  stepVerifier: (url) =>
    `Abra ${url} y seleccione el archivo y este PDF. Ninguno de los dos sale de su dispositivo; solo se consultan fuentes públicas.`,
  stepOffline: (programUrl) =>
    `O utilice el verificador en la línea de órdenes, que no requiere ni el servicio ni una cuenta, solo Node.js: descargue ${programUrl} y escriba la orden siguiente. Lee la prueba en los archivos adjuntos de este PDF, no en el texto impreso.`,
  stepChain: (root) =>
    `Consulte la transacción en cualquier explorador de la cadena. Sus datos de entrada, leídos como texto, deben ser: svc:v2:${root}`,
  stepBitcoin:
    "Para Bitcoin, guarde el adjunto bitcoin.ots. El cliente de OpenTimestamps, que se ejecuta con pipx, indica el bloque de Bitcoin y la raíz de Merkle que ese bloque debe tener: coteje ambos datos con cualquier explorador de Bitcoin.",
  stepSeal:
    "Para el sello de tiempo electrónico, guarde el adjunto qualified-timestamp.tsr y utilice OpenSSL. CA.pem es un certificado de la autoridad en el que usted confía, por ejemplo el raíz que ella publica. -attime es la hora que indica el sello de tiempo (en segundos desde 1970), para que la respuesta, «Verification: OK», siga siendo la misma una vez caducados los certificados.",
  stepWait:
    "Mientras ninguna fuente de tiempo haya registrado la huella, no hay nada que verificar. En la dirección de la prueba se indicará cuándo es posible.",
  details: "Datos",
  certificateId: "Certificado",
  proofId: "Prueba",
  size: "Tamaño declarado",
  bytes: (count) => (count === 1 ? "1 byte" : `${numberText(count, "es")} bytes`),
  merkleRoot: "Raíz de Merkle",
  explorer: "Explorador",
  verifier: "Verificador",
  portableProof: "Prueba portátil",
  attachments: "Adjuntos de este PDF",
  noAttachments: "Ninguno: todavía no hay prueba que adjuntar.",
  attachmentKinds: {
    proof: "prueba portátil (svc-proof/2)",
    bitcoin: "archivo OpenTimestamps del original",
    seal: "sello de tiempo RFC\u00a03161, tal como lo emitió la autoridad",
    trusted_list_entry: "entrada de la lista de confianza de la UE que recoge a la autoridad",
    seal_timestamp: "archivo OpenTimestamps del sello de tiempo electrónico",
    witness: "prueba de inclusión de la transacción en su bloque",
    witness_timestamp: "archivo OpenTimestamps de la cabecera que contiene",
  },
  sealNote:
    "Según el artículo 41, apartado 2, del Reglamento (UE) n.º\u00a0910/2014, los sellos cualificados de tiempo electrónicos disfrutan de una presunción de exactitud de la fecha y hora que indican y de la integridad de los datos a los que la fecha y hora estén vinculadas.",
  qualified: ({ country, provider, service, status, since, listNumber, listIssued, listSha256 }) =>
    `La lista de confianza disponible al emitirse este sello de tiempo (${country}, n.º\u00a0${listNumber} del ${listIssued}, SHA-256 ${listSha256}) recoge el servicio «${service}» del prestador «${provider}» con el estado «${status}» (cualificación concedida) desde el ${since}. Por tanto, a la hora que indica el sello de tiempo la autoridad era cualificada. Lo acredita la lista, no esta página.`,
  notQualified: (listed) =>
    listed === null
      ? "Este sello de tiempo no es cualificado: ninguna de las listas de confianza de la UE disponibles al emitirse recoge a la autoridad como servicio de sellos cualificados de tiempo electrónicos."
      : `Este sello de tiempo no es cualificado: la lista de confianza disponible al emitirse (${listed.country}, n.º\u00a0${listed.listNumber} del ${listed.listIssued}) recoge el servicio «${listed.service}» del prestador «${listed.provider}» con el estado «${listed.status}» desde el ${listed.since}.`,
  qualificationOpen:
    "Las listas de confianza de la UE disponibles al emitirse este sello de tiempo no permiten saber si la autoridad era cualificada; listas posteriores podrán aclararlo.",
  qualificationNotChecked:
    "Son las listas de confianza de la UE, y no esta página, las que acreditan si la autoridad era cualificada en ese momento; aquí no se ha comprobado.",
  sealTimestamp: (blockHeight) =>
    `El certificado de una autoridad de sellado de tiempo caduca, y una firma por sí sola no permite saber si se hizo antes de esa fecha. ${
      blockHeight === null
        ? "Por eso el propio sello de tiempo, byte a byte, se envió a Bitcoin y aún no está en un bloque: solicite de nuevo este certificado más tarde (adjunto qualified-timestamp.tsr.ots)."
        : `Por eso el propio sello de tiempo, byte a byte, consta en el bloque ${blockHeight} de Bitcoin (adjunto qualified-timestamp.tsr.ots). La hora de ese bloque, que nadie puede modificar después, acredita que el sello de tiempo ya existía en ese momento. Por tanto, puede verificarse incluso una vez caducado el certificado, del mismo modo que bitcoin.ots:`
    }`,
  labelled: (label, value) => `${label}: ${value}`,
  page: (number, count) => `Página ${number} de ${count}`,
  dateTime: (date) => momentText(date, "es"),
  day: (date) => dayText(date, "es"),
};
