import type { Language } from "@svc-proof/ui/language";

export interface DataTexts {
  readonly export: {
    readonly title: string;
    readonly about: string;
    readonly originals: string;
    readonly downloads: string;
    readonly after: string;
    readonly afterHint: string;
    readonly afterProblem: string;
    readonly button: string;
    readonly tooMany: string;
    readonly underWay: string;
  };
  readonly delete: {
    readonly title: string;
    readonly goes: { readonly title: string; readonly items: readonly string[] };
    readonly stays: { readonly title: string; readonly text: string; readonly items: readonly string[] };
    readonly seals: string;
    readonly confirm: string;
    readonly confirmHint: string;
    readonly problem: string;
    readonly button: string;
    readonly cancel: string;
    readonly exportFirst: string;
  };
  readonly deleted: { readonly title: string; readonly text: string };
  readonly unknown: { readonly title: string; readonly text: string };
  readonly back: string;
}

export const DATA_TEXTS: Readonly<Record<Language, DataTexts>> = {
  en: {
    export: {
      title: "Export all data",
      about:
        "One archive (ZIP) with everything that the service keeps of this account: people, keys without their secret part, proofs with their portable proofs, the seal ledger, orders and the audit trail, as JSON.",
      originals: "With the originals in custody",
      downloads:
        "Each original counts as one download of the day; downloads left today: {count}. What does not fit is left out, and the archive says so.",
      after: "Go on with the originals after this proof",
      afterHint:
        "Only for the continuation of a former export: the value originals_after in its file left-out.json.",
      afterProblem: "The account has no such proof.",
      button: "Download the archive",
      tooMany: "The account has made as many exports as it may in an hour. Try again later.",
      underWay: "Another export of the account is under way. Try again when it has ended.",
    },
    delete: {
      title: "Delete the account",
      goes: {
        title: "What is deleted, at once and for good",
        items: [
          "everything by which people sign in to this account, and the people themselves",
          "all API keys: programs that use them are refused",
          "names and metadata of all proofs, and the name on certificate pages",
          "all originals in custody",
        ],
      },
      stays: {
        title: "What stays, and why",
        text: "Proofs that you handed out must remain verifiable; they do not depend on this account.",
        items: [
          "fingerprints, which say nothing about the content, with their anchors and seals",
          "the seal ledger and orders, without your addresses, because the operator must account for them",
          "one entry that says who deleted the account",
        ],
      },
      seals: "Unused seals that will be lost: {count}.",
      confirm: "Type your e-mail address to confirm: {email}",
      confirmHint: "Nothing can bring the account back.",
      problem: "That is not your e-mail address. Nothing was deleted.",
      button: "Delete the account for good",
      cancel: "Keep the account",
      exportFirst: "Export all data first",
    },
    deleted: {
      title: "The account is deleted",
      text: "Proofs that you handed out can still be verified, here and elsewhere.",
    },
    unknown: {
      title: "It is not known whether the account is deleted",
      text: "The service lost contact with its database. If you can still sign in, delete the account again: that completes it. If you cannot, the account is closed, and the service completes the rest.",
    },
    back: "Back to the account",
  },
  es: {
    export: {
      title: "Exportar todos los datos",
      about:
        "Un único archivo comprimido (ZIP) con todo lo que el servicio conserva de esta cuenta: personas, claves sin su parte secreta, pruebas con sus pruebas portátiles, libro de sellos, pedidos y registro de auditoría, en JSON.",
      originals: "Con los originales en custodia",
      downloads:
        "Cada original cuenta como una descarga del día; descargas disponibles hoy: {count}. Lo que no quepa se omite, y el archivo lo indica.",
      after: "Continuar con los originales posteriores a esta prueba",
      afterHint:
        "Solo para continuar una exportación anterior: el valor originals_after de su archivo left-out.json.",
      afterProblem: "La cuenta no tiene esa prueba.",
      button: "Descargar el archivo",
      tooMany: "La cuenta ha hecho el máximo de exportaciones de una hora. Vuelva a intentarlo más tarde.",
      underWay: "Hay otra exportación de la cuenta en curso. Vuelva a intentarlo cuando termine.",
    },
    delete: {
      title: "Eliminar la cuenta",
      goes: {
        title: "Qué se elimina, de inmediato y para siempre",
        items: [
          "todo aquello con lo que se inicia sesión en esta cuenta, y las propias personas",
          "todas las claves de API: los programas que las usan serán rechazados",
          "los nombres y metadatos de todas las pruebas, y el nombre en las páginas de certificado",
          "todos los originales en custodia",
        ],
      },
      stays: {
        title: "Qué permanece, y por qué",
        text: "Las pruebas que usted haya entregado deben seguir siendo verificables; no dependen de esta cuenta.",
        items: [
          "las huellas, que nada dicen del contenido, con sus anclajes y sellos",
          "el libro de sellos y los pedidos, sin sus direcciones, porque el operador debe rendir cuentas de ellos",
          "un asiento que indica quién eliminó la cuenta",
        ],
      },
      seals: "Sellos sin utilizar que se perderán: {count}.",
      confirm: "Escriba su dirección de correo para confirmar: {email}",
      confirmHint: "Nada podrá recuperar la cuenta.",
      problem: "Esa no es su dirección de correo. No se ha eliminado nada.",
      button: "Eliminar la cuenta definitivamente",
      cancel: "Conservar la cuenta",
      exportFirst: "Exportar antes todos los datos",
    },
    deleted: {
      title: "La cuenta ha sido eliminada",
      text: "Las pruebas que haya entregado pueden seguir verificándose, aquí y en otros lugares.",
    },
    unknown: {
      title: "No se sabe si la cuenta se ha eliminado",
      text: "El servicio perdió el contacto con su base de datos. Si todavía puede iniciar sesión, elimine la cuenta de nuevo: así se completa. Si no puede, la cuenta está cerrada y el servicio completará el resto.",
    },
    back: "Volver a la cuenta",
  },
  de: {
    export: {
      title: "Alle Daten exportieren",
      about:
        "Ein Archiv (ZIP) mit allem, was der Dienst zu diesem Konto speichert: Personen, Schlüssel ohne ihren geheimen Teil, Nachweise mit ihren portablen Nachweisen, Buchungen der Zeitstempel, Bestellungen und das Protokoll, als JSON.",
      originals: "Mit den verwahrten Originalen",
      downloads:
        "Jedes Original zählt als ein Download des Tages; heute noch verfügbar: {count}. Was darüber hinausgeht, fehlt im Archiv und wird darin aufgeführt.",
      after: "Mit den Originalen nach diesem Nachweis fortfahren",
      afterHint:
        "Nur zur Fortsetzung eines früheren Exports: der Wert originals_after in dessen Datei left-out.json.",
      afterProblem: "Das Konto hat keinen solchen Nachweis.",
      button: "Archiv herunterladen",
      tooMany:
        "Das Konto hat die höchste Zahl an Exporten einer Stunde erreicht. Versuchen Sie es später wieder.",
      underWay: "Ein anderer Export des Kontos läuft noch. Versuchen Sie es wieder, wenn er beendet ist.",
    },
    delete: {
      title: "Konto löschen",
      goes: {
        title: "Was sofort und endgültig gelöscht wird",
        items: [
          "alles, womit man sich bei diesem Konto anmeldet, und die Personen selbst",
          "alle API-Schlüssel: Programme, die sie verwenden, werden abgewiesen",
          "Namen und Metadaten aller Nachweise und der Name auf Zertifikatsseiten",
          "alle verwahrten Originale",
        ],
      },
      stays: {
        title: "Was bleibt, und warum",
        text: "Nachweise, die Sie weitergegeben haben, müssen prüfbar bleiben; sie hängen nicht von diesem Konto ab.",
        items: [
          "Fingerabdrücke, die nichts über den Inhalt verraten, mit ihren Verankerungen und Zeitstempeln",
          "die Buchungen der Zeitstempel und die Bestellungen, ohne Ihre Adressen, weil der Betreiber darüber Rechenschaft ablegen muss",
          "ein Eintrag, der besagt, wer das Konto gelöscht hat",
        ],
      },
      seals: "Unverbrauchte Zeitstempel, die verfallen: {count}.",
      confirm: "Geben Sie zur Bestätigung Ihre E-Mail-Adresse ein: {email}",
      confirmHint: "Das Konto lässt sich nicht wiederherstellen.",
      problem: "Das ist nicht Ihre E-Mail-Adresse. Es wurde nichts gelöscht.",
      button: "Konto endgültig löschen",
      cancel: "Konto behalten",
      exportFirst: "Zuerst alle Daten exportieren",
    },
    deleted: {
      title: "Das Konto ist gelöscht",
      text: "Nachweise, die Sie weitergegeben haben, lassen sich weiterhin prüfen, hier und anderswo.",
    },
    unknown: {
      title: "Es ist nicht bekannt, ob das Konto gelöscht ist",
      text: "Der Dienst hat die Verbindung zu seiner Datenbank verloren. Können Sie sich noch anmelden, löschen Sie das Konto noch einmal: Das schließt den Vorgang ab. Können Sie es nicht, ist das Konto geschlossen, und der Dienst erledigt den Rest.",
    },
    back: "Zurück zum Konto",
  },
  fr: {
    export: {
      title: "Exporter toutes les données",
      about:
        "Une archive (ZIP) de tout ce que le service conserve de ce compte : personnes, clés sans leur partie secrète, preuves avec leurs preuves portables, écritures d’horodatages, commandes et journal d’audit, en JSON.",
      originals: "Avec les originaux conservés",
      downloads:
        "Chaque original compte pour un téléchargement du jour ; téléchargements restants aujourd’hui : {count}. Ce qui dépasse est omis, et l’archive le signale.",
      after: "Continuer par les originaux qui suivent cette preuve",
      afterHint:
        "Uniquement pour poursuivre un export précédent : la valeur originals_after de son fichier left-out.json.",
      afterProblem: "Le compte n’a pas cette preuve.",
      button: "Télécharger l’archive",
      tooMany: "Le compte a atteint le nombre maximal d’exports pour une heure. Réessayez plus tard.",
      underWay: "Un autre export du compte est en cours. Réessayez quand il sera terminé.",
    },
    delete: {
      title: "Supprimer le compte",
      goes: {
        title: "Ce qui est supprimé, immédiatement et définitivement",
        items: [
          "tout ce qui permet de se connecter à ce compte, et les personnes elles-mêmes",
          "toutes les clés d’API : les programmes qui les utilisent sont refusés",
          "les noms et métadonnées de toutes les preuves, et le nom sur les pages de certificat",
          "tous les originaux conservés",
        ],
      },
      stays: {
        title: "Ce qui reste, et pourquoi",
        text: "Les preuves que vous avez remises doivent rester vérifiables ; elles ne dépendent pas de ce compte.",
        items: [
          "les empreintes, qui ne disent rien du contenu, avec leurs ancrages et horodatages",
          "les écritures d’horodatages et les commandes, sans vos adresses, car l’exploitant doit en rendre compte",
          "une entrée qui indique qui a supprimé le compte",
        ],
      },
      seals: "Horodatages non utilisés qui seront perdus : {count}.",
      confirm: "Saisissez votre adresse électronique pour confirmer : {email}",
      confirmHint: "Rien ne pourra rétablir le compte.",
      problem: "Ce n’est pas votre adresse électronique. Rien n’a été supprimé.",
      button: "Supprimer définitivement le compte",
      cancel: "Conserver le compte",
      exportFirst: "Exporter d’abord toutes les données",
    },
    deleted: {
      title: "Le compte est supprimé",
      text: "Les preuves que vous avez remises restent vérifiables, ici et ailleurs.",
    },
    unknown: {
      title: "On ne sait pas si le compte est supprimé",
      text: "Le service a perdu le contact avec sa base de données. Si vous pouvez encore vous connecter, supprimez à nouveau le compte : cela achève l’opération. Sinon, le compte est fermé et le service achève le reste.",
    },
    back: "Retour au compte",
  },
};
