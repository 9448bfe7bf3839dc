import type { LooksLikeTexts } from "./looks-like-texts.js";

const OF_ORIGINAL = "Fügen Sie den zugehörigen Nachweis hinzu: Diese Datei ist dann das Original.";

export const german: LooksLikeTexts = {
  html: "Das ist eine Webseite. Speichern Sie die Datei, die die Seite anbietet, und fügen Sie diese hinzu.",
  email: "Das ist eine E-Mail. Speichern Sie ihren Anhang, und fügen Sie diesen hinzu.",
  http_answer:
    "Das ist die Antwort eines Servers samt Kopfzeilen. Speichern Sie nur die Datei: mit curl ohne -i.",
  api_error: "Das ist die Fehlermeldung eines Servers. Fordern Sie den Nachweis dort noch einmal an.",
  proof_not_ready:
    "Darin steht, dass der Nachweis noch nicht fertig ist. Fordern Sie ihn später beim Dienst noch einmal an.",
  proof_resource:
    "Das ist die Auskunft des Dienstes über einen Nachweis, nicht der Nachweis. Fügen Sie die Datei „proof.json“ hinzu, oder geben Sie die Nummer des Nachweises ein.",
  verification_report:
    "Das ist der Bericht einer Prüfung, kein Nachweis. Fügen Sie die Datei hinzu, um die es darin geht.",
  sigstore_bundle:
    "Das ist ein Sigstore-Bündel: eine Signatur mit ihrem Zertifikat. Geprüft wird es mit cosign.",
  timestamp_request:
    "Das ist die Anfrage nach einem Zeitstempel; sie beweist nichts. Fügen Sie die Antwort der Stelle hinzu (.tsr).",
  document_signature:
    "Das ist die Signatur eines Dokuments, kein Zeitstempel. Prüfen Sie sie mit einem Programm für solche Signaturen.",
  evidence_record:
    "Das ist ein Evidence Record (RFC 4998 oder 6283), den dieses Prüfprogramm nicht liest. Fordern Sie die Zeitstempel daraus an.",
  certificates:
    "Das sind Zertifikate; sie beweisen keinen Zeitpunkt. Fügen Sie den Zeitstempel hinzu, zu dem sie gehören.",
  crl: "Das ist eine Sperrliste. Fügen Sie den Zeitstempel hinzu, zu dem sie gehört.",
  ocsp_response: "Das ist eine OCSP-Antwort. Fügen Sie den Zeitstempel hinzu, zu dem sie gehört.",
  trust_list: "Das ist eine Vertrauensliste. Fügen Sie den Zeitstempel hinzu, der nach ihr beurteilt wird.",
  bitcoin_headers: "Das sind Blockköpfe von Bitcoin. Fügen Sie den Zeitstempel hinzu, zu dem sie gehören.",
  mangled_opentimestamps:
    "Das war eine OpenTimestamps-Datei, bis ein Programm sie als Text geöffnet und gespeichert hat. Fordern Sie die Datei so an, wie sie erstellt wurde.",
  image: `Das ist ein Bild. ${OF_ORIGINAL}`,
  video: `Das ist ein Video. ${OF_ORIGINAL}`,
  audio: `Das ist eine Tonaufnahme. ${OF_ORIGINAL}`,
  archive:
    "Das ist ein Archiv, aber kein ZIP. Enthält es den Nachweis, so entpacken Sie es und fügen Sie den Ordner hinzu.",
  office_document: `Das ist ein Office-Dokument. ${OF_ORIGINAL}`,
  apple_double:
    "Hier hält macOS Angaben zu einer anderen Datei fest. Der Nachweis ist die Datei, deren Name nicht mit „._“ beginnt.",
  folder_settings: "Hier hält ein System Angaben zu einem Ordner fest. Das ist kein Nachweis.",
  xml: `Das ist ein XML-Dokument. ${OF_ORIGINAL}`,
  json: `Das ist ein JSON-Dokument. ${OF_ORIGINAL}`,
  text: `Das ist ein Text. ${OF_ORIGINAL}`,
  empty: "Diese Datei ist leer. Fordern Sie sie noch einmal an.",
  unknown: `Das ist kein Nachweis, den dieses Prüfprogramm kennt. ${OF_ORIGINAL}`,
};
