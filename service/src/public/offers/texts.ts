import type { Language } from "@svc-proof/ui/language";

export interface OfferTexts {
  readonly seals: {
    readonly title: string;
    readonly description: string;
    readonly what: readonly string[];
    readonly good: { readonly title: string; readonly items: readonly string[] };
    readonly without: { readonly title: string; readonly text: string };
    readonly price: { readonly title: string; readonly text: string; readonly free: string };
    readonly closed: string;
    readonly left: string;
    readonly order: {
      readonly title: string;
      readonly amount: string;
      readonly hint: string;
      readonly problem: string;
      readonly button: string;
    };
  };
  readonly plans: {
    readonly title: string;
    readonly description: string;
    readonly limits: string;
    readonly limit: string;
    readonly rows: {
      readonly price: string;
      readonly proofs: string;
      readonly browser: string;
      readonly unlimited: string;
      readonly keys: string;
      readonly file: string;
      readonly custody: string;
      readonly downloads: string;
      readonly seals: string;
      readonly sealsBought: string;
    };
    readonly noCharge: string;
    readonly onRequest: string;
    readonly aMonth: string;
    readonly same: string;
    readonly yours: string;
    readonly order: string;
  };
  readonly about: string;
  readonly signIn: string;
  readonly ownerOnly: string;
}

