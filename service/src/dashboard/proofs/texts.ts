/** The words of the pages of proofs. */

import type { Language, Plural } from "@svc-proof/ui/language";
import type { ProofOrigin } from "../../records/types.js";
import type { ProofState } from "../../resources/proof.js";

/** What a page says after something was done. */
export type NoticeKind =
  | "sealed"
  | "sealPending"
  | "hadSeal"
  | "stored"
  | "existing"
  | "deleted"
  | "noneChosen";

/** Refusals that a page explains, by the API's code. */
export type RefusalKind =
  | "conflict"
  | "payment_required"
  | "rate_limited"
  | "seal_unavailable"
  | "download_quota_exceeded"
  | "integrity_failed"
  | "unavailable"
  | "hash_mismatch"
  | "file_unreadable"
  | "file_too_large"
  | "custody_unavailable"
  | "custody_quota_exceeded"
  | "request_timeout"
  | "not_found"
  | "invalid_request";

export interface ProofTexts {
  readonly title: string;
  readonly search: {
    readonly legend: string;
    readonly text: string;
    readonly textHint: string;
    readonly from: string;
    readonly until: string;
    readonly dateProblem: string;
    readonly orderProblem: string;
    readonly state: string;
    readonly origin: string;
    readonly any: string;
    readonly submit: string;
    readonly reset: string;
  };
  readonly list: {
    readonly caption: string;
    readonly none: string;
    readonly noneYet: string;
    readonly create: string;
    /** A page without results that others may follow. */
    readonly goOn: string;
    readonly newest: string;
    readonly older: string;
    readonly pages: string;
    readonly choose: string;
    readonly chooseOne: string;
    readonly evidence: string;
    readonly evidenceHint: string;
    readonly evidenceLanguage: string;
    readonly tooMany: Plural;
  };
  readonly columns: Readonly<Record<"name" | "date" | "state" | "seal" | "original" | "origin", string>>;
  readonly states: Readonly<Record<ProofState, string>>;
  readonly stateHints: Readonly<Record<ProofState, string>>;
  readonly origins: Readonly<Record<ProofOrigin, string>>;
  readonly seal: {
    readonly issued: string;
    readonly pending: string;
    readonly none: string;
    readonly authority: string;
    readonly time: string;
    readonly serial: string;
    readonly title: string;
    readonly explain: string;
    readonly price: string;
    readonly balance: Plural;
    readonly noneLeft: string;
    readonly confirm: string;
    readonly get: string;
    readonly buy: string;
    readonly closed: string;
  };
  readonly detail: {
    readonly fingerprint: string;
    readonly received: string;
    readonly size: string;
    readonly bytes: Plural;
    readonly type: string;
    readonly identifier: string;
    readonly live: string;
    readonly reload: string;
    readonly changed: string;
    readonly anchors: string;
    readonly noAnchor: string;
    readonly network: string;
    readonly block: string;
    readonly blockTime: string;
    readonly transaction: string;
    readonly bitcoin: string;
    readonly bitcoinStates: Readonly<Record<"pending" | "submitted", string>>;
    readonly bitcoinConfirmed: string;
    readonly foreign: string;
    readonly back: string;
  };
  readonly downloads: {
    readonly title: string;
    readonly certificate: string;
    readonly certificatePage: string;
    readonly evidence: string;
    readonly evidenceHint: string;
    readonly proof: string;
    readonly bitcoin: string;
    readonly seal: string;
    readonly sealBitcoin: string;
    readonly original: string;
    readonly remaining: Plural;
    readonly verify: string;
  };
  readonly original: {
    readonly title: string;
    readonly none: string;
    readonly stored: string;
    readonly off: string;
    readonly explain: string;
    readonly limit: string;
    readonly file: string;
    readonly upload: string;
    readonly cancel: string;
    readonly delete: string;
    readonly deleteTitle: string;
    readonly deleteExplain: string;
    readonly keep: string;
    /** Said by the script. */
    readonly progress: string;
    readonly resume: string;
    readonly otherFile: string;
    readonly interrupted: string;
    readonly cancelled: string;
  };
  readonly notices: Readonly<Record<NoticeKind, string>>;
  readonly refusals: Readonly<Record<RefusalKind, string>>;
}

