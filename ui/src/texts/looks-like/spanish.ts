import type { LooksLikeTexts } from "./looks-like-texts.js";

const OF_ORIGINAL = "Añada la prueba correspondiente: este archivo será entonces el original.";

export const spanish: LooksLikeTexts = {
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
    "Es la solicitud de un sello de tiempo, que nada prueba. Añada la respuesta de la autoridad (.tsr).",
  document_signature:
    "Es la firma de un documento, no un sello de tiempo. Se verifica con un programa para firmas de ese tipo.",
  evidence_record:
    "Es un registro de evidencias (RFC 4998 o 6283), que este verificador no lee. Pida los sellos de tiempo que contiene.",
  certificates: "Son certificados, que no prueban fecha alguna. Añada el sello de tiempo al que pertenecen.",
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
};
