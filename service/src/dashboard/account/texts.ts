import type { Language } from "@svc-proof/ui/language";

export interface AccountTexts {
  readonly title: string;
  readonly plan: { readonly title: string; readonly is: string; readonly change: string };
  readonly usage: {
    readonly title: string;
    readonly columns: readonly [string, string, string];
    readonly proofs: string;
    readonly keys: string;
    readonly custody: string;
    readonly file: string;
    readonly downloads: string;
    readonly renewed: string;
    readonly browser: string;
  };
  readonly seals: {
    readonly title: string;
    readonly left: string;
    readonly kinds: string;
    readonly ledger: string;
    readonly buy: string;
  };
  readonly ledger: {
    readonly title: string;
    readonly about: string;
    readonly none: string;
    readonly columns: readonly [string, string, string, string];
    readonly kinds: Readonly<Record<"welcome" | "pack", string>>;
    readonly paid: string;
    readonly refund: string;
    readonly newAccount: string;
    readonly newer: string;
    readonly older: string;
    readonly back: string;
  };
  readonly name: {
    readonly title: string;
    readonly about: string;
    readonly label: string;
    readonly hint: string;
    readonly shows: string;
    readonly button: string;
    readonly done: string;
    readonly problem: string;
    readonly missing: string;
    readonly ownerOnly: string;
    readonly is: string;
    readonly none: string;
    readonly shown: string;
    readonly hidden: string;
  };
  readonly data: {
    readonly title: string;
    readonly about: string;
    readonly export: string;
    readonly delete: string;
  };
  readonly unknown: { readonly title: string; readonly text: string; readonly back: string };
}

