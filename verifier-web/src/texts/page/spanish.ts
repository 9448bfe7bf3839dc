import { actions, common } from "@svc-proof/verifier-web/ui/texts/page/spanish";
import type { PageTexts } from "./english.js";

export const page: PageTexts = {
  ...common,
  clockBehind:
    "Según el reloj de este dispositivo, hoy es {date}. Esta página se creó después, así que el reloj está mal. Corríjalo: las fechas se evalúan conforme a él.",
  loadingFailed:
    "No se pudo cargar una parte de esta página. Lo que añadió sigue aquí. Compruebe la red y vuelva a intentarlo. Si sigue faltando, el sitio tiene una versión nueva: recargue la página y vuelva a añadir los archivos.",
  title: "Verificador de pruebas",
  skipToContent: "Ir al contenido",
  language: "Idioma",
  theme: { label: "Apariencia", system: "Automática", light: "Clara", dark: "Oscura" },
  settings: "Fuentes",
  landing: {
    heading: "¿Desde cuándo consta que existe este archivo?",
    lead: "Añada la prueba y, si lo tiene, el archivo original. Esta página lo recalcula todo por sí misma e indica qué queda acreditado.",
    sample: {
      lead: "¿No tiene una prueba a mano?",
      button: "Probar con un ejemplo",
      what: "La primera transacción de Bitcoin, que cita un periódico del 3 de enero de 2009, con el archivo OpenTimestamps que acredita su fecha. Se comprueba en este dispositivo, como sus propios archivos.",
    },
    steps: "Cómo funciona una prueba",
    stepList: [
      {
        name: "Se calcula una huella",
        what: "Un cálculo convierte el archivo en 64 caracteres: su huella SHA-256. Si cambia una sola letra del archivo, la huella es otra. Para lo demás ya no hace falta el archivo.",
      },
      {
        name: "La huella queda registrada",
        what: "Se incorpora a cadenas de bloques públicas y, si se solicita, a un sello de tiempo electrónico. Cada uno de estos registros acredita una fecha en la que la huella ya existía.",
      },
      {
        name: "Cualquiera puede comprobarlo",
        what: "Esta página vuelve a calcular la huella de su archivo, sigue la prueba hasta el registro y compara. No necesita ni al servicio que emitió la prueba ni una cuenta.",
      },
    ],
    give: "Qué puede añadir",
    gives: [
      { name: "certificate.pdf", what: "el certificado; lleva la prueba adjunta" },
      { name: "evidence.zip", what: "el paquete de evidencias, sin abrir" },
      { name: "proof.json", what: "la prueba portátil" },
      {
        name: ".tsr, .asics, .ots",
        what: "un sello de tiempo electrónico, solo o con su original; un archivo OpenTimestamps",
      },
      {
        name: "el original",
        what: "cualquier archivo, de cualquier tamaño; se asocia a su prueba por la huella",
      },
    ],
    how: "Qué significan los resultados",
    hows: [
      {
        name: "Verificado",
        what: "se han superado todas las comprobaciones necesarias y al menos una fuente independiente acredita la fecha",
      },
      {
        name: "Correcto hasta ahora",
        what: "todo lo que se puede calcular es correcto; falta que una fuente de tiempo confirme la fecha",
      },
      { name: "No superado", what: "una comprobación ha detectado una contradicción; la página indica cuál" },
      {
        name: "Indeterminado",
        what: "no hay contradicciones, pero una comprobación necesaria no se pudo realizar",
      },
    ],
  },
  privacy: {
    short: actions.filesStay,
    heading: "Sus archivos no salen de aquí",
    stays:
      "Los archivos se leen, y sus huellas se calculan, en esta ventana. No se sube nada: ni siquiera el servicio que emitió la prueba llega a verlos.",
    policy:
      "El propio navegador impone una política estricta: esta página no ejecuta código ni carga nada de terceros. Solo se consultan las fuentes que usted indique.",
    tryOffline:
      "Compruébelo: desconecte la red. La página sigue funcionando, aunque la cierre y vuelva a abrirla.",
    nothingSent: "Fuentes consultadas hasta ahora: ninguna.",
    sentTo: "Fuentes consultadas hasta ahora, a petición suya: {hosts}.",
  },
  intake: {
    drop: "Suelte aquí archivos o carpetas",
    dropNow: "Suelte para verificar",
    more: "Añadir más archivos",
    chooseFiles: "Elegir archivos",
    chooseFolder: "Elegir una carpeta",
    typed: "O introduzca un número o una huella",
    typedHint:
      "El número de una prueba o de un certificado: esta página obtiene la prueba. O una huella SHA-256 de 64 caracteres: se compara con las pruebas que añada.",
    typedFetch: "Obtener la prueba",
    typedCompare: "Comparar",
    addProof: "Añadir la prueba",
    lookUp: "Buscar esta huella en {host}",
    lookUpSends: "A {host} solo se envía la huella, no el archivo.",
    lookingUp: "Consultando a {host}…",
    notFound: "{host} no tiene ninguna prueba pública con esta huella: eso no dice nada del archivo.",
    notAnswered: "No se pudo consultar a {host}. Compruebe la red y vuelva a intentarlo.",
    arriving: { one: "Leyendo {count} archivo…", other: "Leyendo {count} archivos…" },
  },
  items: {
    heading: "Sus archivos",
    verified: { one: "{count} verificado", other: "{count} verificados" },
    chosen: {
      one: "{count} por aquello en lo que usted confía",
      other: "{count} por aquello en lo que usted confía",
    },
    unvouched: { one: "{count} en una cadena desconocida", other: "{count} en una cadena desconocida" },
    rehearsal: { one: "{count} de ensayo", other: "{count} de ensayo" },
    failed: { one: "{count} no superado", other: "{count} no superados" },
    indeterminate: { one: "{count} indeterminado", other: "{count} indeterminados" },
    soFar: { one: "{count} correcto hasta ahora", other: "{count} correctos hasta ahora" },
    refused: { one: "{count} ilegible", other: "{count} ilegibles" },
    working: { one: "{count} en curso", other: "{count} en curso" },
    waiting: { one: "{count} a la espera de su prueba", other: "{count} a la espera de su prueba" },
    incomplete: "Prueba aún no añadida",
    retry: actions.retry,
    all: "Todos",
    search: "Buscar por nombre",
    back: "Volver a la lista",
    remove: "Quitar {title}",
    clear: "Empezar de nuevo",
    cancel: actions.cancel,
    empty: "Ninguno.",
    keys: "Las flechas recorren la lista; Intro abre un resultado.",
  },
  phases: {
    waiting: "En espera",
    hashing: actions.hashing,
    fetching: "Obteniendo la prueba",
    verifying: actions.verifying,
    asking: actions.asking,
    done: "Hecho",
    cancelled: "Cancelado",
    refused: "No se pudo utilizar",
  },
  wanted: {
    proof: "Añada la prueba: el PDF, ZIP o JSON que recibió con el archivo.",
    "proof-of-fingerprint":
      "Esta huella está lista para compararse. Añada la prueba con la que debe coincidir, o introduzca el número de esa prueba.",
    timestamp: "Son cabeceras de bloques. Añada el archivo OpenTimestamps al que pertenecen.",
    seal: "Son certificados. Añada el sello de tiempo electrónico al que pertenecen.",
    "seal-of-revocation":
      "Son datos de revocación de una autoridad. Añada el sello de tiempo electrónico al que pertenecen.",
    snapshot:
      "Es una lista de confianza de la UE. Esta página usa un extracto de todas las listas, cuyas firmas se verificaron antes: «svc-verify trust-list build» lo crea a partir de las listas de una carpeta. Añada aquí ese extracto.",
  },
  problems: {
    file_unreadable: actions.fileUnreadable,
    too_many_files:
      "Es más de lo que cabe en esta página. Se han añadido {max} archivos y se ha descartado el resto.",
    transfer_unreadable: "Parte de lo que soltó no se pudo abrir ({count}). Lo demás se ha añadido.",
    verifier_crashed:
      "La verificación se detuvo de forma inesperada. Esto no dice nada de la prueba. Inténtelo de nuevo o con otro navegador.",
    verifier_unresponsive: "La verificación dejó de responder y se detuvo. Esto no dice nada de la prueba.",
    verifier_not_loaded: "No se pudo cargar el verificador. Conéctese a la red y recargue la página.",
    text_not_understood:
      "No es ni el número de una prueba o de un certificado, ni una huella de 64 caracteres, ni una prueba.",
    proof_not_found: "El servicio no tiene ninguna prueba ni ningún certificado con el número {id}.",
    proof_not_ready: "La prueba {id} todavía no está anclada. Inténtelo de nuevo dentro de unos minutos.",
    service_unreachable:
      "No se pudo pedir la prueba {id} al servicio. Si la tiene como archivo, suéltela aquí.",
    service_invalid_answer: "El servicio respondió con algo que no es una prueba.",
  },
  roles: {
    proof: "prueba portátil",
    package: "paquete de evidencias",
    certificate: "certificado",
    container: "contenedor con sello de tiempo (ASiC-S)",
    seal: "sello de tiempo electrónico",
    timestamp: "archivo OpenTimestamps",
    witness: "prueba de inclusión de un anclaje",
    original: "archivo que se compara",
    headers: "cabeceras de bloques",
    authority: "certificados de una autoridad",
    crl: "lista de revocación",
    ocsp: "respuesta OCSP",
    snapshot: "extracto de las listas de confianza de la UE",
    "trusted-list": "lista de confianza de la UE (XML)",
  },
  update: {
    ready: "Hay una versión más reciente de esta página. Al recargar se vacía la página.",
    reload: "Recargar",
    afterwards:
      "Hay una versión más reciente de esta página. Podrá cambiar a ella cuando termine la verificación.",
    otherPages: "Hay una versión más reciente. Cierre antes las demás ventanas con esta página.",
  },
  sources: {
    heading: "Fuentes para las comprobaciones en línea",
    lead: "Solo se consultan cuando usted pulsa un botón, y se guardan en este dispositivo. Dos fuentes independientes son mejores que una: si una se equivoca, la otra puede contradecirla.",
    oneALine: "Una dirección por línea.",
    reset: "Volver a las predeterminadas",
    save: "Guardar",
    none: "No se consultará ninguna fuente.",
    faults: {
      endpoint_not_an_address: "Una dirección empieza por https:// o http://.",
      endpoint_with_credentials: "Los navegadores no envían nada a una dirección con nombre de usuario.",
      endpoint_not_secure: "Sin cifrado (http://) solo se puede consultar una fuente de este dispositivo.",
      too_many_endpoints: "Son más fuentes de las que se pueden consultar.",
    },
  },
  close: "Cerrar",
  footer: {
    version: "Versión {version}",
    build: "Compilación {hash}",
    files: "Todos los archivos de esta página, con sus huellas",
    single: "Esta página en un solo archivo, para guardarla con las evidencias",
    isKept: "Esta página se guarda en este dispositivo y funciona sin red.",
    about: "Acerca de este verificador",
  },
};
