import type { Language } from "@svc-proof/ui/language";

export interface KeysTexts {
  readonly title: string;
  readonly about: string;
  readonly limit: string;
  readonly readerOnly: string;
  readonly create: {
    readonly title: string;
    readonly name: string;
    readonly hint: string;
    readonly button: string;
    readonly full: string;
  };
  readonly problems: { readonly name: string; readonly full: string };
  readonly created: {
    readonly title: string;
    readonly once: string;
    readonly key: string;
    readonly copy: string;
    readonly copied: string;
    readonly first: string;
    readonly back: string;
  };
  readonly unknown: {
    readonly title: string;
    readonly create: string;
    readonly revoke: string;
    readonly back: string;
  };
  readonly list: {
    readonly title: string;
    readonly none: string;
    readonly columns: readonly [string, string, string, string, string];
    readonly never: string;
    readonly unnamed: string;
    readonly administrator: string;
    readonly revoke: string;
    readonly revokeNamed: string;
  };
  readonly former: {
    readonly title: string;
    readonly columns: readonly [string, string, string];
  };
  readonly revoke: {
    readonly title: string;
    readonly about: string;
    readonly button: string;
    readonly cancel: string;
    readonly done: string;
  };
}

export const KEYS_TEXTS: Readonly<Record<Language, KeysTexts>> = {
  en: {
    title: "API keys",
    about: "A program shows a key to use the API for this account. Give each program a key of its own.",
    limit: "Active keys: {count} of {max}",
    readerOnly: "Your role only lets you look. A member or an owner can create and revoke keys.",
    create: {
      title: "Create a key",
      name: "Name",
      hint: "What will use it, as in “web shop” or “backup server”.",
      button: "Create key",
      full: "The account has as many active keys as it may have. Revoke one to create another.",
    },
    problems: {
      name: "Enter a name of 1 to 60 characters, on one line.",
      full: "The account already has {max} active keys. Revoke one first.",
    },
    created: {
      title: "The key “{name}” is created",
      once: "Copy it now and keep it safe: it is not shown again, and the service does not keep it.",
      key: "The key",
      copy: "Copy",
      copied: "Copied",
      first: "A first proof with it",
      back: "I have saved it: back to the keys",
    },
    unknown: {
      title: "It is not known whether that happened",
      create:
        "The service lost contact with its database while it created the key “{name}”. If the list shows a key of that name, revoke it: nobody has seen it. Then create another.",
      revoke:
        "The service lost contact with its database while it revoked the key. Look at the list and try again if the key is still active.",
      back: "Back to the keys",
    },
    list: {
      title: "Active keys",
      none: "There is no active key.",
      columns: ["Name", "Created", "By", "Last used", "Action"],
      never: "Never",
      unnamed: "Key without a name",
      administrator: "Administrator",
      revoke: "Revoke",
      revokeNamed: "Revoke {name}",
    },
    former: { title: "Revoked keys", columns: ["Name", "Created", "Revoked"] },
    revoke: {
      title: "Revoke the key “{name}”?",
      about: "Programs that use it are refused within a second. A revoked key cannot be brought back.",
      button: "Revoke key",
      cancel: "Keep it",
      done: "The key is revoked.",
    },
  },
  es: {
    title: "Claves de API",
    about:
      "Los programas se identifican con una clave para usar la API en nombre de esta cuenta. Asigne a cada programa su propia clave.",
    limit: "Claves activas: {count} de {max}",
    readerOnly: "Su función solo le permite consultar. Un miembro o un titular puede crear y revocar claves.",
    create: {
      title: "Crear una clave",
      name: "Nombre",
      hint: "Quién la va a usar; por ejemplo, «tienda en línea» o «servidor de copias».",
      button: "Crear clave",
      full: "La cuenta ya tiene el máximo de claves activas. Revoque una para crear otra.",
    },
    problems: {
      name: "Escriba un nombre de 1 a 60 caracteres, en una sola línea.",
      full: "La cuenta ya tiene {max} claves activas. Revoque antes una de ellas.",
    },
    created: {
      title: "Se ha creado la clave «{name}»",
      once: "Cópiela ahora y guárdela en lugar seguro: no se volverá a mostrar y el servicio no la conserva.",
      key: "La clave",
      copy: "Copiar",
      copied: "Copiada",
      first: "Una primera prueba con ella",
      back: "Ya la he guardado: volver a las claves",
    },
    unknown: {
      title: "No se sabe si la operación se ha realizado",
      create:
        "El servicio perdió el contacto con su base de datos mientras creaba la clave «{name}». Si en la lista aparece una clave con ese nombre, revóquela: nadie ha llegado a verla. Después cree otra.",
      revoke:
        "El servicio perdió el contacto con su base de datos mientras revocaba la clave. Consulte la lista y repita la operación si la clave sigue activa.",
      back: "Volver a las claves",
    },
    list: {
      title: "Claves activas",
      none: "No hay ninguna clave activa.",
      columns: ["Nombre", "Creación", "Creada por", "Último uso", "Acción"],
      never: "Nunca",
      unnamed: "Clave sin nombre",
      administrator: "Administrador",
      revoke: "Revocar",
      revokeNamed: "Revocar {name}",
    },
    former: { title: "Claves revocadas", columns: ["Nombre", "Creación", "Revocación"] },
    revoke: {
      title: "¿Revocar la clave «{name}»?",
      about:
        "En menos de un segundo, los programas que la usan serán rechazados. Una clave revocada no se puede recuperar.",
      button: "Revocar clave",
      cancel: "Conservarla",
      done: "La clave ha sido revocada.",
    },
  },
  de: {
    title: "API-Schlüssel",
    about:
      "Mit einem Schlüssel nutzt ein Programm die API für dieses Konto. Geben Sie jedem Programm einen eigenen Schlüssel.",
    limit: "Aktive Schlüssel: {count} von {max}",
    readerOnly:
      "Mit Ihrer Rolle können Sie nur lesen. Ein Mitglied oder ein Inhaber kann Schlüssel erstellen und widerrufen.",
    create: {
      title: "Schlüssel erstellen",
      name: "Name",
      hint: "Wer ihn verwendet, zum Beispiel „Webshop“ oder „Backup-Server“.",
      button: "Schlüssel erstellen",
      full: "Das Konto hat die höchste Zahl aktiver Schlüssel erreicht. Widerrufen Sie einen, um einen neuen zu erstellen.",
    },
    problems: {
      name: "Geben Sie einen Namen mit 1 bis 60 Zeichen in einer Zeile ein.",
      full: "Das Konto hat bereits {max} aktive Schlüssel. Widerrufen Sie zuerst einen davon.",
    },
    created: {
      title: "Der Schlüssel „{name}“ ist erstellt",
      once: "Kopieren Sie ihn jetzt und verwahren Sie ihn sicher: Er wird nicht noch einmal angezeigt, und der Dienst speichert ihn nicht.",
      key: "Der Schlüssel",
      copy: "Kopieren",
      copied: "Kopiert",
      first: "Ein erster Nachweis damit",
      back: "Ich habe ihn gespeichert: zurück zu den Schlüsseln",
    },
    unknown: {
      title: "Es ist nicht bekannt, ob das ausgeführt wurde",
      create:
        "Der Dienst hat beim Erstellen des Schlüssels „{name}“ die Verbindung zu seiner Datenbank verloren. Steht ein Schlüssel dieses Namens in der Liste, widerrufen Sie ihn: Niemand hat ihn gesehen. Erstellen Sie dann einen neuen.",
      revoke:
        "Der Dienst hat beim Widerrufen die Verbindung zu seiner Datenbank verloren. Sehen Sie in der Liste nach und versuchen Sie es noch einmal, wenn der Schlüssel noch aktiv ist.",
      back: "Zurück zu den Schlüsseln",
    },
    list: {
      title: "Aktive Schlüssel",
      none: "Es gibt keinen aktiven Schlüssel.",
      columns: ["Name", "Erstellt", "Von", "Zuletzt verwendet", "Aktion"],
      never: "Nie",
      unnamed: "Schlüssel ohne Namen",
      administrator: "Verwaltung",
      revoke: "Widerrufen",
      revokeNamed: "{name} widerrufen",
    },
    former: { title: "Widerrufene Schlüssel", columns: ["Name", "Erstellt", "Widerrufen"] },
    revoke: {
      title: "Den Schlüssel „{name}“ widerrufen?",
      about:
        "Programme, die ihn verwenden, werden innerhalb einer Sekunde abgewiesen. Ein widerrufener Schlüssel lässt sich nicht wiederherstellen.",
      button: "Schlüssel widerrufen",
      cancel: "Behalten",
      done: "Der Schlüssel ist widerrufen.",
    },
  },
  fr: {
    title: "Clés d’API",
    about:
      "Un programme s’identifie par une clé pour utiliser l’API au nom de ce compte. Donnez à chaque programme sa propre clé.",
    limit: "Clés actives : {count} sur {max}",
    readerOnly:
      "Votre rôle ne permet que la consultation. Un membre ou un propriétaire peut créer et révoquer des clés.",
    create: {
      title: "Créer une clé",
      name: "Nom",
      hint: "Ce qui va l’utiliser, par exemple « boutique en ligne » ou « serveur de sauvegarde ».",
      button: "Créer la clé",
      full: "Le compte a atteint le nombre maximal de clés actives. Révoquez-en une pour en créer une autre.",
    },
    problems: {
      name: "Saisissez un nom de 1 à 60 caractères, sur une seule ligne.",
      full: "Le compte a déjà {max} clés actives. Révoquez-en d’abord une.",
    },
    created: {
      title: "La clé « {name} » est créée",
      once: "Copiez-la maintenant et conservez-la en lieu sûr : elle ne sera plus affichée et le service ne la garde pas.",
      key: "La clé",
      copy: "Copier",
      copied: "Copiée",
      first: "Une première preuve avec cette clé",
      back: "Je l’ai enregistrée : retour aux clés",
    },
    unknown: {
      title: "On ne sait pas si l’opération a eu lieu",
      create:
        "Le service a perdu le contact avec sa base de données pendant la création de la clé « {name} ». Si la liste contient une clé de ce nom, révoquez-la : personne ne l’a vue. Créez-en ensuite une autre.",
      revoke:
        "Le service a perdu le contact avec sa base de données pendant la révocation. Consultez la liste et recommencez si la clé est toujours active.",
      back: "Retour aux clés",
    },
    list: {
      title: "Clés actives",
      none: "Il n’y a aucune clé active.",
      columns: ["Nom", "Création", "Par", "Dernière utilisation", "Action"],
      never: "Jamais",
      unnamed: "Clé sans nom",
      administrator: "Administrateur",
      revoke: "Révoquer",
      revokeNamed: "Révoquer {name}",
    },
    former: { title: "Clés révoquées", columns: ["Nom", "Création", "Révocation"] },
    revoke: {
      title: "Révoquer la clé « {name} » ?",
      about:
        "Les programmes qui l’utilisent sont refusés en moins d’une seconde. Une clé révoquée ne peut pas être rétablie.",
      button: "Révoquer la clé",
      cancel: "La conserver",
      done: "La clé est révoquée.",
    },
  },
};