export const ACCOUNT_TEXTS: Readonly<Record<Language, AccountTexts>> = {
  en: {
    title: "Account",
    plan: { title: "Plan", is: "Your plan: {plan}.", change: "Compare plans" },
    usage: {
      title: "Usage",
      columns: ["Limit", "Used", "At most"],
      proofs: "Proofs today through the API",
      keys: "Active API keys",
      custody: "Space used by originals in custody",
      file: "Size of one original",
      downloads: "Downloads of originals today",
      renewed: "Daily counts start again at 00:00 UTC.",
      browser: "Proofs created in the browser do not count.",
    },
    seals: {
      title: "Seals",
      left: "Seals left: {count}",
      kinds: "Welcome seals: {welcome}; bought: {pack}. Welcome seals are used first.",
      ledger: "All entries of the seal ledger",
      buy: "What a seal is, and how to get more",
    },
    ledger: {
      title: "Seal ledger",
      about: "Every seal that was added, used or given back. The balance is the sum of these entries.",
      none: "There are no entries.",
      columns: ["Time", "Seals", "Kind", "Cause"],
      kinds: { welcome: "Welcome", pack: "Bought" },
      paid: "Seal of a proof",
      refund: "Given back: the seal could not be issued",
      newAccount: "Welcome seals of the new account",
      newer: "Newest entries",
      older: "Older entries",
      back: "Back to the account",
    },
    name: {
      title: "Name on certificate pages",
      about:
        "A certificate page is public for whoever has its address. It names nobody unless you switch that on here; then it shows this name for all certificates of the account.",
      label: "Name or company",
      hint: "Nobody checks this name: the page says so beside it.",
      shows: "Show the name on certificate pages",
      button: "Save",
      done: "The name is saved.",
      problem: "Enter at most 120 characters, on one line.",
      missing: "Enter the name that is to be shown.",
      ownerOnly: "Only an owner can change this.",
      is: "Name: {name}",
      none: "No name is set.",
      shown: "It is shown on certificate pages.",
      hidden: "It is not shown on certificate pages.",
    },
    data: {
      title: "Your data",
      about: "An owner can export all data of the account, and delete the account.",
      export: "Export all data",
      delete: "Delete the account",
    },
    unknown: {
      title: "It is not known whether that was saved",
      text: "The service lost contact with its database. Look at the account and repeat it if needed.",
      back: "Back to the account",
    },
  },
  es: {
    title: "Cuenta",
    plan: { title: "Plan", is: "Su plan: {plan}.", change: "Comparar planes" },
    usage: {
      title: "Uso",
      columns: ["Límite", "Utilizado", "Máximo"],
      proofs: "Pruebas de hoy a través de la API",
      keys: "Claves de API activas",
      custody: "Espacio de los originales en custodia",
      file: "Tamaño de un original",
      downloads: "Descargas de originales hoy",
      renewed: "Los recuentos diarios empiezan de nuevo a las 00:00 UTC.",
      browser: "Las pruebas creadas en el navegador no computan.",
    },
    seals: {
      title: "Sellos",
      left: "Sellos disponibles: {count}",
      kinds: "De bienvenida: {welcome}; comprados: {pack}. Los de bienvenida se consumen primero.",
      ledger: "Todos los apuntes del libro de sellos",
      buy: "Qué es un sello y cómo conseguir más",
    },
    ledger: {
      title: "Libro de sellos",
      about: "Todos los sellos añadidos, utilizados o devueltos. El saldo es la suma de estos apuntes.",
      none: "No hay apuntes.",
      columns: ["Fecha", "Sellos", "Tipo", "Concepto"],
      kinds: { welcome: "De bienvenida", pack: "Comprado" },
      paid: "Sello de una prueba",
      refund: "Devolución: el sello no pudo emitirse",
      newAccount: "Sellos de bienvenida de la cuenta nueva",
      newer: "Apuntes más recientes",
      older: "Apuntes anteriores",
      back: "Volver a la cuenta",
    },
    name: {
      title: "Nombre en las páginas de certificado",
      about:
        "La página de un certificado es pública para quien tenga su dirección. No nombra a nadie salvo que usted lo active aquí; en ese caso muestra este nombre en todos los certificados de la cuenta.",
      label: "Nombre o razón social",
      hint: "Nadie comprueba este nombre, y así se indica en la página.",
      shows: "Mostrar el nombre en las páginas de certificado",
      button: "Guardar",
      done: "El nombre se ha guardado.",
      problem: "Escriba como máximo 120 caracteres, en una sola línea.",
      missing: "Escriba el nombre que se debe mostrar.",
      ownerOnly: "Solo un titular puede cambiarlo.",
      is: "Nombre: {name}",
      none: "No se ha indicado ningún nombre.",
      shown: "Se muestra en las páginas de certificado.",
      hidden: "No se muestra en las páginas de certificado.",
    },
    data: {
      title: "Sus datos",
      about: "Un titular puede exportar todos los datos de la cuenta y eliminarla.",
      export: "Exportar todos los datos",
      delete: "Eliminar la cuenta",
    },
    unknown: {
      title: "No se sabe si se ha guardado",
      text: "El servicio perdió el contacto con su base de datos. Consulte la cuenta y repita la operación si es necesario.",
      back: "Volver a la cuenta",
    },
  },
  de: {
    title: "Konto",
    plan: { title: "Tarif", is: "Ihr Tarif: {plan}.", change: "Tarife vergleichen" },
    usage: {
      title: "Nutzung",
      columns: ["Grenze", "Genutzt", "Höchstens"],
      proofs: "Nachweise heute über die API",
      keys: "Aktive API-Schlüssel",
      custody: "Speicherplatz der verwahrten Originale",
      file: "Größe eines Originals",
      downloads: "Downloads von Originalen heute",
      renewed: "Tageszählungen beginnen um 00:00 UTC neu.",
      browser: "Im Browser erstellte Nachweise zählen nicht mit.",
    },
    seals: {
      title: "Zeitstempel",
      left: "Verbleibende Zeitstempel: {count}",
      kinds: "Zur Begrüßung: {welcome}; gekauft: {pack}. Das Begrüßungsguthaben wird zuerst verbraucht.",
      ledger: "Alle Buchungen der Zeitstempel",
      buy: "Was ein qualifizierter Zeitstempel ist und wie Sie weitere erhalten",
    },
    ledger: {
      title: "Buchungen der Zeitstempel",
      about:
        "Jeder gutgeschriebene, verbrauchte oder erstattete Zeitstempel. Das Guthaben ist die Summe dieser Buchungen.",
      none: "Es gibt keine Buchungen.",
      columns: ["Zeit", "Zeitstempel", "Art", "Grund"],
      kinds: { welcome: "Begrüßung", pack: "Gekauft" },
      paid: "Zeitstempel eines Nachweises",
      refund: "Erstattet: Der Zeitstempel konnte nicht ausgestellt werden",
      newAccount: "Begrüßungsguthaben des neuen Kontos",
      newer: "Neueste Buchungen",
      older: "Ältere Buchungen",
      back: "Zurück zum Konto",
    },
    name: {
      title: "Name auf Zertifikatsseiten",
      about:
        "Eine Zertifikatsseite ist für jeden öffentlich, der ihre Adresse hat. Sie nennt niemanden, solange Sie das hier nicht einschalten; dann zeigt sie diesen Namen bei allen Zertifikaten des Kontos.",
      label: "Name oder Firma",
      hint: "Niemand prüft diesen Namen; die Seite weist darauf hin.",
      shows: "Namen auf Zertifikatsseiten zeigen",
      button: "Speichern",
      done: "Der Name ist gespeichert.",
      problem: "Geben Sie höchstens 120 Zeichen in einer Zeile ein.",
      missing: "Geben Sie den Namen ein, der gezeigt werden soll.",
      ownerOnly: "Nur ein Inhaber kann das ändern.",
      is: "Name: {name}",
      none: "Es ist kein Name eingetragen.",
      shown: "Er wird auf Zertifikatsseiten gezeigt.",
      hidden: "Er wird auf Zertifikatsseiten nicht gezeigt.",
    },
    data: {
      title: "Ihre Daten",
      about: "Ein Inhaber kann alle Daten des Kontos exportieren und das Konto löschen.",
      export: "Alle Daten exportieren",
      delete: "Konto löschen",
    },
    unknown: {
      title: "Es ist nicht bekannt, ob das gespeichert wurde",
      text: "Der Dienst hat die Verbindung zu seiner Datenbank verloren. Sehen Sie im Konto nach und wiederholen Sie es bei Bedarf.",
      back: "Zurück zum Konto",
    },
  },
  fr: {
    title: "Compte",
    plan: { title: "Offre", is: "Votre offre : {plan}.", change: "Comparer les offres" },
    usage: {
      title: "Utilisation",
      columns: ["Limite", "Utilisé", "Au plus"],
      proofs: "Preuves du jour par l’API",
      keys: "Clés d’API actives",
      custody: "Espace des originaux conservés",
      file: "Taille d’un original",
      downloads: "Téléchargements d’originaux du jour",
      renewed: "Les comptes journaliers repartent de zéro à 00:00 UTC.",
      browser: "Les preuves créées dans le navigateur ne comptent pas.",
    },
    seals: {
      title: "Horodatages qualifiés",
      left: "Horodatages restants : {count}",
      kinds: "De bienvenue : {welcome} ; achetés : {pack}. Ceux de bienvenue sont utilisés d’abord.",
      ledger: "Toutes les écritures d’horodatages",
      buy: "Ce qu’est un horodatage qualifié et comment en obtenir d’autres",
    },
    ledger: {
      title: "Écritures d’horodatages",
      about: "Chaque horodatage ajouté, utilisé ou rendu. Le solde est la somme de ces écritures.",
      none: "Il n’y a aucune écriture.",
      columns: ["Date", "Horodatages", "Type", "Motif"],
      kinds: { welcome: "Bienvenue", pack: "Acheté" },
      paid: "Horodatage d’une preuve",
      refund: "Rendu : l’horodatage n’a pas pu être délivré",
      newAccount: "Horodatages de bienvenue du nouveau compte",
      newer: "Écritures les plus récentes",
      older: "Écritures plus anciennes",
      back: "Retour au compte",
    },
    name: {
      title: "Nom sur les pages de certificat",
      about:
        "Une page de certificat est publique pour qui en a l’adresse. Elle ne nomme personne tant que vous ne l’activez pas ici ; elle affiche alors ce nom pour tous les certificats du compte.",
      label: "Nom ou raison sociale",
      hint: "Personne ne vérifie ce nom ; la page le précise.",
      shows: "Afficher le nom sur les pages de certificat",
      button: "Enregistrer",
      done: "Le nom est enregistré.",
      problem: "Saisissez au plus 120 caractères, sur une seule ligne.",
      missing: "Saisissez le nom à afficher.",
      ownerOnly: "Seul un propriétaire peut le modifier.",
      is: "Nom : {name}",
      none: "Aucun nom n’est indiqué.",
      shown: "Il est affiché sur les pages de certificat.",
      hidden: "Il n’est pas affiché sur les pages de certificat.",
    },
    data: {
      title: "Vos données",
      about: "Un propriétaire peut exporter toutes les données du compte et supprimer celui-ci.",
      export: "Exporter toutes les données",
      delete: "Supprimer le compte",
    },
    unknown: {
      title: "On ne sait pas si cela a été enregistré",
      text: "Le service a perdu le contact avec sa base de données. Consultez le compte et recommencez si nécessaire.",
      back: "Retour au compte",
    },
  },
};
