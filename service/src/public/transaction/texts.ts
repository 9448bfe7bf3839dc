import type { Language } from "@svc-proof/ui/language";

export interface TransactionTexts {
  readonly title: string;
  /** {chain} */
  readonly onChain: string;
  readonly unknown: string;
  readonly ask: string;
  /** {rpc} is what stands for the address of a node. */
  readonly node: string;
  readonly payload: string;
  readonly development: string;
}

export const TRANSACTION_TEXTS: Readonly<Record<Language, TransactionTexts>> = {
  en: {
    title: "Transaction",
    onChain: "On the chain with the EIP-155 number {chain}",
    unknown:
      "No public block explorer is known for this chain. This page has looked nothing up: it cannot say whether the transaction exists.",
    ask: "Ask a node of the chain that you trust:",
    node: "Put the address of that node in place of <RPC_URL>.",
    payload:
      "The field input of the answer is the payload of the portable proof in hexadecimal. The verifier compares them for you.",
    development: "This is a development network: nothing recorded there has any evidential value.",
  },
  es: {
    title: "Transacción",
    onChain: "En la cadena con el número EIP-155 {chain}",
    unknown:
      "No se conoce ningún explorador público de bloques para esta cadena. Esta página no ha consultado nada: no puede decir si la transacción existe.",
    ask: "Pregunte a un nodo de la cadena en el que confíe:",
    node: "Ponga la dirección de ese nodo en lugar de <RPC_URL>.",
    payload:
      "El campo input de la respuesta es el contenido de la prueba portátil en hexadecimal. El verificador los compara por usted.",
    development: "Es una red de desarrollo: nada de lo registrado en ella tiene valor probatorio.",
  },
  de: {
    title: "Transaktion",
    onChain: "Auf der Kette mit der EIP-155-Nummer {chain}",
    unknown:
      "Für diese Kette ist kein öffentlicher Block-Explorer bekannt. Diese Seite hat nichts nachgeschlagen: Sie kann nicht sagen, ob es die Transaktion gibt.",
    ask: "Fragen Sie einen Knoten der Kette, dem Sie vertrauen:",
    node: "Setzen Sie die Adresse dieses Knotens an die Stelle von <RPC_URL>.",
    payload:
      "Das Feld input der Antwort ist der Inhalt des portablen Nachweises in hexadezimaler Form. Der Prüfer vergleicht beide für Sie.",
    development: "Dies ist ein Entwicklungsnetz: Nichts, was dort verzeichnet ist, hat Beweiswert.",
  },
  fr: {
    title: "Transaction",
    onChain: "Sur la chaîne portant le numéro EIP-155 {chain}",
    unknown:
      "Aucun explorateur public de blocs n’est connu pour cette chaîne. Cette page n’a rien consulté : elle ne peut pas dire si la transaction existe.",
    ask: "Interrogez un nœud de la chaîne auquel vous faites confiance :",
    node: "Mettez l’adresse de ce nœud à la place de <RPC_URL>.",
    payload:
      "Le champ input de la réponse est le contenu de la preuve portable en hexadécimal. Le vérificateur les compare pour vous.",
    development:
      "Il s’agit d’un réseau de développement : rien de ce qui y est enregistré n’a de valeur probante.",
  },
};
