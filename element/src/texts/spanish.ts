import type { ElementTexts } from "./element-texts.js";

export const spanish: ElementTexts = {
  label: "Verificación de una prueba",
  idle: "Todavía no hay ninguna prueba que verificar.",
  fetching: { evidence: "Descargando la prueba", original: "Descargando el original" },
  drop: "o arrástrelo aquí",
  dropNow: "Suelte para comparar",
  other: "Comparar otro archivo",
  back: "Volver a la prueba sola",
  without: "El original no se ha comparado.",
  nothing: "Esto no dice nada sobre la prueba.",
  asked: "Se ha consultado a {sources}.",
  redirected: {
    evidence: "La prueba procede de {host}, adonde redirigió {from}.",
    original: "El original procede de {host}, adonde redirigió {from}.",
  },
  links: {
    holds: "La prueba es coherente en sí misma. Su fecha aún se está verificando.",
    holdsFile: "{file} es el archivo al que se refiere la prueba. La fecha aún se está verificando.",
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
      address_not_allowed: "La dirección del original no se puede utilizar.",
      unreachable: "No se ha podido descargar el original de {host}.",
      refused: "{host} no ha enviado el original (estado {status}).",
      not_ready: "El original aún no está disponible. Inténtelo de nuevo dentro de unos minutos.",
      timeout: "{host} no ha enviado el original a tiempo.",
      too_large: "El original de {host} supera {max} y no se ha leído.",
      not_evidence: "Lo que ha enviado {host} no es el original.",
      not_loaded: "No se ha podido cargar una parte del verificador. Vuelva a cargar la página.",
    },
  },
};
