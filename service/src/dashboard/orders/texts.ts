import type { Language, Plural } from "@svc-proof/ui/language";

export interface OrderTexts {
  readonly title: string;
  readonly columns: readonly [string, string, string, string];
  readonly seals: Plural;
  readonly plan: string;
  readonly states: Readonly<Record<"open" | "granted" | "cancelled", string>>;
  readonly onRequest: string;
  readonly aMonth: string;
  readonly one: {
    readonly title: string;
    readonly what: string;
    readonly price: string;
    readonly state: string;
    readonly placed: string;
    readonly number: string;
    readonly pay: string;
    readonly payAbout: string;
    readonly wait: string;
    readonly granted: string;
    readonly cancelled: string;
    readonly cancel: string;
    readonly back: string;
  };
  readonly tooMany: { readonly title: string; readonly text: string };
  readonly unknown: { readonly title: string; readonly text: string; readonly look: string };
}

export const ORDER_TEXTS: Readonly<Record<Language, OrderTexts>> = {
  en: {
    title: "Orders",
    columns: ["Placed", "What", "Price", "State"],
    seals: { one: "{count} seal", other: "{count} seals" },
    plan: "{plan} plan",
    states: { open: "Open", granted: "Delivered", cancelled: "Cancelled" },
    onRequest: "On request",
    aMonth: "{price} a month",
    one: {
      title: "Order",
      what: "What",
      price: "Price",
      state: "State",
      placed: "Placed",
      number: "Order number",
      pay: "Go on to the payment at {host}",
      payAbout:
        "You pay there, not here: this service never sees the data of a card. What you ordered is delivered once the operator has confirmed the payment.",
      wait: "The operator has your order and writes to {email}. What you ordered is delivered once the operator grants it.",
      granted: "What you ordered is in your account.",
      cancelled: "The order is cancelled. Nothing is delivered.",
      cancel: "Cancel the order",
      back: "Back to the account",
    },
    tooMany: {
      title: "There are open orders",
      text: "The account already has {max} open orders. Pay or cancel one of them first.",
    },
    unknown: {
      title: "It is not known whether that happened",
      text: "The service lost contact with its database. Look at the order; if there is none, it was not placed, and you can send the form again without ordering twice.",
      look: "Look at the order",
    },
  },
  es: {
    title: "Pedidos",
    columns: ["Fecha", "Concepto", "Precio", "Estado"],
    seals: { one: "{count} sello", other: "{count} sellos" },
    plan: "Plan {plan}",
    states: { open: "Abierto", granted: "Entregado", cancelled: "Cancelado" },
    onRequest: "A consultar",
    aMonth: "{price} al mes",
    one: {
      title: "Pedido",
      what: "Concepto",
      price: "Precio",
      state: "Estado",
      placed: "Fecha",
      number: "Número de pedido",
      pay: "Continuar al pago en {host}",
      payAbout:
        "El pago se realiza allí, no aquí: este servicio no llega a ver los datos de ninguna tarjeta. Lo pedido se entrega cuando el operador confirma el pago.",
      wait: "El operador ha recibido su pedido y le escribirá a {email}. Lo pedido se entrega cuando el operador lo aprueba.",
      granted: "Lo pedido ya está en su cuenta.",
      cancelled: "El pedido está cancelado. No se entrega nada.",
      cancel: "Cancelar el pedido",
      back: "Volver a la cuenta",
    },
    tooMany: {
      title: "Hay pedidos abiertos",
      text: "La cuenta ya tiene {max} pedidos abiertos. Pague o cancele antes alguno de ellos.",
    },
    unknown: {
      title: "No se sabe si la operación se ha realizado",
      text: "El servicio perdió el contacto con su base de datos. Consulte el pedido; si no existe, no se ha realizado y puede volver a enviar el formulario sin pedir dos veces.",
      look: "Consultar el pedido",
    },
  },
  de: {
    title: "Bestellungen",
    columns: ["Datum", "Was", "Preis", "Stand"],
    seals: { one: "{count} Zeitstempel", other: "{count} Zeitstempel" },
    plan: "Tarif {plan}",
    states: { open: "Offen", granted: "Geliefert", cancelled: "Storniert" },
    onRequest: "Auf Anfrage",
    aMonth: "{price} im Monat",
    one: {
      title: "Bestellung",
      what: "Was",
      price: "Preis",
      state: "Stand",
      placed: "Datum",
      number: "Bestellnummer",
      pay: "Weiter zur Zahlung bei {host}",
      payAbout:
        "Sie bezahlen dort, nicht hier: Dieser Dienst sieht nie die Daten einer Karte. Geliefert wird, sobald der Betreiber die Zahlung bestätigt hat.",
      wait: "Ihre Bestellung liegt dem Betreiber vor; er schreibt an {email}. Geliefert wird, sobald der Betreiber sie freigibt.",
      granted: "Das Bestellte ist in Ihrem Konto.",
      cancelled: "Die Bestellung ist storniert. Es wird nichts geliefert.",
      cancel: "Bestellung stornieren",
      back: "Zurück zum Konto",
    },
    tooMany: {
      title: "Es gibt offene Bestellungen",
      text: "Das Konto hat bereits {max} offene Bestellungen. Bezahlen oder stornieren Sie zuerst eine davon.",
    },
    unknown: {
      title: "Es ist nicht bekannt, ob das ausgeführt wurde",
      text: "Der Dienst hat die Verbindung zu seiner Datenbank verloren. Sehen Sie nach der Bestellung; gibt es keine, wurde nichts bestellt, und Sie können das Formular noch einmal senden, ohne doppelt zu bestellen.",
      look: "Bestellung ansehen",
    },
  },
  fr: {
    title: "Commandes",
    columns: ["Date", "Objet", "Prix", "État"],
    seals: { one: "{count} horodatage", other: "{count} horodatages" },
    plan: "Offre {plan}",
    states: { open: "En cours", granted: "Livrée", cancelled: "Annulée" },
    onRequest: "Sur demande",
    aMonth: "{price} par mois",
    one: {
      title: "Commande",
      what: "Objet",
      price: "Prix",
      state: "État",
      placed: "Date",
      number: "Numéro de commande",
      pay: "Continuer vers le paiement chez {host}",
      payAbout:
        "Vous payez là-bas, non ici : ce service ne voit jamais les données d’une carte. La livraison a lieu dès que l’exploitant a confirmé le paiement.",
      wait: "L’exploitant a reçu votre commande et écrira à {email}. La livraison a lieu dès qu’il l’accorde.",
      granted: "Ce que vous avez commandé est sur votre compte.",
      cancelled: "La commande est annulée. Rien n’est livré.",
      cancel: "Annuler la commande",
      back: "Retour au compte",
    },
    tooMany: {
      title: "Des commandes sont en cours",
      text: "Le compte a déjà {max} commandes en cours. Payez ou annulez-en d’abord une.",
    },
    unknown: {
      title: "On ne sait pas si l’opération a eu lieu",
      text: "Le service a perdu le contact avec sa base de données. Consultez la commande ; si elle n’existe pas, rien n’a été commandé et vous pouvez renvoyer le formulaire sans commander deux fois.",
      look: "Consulter la commande",
    },
  },
};
