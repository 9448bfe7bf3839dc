/** The words of the page that creates proofs. */
import type { Language } from "@svc-proof/ui/language";
import type { ScriptTexts } from "./script-settings.js";

export interface CreateTexts {
  readonly title: string;
  readonly lead: string;
  readonly noScript: string;
  /** `{name}`. */
  readonly registered: string;
  readonly openProof: string;
  readonly fingerprint: {
    readonly title: string;
    readonly intro: string;
    readonly field: string;
    readonly fieldHint: string;
    readonly name: string;
    readonly nameHint: string;
    readonly submit: string;
    readonly problems: Readonly<Record<"fingerprint" | "name" | "limit", string>>;
    readonly howTo: string;
    readonly howToIntro: string;
    readonly exampleFile: string;
    readonly systems: Readonly<Record<"windows" | "windowsPrompt" | "macos" | "linux", string>>;
  };
  readonly script: ScriptTexts;
}

export const CREATE_TEXTS: Readonly<Record<Language, CreateTexts>> = {
  en: {
    title: "Create proofs",
    lead: "Choose files to register their fingerprints. Your browser computes each fingerprint on this computer: the files themselves are never sent. The service receives the fingerprint, the file name, the size and the type.",
    noScript: "Choosing files needs JavaScript. Without it, register a fingerprint with the form below.",
    registered: "The proof of “{name}” is registered.",
    openProof: "Open the proof",
    fingerprint: {
      title: "Register a fingerprint you already have",
      intro:
        "For a file on another computer, or without JavaScript: compute its SHA-256 there and enter it here.",
      field: "Fingerprint (SHA-256)",
      fieldHint: "64 characters: digits and the letters a to f.",
      name: "File name (optional)",
      nameHint: "Shown in your list. A path is cut to the file name.",
      submit: "Register fingerprint",
      problems: {
        fingerprint: "Enter the 64 characters of a SHA-256: digits and the letters a to f.",
        name: "Enter a name of at most 200 characters.",
        limit:
          "Your account has created many proofs in the last minute. Wait a minute and send the form again.",
      },
      howTo: "How to compute a fingerprint",
      howToIntro: "Every system has a tool for it. Replace the file name with yours:",
      exampleFile: "contract.pdf",
      systems: {
        windows: "Windows, PowerShell",
        windowsPrompt: "Windows, command prompt",
        macos: "macOS, Terminal",
        linux: "Linux, terminal",
      },
    },
    script: {
      drop: "Drop files or folders here",
      dropNow: "Release to create proofs",
      chooseFiles: "Choose files",
      chooseFolder: "Choose a folder",
      privacy:
        "Your files stay on this computer. System files in folders (.DS_Store, Thumbs.db, desktop.ini) are left out.",
      reading: "Reading the folder …",
      progress: {
        label: "All files",
        registered: { one: "{count} file done", other: "{count} files done" },
        of: "{registered} of {total}",
        hashed: "{done} of {total} read",
        rate: "{rate} per second",
        secondsLeft: { one: "{count} second left", other: "{count} seconds left" },
        minutesLeft: { one: "{count} minute left", other: "{count} minutes left" },
      },
      buttons: {
        cancel: "Cancel",
        resume: "Continue",
        retry: "Retry",
        retryAll: "Retry all that failed",
        clear: "Clear the list",
        forget: "Forget these files",
        csv: "Save the list as CSV",
        proofs: "Go to the proofs",
        reload: "Reload the page",
        previous: "Previous",
        next: "Next",
      },
      table: {
        caption: "Files",
        file: "File",
        size: "Size",
        state: "State",
        filter: "Show",
        filters: { all: "All files", open: "Not done yet", done: "Done", problems: "Problems" },
        range: "{from} to {to} of {total}",
        none: "No files here.",
        open: "Open proof",
      },
      states: {
        waiting: "Waiting",
        hashing: "Computing the fingerprint: {percent}",
        hashed: "Fingerprint ready",
        sending: "Registering",
        unanswered: "No answer yet; will be sent again",
        created: "Registered",
        existing: "Already in your account",
        duplicate: "Same content as {name}",
        notFirst: "Another account registered this content before",
        empty: "Empty file: not registered, because all empty files have the same fingerprint",
        unreadable:
          "Not registered: the file was changed, moved or locked while it was read. Close the program that uses it, and choose the file again",
        failed: "The fingerprint could not be computed",
        refused: "The service refused the entry",
        missing: "Choose this file again",
        cancelled: "Cancelled, not registered",
      },
      notices: {
        finished: {
          one: "Finished: {count} file has its proof.",
          other: "Finished: {count} files have their proofs.",
        },
        problems: {
          one: "{count} file was not registered. The list says why.",
          other: "{count} files were not registered. The list says why.",
        },
        cancelled: {
          one: "Cancelled. {count} file was registered before and stays registered.",
          other: "Cancelled. {count} files were registered before and stay registered.",
        },
        missing: {
          one: "The page was left before all was done. Choose {count} file again to finish; nothing is registered twice.",
          other:
            "The page was left before all was done. Choose {count} files or their folder again to finish; nothing is registered twice.",
        },
        limited: {
          one: "Your account’s limit for a minute is reached. It continues in {count} second.",
          other: "Your account’s limit for a minute is reached. It continues in {count} seconds.",
        },
        offline: {
          one: "The service does not answer. Next try in {count} second; nothing is lost.",
          other: "The service does not answer. Next try in {count} seconds; nothing is lost.",
        },
        signedOut: "Your session has ended. Reload the page and sign in; then it continues where it stopped.",
        forbidden: "The service no longer accepts this page. Reload it; then it continues where it stopped.",
        otherTab: "Proofs are being created in another tab of this browser. Close it or work there.",
        noJournal:
          "This browser keeps no data for the site (private mode?). Do not reload the page before all is done: files could be registered twice.",
        cut: {
          one: "Only the first {count} file was taken. Choose the others afterwards.",
          other: "Only the first {count} files were taken. Choose the others afterwards.",
        },
        unreadable: {
          one: "{count} entry of the folder could not be opened.",
          other: "{count} entries of the folder could not be opened.",
        },
        nothing: "There were no files in it.",
      },
    },
  },
  es: {
    title: "Crear pruebas",
    lead: "Elija archivos para registrar sus huellas. Su navegador calcula cada huella en este equipo: los archivos no se envían nunca. El servicio recibe la huella, el nombre del archivo, el tamaño y el tipo.",
    noScript:
      "Para elegir archivos hace falta JavaScript. Sin él, registre una huella con el formulario de abajo.",
    registered: "La prueba de «{name}» está registrada.",
    openProof: "Abrir la prueba",
    fingerprint: {
      title: "Registrar una huella que ya tiene",
      intro:
        "Para un archivo que está en otro equipo, o sin JavaScript: calcule allí su SHA-256 e introdúzcalo aquí.",
      field: "Huella (SHA-256)",
      fieldHint: "64 caracteres: cifras y letras de la a a la f.",
      name: "Nombre del archivo (opcional)",
      nameHint: "Aparece en su lista. De una ruta solo se conserva el nombre del archivo.",
      submit: "Registrar huella",
      problems: {
        fingerprint: "Introduzca los 64 caracteres de un SHA-256: cifras y letras de la a a la f.",
        name: "Introduzca un nombre de 200 caracteres como máximo.",
        limit:
          "Su cuenta ha creado muchas pruebas en el último minuto. Espere un minuto y vuelva a enviar el formulario.",
      },
      howTo: "Cómo calcular una huella",
      howToIntro: "Todos los sistemas incluyen una herramienta. Sustituya el nombre del archivo por el suyo:",
      exampleFile: "contrato.pdf",
      systems: {
        windows: "Windows, PowerShell",
        windowsPrompt: "Windows, símbolo del sistema",
        macos: "macOS, Terminal",
        linux: "Linux, terminal",
      },
    },
    script: {
      drop: "Arrastre aquí archivos o carpetas",
      dropNow: "Suelte para crear pruebas",
      chooseFiles: "Elegir archivos",
      chooseFolder: "Elegir una carpeta",
      privacy:
        "Sus archivos no salen de este equipo. Se omiten los archivos del sistema que hay en las carpetas (.DS_Store, Thumbs.db, desktop.ini).",
      reading: "Leyendo la carpeta…",
      progress: {
        label: "Todos los archivos",
        registered: { one: "{count} archivo terminado", other: "{count} archivos terminados" },
        of: "{registered} de {total}",
        hashed: "{done} de {total} leídos",
        rate: "{rate} por segundo",
        secondsLeft: { one: "queda {count} segundo", other: "quedan {count} segundos" },
        minutesLeft: { one: "queda {count} minuto", other: "quedan {count} minutos" },
      },
      buttons: {
        cancel: "Cancelar",
        resume: "Continuar",
        retry: "Reintentar",
        retryAll: "Reintentar todos los fallidos",
        clear: "Vaciar la lista",
        forget: "Olvidar estos archivos",
        csv: "Guardar la lista en CSV",
        proofs: "Ir a las pruebas",
        reload: "Recargar la página",
        previous: "Anteriores",
        next: "Siguientes",
      },
      table: {
        caption: "Archivos",
        file: "Archivo",
        size: "Tamaño",
        state: "Estado",
        filter: "Mostrar",
        filters: {
          all: "Todos los archivos",
          open: "Pendientes",
          done: "Terminados",
          problems: "Con problemas",
        },
        range: "{from} a {to} de {total}",
        none: "Aquí no hay archivos.",
        open: "Abrir prueba",
      },
      states: {
        waiting: "En espera",
        hashing: "Calculando la huella: {percent}",
        hashed: "Huella calculada",
        sending: "Registrando",
        unanswered: "Aún sin respuesta; se enviará de nuevo",
        created: "Registrado",
        existing: "Ya estaba en su cuenta",
        duplicate: "El mismo contenido que {name}",
        notFirst: "Otra cuenta registró antes este contenido",
        empty: "Archivo vacío: no se registra, porque todos los archivos vacíos tienen la misma huella",
        unreadable:
          "Sin registrar: el archivo se ha modificado, movido o bloqueado mientras se leía. Cierre el programa que lo utiliza y vuelva a elegir el archivo",
        failed: "No se ha podido calcular la huella",
        refused: "El servicio ha rechazado la entrada",
        missing: "Vuelva a elegir este archivo",
        cancelled: "Cancelado, sin registrar",
      },
      notices: {
        finished: {
          one: "Terminado: {count} archivo tiene su prueba.",
          other: "Terminado: {count} archivos tienen su prueba.",
        },
        problems: {
          one: "{count} archivo no se ha registrado. La lista indica el motivo.",
          other: "{count} archivos no se han registrado. La lista indica el motivo.",
        },
        cancelled: {
          one: "Cancelado. {count} archivo ya estaba registrado y así sigue.",
          other: "Cancelado. {count} archivos ya estaban registrados y así siguen.",
        },
        missing: {
          one: "Se salió de la página antes de terminar. Vuelva a elegir {count} archivo para acabar; nada se registra dos veces.",
          other:
            "Se salió de la página antes de terminar. Vuelva a elegir {count} archivos o su carpeta para acabar; nada se registra dos veces.",
        },
        limited: {
          one: "Su cuenta ha alcanzado el límite por minuto. Continúa dentro de {count} segundo.",
          other: "Su cuenta ha alcanzado el límite por minuto. Continúa dentro de {count} segundos.",
        },
        offline: {
          one: "El servicio no responde. Próximo intento dentro de {count} segundo; no se pierde nada.",
          other: "El servicio no responde. Próximo intento dentro de {count} segundos; no se pierde nada.",
        },
        signedOut: "Su sesión ha terminado. Recargue la página e inicie sesión; continuará donde se detuvo.",
        forbidden: "El servicio ya no acepta esta página. Recárguela; continuará donde se detuvo.",
        otherTab: "Se están creando pruebas en otra pestaña de este navegador. Ciérrela o trabaje en ella.",
        noJournal:
          "Este navegador no guarda datos del sitio (¿modo privado?). No recargue la página antes de terminar: algún archivo podría registrarse dos veces.",
        cut: {
          one: "Solo se ha tomado el primer archivo ({count}). Elija los demás después.",
          other: "Solo se han tomado los primeros {count} archivos. Elija los demás después.",
        },
        unreadable: {
          one: "No se ha podido abrir {count} elemento de la carpeta.",
          other: "No se han podido abrir {count} elementos de la carpeta.",
        },
        nothing: "No contenía ningún archivo.",
      },
    },
  },
  de: {
    title: "Nachweise erstellen",
    lead: "Wählen Sie Dateien, um deren Fingerabdrücke zu registrieren. Ihr Browser berechnet jeden Fingerabdruck auf diesem Computer: Die Dateien selbst werden nie übertragen. Der Dienst erhält Fingerabdruck, Dateiname, Größe und Typ.",
    noScript:
      "Zum Auswählen von Dateien wird JavaScript benötigt. Ohne JavaScript registrieren Sie einen Fingerabdruck mit dem Formular unten.",
    registered: "Der Nachweis für „{name}“ ist registriert.",
    openProof: "Nachweis öffnen",
    fingerprint: {
      title: "Einen vorhandenen Fingerabdruck registrieren",
      intro:
        "Für eine Datei auf einem anderen Computer oder ohne JavaScript: Berechnen Sie dort den SHA-256-Wert und geben Sie ihn hier ein.",
      field: "Fingerabdruck (SHA-256)",
      fieldHint: "64 Zeichen: Ziffern und die Buchstaben a bis f.",
      name: "Dateiname (freiwillig)",
      nameHint: "Erscheint in Ihrer Liste. Von einem Pfad bleibt nur der Dateiname.",
      submit: "Fingerabdruck registrieren",
      problems: {
        fingerprint: "Geben Sie die 64 Zeichen eines SHA-256-Werts ein: Ziffern und die Buchstaben a bis f.",
        name: "Geben Sie einen Namen mit höchstens 200 Zeichen ein.",
        limit:
          "Ihr Konto hat in der letzten Minute viele Nachweise erstellt. Warten Sie eine Minute und senden Sie das Formular erneut.",
      },
      howTo: "So berechnen Sie einen Fingerabdruck",
      howToIntro: "Jedes System bringt ein Werkzeug dafür mit. Ersetzen Sie den Dateinamen durch Ihren:",
      exampleFile: "vertrag.pdf",
      systems: {
        windows: "Windows, PowerShell",
        windowsPrompt: "Windows, Eingabeaufforderung",
        macos: "macOS, Terminal",
        linux: "Linux, Terminal",
      },
    },
    script: {
      drop: "Dateien oder Ordner hier ablegen",
      dropNow: "Loslassen, um Nachweise zu erstellen",
      chooseFiles: "Dateien wählen",
      chooseFolder: "Ordner wählen",
      privacy:
        "Ihre Dateien bleiben auf diesem Computer. Systemdateien in Ordnern (.DS_Store, Thumbs.db, desktop.ini) werden ausgelassen.",
      reading: "Der Ordner wird gelesen …",
      progress: {
        label: "Alle Dateien",
        registered: { one: "{count} Datei erledigt", other: "{count} Dateien erledigt" },
        of: "{registered} von {total}",
        hashed: "{done} von {total} gelesen",
        rate: "{rate} pro Sekunde",
        secondsLeft: { one: "noch {count} Sekunde", other: "noch {count} Sekunden" },
        minutesLeft: { one: "noch {count} Minute", other: "noch {count} Minuten" },
      },
      buttons: {
        cancel: "Abbrechen",
        resume: "Fortsetzen",
        retry: "Erneut versuchen",
        retryAll: "Alle fehlgeschlagenen erneut versuchen",
        clear: "Liste leeren",
        forget: "Diese Dateien verwerfen",
        csv: "Liste als CSV speichern",
        proofs: "Zu den Nachweisen",
        reload: "Seite neu laden",
        previous: "Zurück",
        next: "Weiter",
      },
      table: {
        caption: "Dateien",
        file: "Datei",
        size: "Größe",
        state: "Stand",
        filter: "Anzeigen",
        filters: { all: "Alle Dateien", open: "Noch offen", done: "Erledigt", problems: "Mit Problemen" },
        range: "{from} bis {to} von {total}",
        none: "Hier sind keine Dateien.",
        open: "Nachweis öffnen",
      },
      states: {
        waiting: "Wartet",
        hashing: "Fingerabdruck wird berechnet: {percent}",
        hashed: "Fingerabdruck berechnet",
        sending: "Wird registriert",
        unanswered: "Noch keine Antwort; wird erneut gesendet",
        created: "Registriert",
        existing: "Bereits in Ihrem Konto",
        duplicate: "Gleicher Inhalt wie {name}",
        notFirst: "Ein anderes Konto hat diesen Inhalt früher registriert",
        empty: "Leere Datei: nicht registriert, denn alle leeren Dateien haben denselben Fingerabdruck",
        unreadable:
          "Nicht registriert: Die Datei wurde beim Lesen geändert, verschoben oder gesperrt. Schließen Sie das Programm, das sie benutzt, und wählen Sie die Datei erneut aus",
        failed: "Der Fingerabdruck konnte nicht berechnet werden",
        refused: "Der Dienst hat den Eintrag abgelehnt",
        missing: "Bitte diese Datei erneut wählen",
        cancelled: "Abgebrochen, nicht registriert",
      },
      notices: {
        finished: {
          one: "Fertig: {count} Datei hat ihren Nachweis.",
          other: "Fertig: {count} Dateien haben ihre Nachweise.",
        },
        problems: {
          one: "{count} Datei wurde nicht registriert. Der Grund steht in der Liste.",
          other: "{count} Dateien wurden nicht registriert. Die Gründe stehen in der Liste.",
        },
        cancelled: {
          one: "Abgebrochen. {count} Datei war schon registriert und bleibt es.",
          other: "Abgebrochen. {count} Dateien waren schon registriert und bleiben es.",
        },
        missing: {
          one: "Die Seite wurde verlassen, bevor alles erledigt war. Wählen Sie {count} Datei erneut; nichts wird doppelt registriert.",
          other:
            "Die Seite wurde verlassen, bevor alles erledigt war. Wählen Sie {count} Dateien oder ihren Ordner erneut; nichts wird doppelt registriert.",
        },
        limited: {
          one: "Das Minutenlimit Ihres Kontos ist erreicht. In {count} Sekunde geht es weiter.",
          other: "Das Minutenlimit Ihres Kontos ist erreicht. In {count} Sekunden geht es weiter.",
        },
        offline: {
          one: "Der Dienst antwortet nicht. Nächster Versuch in {count} Sekunde; nichts geht verloren.",
          other: "Der Dienst antwortet nicht. Nächster Versuch in {count} Sekunden; nichts geht verloren.",
        },
        signedOut:
          "Ihre Sitzung ist beendet. Laden Sie die Seite neu und melden Sie sich an; dann geht es an derselben Stelle weiter.",
        forbidden:
          "Der Dienst nimmt diese Seite nicht mehr an. Laden Sie sie neu; dann geht es an derselben Stelle weiter.",
        otherTab:
          "In einem anderen Tab dieses Browsers werden gerade Nachweise erstellt. Schließen Sie ihn oder arbeiten Sie dort.",
        noJournal:
          "Dieser Browser speichert keine Daten der Website (privater Modus?). Laden Sie die Seite nicht neu, bevor alles erledigt ist: Dateien könnten doppelt registriert werden.",
        cut: {
          one: "Nur die erste Datei ({count}) wurde übernommen. Wählen Sie die übrigen danach.",
          other: "Nur die ersten {count} Dateien wurden übernommen. Wählen Sie die übrigen danach.",
        },
        unreadable: {
          one: "{count} Eintrag des Ordners konnte nicht geöffnet werden.",
          other: "{count} Einträge des Ordners konnten nicht geöffnet werden.",
        },
        nothing: "Darin waren keine Dateien.",
      },
    },
  },
  fr: {
    title: "Créer des preuves",
    lead: "Choisissez des fichiers pour enregistrer leurs empreintes. Votre navigateur calcule chaque empreinte sur cet ordinateur : les fichiers eux-mêmes ne sont jamais transmis. Le service reçoit l’empreinte, le nom du fichier, sa taille et son type.",
    noScript:
      "Le choix de fichiers nécessite JavaScript. Sans lui, enregistrez une empreinte avec le formulaire ci-dessous.",
    registered: "La preuve de « {name} » est enregistrée.",
    openProof: "Ouvrir la preuve",
    fingerprint: {
      title: "Enregistrer une empreinte que vous avez déjà",
      intro:
        "Pour un fichier situé sur un autre ordinateur, ou sans JavaScript : calculez-y son SHA-256 et saisissez-le ici.",
      field: "Empreinte (SHA-256)",
      fieldHint: "64 caractères : des chiffres et les lettres a à f.",
      name: "Nom du fichier (facultatif)",
      nameHint: "Il figure dans votre liste. D’un chemin, seul le nom du fichier est conservé.",
      submit: "Enregistrer l’empreinte",
      problems: {
        fingerprint: "Saisissez les 64 caractères d’un SHA-256 : des chiffres et les lettres a à f.",
        name: "Saisissez un nom de 200 caractères au plus.",
        limit:
          "Votre compte a créé de nombreuses preuves au cours de la dernière minute. Patientez une minute, puis renvoyez le formulaire.",
      },
      howTo: "Comment calculer une empreinte",
      howToIntro: "Chaque système dispose d’un outil. Remplacez le nom du fichier par le vôtre :",
      exampleFile: "contrat.pdf",
      systems: {
        windows: "Windows, PowerShell",
        windowsPrompt: "Windows, invite de commandes",
        macos: "macOS, Terminal",
        linux: "Linux, terminal",
      },
    },
    script: {
      drop: "Déposez ici des fichiers ou des dossiers",
      dropNow: "Relâchez pour créer des preuves",
      chooseFiles: "Choisir des fichiers",
      chooseFolder: "Choisir un dossier",
      privacy:
        "Vos fichiers restent sur cet ordinateur. Les fichiers système des dossiers (.DS_Store, Thumbs.db, desktop.ini) sont laissés de côté.",
      reading: "Lecture du dossier…",
      progress: {
        label: "Tous les fichiers",
        registered: { one: "{count} fichier traité", other: "{count} fichiers traités" },
        of: "{registered} sur {total}",
        hashed: "{done} lus sur {total}",
        rate: "{rate} par seconde",
        secondsLeft: { one: "encore {count} seconde", other: "encore {count} secondes" },
        minutesLeft: { one: "encore {count} minute", other: "encore {count} minutes" },
      },
      buttons: {
        cancel: "Annuler",
        resume: "Continuer",
        retry: "Réessayer",
        retryAll: "Réessayer tous les échecs",
        clear: "Vider la liste",
        forget: "Oublier ces fichiers",
        csv: "Enregistrer la liste en CSV",
        proofs: "Aller aux preuves",
        reload: "Recharger la page",
        previous: "Précédents",
        next: "Suivants",
      },
      table: {
        caption: "Fichiers",
        file: "Fichier",
        size: "Taille",
        state: "État",
        filter: "Afficher",
        filters: { all: "Tous les fichiers", open: "En cours", done: "Terminés", problems: "Problèmes" },
        range: "{from} à {to} sur {total}",
        none: "Aucun fichier ici.",
        open: "Ouvrir la preuve",
      },
      states: {
        waiting: "En attente",
        hashing: "Calcul de l’empreinte : {percent}",
        hashed: "Empreinte calculée",
        sending: "Enregistrement en cours",
        unanswered: "Pas encore de réponse ; nouvel envoi à venir",
        created: "Enregistré",
        existing: "Déjà dans votre compte",
        duplicate: "Même contenu que {name}",
        notFirst: "Un autre compte a enregistré ce contenu auparavant",
        empty: "Fichier vide : non enregistré, car tous les fichiers vides ont la même empreinte",
        unreadable:
          "Non enregistré : le fichier a été modifié, déplacé ou verrouillé pendant la lecture. Fermez le programme qui l’utilise, puis choisissez à nouveau le fichier",
        failed: "L’empreinte n’a pas pu être calculée",
        refused: "Le service a refusé l’entrée",
        missing: "Choisissez à nouveau ce fichier",
        cancelled: "Annulé, non enregistré",
      },
      notices: {
        finished: {
          one: "Terminé : {count} fichier a sa preuve.",
          other: "Terminé : {count} fichiers ont leur preuve.",
        },
        problems: {
          one: "{count} fichier n’a pas été enregistré. La liste en donne la raison.",
          other: "{count} fichiers n’ont pas été enregistrés. La liste en donne la raison.",
        },
        cancelled: {
          one: "Annulé. {count} fichier était déjà enregistré et le reste.",
          other: "Annulé. {count} fichiers étaient déjà enregistrés et le restent.",
        },
        missing: {
          one: "La page a été quittée avant la fin. Choisissez à nouveau {count} fichier pour terminer ; rien n’est enregistré deux fois.",
          other:
            "La page a été quittée avant la fin. Choisissez à nouveau {count} fichiers ou leur dossier pour terminer ; rien n’est enregistré deux fois.",
        },
        limited: {
          one: "La limite par minute de votre compte est atteinte. Reprise dans {count} seconde.",
          other: "La limite par minute de votre compte est atteinte. Reprise dans {count} secondes.",
        },
        offline: {
          one: "Le service ne répond pas. Nouvel essai dans {count} seconde ; rien n’est perdu.",
          other: "Le service ne répond pas. Nouvel essai dans {count} secondes ; rien n’est perdu.",
        },
        signedOut:
          "Votre session est terminée. Rechargez la page et connectez-vous ; le travail reprendra où il s’est arrêté.",
        forbidden:
          "Le service n’accepte plus cette page. Rechargez-la ; le travail reprendra où il s’est arrêté.",
        otherTab:
          "Des preuves sont en cours de création dans un autre onglet de ce navigateur. Fermez-le ou travaillez-y.",
        noJournal:
          "Ce navigateur ne conserve aucune donnée du site (navigation privée ?). Ne rechargez pas la page avant la fin : des fichiers pourraient être enregistrés deux fois.",
        cut: {
          one: "Seul le premier fichier ({count}) a été pris. Choisissez les autres ensuite.",
          other: "Seuls les {count} premiers fichiers ont été pris. Choisissez les autres ensuite.",
        },
        unreadable: {
          one: "{count} élément du dossier n’a pas pu être ouvert.",
          other: "{count} éléments du dossier n’ont pas pu être ouverts.",
        },
        nothing: "Il ne contenait aucun fichier.",
      },
    },
  },
};
