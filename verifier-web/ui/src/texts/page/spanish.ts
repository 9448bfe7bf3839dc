import type { ActionTexts, CommonTexts, ElementTexts, LayoutTexts } from "./english.js";

export const insecure: string =
  "Aquí no se pueden verificar firmas, porque esta página se abrió sin una conexión segura. Use https o el verificador en un solo archivo (verifier.html).";

export const common: CommonTexts = {
  quoted: "«{name}»",
  progress: {
    amount: "{done} de {total}",
    done: "{done}",
    rate: "{rate} por segundo",
    secondsLeft: { one: "queda {count} segundo", other: "quedan {count} segundos" },
    minutesLeft: { one: "queda {count} minuto", other: "quedan {count} minutos" },
    nearlyDone: "casi terminado",
  },
  outcomes: {
    verified: "Verificado",
    chosen: "Verificado por aquello en lo que usted ha decidido confiar",
    unvouched: "Cadena desconocida: nadie la avala",
    rehearsal: "Ensayo: sin valor probatorio",
    failed: "No superado",
    indeterminate: "Indeterminado",
    soFar: "Correcto hasta ahora",
  },
  loading: "Cargando…",
  loadingFailed: "No se pudo cargar una parte de esta página. Conéctese a la red y recargue la página.",
  insecure,
  copy: "Copiar",
  copied: "Copiado",
};

export const actions: ActionTexts = {
  confirm: "Confirmar la fecha",
  asks: "Se consultará a {sources}.",
  sentEvm: "el hash de la transacción y el número de su bloque",
  sentBitcoin: "la altura del bloque",
  notSent:
    "Se enviará: {what}. No se enviarán ni el archivo, ni su nombre, ni su huella. Como en toda visita a un sitio web, la fuente ve su dirección IP.",
  askAgain: "Consultar de nuevo",
  addOriginal:
    "Añada el archivo para ver si es el de la prueba. Se compara en este dispositivo y no se envía a ninguna parte.",
  chooseOriginal: "Añadir el archivo",
  compareOther: "Comparar otro archivo",
  filesStay: "Sus archivos se quedan en este dispositivo. Se leen aquí y no se envían a ninguna parte.",
  hashing: "Calculando la huella",
  verifying: "Comprobando",
  asking: "Consultando las fuentes",
  retry: "Intentar de nuevo",
  cancel: "Cancelar",
  fileUnreadable:
    "El archivo se modificó, se movió o se bloqueó mientras se leía. Cierre el programa que lo utiliza y vuelva a elegir el archivo.",
};

export const element: ElementTexts = {
  label: "Verificación de una prueba",
  idle: "Todavía no hay ninguna prueba que verificar.",
  fetching: { evidence: "Descargando la prueba", original: "Descargando el archivo" },
  drop: "o arrástrelo aquí",
  dropNow: "Suelte para comparar",
  back: "Volver a la prueba sola",
  without: "El archivo no se ha comparado.",
  nothing: "Esto no dice nada sobre la prueba.",
  asked: "Se ha consultado a {sources}.",
  redirected: {
    evidence: "La prueba procede de {host}, adonde redirigió {from}.",
    original: "El archivo procede de {host}, adonde redirigió {from}.",
  },
  links: {
    holds: "La prueba es coherente en sí misma. Su fecha aún se está verificando.",
    holdsFile: "Este es el archivo al que se refiere la prueba. La fecha aún se está verificando.",
  },
  errors: {
    evidence: {
      address_not_allowed: "La dirección de la prueba no se puede utilizar.",
      unreachable: "No se ha podido descargar la prueba de {host}.",
      refused: "{host} no ha enviado la prueba (estado {status}).",
      not_ready: "La prueba aún no está terminada. Inténtelo de nuevo dentro de unos minutos.",
      timeout: "{host} no ha enviado la prueba a tiempo.",
      too_large: "La prueba de {host} supera {max} y no se ha leído.",
      not_evidence: "Lo que ha enviado {host} no es una prueba: es una página web o está vacío.",
      not_loaded: "No se ha podido cargar una parte del verificador. Vuelva a cargar la página.",
    },
    original: {
      address_not_allowed: "La dirección del archivo no se puede utilizar.",
      unreachable: "No se ha podido descargar el archivo de {host}.",
      refused: "{host} no ha enviado el archivo (estado {status}).",
      not_ready: "El archivo aún no está disponible. Inténtelo de nuevo dentro de unos minutos.",
      timeout: "{host} no ha enviado el archivo a tiempo.",
      too_large: "El archivo de {host} supera {max} y no se ha leído.",
      not_evidence: "Lo que ha enviado {host} no es el archivo.",
      not_loaded: "No se ha podido cargar una parte del verificador. Vuelva a cargar la página.",
    },
  },
};

