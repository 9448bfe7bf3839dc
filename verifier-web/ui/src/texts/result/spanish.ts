import { insecure } from "../page/spanish.js";
import type { CodeTexts, VerdictTexts } from "./english.js";

export const verdict: VerdictTexts = {
  headline: {
    presumed: "Presunción legal: {time} (artículo 41.2 del Reglamento eIDAS).",
    existed: {
      verified: {
        file: "Este archivo existía a más tardar el {time}.",
        "given-fingerprint": "Un archivo con la huella indicada existía a más tardar el {time}.",
        "stated-fingerprint": "Un archivo con esta huella existía a más tardar el {time}.",
      },
      chosen: {
        file: "Si es fiable aquello en lo que usted ha decidido confiar, este archivo existía a más tardar el {time}.",
        "given-fingerprint":
          "Si es fiable aquello en lo que usted ha decidido confiar, un archivo con la huella indicada existía a más tardar el {time}.",
        "stated-fingerprint":
          "Si es fiable aquello en lo que usted ha decidido confiar, un archivo con esta huella existía a más tardar el {time}.",
      },
      unvouched: {
        file: "Si esta cadena desconocida es fiable, este archivo existía a más tardar el {time}.",
        "given-fingerprint":
          "Si esta cadena desconocida es fiable, un archivo con la huella indicada existía a más tardar el {time}.",
        "stated-fingerprint":
          "Si esta cadena desconocida es fiable, un archivo con esta huella existía a más tardar el {time}.",
      },
      rehearsal: {
        file: "En este ensayo, este archivo lleva la fecha de {time}.",
        "given-fingerprint": "En este ensayo, un archivo con la huella indicada lleva la fecha de {time}.",
        "stated-fingerprint": "En este ensayo, un archivo con esta huella lleva la fecha de {time}.",
      },
    },
    nobodyAsked: "La fecha aún no está confirmada: todavía no se ha consultado ninguna fuente de tiempo.",
    holds: "Todo lo que se puede calcular a partir de lo entregado es correcto.",
    holdsFile:
      "Este es el archivo al que se refiere la prueba, y también es correcto todo lo demás que se puede calcular.",
    untrusted:
      "La fecha aún no está confirmada: nadie avala a la autoridad que la declara. Cualquiera puede elegir ese nombre.",
    nobodyKnew: "Nada contradice esta prueba, pero ninguna fuente de tiempo la confirma.",
  },
  caveats: {
    "trusted-list": "De una autoridad que figura en una lista de confianza de la Unión Europea.",
    "trusted-by-caller": "De una autoridad que usted ha declarado de confianza.",
    "lists-given": "Según listas de confianza que usted ha aportado.",
    "not-qualified": "No es un sello cualificado de tiempo electrónico.",
    "qualification-unknown": "No se sabe si es cualificado.",
    qualified:
      "Sello cualificado de tiempo electrónico, según la lista de confianza de la UE número {number} ({territory}).",
    unknown: "En una cadena que este verificador no conoce.",
    testnet: "En una red de ensayo: sin valor probatorio.",
    development: "En una red de desarrollo: sin valor probatorio.",
    sandbox: "De una autoridad de ensayo: sin valor probatorio.",
    "judged-as-of": "El sello de tiempo se ha evaluado a fecha de {time}, no a fecha de hoy.",
    "single-source": "Se apoya en una sola fuente: {source}.",
    inaccurate: "La fuente puede equivocarse en {span} aproximadamente. La fecha ya lo incluye.",
    "original-not-given": "No se ha entregado el original: esto se refiere a una huella, no a un archivo.",
    days: { one: "{count} día", other: "{count} días" },
    years: { one: "{count} año", other: "{count} años" },
  },
  subject: {
    heading: "Qué se examinó",
    file: "Archivo",
    files: "Archivos entregados",
    noFile: "No se entregó",
    packedOriginal: "{file}, en el paquete",
    proofId: "Prueba",
    fingerprint: "Huella {algorithm}",
    checkedAt: "Examinado",
    input: "Evidencia",
    inputs: {
      "svc-proof/2": "Prueba portátil (svc-proof/2)",
      "evidence-zip": "Paquete de evidencias (ZIP)",
      "certificate-pdf": "Certificado (PDF)",
      "asic-s": "Contenedor con sello de tiempo (ASiC-S)",
      opentimestamps: "Archivo OpenTimestamps",
      rfc3161: "Sello de tiempo electrónico (RFC\u00a03161)",
      "evm-witness": "Prueba de inclusión de una transacción (svc-evm-witness/1)",
      unknown: "No reconocida",
    },
    bytes: { one: "{count} byte", other: "{count} bytes" },
  },
  sources: {
    heading: "Fuentes de tiempo independientes",
    lead: "Cada fuente confirmada indica por sí sola que el contenido existía a más tardar en su fecha. Cuenta la fecha más antigua de la clase de fuente más sólida.",
    none: "No se encontró ninguna fuente de tiempo en lo entregado.",
    noLaterThan: "A más tardar el",
    evm: "{network}, bloque {block}",
    unknownChain: "cadena desconocida {chain} («{label}»)",
    bitcoin: "Bitcoin, bloque {block}",
    block: "Bitcoin, bloque {block}, a través de un bloque de {network}",
    seal: "Sello de tiempo electrónico de {authority}",
    notConfirmed: "No confirmado",
    more: { one: "y {count} fuente más abajo", other: "y {count} fuentes más abajo" },
    statedTime: "declara {time}",
    accuracy: {
      one: "La fuente declara {time}. Sus propias reglas admiten ± {count} segundo, que la fecha anterior ya incluye.",
      other:
        "La fuente declara {time}. Sus propias reglas admiten ± {count} segundos, que la fecha anterior ya incluye.",
    },
    accuracyUnknown: "Esta fuente no indica la exactitud de su reloj.",
    minersClock:
      "El bloque indica {time}, según el reloj de su minero. Bitcoin solo permite fechar por días.",
    local: "{time} donde usted está ({zone})",
    computed: "Calculado aquí, a partir de los archivos entregados.",
    checkpoint:
      "Calculado aquí: {bits} bits de prueba de trabajo conducen al bloque {block}, que este verificador conoce.",
    byWork:
      "Calculado aquí: acreditado por {count} bloques de trabajo desde el punto de control del {date}. Falsificar ese trabajo exige unos 2^{bits} hashes, electricidad por unos {cost}: un orden de magnitud, a 5 centavos de dólar el kWh con máquinas de 2025.",
    reliedOn: "Se basa en {names}.",
    confirmations: { one: "{count} confirmación.", other: "{count} confirmaciones." },
    explorer: "Ver la transacción en un explorador",
  },
  picture: {
    heading: "La prueba en un dibujo",
    table: "El dibujo en una tabla",
    columns: { what: "Qué", when: "Cuándo", state: "Estado" },
    answer: {
      verified: "Ya existía el {date}",
      chosen: "{date}, según aquello en lo que usted confía",
      unvouched: "{date}, según una cadena que nadie avala",
      rehearsal: "Un ensayo: sin valor probatorio",
      stated: "Según el servicio: a más tardar el {date}",
      none: "Ninguna fecha está confirmada",
    },
    today: "Hoy",
    more: "y {count} más",
    accuracyUnknown: "exactitud no indicada",
    certificateEnd: "Fin del certificado del sello de tiempo",
    path: {
      file: "Archivo",
      fingerprint: "Huella",
      tree: "Lote",
      chain: "Cadena de bloques",
      bitcoin: "Bitcoin",
      timestamp: "Sello de tiempo",
    },
    states: {
      verified: "confirmado",
      chosen: "según su elección",
      unvouched: "nadie lo avala",
      rehearsal: "sin valor probatorio",
      soFar: "aún sin confirmar",
      indeterminate: "sin determinar",
      failed: "no superado",
      skipped: "sin comparar",
      stated: "declarado por el servicio",
    },
  },
  checks: {
    heading: "Qué se comprobó",
    name: {
      format: "Formato",
      content: "Archivo",
      leaf: "Huella en la prueba",
      merkle: "Lugar en el lote",
      payload: "Lo que se ancló",
      anchor: "Registro en la cadena",
      block: "Bloque",
      bitcoin: "Bitcoin",
      seal: "Sello de tiempo",
      qualified: "Cualificación",
      inputs: "Todo lo entregado",
    },
    technical: "Término técnico: {term}",
    terms: { leaf: "Hoja", merkle: "Ruta de Merkle", payload: "Carga útil", anchor: "Cadena" },
    question: {
      format: "¿Tiene la evidencia el formato exigido?",
      content: "¿Es este el archivo al que se refiere la prueba?",
      leaf: "¿Corresponde la prueba a esta huella?",
      merkle: "¿Pertenece la huella al lote que se ancló?",
      payload: "¿Declaran los anclajes ese lote y ningún otro?",
      anchor: "¿Contiene la cadena el lote, en el bloque que indica la prueba?",
      block: "¿Deja un bloque de Bitcoin constancia del bloque del anclaje?",
      bitcoin: "¿Deja un bloque de Bitcoin constancia del contenido?",
      seal: "¿Firmó una autoridad de sellado de tiempo la huella y la hora?",
      qualified: "¿Era cualificado el servicio en ese momento?",
      inputs: "¿Se ha examinado todo lo entregado?",
    },
    status: {
      passed: "Correcto",
      failed: "Incorrecto",
      indeterminate: "Sin determinar",
      skipped: "No comprobado",
    },
    qualified: { qualified: "Cualificado", "not-qualified": "No cualificado", indeterminate: "No se sabe" },
    compared: "Qué se comparó",
    basis: "En qué se basa la respuesta",
    basisName: { computed: "Calculado", "relied-on": "Fuentes externas", asserted: "Declarado" },
    basisMeaning: {
      computed:
        "Solo en los archivos entregados y en constantes de este verificador. No es necesario confiar en nadie.",
      "relied-on": "En las fuentes externas indicadas. La respuesta es tan fiable como ellas.",
      asserted: "Solo en la declaración de quien emitió la prueba. Eso nunca basta.",
    },
    byHand: "Cómo repetirlo a mano",
    everything: "Todo lo que dice el informe sobre esta comprobación",
    code: "Código",
    said: "Qué dijo cada fuente",
  },
  evidence: {
    stated: "Declarado",
    computed: "Calculado",
    expected: "Esperado",
    schema: "Formato",
    hash: "Huella",
    value: "Hoja",
    root: "Raíz de Merkle",
    index: "Posición en el lote",
    path_items: "Pasos de la ruta",
    payload: "Carga útil",
    chain_id: "Número de cadena (EIP-155)",
    network: "Red",
    tx_hash: "Transacción",
    block_number: "Bloque",
    finality: "Regla de firmeza",
    min_confirmations: "Confirmaciones exigidas",
    message: "Qué es incorrecto",
    reason: "Motivo",
    offset: "En el byte",
    pointer: "En el campo",
    part: "Parte del paquete",
    algorithm: "Algoritmo",
    digest: "Resumen",
    gen_time: "Hora declarada",
    accuracy_seconds: "Exactitud en segundos",
    serial_number: "Número de serie",
    policy: "Política",
    authority: "Autoridad",
    signer: "Firmado por",
    trust_anchor: "Certificado de confianza",
    imprint: "Huella en el sello de tiempo",
    revocation: "Revocación",
    as_of: "Evaluado a fecha de",
    proof_of_existence: "Prueba de que el sello de tiempo es anterior",
    pki_status: "Estado de la respuesta",
    status_text: "Texto de la autoridad",
    stated_height: "Bloque indicado",
    stated_merkle_root: "Raíz de Merkle del bloque",
    block_hash: "Hash del bloque",
    block_time: "Hora del bloque",
    transaction_index: "Posición en el bloque",
    transaction_type: "Tipo de transacción",
    sender: "Remitente",
    recipient: "Destinatario",
    value_wei: "Importe en wei",
    header_sha256: "SHA-256 de la cabecera del bloque",
    work_bits: "Trabajo en bits",
    checkpoint_height: "Bloque conocido al que conduce",
    confirmations: "Confirmaciones",
    answer: "Respuesta",
    pending: "Se puede completar desde",
    other_attestations: "No comprobado, del tipo",
    file: "Número de archivo",
  },
  revocation: {
    notRevoked: "No revocado, según datos de fecha {time}.",
    revokedLater: "Revocado solo después de la hora del sello de tiempo, el {time}.",
  },
  notices: {
    heading: "Tenga en cuenta",
    dateThatCounts: "La fecha que cuenta: {time}.",
    noDateYet: "Todavía no hay ninguna fecha confirmada.",
  },
  inputs: {
    heading: "Uso de cada elemento",
    status: {
      checked: "Examinado",
      failed: "Incorrecto",
      unreadable: "Ilegible",
      not_applicable: "No utilizado",
    },
    notReached: "Sin respuesta",
    kinds: {
      proof: "Prueba",
      original: "Archivo que se compara",
      content_hash: "Huella",
      timestamp: "Archivo OpenTimestamps",
      headers: "Cabeceras de bloques",
      seal: "Sello de tiempo electrónico",
      trust: "Certificados de confianza",
      trust_list: "Extracto de las listas de confianza de la UE",
      trusted_list_entry: "Entrada de una lista de confianza",
      certificates: "Certificados",
      crl: "Lista de revocación",
      ocsp_response: "Respuesta OCSP",
      seal_timestamp: "Archivo OpenTimestamps del sello de tiempo",
      witness: "Prueba de inclusión de un anclaje",
      witness_timestamp: "Archivo OpenTimestamps del bloque del anclaje",
      at: "Evaluado a fecha de",
      evm_source: "Fuente",
      bitcoin_source: "Fuente de Bitcoin",
      revocation_source: "Fuente de datos de revocación",
      part: "Parte",
    },
    packed: "{input}, en el paquete",
  },
  otherFile: {
    ofProof: "Huella en la prueba",
    ofFile: "Huella de este archivo",
    entered: "Introducida para comparar",
    difference: "La primera diferencia está en el carácter {place} de {count}.",
    causes:
      "Causas habituales: un programa lo abrió y lo guardó, se convirtió, el correo o la mensajería lo recodificó, cambiaron sus finales de línea o es otra versión.",
    ask: "Pida a quien se lo envió el original sin modificar, por ejemplo en un ZIP, y compárelo.",
    failed:
      "No se apoye en esta prueba. Pídala de nuevo, sin modificar, a quien se la entregó y verifíquela.",
  },
  meaning: {
    heading: "Qué significa",
    proves: "Qué acredita",
    provesFile: [
      "Un archivo con exactamente estos bytes existía a más tardar en el momento indicado.",
      "El archivo que usted entregó no ha cambiado ni en un solo bit desde entonces.",
    ],
    provesFingerprint: [
      "Un archivo con exactamente esta huella existía a más tardar en el momento indicado.",
    ],
    holdsIf: {
      chosen: "Lo que sigue solo vale si es fiable aquello en lo que usted ha decidido confiar.",
      unvouched: "Lo que sigue solo vale si esta cadena desconocida es fiable.",
    },
    withoutService:
      "Se basa en los archivos entregados y en las fuentes nombradas, no en la palabra del servicio que emitió la prueba, que puede haber dejado de existir.",
    provesNothing: ["Por ahora no acredita ninguna fecha."],
    provesNot: "Qué no acredita",
    provesNotItems: [
      "Quién creó el archivo, a quién pertenece ni quién lo registró.",
      "Que el contenido del archivo sea cierto.",
      "Que el archivo, u otra versión suya, no existiera antes.",
      "A qué archivo corresponde la huella si se pierde el original. Consérvelo sin modificarlo.",
    ],
  },
  trustedLists: {
    verdict: {
      qualified: "Sello cualificado de tiempo electrónico",
      "not-qualified": "Sello de tiempo electrónico no cualificado",
      indeterminate: "No consta si es cualificado",
    },
    presumption:
      "En la Unión Europea se presumen exactas la fecha y la hora que indica, e íntegros los datos a los que están vinculadas. La presunción admite prueba en contra (Reglamento (UE) n.º\u00a0910/2014, artículo 41, apartado 2).",
    stillValid:
      "No se le deniegan efectos jurídicos por el mero hecho de no ser cualificado: lo valora el tribunal (Reglamento (UE) n.º\u00a0910/2014, artículo 41, apartado 1).",
    country: "País",
    provider: "Prestador de servicios de confianza",
    service: "Servicio",
    list: "Lista de confianza",
    leadsTo: "Su cadena de certificados conduce a",
    listFacts: "N.º {number}, emitida el {issued}, próxima actualización prevista el {nextUpdate}",
    closedListFacts: "N.º {number}, emitida el {issued}, cerrada",
    atGenTime: "Estado en la hora declarada",
    atExistence: "Estado el {time}, cuando consta que el sello de tiempo ya existía",
    atNow: "Estado en el momento de este examen",
    since: "{status}, desde el {time}",
    changed: "El estado ha cambiado desde entonces.",
    listOverdue:
      "La siguiente actualización de esta lista debía publicarse antes: no recoge los cambios posteriores.",
    status: {
      granted: "cualificación concedida",
      withdrawn: "cualificación retirada",
      undersupervision: "bajo supervisión",
      supervisionincessation: "supervisión en proceso de cese",
      supervisionceased: "supervisión cesada",
      supervisionrevoked: "supervisión revocada",
      accredited: "acreditado",
      accreditationceased: "acreditación cesada",
      accreditationrevoked: "acreditación revocada",
      othertype: "de otro tipo",
    },
    heading: "Listas de confianza en las que se basa esta respuesta",
    lead: "Solo las listas de confianza de la UE dicen qué sellos de tiempo electrónicos son cualificados. Esta página se basa en un extracto de esas listas.",
    shipped: "El extracto que acompaña a este verificador; las firmas de sus listas se verificaron",
    given: "El extracto que usted ha entregado, en lugar del que acompaña a este verificador",
    unavailable: "No se ha podido cargar el contenido del extracto.",
    snapshot: "SHA-256 del extracto",
    number: "Número",
    issued: "Emitida",
    nextUpdate: "Próxima actualización",
    overdue: "vencida",
    closed: "cerrada",
    lotl: "Lista de listas",
    contains: {
      one: "Contiene {count} de {total} listas nacionales.",
      other: "Contiene {count} de {total} listas nacionales.",
    },
    age: {
      one: "El extracto tiene {count} día.",
      other: "El extracto tiene {count} días.",
    },
    newer: "Para usar un extracto más reciente, suéltelo en esta página.",
    aboutHeading: "Listas de confianza de la UE",
    offer: {
      heading: "Otro extracto de las listas de confianza de la UE",
      lead: "El archivo {file} contiene un extracto de las listas de confianza de la UE. No se acredita por sí mismo: úselo solo si confía en su procedencia y si esta publica el mismo SHA-256.",
      check: "Para compararlo con las propias listas:",
      newer: "Es más reciente que el que acompaña a este verificador.",
      older: "Es más antiguo que el que acompaña a este verificador.",
      same: "Su lista de listas es la que este verificador ya tiene.",
      use: "Usar este extracto en lugar del incluido",
      keep: "Mantener el incluido",
      used: "Todos los resultados se basan en el extracto de {file}, no en el que acompaña a este verificador.",
      back: "Volver al incluido",
      unreadable:
        "El archivo {file} debería contener un extracto de las listas de confianza de la UE, pero está mal formado. No se utiliza.",
      dismiss: "Quitarlo",
    },
  },
};

