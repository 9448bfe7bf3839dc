import { dayText, durationText, momentText, numberText, type WritingRules } from "../words.js";
import type { DocumentTexts } from "./english.js";

const rules: WritingRules = {
  months: "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split(
    " ",
  ),
  shortMonths: "ene feb mar abr may jun jul ago sept oct nov dic".split(" "),
  day: String,
  between: " de ",
  at: " a las ",
  decimal: ",",
  group: ".",
  units: [
    ["hora", "horas"],
    ["minuto", "minutos"],
    ["segundo", "segundos"],
  ],
  isSingular: (count) => count === 1,
};

/** Con artículo solo ante «cadena desconocida». */
const de = (network: string) => (network.startsWith("cadena ") ? `de la ${network}` : `de ${network}`);

export const spanish: DocumentTexts = {
  rules,
  countries: {
    AT: "Austria",
    BE: "Bélgica",
    BG: "Bulgaria",
    CY: "Chipre",
    CZ: "Chequia",
    DE: "Alemania",
    DK: "Dinamarca",
    EE: "Estonia",
    EL: "Grecia",
    ES: "España",
    FI: "Finlandia",
    FR: "Francia",
    HR: "Croacia",
    HU: "Hungría",
    IE: "Irlanda",
    IS: "Islandia",
    IT: "Italia",
    LI: "Liechtenstein",
    LT: "Lituania",
    LU: "Luxemburgo",
    LV: "Letonia",
    MT: "Malta",
    NL: "Países Bajos",
    NO: "Noruega",
    PL: "Polonia",
    PT: "Portugal",
    RO: "Rumanía",
    SE: "Suecia",
    SI: "Eslovenia",
    SK: "Eslovaquia",
    UK: "Reino Unido",
  },
  quoted: (name) => `«${name}»`,
  unknownChain: "cadena desconocida {chain} («{label}»)",
  presumed: (time) => `Presunción legal: ${time} (artículo 41.2 del Reglamento (UE) n.º\u00a0910/2014).`,
  certificate: {
    title: "Certificado de existencia de un archivo",
    developmentNotice: "Red de desarrollo o de pruebas: este documento carece de todo valor probatorio.",
    provenLead: "El archivo con la huella que figura abajo existía, a más tardar, el",
    provenByBlock: (network, blockNumber) =>
      `Es la hora del bloque ${blockNumber} ${de(network)}, que contiene una transacción que deja constancia de la huella.`,
    provenByBitcoin: (blockHeight, day) =>
      `El día del bloque ${blockHeight} de Bitcoin, del ${day}, con un margen para el reloj de su minero. El bloque deja constancia de la huella mediante OpenTimestamps.`,
    provenBySeal: (authority) => `Hora que consta en el sello de tiempo electrónico. Autoridad: ${authority}`,
    accuracy: (seconds) => `Incluye el margen de error de esa hora: ${durationText(seconds, rules)}.`,
    unsettled: "El bloque es reciente: todavía no cuenta con las confirmaciones necesarias.",
    unprovenLead: "Esta huella se ha recibido, pero todavía no está acreditada",
    unprovenDetail:
      "Ninguna fuente de tiempo independiente la ha registrado todavía. Mientras tanto, esta página es un mero acuse de recibo y no constituye prueba: solicite el certificado de nuevo más tarde.",
    scanToVerify: "Escanear para verificar",
    qrDescription: (url) => `Código QR con la dirección del verificador: ${url}`,

    file: "Nombre dado por quien registró la huella (no acreditado)",
    codePoints:
      "Los caracteres que este documento no puede mostrar, o que alterarían su lectura, figuran entre corchetes con su número Unicode.",
    fingerprint: "Huella SHA-256",
    received: "Recibida",
    receivedNote: "según el reloj del propio servicio",

    timeSources: "Fuentes de tiempo independientes",
    publicChain: "Cadena de bloques pública",
    otherChain: "Cadena de bloques",
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
      "Que ese archivo no se ha alterado desde entonces ni en un solo bit, siempre que su huella siga siendo la misma.",
    ],
    provesAlone: "Todo ello puede verificarse sin el servicio, sin tener cuenta en él y sin confiar en él.",
    provesNothingYet: [
      "Todavía nada. En cuanto una fuente de tiempo haya registrado la huella, acreditará que un archivo con exactamente estos bytes existía a más tardar en ese momento.",
    ],
    provesNot: "Qué no acredita",
    provesNotItems: [
      "Quién creó el archivo, a quién pertenece ni quién lo registró.",
      "Que el contenido del archivo sea cierto, ni que el archivo no existiera antes.",
      "A qué archivo corresponde la huella si se pierde el original: conserve el original intacto, byte a byte.",
    ],

    thisPage: "Esta página",
    annex: "Anexo",
    howToVerify: "Cómo verificar",
    stepOriginal:
      "Utilice el archivo original tal como se registró. Una copia abierta y vuelta a guardar, o impresa y escaneada, es otro archivo.",
    stepFingerprint:
      "Calcule su huella SHA-256 y compare sus 64 caracteres con los de este certificado. En las órdenes de estos pasos, FILE representa la ruta del original.",
    stepVerifier: (url) =>
      `Abra ${url} y seleccione el archivo y este PDF. Ninguno de los dos sale de su dispositivo; el verificador solo consulta las fuentes que indica.`,
    stepOffline: (programUrl) =>
      `O utilice el verificador en la línea de órdenes, que no requiere ni el servicio ni una cuenta, solo Node.js: descargue ${programUrl} y escriba la orden siguiente. Lee la prueba en los archivos adjuntos de este PDF, no en el texto impreso.`,
    stepChain: (root) =>
      `Consulte la transacción en cualquier explorador de la cadena. Sus datos de entrada, leídos como texto, deben ser: svc:v2:${root}`,
    stepBitcoin:
      "Para Bitcoin, guarde el adjunto bitcoin.ots. El cliente de OpenTimestamps, que se ejecuta con pipx, indica el bloque de Bitcoin y la raíz de Merkle que ese bloque debe tener: coteje ambos datos con cualquier explorador de Bitcoin.",
    stepSeal:
      "Para el sello de tiempo electrónico, guarde el adjunto timestamp.tsr y utilice OpenSSL. CA.pem es un certificado de la autoridad en el que usted confía, por ejemplo el raíz que ella publica. -attime es la hora que indica el sello de tiempo (en segundos desde 1970), para que la respuesta, «Verification: OK», siga siendo la misma una vez caducados los certificados.",
    stepWait:
      "Mientras ninguna fuente de tiempo haya registrado la huella, no hay nada que verificar. En la dirección de la prueba se indicará cuándo es posible.",
    details: "Datos",
    certificateId: "Certificado",
    proofId: "Prueba",
    size: "Tamaño declarado",
    bytes: (count) => (count === 1 ? "1 byte" : `${numberText(count, rules)} bytes`),
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
          ? "Por eso el propio sello de tiempo, byte a byte, se envió a Bitcoin y aún no está en un bloque: solicite de nuevo este certificado más tarde (adjunto timestamp.tsr.ots)."
          : `Por eso el propio sello de tiempo, byte a byte, consta en el bloque ${blockHeight} de Bitcoin (adjunto timestamp.tsr.ots). La hora de ese bloque acredita que el sello de tiempo ya existía en ese momento. Por tanto, puede verificarse incluso una vez caducado el certificado, del mismo modo que bitcoin.ots:`
      }`,
    labelled: (label, value) => `${label}: ${value}`,
    page: (number, count) => `Página ${number} de ${count}`,
    dateTime: (date) => momentText(date, rules),
    day: (date) => dayText(date, rules),
  },
  readme: {
    title: "Paquete de evidencias",
    developmentNotice:
      "RED DE DESARROLLO O DE PRUEBAS: nada de lo que contiene este paquete tiene valor probatorio. Las cadenas citadas, incluida Bitcoin, pueden ser cadenas de desarrollo o de pruebas.",
    introduction: (isDevelopment) =>
      `Este paquete corresponde a un archivo cuya huella SHA-256 se registró en un servicio de sellado de tiempo. Con él y con el archivo se puede comprobar${isDevelopment ? "" : ", sin ese servicio y sin confiar en él,"} si está acreditado en qué momento, a más tardar, existía ya un archivo con esta huella.`,
    labelled: (label, value) => `${label}: ${value}`,
    file: "Nombre dado por quien registró la huella (no acreditado)",
    fingerprint: "SHA-256",
    proof: "Prueba",
    certificate: "Certificado",
    received: "Recibida (según el reloj del propio servicio)",
    provenHeading: "Situación actual",
    headline: (time, source) =>
      `El archivo con esta huella existía a más tardar el ${time}. Esta fecha se basa en ${source}, la más antigua de las fuentes más sólidas de este paquete, e incluye ya el margen de error de esa fuente. A continuación figura la fecha de cada fuente.`,
    headlineSources: {
      anchor: ({ network, blockNumber }) => `el bloque ${blockNumber} ${de(network)}`,
      bitcoin: (blockHeight) => `el bloque ${blockHeight} de Bitcoin`,
      seal: (authority) => `el sello de tiempo electrónico de ${authority}`,
    },
    anchored: ({ network, blockNumber }, time) =>
      `El bloque ${blockNumber} ${de(network)}, del ${time}, contiene una transacción en la que consta la huella.`,
    unconfirmed: "El bloque es reciente y aún no cuenta con las confirmaciones necesarias.",
    sealed: (authority, time) =>
      `Una autoridad de sellado de tiempo firmó la huella junto con la hora ${time}. Se identifica como ${authority}.`,
    qualified: ({ country, provider, service, status, since, listNumber, listIssued }) =>
      `La lista de confianza disponible entonces (${country}, n.º ${listNumber} del ${listIssued}) recoge el servicio «${service}» del prestador «${provider}» con el estado «${status}» (cualificación concedida) desde el ${since}: a la hora que indica el sello de tiempo la autoridad era cualificada. seal/trusted-list-entry.json deja constancia de esa entrada tal como la encontró el servicio; quien la acredita es la lista publicada, que el verificador consulta por sí mismo.`,
    notQualified: (listed) =>
      listed === null
        ? "El sello de tiempo no es cualificado: ninguna de las listas de confianza de la UE disponibles al emitirse recoge a la autoridad como servicio de sellos cualificados de tiempo electrónicos."
        : `El sello de tiempo no es cualificado: la lista de confianza disponible al emitirse (${listed.country}, n.º ${listed.listNumber} del ${listed.listIssued}) recoge el servicio «${listed.service}» del prestador «${listed.provider}» con el estado «${listed.status}» desde el ${listed.since}. seal/trusted-list-entry.json deja constancia de esa entrada tal como la encontró el servicio.`,
    qualificationOpen:
      "Las listas de confianza de la UE disponibles al emitirse el sello de tiempo no permiten saber si la autoridad era cualificada. Listas posteriores podrán aclararlo.",
    sealTimestamp: (blockHeight) =>
      `El certificado de una autoridad de sellado de tiempo caduca, y una firma por sí sola no permite saber si se hizo antes de esa fecha. ${
        blockHeight === null
          ? "Por eso el propio sello de tiempo, byte a byte, se envió a Bitcoin y aún no está en un bloque: solicite de nuevo este paquete más tarde."
          : `Por eso el propio sello de tiempo, byte a byte, consta en el bloque ${blockHeight} de Bitcoin. La hora de ese bloque acredita que el sello de tiempo ya existía en ese momento. Por tanto, puede verificarse incluso una vez caducado el certificado.`
      }`,
    notAnchoredYet:
      "La huella todavía no está en ningún bloque de una cadena de bloques. Vuelva a solicitar este paquete más tarde: contendrá más.",
    notProvenYet:
      "TODAVÍA NO HAY NADA ACREDITADO. La huella se ha recibido, pero ninguna fuente de tiempo independiente la ha registrado aún. Mientras tanto, este paquete es un mero acuse de recibo y no constituye prueba: solicítelo de nuevo más tarde.",
    bitcoinConfirmed: (blockHeight, day) =>
      `El bloque ${blockHeight} de Bitcoin${day === null ? "" : `, del ${day},`} también deja constancia de la huella.`,
    bitcoinSubmitted:
      "La huella se envió a calendarios públicos de OpenTimestamps y aún no está en un bloque de Bitcoin.",
    bitcoinPending: "La huella aún no se ha enviado a Bitcoin.",
    contentsHeading: "Contenido de este paquete",
    readme: "estas instrucciones",
    parts: {
      certificate: "certificado legible, con las mismas evidencias adjuntas",
      proof:
        "prueba portátil (svc-proof/2): huella, lugar en el lote (hoja, ruta, raíz de Merkle), transacción",
      seal: "sello de tiempo electrónico (RFC 3161), tal como lo emitió la autoridad",
      seal_certificates: "certificados de la autoridad de sellado de tiempo",
      trusted_list_entry:
        "entrada de la lista de confianza de la UE que recoge a la autoridad, tal como la encontró el servicio al emitirse el sello de tiempo",
      seal_timestamp: "archivo OpenTimestamps del sello de tiempo, para cuando haya caducado su certificado",
      seal_revocation: "respuestas de la autoridad sobre si sus certificados fueron revocados",
      bitcoin_original: "archivo OpenTimestamps del archivo original",
      bitcoin_batch: "archivo OpenTimestamps de la raíz de Merkle",
      bitcoin_headers: "cabeceras del bloque de Bitcoin y de los bloques contiguos",
      anchor_witness:
        "prueba de inclusión: cabecera del bloque de la transacción y ruta hasta ella dentro del bloque",
      anchor_timestamp: "archivo OpenTimestamps de esa cabecera",
      verifier: "el verificador en un solo archivo, para cualquier navegador y sin conexión",
      original: "el archivo original",
    },
    originalHeading: "El original",
    originalIncluded:
      "El original está en este paquete. Su huella se recalculó al crear el paquete y vuelve a calcularse cada vez que se verifica.",
    originalAbsent: {
      not_in_custody:
        "El original NO está en este paquete: el servicio no lo tiene. Debe aportarlo quien lo conserve: sin el original exacto, byte a byte, las evidencias no acreditan nada respecto de ningún archivo.",
      no_download_left:
        "El original NO está en este paquete, aunque el servicio lo custodia: a la cuenta no le quedaban descargas el día de la solicitud. Las descargas se renuevan a las 00:00 UTC: solicite de nuevo el paquete.",
      integrity_failed:
        "El original NO está en este paquete: la copia almacenada por el servicio ya no coincide con la huella y no se entrega. Ello no afecta a la prueba. Debe aportar el original quien lo conserve.",
      unavailable:
        "El original NO está en este paquete, aunque el servicio lo custodia: su almacenamiento no respondió. Solicite de nuevo el paquete más tarde.",
    },
    verifyHeading: "Cómo verificar",
    fingerprintStep:
      "Calcule la huella del original y compare sus 64 caracteres con los indicados arriba. Una copia abierta y guardada de nuevo, o impresa y escaneada, es otro archivo.",
    macOs: "macOS",
    linux: "Debian, Ubuntu",
    browserStep: (hasOriginal) =>
      `Abra en un navegador el verificador, en la dirección siguiente, y arrastre a la página este paquete, tal como está${hasOriginal ? "" : ", junto con el original"}. La página indica qué queda acreditado. No hace falta ninguna cuenta y ningún archivo sale de su equipo.`,
    sealBrowserStep:
      "Descomprima este paquete, abra en un navegador el verificador, en la dirección siguiente, y arrastre a la página seal/timestamp.tsr junto con el original. La página indica qué queda acreditado. No hace falta ninguna cuenta y ningún archivo sale de su equipo. El paquete completo podrá verificarse cuando contenga una prueba portátil.",
    packedVerifierStep:
      "Sin conexión, o si esa dirección ya no responde: descomprima este paquete, abra verifier.html en un navegador y proceda del mismo modo. Un verificador que acompaña a las evidencias no prueba nada por sí solo, porque quien puede alterar las evidencias puede alterarlo también: obtenga verifier.html en la dirección anterior o de alguien de su confianza, o coteje su SHA-256 con uno publicado.",
    terminalStep:
      "Para las órdenes siguientes: descomprima este paquete en una carpeta propia y sitúese en ella. Las líneas correspondientes a su sistema instalan lo que pueda faltar. En macOS, escriba shasum -a 256 en lugar de sha256sum.",
    fileWord: "FILE representa la ruta del original.",
    pageFingerprintStep:
      "El SHA-256 de verifier.html en este paquete. Al crearse el paquete era el valor de la segunda línea.",
    programStep:
      "En la línea de órdenes, el mismo verificador es un único archivo, svc-verify.mjs, que solo necesita Node.js 20.19 o posterior (nodejs.org). Descárguelo de la dirección siguiente en la carpeta del paquete, coteje su SHA-256 y ejecútelo. Con --online consulta fuentes públicas sobre lo que el paquete deja abierto; --rpc y --esplora indican en su lugar un nodo de la cadena y un explorador de Bitcoin. Sin estas opciones no se conecta a la red.",
    programTrust:
      "--trust indica los certificados en los que usted confía: aquí, los que acompañaban al sello de tiempo. Solo acreditan el nombre de la autoridad si usted sabe por otra vía que son suyos.",
    programLists:
      "Encuentra la autoridad en las listas de confianza de la UE, de las que trae una copia; --trust indica los certificados de otras autoridades en las que confía.",
    byHandHeading: "De forma manual, solo con herramientas comunes",
    leafStep:
      "La hoja de la prueba es el SHA-256 del texto siguiente. El resultado debe ser leaf.value de proof.json.",
    pathStep:
      "Tome los elementos de merkle.path de proof.json del primero al último, empezando por la hoja. Si position es left, ponga el hash del elemento delante del valor que tiene; si es right, detrás. Escriba ambos hashes, uno tras otro, en lugar de LEFTRIGHT: la orden calcula el SHA-256 de sus bytes. El último resultado debe ser la raíz de Merkle siguiente; si no hay elementos, la hoja es la raíz.",
    transactionStep: ({ network, blockNumber }) =>
      `Busque la transacción en cualquier explorador ${de(network)}, o mejor en dos, de operadores distintos. Debe estar en el bloque ${blockNumber}, y sus datos de entrada, leídos como texto UTF-8, deben ser exactamente la segunda línea. La hora de ese bloque es la hora acreditada.`,
    witnessStep:
      "Sin conexión: con los archivos de anchors/ el verificador comprueba que la transacción está en el bloque e indica el hash de este. Ese hash es entonces lo único que queda por cotejar con un explorador.",
    headerTimestampStep:
      "Los archivos anchors/*.ots dejan constancia de ese mismo bloque en Bitcoin: el SHA-256 de los bytes de su cabecera consta en un bloque de Bitcoin. Quien lo verifica sabe, sin preguntar a nadie por la otra cadena, que el bloque existía a más tardar cuando se creó el bloque de Bitcoin.",
    bitcoinStep:
      "Bitcoin: el cliente de OpenTimestamps indica el bloque de Bitcoin en el que consta el original y la raíz de Merkle que ese bloque debe tener. Coteje ambos datos con cualquier explorador de Bitcoin, o mejor con dos, de operadores distintos. El sitio opentimestamps.org lo hace en un navegador.",
    bitcoinBlockStep:
      "Sin conexión: el verificador contrasta las cabeceras de bitcoin/headers.json con la dificultad de Bitcoin y con los bloques que conoce.",
    sealStep:
      "Sello de tiempo electrónico: OpenSSL lo comprueba con los certificados que lo acompañaban, en seal/tsa-certificates.pem. -attime es la hora que indica el sello de tiempo (en segundos desde 1970), para que la respuesta siga siendo la misma una vez caducados los certificados. «Verification: OK» significa que el titular de esos certificados firmó exactamente este archivo; las listas de confianza de la Unión Europea dicen a quién pertenecen y si la autoridad era cualificada.",
    sealTimestampStep:
      "Una vez caducado el certificado de la autoridad: el cliente de OpenTimestamps indica el bloque de Bitcoin en el que consta el sello de tiempo. Si la hora de ese bloque es anterior a la caducidad, el sello de tiempo se hizo mientras el certificado era válido.",
    nothingToVerify:
      "Mientras ninguna fuente de tiempo independiente haya registrado la huella, no hay nada que verificar, salvo la propia huella.",
    provesHeading: "Qué acredita un paquete verificado",
    proves: [
      "Que un archivo con exactamente estos bytes existía a más tardar en el momento indicado.",
      "Que ese archivo no se ha alterado desde entonces ni en un solo bit, siempre que su huella siga siendo la misma.",
    ],
    provesNotHeading: "Qué no acredita",
    provesNot: [
      "Quién creó el archivo, a quién pertenece ni quién lo registró.",
      "Que el contenido del archivo sea cierto, ni que el archivo no existiera antes.",
    ],
    remarks: [
      "Sin el archivo original, idéntico hasta el último bit, este paquete no acredita nada respecto de ningún archivo: consérvelo.",
      "Estas instrucciones, el certificado y el verificador que pueda contener este paquete son explicaciones y no pruebas: lo que cuenta es el resultado de un verificador en el que usted confíe.",
    ],
  },
};