export const OFFER_TEXTS: Readonly<Record<Language, OfferTexts>> = {
  en: {
    seals: {
      title: "Qualified timestamps",
      description: "What a seal is, what it is good for, and what it costs.",
      what: [
        "A seal is a timestamp that an authority issues for the fingerprint of your file. The authority signs that the fingerprint existed at that moment; it never sees the file.",
        "If the EU trusted lists name the authority as qualified, the timestamp is a qualified electronic timestamp under the eIDAS Regulation (EU) No 910/2014. Each seal says what the lists said when it was issued.",
      ],
      good: {
        title: "What it is good for",
        items: [
          "In the European Union a qualified timestamp is presumed to be correct about the time and about the data being unchanged (Article 41). Whoever denies it has to prove the contrary.",
          "A court need not understand blockchains: the file of the seal is a standard one (RFC 3161), and common programs check it.",
          "It is issued within seconds. The anchors in blockchains take minutes to hours.",
        ],
      },
      without: {
        title: "Without a seal",
        text: "Each proof is anchored in public blockchains at no extra price. That shows the time as well, and anyone can check it. A seal adds the presumption of the law.",
      },
      price: {
        title: "Price",
        text: "{price} a seal. A seal is used up when it is issued; if it cannot be issued, you get it back.",
        free: "Seals cost nothing here.",
      },
      closed: "This service sells no seals at present.",
      left: "Seals left in your account: {count}.",
      order: {
        title: "Order seals",
        amount: "Number of seals",
        hint: "From 1 to {max}.",
        problem: "Enter a whole number from 1 to {max}.",
        button: "Order",
      },
    },
    plans: {
      title: "Plans",
      description: "Limits and prices of the plans.",
      limits: "Limits of the plans",
      limit: "Limit",
      rows: {
        price: "Price",
        proofs: "Proofs a day through the API",
        browser: "Proofs created in the browser",
        unlimited: "Do not count",
        keys: "Active API keys",
        file: "Size of one original in custody",
        custody: "Space of originals in custody",
        downloads: "Downloads of originals a day",
        seals: "Qualified timestamps",
        sealsBought: "{price} each",
      },
      noCharge: "Free of charge",
      onRequest: "On request",
      aMonth: "{price} a month",
      same: "Proofs are the same in every plan, and they can be verified at any time, with this service or without it.",
      yours: "Your plan",
      order: "Order the Pro plan",
    },
    about: "What a seal is",
    signIn: "Sign in to order",
    ownerOnly: "Only an owner of the account can order.",
  },
  es: {
    seals: {
      title: "Sellos de tiempo cualificados",
      description: "Qué es un sello, para qué sirve y cuánto cuesta.",
      what: [
        "Aquí llamamos sello al sello de tiempo que una autoridad emite para la huella de su archivo. La autoridad firma que la huella existía en ese momento; nunca ve el archivo.",
        "Si las listas de confianza de la UE incluyen a la autoridad como cualificada, se trata de un sello cualificado de tiempo electrónico conforme al Reglamento (UE) n.º 910/2014 (eIDAS). Cada sello indica lo que decían las listas cuando se emitió.",
      ],
      good: {
        title: "Para qué sirve",
        items: [
          "En la Unión Europea, un sello cualificado de tiempo goza de presunción de exactitud de la fecha y hora y de integridad de los datos (artículo 41). Quien lo niegue debe probar lo contrario.",
          "El tribunal no necesita entender de cadenas de bloques: el archivo del sello sigue una norma (RFC 3161) y lo comprueban programas de uso común.",
          "Se emite en segundos. Los anclajes en cadenas de bloques tardan de minutos a horas.",
        ],
      },
      without: {
        title: "Sin sello",
        text: "Toda prueba se ancla en cadenas de bloques públicas sin coste adicional. También así queda acreditada la fecha, y cualquiera puede comprobarlo. El sello añade la presunción legal.",
      },
      price: {
        title: "Precio",
        text: "{price} por sello. El sello se consume al emitirse; si no puede emitirse, se le devuelve.",
        free: "Aquí los sellos son gratuitos.",
      },
      closed: "Este servicio no vende sellos en este momento.",
      left: "Sellos disponibles en su cuenta: {count}.",
      order: {
        title: "Pedir sellos",
        amount: "Número de sellos",
        hint: "De 1 a {max}.",
        problem: "Escriba un número entero de 1 a {max}.",
        button: "Pedir",
      },
    },
    plans: {
      title: "Planes",
      description: "Límites y precios de los planes.",
      limits: "Límites de los planes",
      limit: "Límite",
      rows: {
        price: "Precio",
        proofs: "Pruebas al día a través de la API",
        browser: "Pruebas creadas en el navegador",
        unlimited: "No computan",
        keys: "Claves de API activas",
        file: "Tamaño de un original en custodia",
        custody: "Espacio de los originales en custodia",
        downloads: "Descargas de originales al día",
        seals: "Sellos de tiempo cualificados",
        sealsBought: "{price} cada uno",
      },
      noCharge: "Gratuito",
      onRequest: "A consultar",
      aMonth: "{price} al mes",
      same: "Las pruebas son iguales en todos los planes y pueden verificarse siempre, con este servicio o sin él.",
      yours: "Su plan",
      order: "Pedir el plan Pro",
    },
    about: "Qué es un sello",
    signIn: "Inicie sesión para hacer un pedido",
    ownerOnly: "Solo un titular de la cuenta puede hacer pedidos.",
  },
  de: {
    seals: {
      title: "Qualifizierte Zeitstempel",
      description: "Was ein qualifizierter Zeitstempel ist, wozu er dient und was er kostet.",
      what: [
        "Eine Stelle stellt den Zeitstempel für den Fingerabdruck Ihrer Datei aus. Sie bestätigt mit ihrer Signatur, dass der Fingerabdruck zu diesem Zeitpunkt vorlag; die Datei sieht sie nie.",
        "Führen die EU-Vertrauenslisten die Stelle als qualifiziert, ist es ein qualifizierter elektronischer Zeitstempel nach der eIDAS-Verordnung (EU) Nr. 910/2014. Jeder Zeitstempel gibt an, was die Listen bei seiner Ausstellung besagten.",
      ],
      good: {
        title: "Wozu er dient",
        items: [
          "In der Europäischen Union gilt für einen qualifizierten Zeitstempel die Vermutung, dass Datum und Uhrzeit richtig und die Daten unversehrt sind (Artikel 41). Wer das bestreitet, muss das Gegenteil beweisen.",
          "Ein Gericht muss nichts von Blockchains verstehen: Die Datei folgt einer Norm (RFC 3161), und verbreitete Programme prüfen sie.",
          "Er wird in Sekunden ausgestellt. Die Verankerung in Blockchains dauert Minuten bis Stunden.",
        ],
      },
      without: {
        title: "Ohne qualifizierten Zeitstempel",
        text: "Jeder Nachweis wird ohne Aufpreis in öffentlichen Blockchains verankert. Auch das belegt den Zeitpunkt, und jeder kann es prüfen. Der qualifizierte Zeitstempel bringt die gesetzliche Vermutung hinzu.",
      },
      price: {
        title: "Preis",
        text: "{price} je Zeitstempel. Er ist verbraucht, wenn er ausgestellt wird; kann er nicht ausgestellt werden, erhalten Sie ihn zurück.",
        free: "Zeitstempel kosten hier nichts.",
      },
      closed: "Dieser Dienst verkauft derzeit keine Zeitstempel.",
      left: "Verbleibende Zeitstempel Ihres Kontos: {count}.",
      order: {
        title: "Zeitstempel bestellen",
        amount: "Anzahl der Zeitstempel",
        hint: "Von 1 bis {max}.",
        problem: "Geben Sie eine ganze Zahl von 1 bis {max} ein.",
        button: "Bestellen",
      },
    },
    plans: {
      title: "Tarife",
      description: "Grenzen und Preise der Tarife.",
      limits: "Grenzen der Tarife",
      limit: "Grenze",
      rows: {
        price: "Preis",
        proofs: "Nachweise am Tag über die API",
        browser: "Im Browser erstellte Nachweise",
        unlimited: "Zählen nicht mit",
        keys: "Aktive API-Schlüssel",
        file: "Größe eines verwahrten Originals",
        custody: "Speicherplatz der verwahrten Originale",
        downloads: "Downloads von Originalen am Tag",
        seals: "Qualifizierte Zeitstempel",
        sealsBought: "je {price}",
      },
      noCharge: "Kostenlos",
      onRequest: "Auf Anfrage",
      aMonth: "{price} im Monat",
      same: "Nachweise sind in jedem Tarif gleich und lassen sich auf Dauer prüfen, mit diesem Dienst oder ohne ihn.",
      yours: "Ihr Tarif",
      order: "Tarif Pro bestellen",
    },
    about: "Was ein qualifizierter Zeitstempel ist",
    signIn: "Zum Bestellen anmelden",
    ownerOnly: "Nur ein Inhaber des Kontos kann bestellen.",
  },
  fr: {
    seals: {
      title: "Horodatages qualifiés",
      description: "Ce qu’est un horodatage qualifié, à quoi il sert et ce qu’il coûte.",
      what: [
        "Une autorité délivre l’horodatage pour l’empreinte de votre fichier. Elle signe que l’empreinte existait à cet instant ; elle ne voit jamais le fichier.",
        "Si les listes de confiance de l’UE désignent l’autorité comme qualifiée, il s’agit d’un horodatage électronique qualifié au sens du règlement (UE) n° 910/2014 (eIDAS). Chaque horodatage indique ce que disaient les listes au moment où il a été délivré.",
      ],
      good: {
        title: "À quoi il sert",
        items: [
          "Dans l’Union européenne, un horodatage qualifié bénéficie d’une présomption d’exactitude de la date et de l’heure et d’intégrité des données (article 41). À qui le conteste d’apporter la preuve contraire.",
          "Le juge n’a pas à comprendre les chaînes de blocs : le fichier suit une norme (RFC 3161) et des logiciels courants le vérifient.",
          "Il est délivré en quelques secondes. Les ancrages dans des chaînes de blocs prennent de quelques minutes à quelques heures.",
        ],
      },
      without: {
        title: "Sans horodatage qualifié",
        text: "Chaque preuve est ancrée dans des chaînes de blocs publiques sans supplément. La date est ainsi établie elle aussi, et chacun peut le vérifier. L’horodatage qualifié y ajoute la présomption légale.",
      },
      price: {
        title: "Prix",
        text: "{price} par horodatage. Il est consommé lorsqu’il est délivré ; s’il ne peut pas l’être, il vous est rendu.",
        free: "Ici, les horodatages sont gratuits.",
      },
      closed: "Ce service ne vend pas d’horodatages pour le moment.",
      left: "Horodatages restants sur votre compte : {count}.",
      order: {
        title: "Commander des horodatages",
        amount: "Nombre d’horodatages",
        hint: "De 1 à {max}.",
        problem: "Saisissez un nombre entier de 1 à {max}.",
        button: "Commander",
      },
    },
    plans: {
      title: "Offres",
      description: "Limites et prix des offres.",
      limits: "Limites des offres",
      limit: "Limite",
      rows: {
        price: "Prix",
        proofs: "Preuves par jour par l’API",
        browser: "Preuves créées dans le navigateur",
        unlimited: "Ne comptent pas",
        keys: "Clés d’API actives",
        file: "Taille d’un original conservé",
        custody: "Espace des originaux conservés",
        downloads: "Téléchargements d’originaux par jour",
        seals: "Horodatages qualifiés",
        sealsBought: "{price} l’unité",
      },
      noCharge: "Gratuit",
      onRequest: "Sur demande",
      aMonth: "{price} par mois",
      same: "Les preuves sont les mêmes dans toutes les offres et restent vérifiables pour toujours, avec ou sans ce service.",
      yours: "Votre offre",
      order: "Commander l’offre Pro",
    },
    about: "Ce qu’est un horodatage qualifié",
    signIn: "Se connecter pour commander",
    ownerOnly: "Seul un propriétaire du compte peut commander.",
  },
};