const OF_ORIGINAL = "Añada su prueba: este archivo se comparará con ella.";

export const codes: CodeTexts = {
  looksLike: {
    html: "Es una página web. Guarde el archivo que ofrece la página y añádalo.",
    email: "Es un mensaje de correo. Guarde el archivo adjunto y añádalo.",
    http_answer:
      "Es la respuesta de un servidor con su cabecera. Guarde solo el archivo: con curl, sin la opción -i.",
    api_error: "Es un mensaje de error de un servidor. Vuelva a pedirle la prueba.",
    proof_not_ready: "Dice que la prueba aún no está lista. Vuelva a pedirla al servicio más tarde.",
    proof_resource:
      "Es lo que el servicio dice de una prueba, no la prueba. Añada el archivo «proof.json» o introduzca el número de la prueba.",
    verification_report:
      "Es el informe de una verificación, no una prueba. Añada el archivo al que se refiere.",
    sigstore_bundle: "Es un paquete de Sigstore: una firma con su certificado. Se verifica con cosign.",
    timestamp_request:
      "Es la solicitud de un sello de tiempo, que no prueba nada. Añada la respuesta de la autoridad (.tsr).",
    document_signature:
      "Es la firma de un documento, no un sello de tiempo. Se verifica con un programa para firmas de ese tipo.",
    evidence_record:
      "Es un registro de evidencias (RFC 4998 o 6283), que este verificador no lee. Pida los sellos de tiempo que contiene.",
    certificates:
      "Son certificados, que no prueban fecha alguna. Añada el sello de tiempo al que pertenecen.",
    crl: "Es una lista de revocación. Añada el sello de tiempo al que pertenece.",
    ocsp_response: "Es una respuesta OCSP. Añada el sello de tiempo al que pertenece.",
    trust_list: "Es una lista de confianza. Añada el sello de tiempo que se evalúa conforme a ella.",
    bitcoin_headers: "Son cabeceras de bloques de Bitcoin. Añada el sello de tiempo al que pertenecen.",
    mangled_opentimestamps:
      "Era un archivo OpenTimestamps, hasta que un programa lo abrió como texto y lo guardó. Pida el archivo tal como se creó.",
    image: `Es una imagen. ${OF_ORIGINAL}`,
    video: `Es un vídeo. ${OF_ORIGINAL}`,
    audio: `Es una grabación de sonido. ${OF_ORIGINAL}`,
    archive:
      "Es un archivo comprimido, pero no un ZIP. Si contiene la prueba, descomprímalo y añada la carpeta.",
    office_document: `Es un documento ofimático. ${OF_ORIGINAL}`,
    apple_double:
      "Aquí macOS guarda notas sobre otro archivo. La prueba es el archivo que no lleva «._» en el nombre.",
    folder_settings: "Son notas de un sistema sobre una carpeta. No es una prueba.",
    xml: `Es un documento XML. ${OF_ORIGINAL}`,
    json: `Es un documento JSON. ${OF_ORIGINAL}`,
    text: `Es un texto. ${OF_ORIGINAL}`,
    empty: "El archivo está vacío. Pídalo de nuevo.",
    unknown: `No es una prueba que este verificador conozca. ${OF_ORIGINAL}`,
  },
  insecure,
  inState: {
    enteredEqual: "La huella indicada es aquella a la que se refiere la prueba.",
    enteredOther: "La huella indicada no es la de la prueba.",
    noPathToList:
      "No se sabe: la cadena de certificados que conduce a un servicio de una lista de confianza no es válida.",
    notListedThen:
      "No es cualificado: una lista de confianza de la UE menciona el servicio, pero todavía no en ese momento.",
  },
  passed: {
    format: "La evidencia tiene el formato exigido.",
    content: "El archivo tiene la huella a la que se refiere la prueba.",
    leaf: "La prueba se refiere a esta huella.",
    merkle: "La huella pertenece al lote que se ancló.",
    payload: "Cada anclaje declara este lote y ningún otro.",
    anchor: "La cadena contiene el lote, en el bloque que indica la prueba.",
    block: "Un bloque de la cadena principal de Bitcoin deja constancia del bloque del anclaje.",
    bitcoin: "Un bloque de la cadena principal de Bitcoin deja constancia del contenido.",
    seal: "Una autoridad de sellado de tiempo con un certificado de confianza firmó la huella junto con la hora.",
    qualified:
      "El servicio que lo emitió era cualificado en ese momento, según la lista de confianza de su país.",
    inputs: "Se ha examinado todo lo entregado.",
  },
  codes: {
    bitcoin_proven_by_work:
      "Un bloque de Bitcoin deja constancia del contenido. Lo acredita el trabajo de los bloques desde el último punto de control.",

    not_requested: "No comprobado: no se entregó ni el archivo ni su huella.",
    depends_on_failed_check: "No comprobado: antes debe superarse otra comprobación.",
    no_anchor: "La prueba no indica ningún anclaje en una cadena.",
    no_trust_list: "No comprobado: no se utiliza ninguna lista de confianza.",
    input_not_applicable: "No sirve para esta verificación, y el resultado no se basa en ello.",
    not_needed: "No se ha consultado: basta con lo entregado.",
    not_recognised: "No es ninguno de los archivos que lee este verificador.",
    unsupported:
      "No se ha leído: este verificador no admite su versión o alguna de sus características. Eso no significa que sea falso.",
    encrypted: "No se ha leído: está cifrado. Quite el cifrado o pida una copia sin cifrar.",
    too_large: "No se ha leído: supera un límite de este verificador. Eso no significa que sea falso.",
    damaged: "No se ha leído: está dañado. Eso no significa que sea falso: pida otra copia.",
    work_limit_exceeded: "Detenido: exige más trabajo del admitido en una verificación.",

    duplicate_key:
      "Un campo aparece dos veces, de modo que dos programas podrían leer dos pruebas distintas.",

    content_hash_mismatch: "Este no es el archivo de la prueba.",
    leaf_formula_mismatch: "La fórmula que indica la prueba no es la del formato.",
    leaf_value_mismatch: "La hoja no se deriva del identificador de la prueba y de la huella.",
    merkle_root_mismatch: "La ruta no conduce a la raíz de Merkle.",
    merkle_index_mismatch: "La posición en el lote contradice la ruta.",
    payload_mismatch: "Un anclaje declara una carga útil distinta de la que corresponde a la raíz de Merkle.",
    network_mismatch: "El número de cadena del anclaje y el nombre de su red no se corresponden.",
    transaction_not_found: "El bloque que indica la prueba no contiene la transacción.",
    transaction_input_mismatch: "La transacción contiene algo distinto de la carga útil.",
    transaction_reverted: "La transacción falló.",
    block_number_mismatch: "La transacción está en un bloque distinto del que indica la prueba.",
    timestamp_of_other_content: "El archivo OpenTimestamps se refiere a algo distinto de esta prueba.",
    bitcoin_root_mismatch: "El archivo OpenTimestamps no conduce a la raíz de Merkle del bloque que indica.",
    bitcoin_block_off_chain:
      "El archivo OpenTimestamps conduce a un bloque ajeno a la cadena principal de Bitcoin.",

    input_unreadable: "No se pudo leer el archivo.",
    none_is_original: "Ninguno de estos archivos es el archivo al que se refiere esta prueba.",
    original_unreadable: "No se pudo leer el archivo.",
    no_source: "Aún sin comprobar: no se ha consultado a ninguna fuente sobre esta cadena.",
    source_unreachable:
      "No se pudo comprobar: no se puede contactar con la fuente. Esto no dice nada de la prueba.",
    source_timeout: "No se pudo comprobar: la fuente no respondió a tiempo. Esto no dice nada de la prueba.",
    source_error: "No se pudo comprobar: la fuente respondió con un error. Esto no dice nada de la prueba.",
    source_invalid_answer: "No se pudo comprobar: la respuesta de la fuente no es válida.",
    source_wrong_chain: "No se pudo comprobar: la fuente corresponde a otra cadena.",
    source_inconsistent: "No se pudo comprobar: las respuestas de la fuente se contradicen.",
    sources_disagree: "No se pudo determinar: las fuentes se contradicen entre sí.",
    block_unknown_to_source: "No se pudo comprobar: la fuente no tiene el bloque.",
    transaction_not_indexed: "No se pudo comprobar: la fuente tiene el bloque, pero no la transacción.",
    transaction_pending: "La transacción aún no figura en ningún bloque.",
    receipt_missing: "No se pudo comprobar: la fuente no tiene el recibo de la transacción.",
    receipt_without_status: "No se pudo comprobar: el recibo no dice si la transacción tuvo éxito.",
    block_time_implausible: "No se pudo comprobar: la fuente indica para el bloque una hora imposible.",
    too_few_confirmations: "El bloque es demasiado reciente para considerarlo firme.",
    block_not_final: "La cadena aún no ha declarado firme el bloque.",
    finality_unknown: "La fuente no indica qué bloques son firmes.",
    header_run_missing:
      "El bloque es de una época en la que era fácil falsificar cabeceras de bloque, y la fuente no aporta las cabeceras desde ahí hasta un punto de control.",
    header_run_short:
      "Las cabeceras conducen del último punto de control al bloque, pero lo siguen menos de seis más. Cabeceras posteriores permitirán resolverlo.",
    header_target_invalid:
      "La cabecera de bloque correspondiente indica un objetivo de prueba de trabajo no válido.",
    header_target_wrong:
      "La cabecera de bloque correspondiente indica un objetivo de prueba de trabajo distinto del vigente a esa altura.",
    header_target_too_easy:
      "La cabecera de bloque correspondiente tiene menos prueba de trabajo de la que Bitcoin exigía a esa altura.",
    header_work_missing:
      "La cabecera de bloque correspondiente no alcanza su propio objetivo de prueba de trabajo.",
    header_time_implausible: "La cabecera de bloque correspondiente indica una hora imposible a esa altura.",
    file_hash_not_sha256: "Sin comparar: el archivo OpenTimestamps usa un resumen distinto de SHA-256.",
    content_hash_not_sha256: "Sin comparar: el resumen entregado no es SHA-256.",
    bitcoin_pending:
      "El archivo OpenTimestamps aún no indica ningún bloque: los calendarios lo han prometido.",
    no_bitcoin_attestation: "El archivo OpenTimestamps no indica ningún bloque de Bitcoin.",
    no_bitcoin_header: "Aún sin comprobar: no se dispone de la cabecera del bloque ni de ninguna fuente.",
    header_unproven:
      "El archivo OpenTimestamps coincide con una cabecera de bloque, pero nada de lo disponible acredita que pertenezca a la cadena principal.",
    header_of_regtest:
      "El archivo OpenTimestamps coincide con un bloque de una red de desarrollo: sin valor probatorio.",

    witness_unconfirmed:
      "La transacción está en el bloque que muestra la prueba de inclusión. Falta comprobar si ese bloque pertenece a la cadena: no se ha consultado a ninguna fuente.",
    witness_of_other_transaction: "La prueba de inclusión se refiere a otra transacción.",
    witness_chain_mismatch: "La prueba de inclusión se refiere a otra cadena.",
    block_off_chain: "El bloque que muestra la prueba de inclusión no pertenece a la cadena.",
    trie_node_missing: "La ruta hasta la transacción en la prueba de inclusión está incompleta.",
    trie_node_hash_mismatch: "La ruta de la prueba de inclusión no pertenece al bloque: un hash no coincide.",
    trie_node_surplus: "La ruta de la prueba de inclusión continúa después de la transacción.",
    trie_key_absent: "La ruta de la prueba de inclusión no conduce a la transacción.",
    evm_signature_invalid: "La firma de la transacción de la prueba de inclusión no es válida.",

    zip_ambiguous_end: "El paquete tiene dos finales, y no todos los programas usan el mismo.",
    zip_prepended_data: "Hay datos antes del comienzo del paquete.",
    zip_entry_type_mismatch:
      "Una parte del paquete es una carpeta según su nombre y un archivo según sus atributos, o al revés.",
    zip_also_pdf:
      "El paquete también se abre como PDF, que podría mostrar algo distinto de lo que se verifica.",
    zip_name_duplicate: "Dos partes del paquete tienen el mismo nombre.",
    zip_local_header_mismatch: "Una parte del paquete contradice el directorio del paquete.",
    zip_descriptor_mismatch: "Los datos que siguen a una parte contradicen el directorio del paquete.",
    zip_overlap: "Dos partes del paquete comparten bytes.",
    zip_gap: "El paquete tiene bytes que no pertenecen a ninguna parte.",
    zip_deflate_trailing:
      "Una parte del paquete continúa tras el final de sus datos comprimidos: cada programa podría leerla de forma distinta.",
    zip_name_ambiguous:
      "Una parte del paquete es una carpeta según uno de sus dos nombres y un archivo según el otro.",
    zip_descriptor_ambiguous:
      "Una parte del paquete contiene datos que parecen su propio final: cada programa podría leerla de forma distinta.",
    pdf_xref_ambiguous:
      "El PDF indica de dos maneras dónde están sus partes: cada programa podría leerlo de forma distinta.",
    pdf_key_duplicate:
      "Un objeto del PDF indica un mismo dato dos veces: cada programa podría leerlo de forma distinta.",
    pdf_object_hidden:
      "El archivo contiene un objeto que no figura en su propio directorio: cada programa podría leerlo de forma distinta.",
    evidence_no_proof:
      "El paquete no contiene ninguna prueba: se creó antes de que estuviera lista, o alguien la retiró.",
    evidence_several_originals: "El paquete contiene más de un original.",
    evidence_name_ambiguous: "Una parte del paquete tiene dos nombres.",
    asic_several_data_objects:
      "El contenedor contiene más de un archivo, de modo que no indica cuál lleva el sello de tiempo.",
    asic_name_ambiguous:
      "Una parte del contenedor tiene dos nombres, o un nombre que algunos sistemas confunden con el de otra parte.",

    pdf_also_zip:
      "El PDF también se abre como archivo ZIP, que podría mostrar algo distinto de lo que se verifica.",
    pdf_attachment_duplicate: "Dos adjuntos del PDF tienen el mismo nombre.",
    pdf_attachment_ambiguous: "Un adjunto del PDF tiene dos nombres o dos contenidos.",
    pdf_no_proof:
      "El PDF no contiene ninguna prueba: el certificado se creó antes de que estuviera lista, o alguien la retiró.",

    tsp_token_unexpected: "La respuesta de la autoridad dice «denegado», pero contiene un sello de tiempo.",
    tsp_attribute_duplicate: "Un atributo firmado aparece dos veces.",
    timestamp_not_granted: "La autoridad no concedió el sello de tiempo.",
    imprint_mismatch: "El sello de tiempo se refiere a otro archivo: su huella es distinta.",
    imprint_algorithm_mismatch: "La huella del sello de tiempo se ha calculado con otro algoritmo.",
    nonce_mismatch: "El sello de tiempo no responde a la solicitud formulada.",
    policy_mismatch: "El sello de tiempo se emitió conforme a una política distinta de la solicitada.",
    requested_certificate_missing: "El certificado solicitado no está en el sello de tiempo.",
    signed_attributes_missing: "El sello de tiempo no tiene atributos firmados.",
    content_type_mismatch: "El contenido firmado se declara como algo distinto de un sello de tiempo.",
    message_digest_mismatch: "El resumen firmado no es el del sello de tiempo.",
    algorithm_protection_mismatch: "Los algoritmos protegidos no son los de la firma.",
    digest_algorithm_mismatch: "El sello de tiempo indica dos algoritmos de resumen distintos.",
    signing_certificate_missing: "La firma no identifica el certificado de su firmante.",
    signing_certificate_mismatch: "La firma identifica un certificado distinto del disponible.",
    tsa_name_mismatch: "El sello de tiempo indica una autoridad distinta de la de su certificado.",
    signer_purpose_missing: "El certificado del firmante no se emitió para el sellado de tiempo.",
    signer_purpose_not_critical:
      "La finalidad del firmante no está marcada como crítica, como exige la norma.",
    signer_purpose_not_alone: "El certificado del firmante se emitió también para otros fines.",
    signer_key_usage: "La clave del firmante no puede utilizarse para firmar.",
    signature_invalid: "Una firma no es válida.",
    signer_not_valid_at_gen_time: "El certificado del firmante no era válido a la hora del sello de tiempo.",
    signer_certificate_unreadable:
      "No se pudo comprobar: consta el certificado del firmante, pero no se pudo leer.",
    signer_certificate_missing: "No se pudo comprobar: no se dispone del certificado del firmante.",
    no_trust_anchor:
      "No se pudo determinar: ni una lista de confianza ni usted señalan como de confianza un certificado de su cadena.",
    revoked_no_poe: "Un certificado se revocó después, y nada acredita que el sello de tiempo sea anterior.",
    gen_time_in_the_future:
      "Según el reloj de este dispositivo, el sello de tiempo indica un momento futuro. Compruebe primero el reloj.",
    out_of_bounds_no_poe: "Un certificado ha caducado, y nada acredita que el sello de tiempo sea anterior.",

    no_path: "Ninguna cadena de certificados conduce a uno en el que usted confíe.",
    path_too_costly: "La búsqueda de una cadena de certificados se detuvo al alcanzar su límite.",
    path_too_long: "La cadena de certificados es más larga de lo permitido.",
    certificate_not_yet_valid: "Un certificado todavía no era válido a la hora del sello de tiempo.",
    certificate_expired: "Un certificado había caducado a la hora del sello de tiempo.",
    algorithm_unsupported: "No se pudo comprobar: este verificador no admite el algoritmo.",
    algorithm_mismatch: "Los parámetros de una firma o clave contradicen su norma.",
    key_too_weak: "Una clave es demasiado corta para ser segura.",
    key_malformed: "Una clave está mal formada.",
    hash_too_weak: "Una firma usa un algoritmo de resumen que ya no es seguro.",
    issuer_not_ca: "Un emisor de la cadena no es una autoridad de certificación.",
    issuer_key_usage: "La clave de un emisor no puede firmar certificados.",
    path_length_exceeded: "La cadena es más larga de lo que permite una de sus autoridades.",
    unknown_critical_extension: "Un certificado tiene una extensión crítica desconocida.",
    extended_key_usage: "Un certificado de la cadena no se emitió para este fin.",
    name_not_permitted: "Un nombre no está entre los que una autoridad puede certificar.",
    name_excluded: "Un nombre está entre los que una autoridad no puede certificar.",
    name_constraints_unsupported:
      "Las restricciones de nombres son de una clase que este verificador no admite.",
    name_constraints_too_costly: "Comparar los nombres con sus restricciones exige más trabajo del admitido.",
    policy: "Ninguna política de certificación rige para toda la cadena, y se exige una.",
    certificate_profile: "Un certificado incumple una regla de su norma.",
    revoked: "Un certificado ha sido revocado.",
    revocation_undetermined: "No se pudo determinar si un certificado ha sido revocado.",

    service_not_listed:
      "No es cualificado: ninguna lista de confianza de la UE menciona el servicio que lo emitió. Ninguna lista avala a esta autoridad; cualquiera puede elegir este nombre.",
    service_of_other_type:
      "No es cualificado: las listas de confianza incluyen el servicio, pero no para sellos cualificados de tiempo electrónicos.",
    service_withdrawn: "No es cualificado: el servicio no tenía la cualificación en ese momento.",
    service_under_supervision:
      "No es cualificado: el servicio estaba supervisado conforme a las normas anteriores a julio de 2016, que no preveían sellos cualificados de tiempo electrónicos en el sentido del Reglamento (UE) n.º\u00a0910/2014.",
    service_extension_unknown:
      "No se sabe: la lista de confianza limita el estado del servicio de un modo que este verificador no conoce.",
    trusted_list_too_old: "No se sabe: el sello de tiempo es posterior a la lista de confianza disponible.",
    trusted_list_missing: "No se sabe: no se dispone de la lista de confianza del país de la autoridad.",
    chain_incomplete:
      "No se sabe: falta el certificado de una autoridad emisora, por lo que no consta adónde conduce la cadena de certificados.",
  },
  unsupported: {
    unsupported_schema: "El documento no es una prueba de una versión que este verificador admita.",
    unsupported_algorithm: "La huella se ha calculado con un algoritmo distinto de SHA-256.",
    unsupported_format: "El documento no está en un formato que admita este verificador.",
    ots_version_unsupported: "El archivo OpenTimestamps es de una versión que este verificador no admite.",
    ots_file_hash_unknown: "El archivo OpenTimestamps usa un resumen que este verificador no conoce.",
    ots_operation_unknown: "El archivo OpenTimestamps tiene una operación desconocida.",
    zip_multi_disk: "El paquete es solo una de varias partes: pídalo en un solo archivo.",
    zip_flag_unsupported:
      "El paquete usa una característica que este verificador no admite: descomprímalo e indique la carpeta.",
    zip_method_unsupported:
      "El paquete usa una compresión que este verificador no admite: descomprímalo e indique la carpeta.",
    zip_extra_field_unsupported:
      "Un campo adicional del paquete da otro nombre a una de sus partes: cada programa podría leerla de forma distinta.",
    zip_entry_not_regular:
      "Una parte del paquete no es un archivo ordinario, sino un enlace, un archivo en la nube o similar. Descomprima el paquete donde se creó e indique la carpeta.",
    zip_name_unsafe:
      "Un nombre del paquete no es seguro, o cada sistema lo lee de forma distinta. Descomprima el paquete donde se creó e indique la carpeta.",
    zip_name_version:
      "El nombre de una parte del paquete termina en un número de versión, que algunos programas suprimen.",
    evidence_folder_unsupported:
      "El paquete contiene varias carpetas: descomprímalo e indique la carpeta de la prueba.",
    asic_e_unsupported:
      "El contenedor es un ASiC-E con manifiesto. Este verificador solo lee contenedores ASiC-S con un sello de tiempo.",
    asic_signature_unsupported:
      "El contenedor está firmado. Este verificador comprueba sellos de tiempo, no firmas.",
    asic_evidence_record_unsupported:
      "El contenedor incluye un registro de evidencias (evidence record) en lugar de un sello de tiempo; este verificador no lo lee.",
    asic_media_type_unsupported:
      "El contenedor indica un tipo distinto de ASiC-S; este verificador no lo lee.",
    pdf_hybrid_unsupported:
      "Algunos programas no encuentran los adjuntos de este PDF. Guárdelo de nuevo, por ejemplo con qpdf, que conserva los adjuntos.",
    pdf_filter_unsupported: "El PDF usa una compresión que este verificador no admite.",
    evm_transaction_type_unknown:
      "La transacción de la prueba de inclusión es de un tipo que este verificador no conoce.",
    network_unknown: "Las cabeceras de Bitcoin son de una red que este verificador no conoce.",
    der_tag_unsupported: "El sello de tiempo tiene un elemento de una clase no admitida.",
    x509_version: "Un certificado es de una versión desconocida.",
    tsp_version: "El sello de tiempo es de una versión desconocida.",
    tsp_extension_unknown: "El sello de tiempo tiene una extensión crítica desconocida.",
    tsp_status_unknown: "La respuesta de la autoridad tiene un estado desconocido.",
    ocsp_no_response: "Una respuesta OCSP no contiene respuesta alguna.",
  },
  notices: {
    page_text_not_checked:
      "El texto impreso en el PDF no se ha comprobado. Cualquiera puede adjuntar una prueba auténtica a otra página: solo cuentan la fecha y la huella que se muestran aquí.",
    timestamp_contradicted:
      "Los bloques que indica uno de los archivos OpenTimestamps lo contradicen. El resultado se basa en otro archivo.",
    seal_not_standing: "Uno de los sellos de tiempo electrónicos no se ha confirmado. Otro sí.",
    original_probably_changed:
      "Este archivo tiene el nombre o el tamaño del original y otra huella. Probablemente fue modificado.",
    input_not_applicable:
      "Algo de lo entregado no sirve para esta verificación. El resultado no se basa en ello.",
    original_not_given:
      "Aún no se ha comparado ningún archivo. Añada el archivo para ver si tiene esta huella.",
    development_network: "El anclaje está en una red de desarrollo: sin valor probatorio.",
    test_network:
      "El anclaje está en una red de ensayo, que puede desaparecer en cualquier momento: sin valor probatorio.",
    unknown_network:
      "El verificador no conoce esta cadena; el nombre procede de la prueba y no se ha comprobado.",
    single_source: "La fecha se apoya en una sola fuente. Consulte otra para contrastarla.",
    block_time_by_source: "La hora del bloque la declara la fuente: no se deduce del hash del bloque.",
    attestation_not_checked: "La prueba menciona otra evidencia que usted no ha añadido.",
    bitcoin_regtest: "El archivo OpenTimestamps está en una red de desarrollo: sin valor probatorio.",
    not_all_judged:
      "Se ha entregado más de lo que una verificación examina o consulta. Lo que no se ha examinado puede decir más.",
    packed_verifier:
      "El paquete contiene su propio verificador. Quien puede alterar las evidencias puede alterar también ese verificador: su respuesta no prueba nada por sí sola. Coteje su SHA-256 con el publicado antes de usarlo, o si abrió esta página desde el paquete.",
    parts_not_checked: "Algunas partes del paquete no se han comprobado. El resultado no se basa en ellas.",
    input_left_out: "No se puede leer o no es válido; no se ha tenido en cuenta.",
    qualification_not_checked: "No se ha comprobado si la autoridad es cualificada.",
    service_withdrawn_since:
      "El servicio tenía la cualificación en el momento del sello de tiempo y la perdió después.",
    trust_list_given:
      "Las listas de confianza proceden de un extracto que usted ha entregado, no del que acompaña a este verificador.",
    trusted_list_entry_differs:
      "El paquete indica algo distinto de las listas de confianza disponibles. El resultado se basa en estas listas.",
    trust_certificate_unreadable: "Un certificado en el que usted confía no se pudo leer y se ha descartado.",
    revocation_not_checked:
      "No se ha comprobado si algún certificado del sello de tiempo fue revocado: no se dispone de datos de revocación.",
    revocation_fetched:
      "Se han obtenido datos de revocación del sello de tiempo de su autoridad de certificación.",
    revocation_not_fetched:
      "No se han podido obtener datos de revocación de un certificado del sello de tiempo.",
    path_beyond_named_certificates:
      "El sello de tiempo indica con qué certificados debe comprobarse; la comprobación se apoyó también en otros.",
    sandbox_authority: "El sello de tiempo procede de un entorno de ensayo: sin valor probatorio.",
    asked_as_of_another_time: "El sello de tiempo se ha evaluado a una fecha distinta de la actual.",
    rests_on_proof_of_existence:
      "Un certificado del sello de tiempo ha caducado o se revocó después; un bloque de Bitcoin acredita que el sello de tiempo es anterior.",
    proof_of_existence_not_standing:
      "El archivo OpenTimestamps del sello de tiempo no se ha confirmado. El resultado no se basa en él.",
    seal_revocation_data_malformed: "Unos datos de revocación no se pudieron leer y se descartaron.",
  },
};