export const PROOF_TEXTS: Readonly<Record<Language, ProofTexts>> = {
  en: {
    title: "Proofs",
    search: {
      legend: "Search",
      text: "Name or fingerprint",
      textHint:
        "A part of the name, the whole fingerprint (64 characters), or the number of a proof or certificate, also as a link.",
      from: "From",
      until: "To",
      dateProblem: "Write a date such as 2026-03-31.",
      orderProblem: "The last day is before the first.",
      state: "State",
      origin: "Registered",
      any: "Any",
      submit: "Search",
      reset: "Show all",
    },
    list: {
      caption: "Proofs of the account, newest first",
      none: "No proof matches.",
      noneYet: "There are no proofs yet.",
      create: "Create proofs",
      goOn: "Nothing found so far. There are older proofs that were not searched yet.",
      newest: "Newest",
      older: "Older",
      pages: "Pages of the list",
      choose: "Choose",
      chooseOne: "Choose {name}",
      evidence: "Download the evidence of the chosen proofs",
      evidenceHint:
        "One ZIP archive with the evidence package of each. Originals count against the day’s downloads.",
      evidenceLanguage: "Language of the documents",
      tooMany: {
        one: "Choose at most {count} proof at once.",
        other: "Choose at most {count} proofs at once.",
      },
    },
    columns: {
      name: "Name",
      date: "Received",
      state: "State",
      seal: "Seal",
      original: "Original",
      origin: "Registered",
    },
    states: { queued: "Queued", batched: "In a batch", anchored: "Anchored", confirmed: "Confirmed" },
    stateHints: {
      queued: "The fingerprint is registered and waits for the next batch.",
      batched: "The fingerprint is in a batch, which is being anchored.",
      anchored: "The batch is in a block, which is not final yet.",
      confirmed: "The anchor is final.",
    },
    origins: { api: "By API", web: "In the browser" },
    seal: {
      issued: "Sealed",
      pending: "Seal requested",
      none: "No seal",
      authority: "Authority",
      time: "Time",
      serial: "Serial number",
      title: "Seal this proof",
      explain:
        "A seal is a timestamp over the fingerprint, a qualified one (eIDAS) if the EU trusted lists name its authority as such. It states the time at which it is issued, not the time of the registration.",
      price: "It costs one seal. A seal is priced at {price}; no card is charged here.",
      balance: { one: "The account has {count} seal left.", other: "The account has {count} seals left." },
      noneLeft: "The account has no seals left.",
      confirm: "Spend one seal",
      get: "Seal this proof",
      buy: "Get seals",
      closed: "No seals are issued at present.",
    },
    detail: {
      fingerprint: "Fingerprint (SHA-256)",
      received: "Received",
      size: "Size",
      bytes: { one: "{count} byte", other: "{count} bytes" },
      type: "Type",
      identifier: "Identifier",
      live: "State of the evidence",
      reload: "Reload to see the current state",
      changed: "The state has changed: {state}",
      anchors: "Anchors",
      noAnchor: "Not anchored yet.",
      network: "Network",
      block: "Block",
      blockTime: "Time of the block",
      transaction: "Transaction",
      bitcoin: "Bitcoin",
      bitcoinStates: { pending: "Not submitted yet", submitted: "Submitted, not in a block yet" },
      bitcoinConfirmed: "In block {height}",
      foreign:
        "Another account registered the same bytes first. This proof has no certificate, no evidence package and no seal.",
      back: "All proofs",
    },
    downloads: {
      title: "Downloads",
      certificate: "Certificate (PDF)",
      certificatePage: "Public page of the certificate",
      evidence: "Evidence package (ZIP)",
      evidenceHint: "With the original, if there is one: it counts as a download.",
      proof: "Portable proof (JSON)",
      bitcoin: "OpenTimestamps file",
      seal: "Seal (RFC 3161)",
      sealBitcoin: "OpenTimestamps file of the seal",
      original: "Original",
      remaining: {
        one: "{count} download of originals left today.",
        other: "{count} downloads of originals left today.",
      },
      verify: "Verify it now",
    },
    original: {
      title: "Original",
      none: "The original is not in custody.",
      stored: "In custody since {date}: {name}, {size}",
      off: "This service keeps no originals.",
      explain:
        "The file is encrypted and kept if it has the fingerprint of this proof. Anything else is refused.",
      limit: "At most {size}.",
      file: "File",
      upload: "Deposit the original",
      cancel: "Cancel",
      delete: "Delete the original",
      deleteTitle: "Delete the original?",
      deleteExplain:
        "{name} is removed from custody and cannot be brought back from here. The proof, its seal and its certificate stay valid.",
      keep: "Keep it",
      progress: "{percent} sent: {sent} of {size}",
      resume: "{percent} of a file of {size} has arrived. Choose the same file to go on.",
      otherFile: "This is another file than the one that was begun: the upload starts again.",
      interrupted: "The connection was interrupted. Trying again…",
      cancelled: "The upload was cancelled.",
    },
    notices: {
      sealed: "The proof is sealed.",
      sealPending: "The seal is paid for. It arrives as soon as the authority answers.",
      hadSeal: "The proof already had a seal. Nothing was spent.",
      stored: "The original is in custody.",
      existing: "The original was already in custody.",
      deleted: "The original was deleted. The proof stays valid.",
      noneChosen: "Choose at least one proof that has a certificate.",
    },
    refusals: {
      conflict: "This is not possible for this proof.",
      payment_required: "The account has no seals left.",
      rate_limited: "Too many requests in one minute. Wait a moment and try again.",
      seal_unavailable: "The authority issues no seals at present. Nothing was spent.",
      download_quota_exceeded: "The day’s downloads of originals are used up. They are renewed at 00:00 UTC.",
      integrity_failed: "The stored original no longer matches its fingerprint and is not handed out.",
      unavailable: "The service cannot do this right now. Try again in a moment.",
      hash_mismatch: "The file does not have the fingerprint of this proof. It was not kept.",
      file_unreadable:
        "The file was changed, moved or locked while it was sent. Close the program that uses it, and choose the file again.",
      file_too_large: "The file is larger than the plan allows.",
      custody_unavailable: "This service keeps no originals.",
      custody_quota_exceeded: "The account does not have enough space left for this file.",
      request_timeout: "The file arrived too slowly. Try again.",
      not_found: "There is no original in custody.",
      invalid_request: "The file did not arrive as a whole, or is empty. Try again.",
    },
  },
  es: {
    title: "Pruebas",
    search: {
      legend: "Buscar",
      text: "Nombre o huella",
      textHint:
        "Una parte del nombre, la huella completa (64 caracteres) o el número de una prueba o de un certificado, también como enlace.",
      from: "Desde",
      until: "Hasta",
      dateProblem: "Escriba una fecha como 2026-03-31.",
      orderProblem: "El último día es anterior al primero.",
      state: "Estado",
      origin: "Registro",
      any: "Cualquiera",
      submit: "Buscar",
      reset: "Mostrar todas",
    },
    list: {
      caption: "Pruebas de la cuenta, de la más reciente a la más antigua",
      none: "Ninguna prueba coincide.",
      noneYet: "Todavía no hay pruebas.",
      create: "Crear pruebas",
      goOn: "De momento no se ha encontrado nada. Quedan pruebas más antiguas por examinar.",
      newest: "Más recientes",
      older: "Más antiguas",
      pages: "Páginas de la lista",
      choose: "Elegir",
      chooseOne: "Elegir {name}",
      evidence: "Descargar las evidencias de las pruebas elegidas",
      evidenceHint:
        "Un archivo ZIP con el paquete de evidencias de cada una. Los originales cuentan como descargas del día.",
      evidenceLanguage: "Idioma de los documentos",
      tooMany: {
        one: "Elija como máximo {count} prueba a la vez.",
        other: "Elija como máximo {count} pruebas a la vez.",
      },
    },
    columns: {
      name: "Nombre",
      date: "Recepción",
      state: "Estado",
      seal: "Sello",
      original: "Original",
      origin: "Registro",
    },
    states: { queued: "En cola", batched: "En un lote", anchored: "Anclada", confirmed: "Confirmada" },
    stateHints: {
      queued: "La huella está registrada y espera al próximo lote.",
      batched: "La huella está en un lote que se está anclando.",
      anchored: "El lote está en un bloque que todavía no es definitivo.",
      confirmed: "El anclaje es definitivo.",
    },
    origins: { api: "Por la API", web: "En el navegador" },
    seal: {
      issued: "Sellada",
      pending: "Sello solicitado",
      none: "Sin sello",
      authority: "Autoridad",
      time: "Hora",
      serial: "Número de serie",
      title: "Sellar esta prueba",
      explain:
        "El sello es un sello de tiempo sobre la huella; es cualificado (eIDAS) si las listas de confianza de la UE reconocen como tal a su autoridad. Acredita la hora en que se emite, no la del registro.",
      price: "Cuesta un sello. El precio de un sello es de {price}; aquí no se carga ninguna tarjeta.",
      balance: { one: "A la cuenta le queda {count} sello.", other: "A la cuenta le quedan {count} sellos." },
      noneLeft: "A la cuenta no le quedan sellos.",
      confirm: "Gastar un sello",
      get: "Sellar esta prueba",
      buy: "Conseguir sellos",
      closed: "En este momento no se emiten sellos.",
    },
    detail: {
      fingerprint: "Huella (SHA-256)",
      received: "Recepción",
      size: "Tamaño",
      bytes: { one: "{count} byte", other: "{count} bytes" },
      type: "Tipo",
      identifier: "Identificador",
      live: "Estado de las evidencias",
      reload: "Recargar para ver el estado actual",
      changed: "El estado ha cambiado: {state}",
      anchors: "Anclajes",
      noAnchor: "Todavía no está anclada.",
      network: "Red",
      block: "Bloque",
      blockTime: "Hora del bloque",
      transaction: "Transacción",
      bitcoin: "Bitcoin",
      bitcoinStates: { pending: "Sin enviar todavía", submitted: "Enviada, aún no está en un bloque" },
      bitcoinConfirmed: "En el bloque {height}",
      foreign:
        "Otra cuenta registró antes los mismos bytes. Esta prueba no tiene certificado, paquete de evidencias ni sello.",
      back: "Todas las pruebas",
    },
    downloads: {
      title: "Descargas",
      certificate: "Certificado (PDF)",
      certificatePage: "Página pública del certificado",
      evidence: "Paquete de evidencias (ZIP)",
      evidenceHint: "Incluye el original, si lo hay: cuenta como una descarga.",
      proof: "Prueba portátil (JSON)",
      bitcoin: "Archivo de OpenTimestamps",
      seal: "Sello (RFC 3161)",
      sealBitcoin: "Archivo de OpenTimestamps del sello",
      original: "Original",
      remaining: {
        one: "Hoy queda {count} descarga de originales.",
        other: "Hoy quedan {count} descargas de originales.",
      },
      verify: "Verificarla ahora",
    },
    original: {
      title: "Original",
      none: "El original no está en custodia.",
      stored: "En custodia desde el {date}: {name}, {size}",
      off: "Este servicio no custodia originales.",
      explain:
        "El archivo se cifra y se guarda si tiene la huella de esta prueba. Cualquier otro se rechaza.",
      limit: "Como máximo {size}.",
      file: "Archivo",
      upload: "Depositar el original",
      cancel: "Cancelar",
      delete: "Eliminar el original",
      deleteTitle: "¿Eliminar el original?",
      deleteExplain:
        "{name} se retira de la custodia y no se puede recuperar desde aquí. La prueba, su sello y su certificado siguen siendo válidos.",
      keep: "Conservarlo",
      progress: "{percent} enviado: {sent} de {size}",
      resume: "Ha llegado el {percent} de un archivo de {size}. Elija el mismo archivo para continuar.",
      otherFile: "No es el archivo que se empezó a enviar: el envío comienza de nuevo.",
      interrupted: "Se ha interrumpido la conexión. Se intenta de nuevo…",
      cancelled: "Se ha cancelado el envío.",
    },
    notices: {
      sealed: "La prueba está sellada.",
      sealPending: "El sello está pagado. Llegará en cuanto responda la autoridad.",
      hadSeal: "La prueba ya tenía un sello. No se ha gastado nada.",
      stored: "El original está en custodia.",
      existing: "El original ya estaba en custodia.",
      deleted: "Se ha eliminado el original. La prueba sigue siendo válida.",
      noneChosen: "Elija al menos una prueba que tenga certificado.",
    },
    refusals: {
      conflict: "No es posible con esta prueba.",
      payment_required: "A la cuenta no le quedan sellos.",
      rate_limited: "Demasiadas solicitudes en un minuto. Espere un momento e inténtelo de nuevo.",
      seal_unavailable: "La autoridad no emite sellos en este momento. No se ha gastado nada.",
      download_quota_exceeded:
        "Se han agotado las descargas de originales del día. Se renuevan a las 00:00 UTC.",
      integrity_failed: "El original guardado ya no coincide con su huella y no se entrega.",
      unavailable: "El servicio no puede hacerlo ahora mismo. Inténtelo de nuevo dentro de un momento.",
      hash_mismatch: "El archivo no tiene la huella de esta prueba. No se ha guardado.",
      file_unreadable:
        "El archivo se modificó, se movió o se bloqueó mientras se enviaba. Cierre el programa que lo utiliza y vuelva a elegir el archivo.",
      file_too_large: "El archivo es mayor de lo que permite el plan.",
      custody_unavailable: "Este servicio no custodia originales.",
      custody_quota_exceeded: "A la cuenta no le queda espacio suficiente para este archivo.",
      request_timeout: "El archivo ha llegado con demasiada lentitud. Inténtelo de nuevo.",
      not_found: "No hay ningún original en custodia.",
      invalid_request: "El archivo no ha llegado completo o está vacío. Inténtelo de nuevo.",
    },
  },
  de: {
    title: "Nachweise",
    search: {
      legend: "Suchen",
      text: "Name oder Fingerabdruck",
      textHint:
        "Ein Teil des Namens, der ganze Fingerabdruck (64 Zeichen) oder die Nummer eines Nachweises oder Zertifikats, auch als Link.",
      from: "Von",
      until: "Bis",
      dateProblem: "Schreiben Sie ein Datum wie 2026-03-31.",
      orderProblem: "Der letzte Tag liegt vor dem ersten.",
      state: "Stand",
      origin: "Registriert",
      any: "Alle",
      submit: "Suchen",
      reset: "Alle anzeigen",
    },
    list: {
      caption: "Nachweise des Kontos, die neuesten zuerst",
      none: "Kein Nachweis passt.",
      noneYet: "Es gibt noch keine Nachweise.",
      create: "Nachweise erstellen",
      goOn: "Bisher wurde nichts gefunden. Ältere Nachweise sind noch nicht durchsucht.",
      newest: "Neueste",
      older: "Ältere",
      pages: "Seiten der Liste",
      choose: "Auswählen",
      chooseOne: "{name} auswählen",
      evidence: "Beweispakete der ausgewählten Nachweise herunterladen",
      evidenceHint:
        "Ein ZIP-Archiv mit dem Beweispaket jedes Nachweises. Originale zählen als Downloads des Tages.",
      evidenceLanguage: "Sprache der Dokumente",
      tooMany: {
        one: "Wählen Sie höchstens {count} Nachweis auf einmal.",
        other: "Wählen Sie höchstens {count} Nachweise auf einmal.",
      },
    },
    columns: {
      name: "Name",
      date: "Eingang",
      state: "Stand",
      seal: "Zeitstempel",
      original: "Original",
      origin: "Registriert",
    },
    states: {
      queued: "In der Warteschlange",
      batched: "In einem Stapel",
      anchored: "Verankert",
      confirmed: "Bestätigt",
    },
    stateHints: {
      queued: "Der Fingerabdruck ist registriert und wartet auf den nächsten Stapel.",
      batched: "Der Fingerabdruck ist in einem Stapel, der gerade verankert wird.",
      anchored: "Der Stapel ist in einem Block, der noch nicht endgültig ist.",
      confirmed: "Die Verankerung ist endgültig.",
    },
    origins: { api: "Über die API", web: "Im Browser" },
    seal: {
      issued: "Mit Zeitstempel",
      pending: "Zeitstempel angefordert",
      none: "Kein Zeitstempel",
      authority: "Stelle",
      time: "Zeit",
      serial: "Seriennummer",
      title: "Diesen Nachweis mit einem Zeitstempel versehen",
      explain:
        "Ein Zeitstempel über den Fingerabdruck; er ist qualifiziert (eIDAS), wenn die EU-Vertrauenslisten die Stelle so führen. Er belegt den Zeitpunkt seiner Ausstellung, nicht den der Registrierung.",
      price:
        "Er verbraucht einen Zeitstempel des Guthabens. Ein Zeitstempel kostet {price}; hier wird keine Karte belastet.",
      balance: {
        one: "Das Konto hat noch {count} Zeitstempel.",
        other: "Das Konto hat noch {count} Zeitstempel.",
      },
      noneLeft: "Das Konto hat keine Zeitstempel mehr.",
      confirm: "Einen Zeitstempel verbrauchen",
      get: "Mit einem Zeitstempel versehen",
      buy: "Zeitstempel beziehen",
      closed: "Zurzeit werden keine Zeitstempel ausgestellt.",
    },
    detail: {
      fingerprint: "Fingerabdruck (SHA-256)",
      received: "Eingang",
      size: "Größe",
      bytes: { one: "{count} Byte", other: "{count} Byte" },
      type: "Typ",
      identifier: "Kennung",
      live: "Stand der Belege",
      reload: "Neu laden, um den aktuellen Stand zu sehen",
      changed: "Der Stand hat sich geändert: {state}",
      anchors: "Verankerungen",
      noAnchor: "Noch nicht verankert.",
      network: "Netz",
      block: "Block",
      blockTime: "Zeit des Blocks",
      transaction: "Transaktion",
      bitcoin: "Bitcoin",
      bitcoinStates: { pending: "Noch nicht eingereicht", submitted: "Eingereicht, noch in keinem Block" },
      bitcoinConfirmed: "In Block {height}",
      foreign:
        "Ein anderes Konto hat dieselben Bytes zuerst registriert. Dieser Nachweis hat kein Zertifikat, kein Beweispaket und keinen Zeitstempel.",
      back: "Alle Nachweise",
    },
    downloads: {
      title: "Downloads",
      certificate: "Zertifikat (PDF)",
      certificatePage: "Öffentliche Seite des Zertifikats",
      evidence: "Beweispaket (ZIP)",
      evidenceHint: "Mit dem Original, falls es eines gibt: Es zählt als Download.",
      proof: "Portabler Nachweis (JSON)",
      bitcoin: "OpenTimestamps-Datei",
      seal: "Zeitstempel (RFC 3161)",
      sealBitcoin: "OpenTimestamps-Datei des Zeitstempels",
      original: "Original",
      remaining: {
        one: "Heute ist noch {count} Download von Originalen möglich.",
        other: "Heute sind noch {count} Downloads von Originalen möglich.",
      },
      verify: "Jetzt prüfen",
    },
    original: {
      title: "Original",
      none: "Das Original ist nicht in Verwahrung.",
      stored: "In Verwahrung seit {date}: {name}, {size}",
      off: "Dieser Dienst verwahrt keine Originale.",
      explain:
        "Die Datei wird verschlüsselt und verwahrt, wenn sie den Fingerabdruck dieses Nachweises hat. Jede andere wird abgelehnt.",
      limit: "Höchstens {size}.",
      file: "Datei",
      upload: "Original hinterlegen",
      cancel: "Abbrechen",
      delete: "Original löschen",
      deleteTitle: "Original löschen?",
      deleteExplain:
        "{name} wird aus der Verwahrung entfernt und lässt sich hier nicht wiederherstellen. Der Nachweis, sein Zeitstempel und sein Zertifikat bleiben gültig.",
      keep: "Behalten",
      progress: "{percent} gesendet: {sent} von {size}",
      resume: "{percent} einer Datei von {size} sind angekommen. Wählen Sie dieselbe Datei, um fortzufahren.",
      otherFile: "Das ist eine andere Datei als die begonnene: Das Hochladen beginnt von vorn.",
      interrupted: "Die Verbindung wurde unterbrochen. Es wird erneut versucht …",
      cancelled: "Das Hochladen wurde abgebrochen.",
    },
    notices: {
      sealed: "Der Nachweis hat jetzt einen Zeitstempel.",
      sealPending: "Der Zeitstempel ist bezahlt. Er kommt, sobald die Stelle antwortet.",
      hadSeal: "Der Nachweis hatte schon einen Zeitstempel. Es wurde nichts verbraucht.",
      stored: "Das Original ist in Verwahrung.",
      existing: "Das Original war schon in Verwahrung.",
      deleted: "Das Original wurde gelöscht. Der Nachweis bleibt gültig.",
      noneChosen: "Wählen Sie mindestens einen Nachweis mit Zertifikat.",
    },
    refusals: {
      conflict: "Bei diesem Nachweis ist das nicht möglich.",
      payment_required: "Das Konto hat keine Zeitstempel mehr.",
      rate_limited: "Zu viele Anfragen in einer Minute. Warten Sie einen Moment und versuchen Sie es erneut.",
      seal_unavailable: "Die Stelle stellt zurzeit keine Zeitstempel aus. Es wurde nichts verbraucht.",
      download_quota_exceeded:
        "Die Downloads von Originalen sind für heute aufgebraucht. Um 00:00 UTC gibt es neue.",
      integrity_failed:
        "Das verwahrte Original stimmt nicht mehr mit seinem Fingerabdruck überein und wird nicht herausgegeben.",
      unavailable: "Der Dienst kann das gerade nicht. Versuchen Sie es gleich noch einmal.",
      hash_mismatch: "Die Datei hat nicht den Fingerabdruck dieses Nachweises. Sie wurde nicht verwahrt.",
      file_unreadable:
        "Die Datei wurde beim Senden geändert, verschoben oder gesperrt. Schließen Sie das Programm, das sie benutzt, und wählen Sie die Datei erneut aus.",
      file_too_large: "Die Datei ist größer, als der Tarif erlaubt.",
      custody_unavailable: "Dieser Dienst verwahrt keine Originale.",
      custody_quota_exceeded: "Das Konto hat für diese Datei nicht mehr genug Platz.",
      request_timeout: "Die Datei kam zu langsam an. Versuchen Sie es noch einmal.",
      not_found: "Es ist kein Original in Verwahrung.",
      invalid_request: "Die Datei kam nicht vollständig an oder ist leer. Versuchen Sie es noch einmal.",
    },
  },
  fr: {
    title: "Preuves",
    search: {
      legend: "Rechercher",
      text: "Nom ou empreinte",
      textHint:
        "Une partie du nom, l’empreinte entière (64 caractères), ou le numéro d’une preuve ou d’un certificat, même sous forme de lien.",
      from: "Du",
      until: "Au",
      dateProblem: "Écrivez une date comme 2026-03-31.",
      orderProblem: "Le dernier jour précède le premier.",
      state: "État",
      origin: "Enregistrement",
      any: "Tous",
      submit: "Rechercher",
      reset: "Tout afficher",
    },
    list: {
      caption: "Preuves du compte, de la plus récente à la plus ancienne",
      none: "Aucune preuve ne correspond.",
      noneYet: "Il n’y a pas encore de preuves.",
      create: "Créer des preuves",
      goOn: "Rien n’a été trouvé jusqu’ici. Des preuves plus anciennes n’ont pas encore été parcourues.",
      newest: "Plus récentes",
      older: "Plus anciennes",
      pages: "Pages de la liste",
      choose: "Choisir",
      chooseOne: "Choisir {name}",
      evidence: "Télécharger les dossiers de preuve des preuves choisies",
      evidenceHint:
        "Une archive ZIP avec le dossier de preuve de chacune. Les originaux comptent parmi les téléchargements du jour.",
      evidenceLanguage: "Langue des documents",
      tooMany: {
        one: "Choisissez au plus {count} preuve à la fois.",
        other: "Choisissez au plus {count} preuves à la fois.",
      },
    },
    columns: {
      name: "Nom",
      date: "Réception",
      state: "État",
      seal: "Horodatage",
      original: "Original",
      origin: "Enregistrement",
    },
    states: { queued: "En attente", batched: "Dans un lot", anchored: "Ancrée", confirmed: "Confirmée" },
    stateHints: {
      queued: "L’empreinte est enregistrée et attend le prochain lot.",
      batched: "L’empreinte est dans un lot en cours d’ancrage.",
      anchored: "Le lot est dans un bloc qui n’est pas encore définitif.",
      confirmed: "L’ancrage est définitif.",
    },
    origins: { api: "Par l’API", web: "Dans le navigateur" },
    seal: {
      issued: "Horodatée",
      pending: "Horodatage demandé",
      none: "Sans horodatage",
      authority: "Autorité",
      time: "Heure",
      serial: "Numéro de série",
      title: "Horodater cette preuve",
      explain:
        "Un horodatage de l’empreinte ; il est qualifié (eIDAS) si les listes de confiance de l’UE désignent l’autorité comme telle. Il atteste l’heure à laquelle il est délivré, non celle de l’enregistrement.",
      price:
        "Il consomme un horodatage du solde. Un horodatage coûte {price} ; aucune carte n’est débitée ici.",
      balance: {
        one: "Il reste {count} horodatage au compte.",
        other: "Il reste {count} horodatages au compte.",
      },
      noneLeft: "Il ne reste plus d’horodatage au compte.",
      confirm: "Utiliser un horodatage",
      get: "Horodater cette preuve",
      buy: "Obtenir des horodatages",
      closed: "Aucun horodatage n’est délivré pour le moment.",
    },
    detail: {
      fingerprint: "Empreinte (SHA-256)",
      received: "Réception",
      size: "Taille",
      bytes: { one: "{count} octet", other: "{count} octets" },
      type: "Type",
      identifier: "Identifiant",
      live: "État des éléments de preuve",
      reload: "Recharger pour voir l’état actuel",
      changed: "L’état a changé : {state}",
      anchors: "Ancrages",
      noAnchor: "Pas encore ancrée.",
      network: "Réseau",
      block: "Bloc",
      blockTime: "Heure du bloc",
      transaction: "Transaction",
      bitcoin: "Bitcoin",
      bitcoinStates: { pending: "Pas encore transmise", submitted: "Transmise, pas encore dans un bloc" },
      bitcoinConfirmed: "Dans le bloc {height}",
      foreign:
        "Un autre compte a enregistré les mêmes octets en premier. Cette preuve n’a ni certificat, ni dossier de preuve, ni horodatage.",
      back: "Toutes les preuves",
    },
    downloads: {
      title: "Téléchargements",
      certificate: "Certificat (PDF)",
      certificatePage: "Page publique du certificat",
      evidence: "Dossier de preuve (ZIP)",
      evidenceHint: "Avec l’original s’il y en a un : il compte comme un téléchargement.",
      proof: "Preuve portable (JSON)",
      bitcoin: "Fichier OpenTimestamps",
      seal: "Horodatage (RFC 3161)",
      sealBitcoin: "Fichier OpenTimestamps de l’horodatage",
      original: "Original",
      remaining: {
        one: "Il reste {count} téléchargement d’original aujourd’hui.",
        other: "Il reste {count} téléchargements d’originaux aujourd’hui.",
      },
      verify: "La vérifier maintenant",
    },
    original: {
      title: "Original",
      none: "L’original n’est pas conservé.",
      stored: "Conservé depuis le {date} : {name}, {size}",
      off: "Ce service ne conserve pas d’originaux.",
      explain:
        "Le fichier est chiffré et conservé s’il a l’empreinte de cette preuve. Tout autre fichier est refusé.",
      limit: "Au plus {size}.",
      file: "Fichier",
      upload: "Déposer l’original",
      cancel: "Annuler",
      delete: "Supprimer l’original",
      deleteTitle: "Supprimer l’original ?",
      deleteExplain:
        "{name} est retiré et ne peut pas être récupéré d’ici. La preuve, son horodatage et son certificat restent valables.",
      keep: "Le garder",
      progress: "{percent} envoyés : {sent} sur {size}",
      resume: "{percent} d’un fichier de {size} sont arrivés. Choisissez le même fichier pour continuer.",
      otherFile: "Ce n’est pas le fichier commencé : l’envoi reprend du début.",
      interrupted: "La connexion a été interrompue. Nouvel essai…",
      cancelled: "L’envoi a été annulé.",
    },
    notices: {
      sealed: "La preuve est horodatée.",
      sealPending: "L’horodatage est payé. Il arrivera dès que l’autorité répondra.",
      hadSeal: "La preuve avait déjà un horodatage. Rien n’a été utilisé.",
      stored: "L’original est conservé.",
      existing: "L’original était déjà conservé.",
      deleted: "L’original a été supprimé. La preuve reste valable.",
      noneChosen: "Choisissez au moins une preuve qui a un certificat.",
    },
    refusals: {
      conflict: "Ce n’est pas possible pour cette preuve.",
      payment_required: "Il ne reste plus d’horodatage au compte.",
      rate_limited: "Trop de demandes en une minute. Patientez un instant, puis réessayez.",
      seal_unavailable: "L’autorité ne délivre pas d’horodatage pour le moment. Rien n’a été utilisé.",
      download_quota_exceeded:
        "Les téléchargements d’originaux du jour sont épuisés. Ils sont renouvelés à 00:00 UTC.",
      integrity_failed: "L’original conservé ne correspond plus à son empreinte et n’est pas remis.",
      unavailable: "Le service ne peut pas le faire pour l’instant. Réessayez dans un moment.",
      hash_mismatch: "Le fichier n’a pas l’empreinte de cette preuve. Il n’a pas été conservé.",
      file_unreadable:
        "Le fichier a été modifié, déplacé ou verrouillé pendant l’envoi. Fermez le programme qui l’utilise, puis choisissez à nouveau le fichier.",
      file_too_large: "Le fichier dépasse la taille que permet l’offre.",
      custody_unavailable: "Ce service ne conserve pas d’originaux.",
      custody_quota_exceeded: "Il ne reste pas assez d’espace au compte pour ce fichier.",
      request_timeout: "Le fichier est arrivé trop lentement. Réessayez.",
      not_found: "Aucun original n’est conservé.",
      invalid_request: "Le fichier n’est pas arrivé entier, ou il est vide. Réessayez.",
    },
  },
};