export const layout: LayoutTexts = {
  documentation: "Documentación",
  skip: "Ir al contenido",
  main: "Navegación principal",
  verify: "Verificar",
  home: "Inicio",
  create: "Crear pruebas",
  groups: {
    courts: "Para tribunales",
    developers: "Para programadores",
    operators: "Para operadores",
    project: "Cómo está hecho",
  },
  offer: "Leer esta página en español",
  sections: "Contenido",
  search: "Buscar en la documentación",
  find: "Buscar",
  onThisPage: "En esta página",
  neighbours: "Página anterior y siguiente",
  previous: "Anterior",
  next: "Siguiente",
  languages: "Idiomas de esta página",
  start: {
    description: "Cómo se crean las pruebas, cómo se comprueban, cómo funcionan y por qué son así.",
    lead: "svc-proof registra la huella de un archivo y acredita que el archivo ya existía en una fecha. Lo que se puede calcular se comprueba sin el servicio, sin cuenta y sin conexión.",
    how: "Cómo funciona",
    steps: [
      {
        name: "Se calcula una huella",
        what: "Un cálculo convierte el archivo en 64 caracteres, su huella SHA-256. El archivo no sale de donde está.",
      },
      {
        name: "La huella queda registrada",
        what: "Muchas huellas forman un solo valor en una cadena de bloques pública y en Bitcoin. Si se solicita, una autoridad añade un sello de tiempo electrónico. Cada registro acredita una fecha en la que la huella ya existía.",
      },
      {
        name: "Cualquiera puede comprobarlo",
        what: "El verificador vuelve a calcular la huella del archivo y sigue la prueba hasta esos registros.",
      },
    ],
    begin: "Por dónde empezar",
    verify: "Verificar un archivo",
    verifyWhat: "Suelte el archivo junto con su prueba. No se sube nada.",
    courtsWhat: "Qué acredita una prueba en juicio, qué no, y qué preguntar.",
    all: "Toda la documentación",
    languages: "Las páginas que siguen están en inglés.",
  },
  searchPage: {
    title: "Buscar",
    lead: "El índice se descarga de este sitio con la primera palabra. Lo que escriba no sale de este dispositivo.",
    words: "Palabras",
    button: "Buscar",
    withoutScript: "La búsqueda necesita JavaScript. La página de inicio lleva a todas las páginas.",
    none: "No hay resultados para «{words}».",
    found: { one: "{count} resultado para «{words}».", other: "{count} resultados para «{words}»." },
    best: "Los {count} mejores resultados para «{words}».",
    failed: "No se pudo cargar el índice.",
  },
  missing: {
    title: "Esta página no existe",
    text: "La dirección puede ser antigua. Puede seguir por aquí:",
    start: "Página de inicio y guías",
  },
  offline: {
    keep: "Guardar toda la documentación en este dispositivo",
    working: "Descargando…",
    kept: "Toda la documentación está en este dispositivo y se abre sin conexión.",
    failed: "No se pudo descargar todo. Las páginas que ya ha leído quedan guardadas.",
  },
};
