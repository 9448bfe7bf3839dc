/**
 * A TCP proxy in front of a MongoDB server that can stall, cut, or stop or delay at a command. It
 * reads OP_MSG (MongoDB Wire Protocol) as far as needed to recognise commands, and changes nothing.
 */
import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { BSON, type Document } from "mongodb";

const HEADER_BYTES = 16;
const OP_MSG = 2_013;

/** A client's command: `insert` and its collection, for example. */
export interface SentCommand {
  readonly name: string;
  readonly collection: unknown;
  /** The whole command without its documents. */
  readonly body: Document;
  /** The documents of an insertion or an update. */
  readonly documents: readonly Document[];
}

/**
 * Whether to pass something on. A promise delays it and everything after it on its connection.
 * `refused`: the client gets an error instead, which its driver does not retry.
 */
type Passage = Promised<boolean | "refused">;
type Promised<Value> = Value | Promise<Value>;

/** Sees each command before the server does, and its answer before the client does. */
export interface CommandWatch {
  /** False: the command never arrives, nor does anything after it. */
  asked?(command: SentCommand): Passage;
  /** False: the answer never arrives, nor does anything after it. */
  answered?(command: SentCommand): Passage;
}

/** UnknownError: no driver retries it, and no program takes it for its own fault. */
const REFUSAL = BSON.serialize({ ok: 0, code: 8, codeName: "UnknownError", errmsg: "refused by a test" });

interface ProxyState {
  isStalled: boolean;
  watch: CommandWatch;
}

export class MongoProxy {
  readonly port: number;
  readonly #server: Server;
  readonly #sockets: Set<Socket>;
  readonly #state: ProxyState;

  private constructor(server: Server, port: number, sockets: Set<Socket>, state: ProxyState) {
    this.#server = server;
    this.port = port;
    this.#sockets = sockets;
    this.#state = state;
  }

  static async start(targetPort: number): Promise<MongoProxy> {
    const sockets = new Set<Socket>();
    const state: ProxyState = { isStalled: false, watch: {} };
    const server = createServer((client) => {
      const target = connect(targetPort, "127.0.0.1");
      for (const socket of [client, target]) {
        sockets.add(socket);
        socket.on("error", () => socket.destroy());
        socket.on("close", () => sockets.delete(socket));
        if (state.isStalled) socket.pause();
      }
      const asked = new Map<number, SentCommand>();
      target.on("close", () => client.destroy());
      const refuse = (requestId: number): void => {
        if (client.writable) client.write(refusalOf(requestId));
      };
      const toServer = relay(client, target, async (message) => {
        const requestId = message.readInt32LE(4);
        const command = commandOf(message);
        asked.set(requestId, command);
        const passes = (await state.watch.asked?.(command)) ?? true;
        if (passes === "refused") refuse(requestId);
        return passes;
      });
      relay(target, client, async (message) => {
        const requestId = message.readInt32LE(8);
        const command = asked.get(requestId);
        asked.delete(requestId);
        const passes = (command && (await state.watch.answered?.(command))) ?? true;
        if (passes === "refused") refuse(requestId);
        return passes;
      });
      // Held commands arrive even if their sender is gone.
      client.on("close", async () => {
        await toServer.passed();
        target.end();
      });
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("the proxy has no port");
    return new MongoProxy(server, address.port, sockets, state);
  }

  set watch(watch: CommandWatch) {
    this.#state.watch = watch;
  }

  /** Connections stay open, and nothing passes. */
  stall(): void {
    this.#state.isStalled = true;
    for (const socket of this.#sockets) socket.pause();
  }

  resume(): void {
    this.#state.isStalled = false;
    for (const socket of this.#sockets) socket.resume();
  }

  /** Ends every connection, whatever it carries. */
  cut(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  async dispose(): Promise<void> {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}

interface Relay {
  /** Resolves when everything received so far is passed on, or held back for good. */
  passed(): Promise<void>;
}

/** Passes on whole messages in order, until one is held back. */
function relay(from: Socket, to: Socket, passes: (message: Buffer) => Passage): Relay {
  let rest: Buffer = Buffer.alloc(0);
  let isHeld = false;
  let passed = Promise.resolve();
  from.on("data", (bytes: Buffer) => {
    rest = Buffer.concat([rest, bytes]);
    while (rest.length >= HEADER_BYTES && rest.length >= rest.readInt32LE(0)) {
      const message = rest.subarray(0, rest.readInt32LE(0));
      rest = rest.subarray(message.length);
      passed = passed.then(async () => {
        if (isHeld) return;
        const passage = await passes(message);
        isHeld = passage === false;
        if (passage === true && to.writable) to.write(message);
      });
    }
  });
  return { passed: () => passed };
}

/** An OP_MSG that answers a request with the refusal. */
function refusalOf(requestId: number): Buffer {
  const head = Buffer.alloc(HEADER_BYTES + 5);
  head.writeInt32LE(head.length + REFUSAL.length, 0);
  head.writeInt32LE(requestId, 8);
  head.writeInt32LE(OP_MSG, 12);
  return Buffer.concat([head, REFUSAL]);
}

/**
 * The command of an OP_MSG: the first element of the first document. Inserted documents are part of
 * that document or a sequence after it.
 */
function commandOf(message: Buffer): SentCommand {
  const start = HEADER_BYTES + 5;
  if (message.readInt32LE(12) !== OP_MSG || message[start - 1] !== 0) {
    return { name: "", collection: null, body: {}, documents: [] };
  }
  const end = start + message.readInt32LE(start);
  const { documents, updates, ...body } = BSON.deserialize(message.subarray(start, end));
  const [name = "", collection] = Object.entries(body)[0] ?? [];
  const inBody = (documents ?? updates ?? []) as Document[];
  return { name, collection, body, documents: [...inBody, ...sequenceAt(message, end)] };
}

/** A section of kind 1: kind, length, name and documents. */
function sequenceAt(message: Buffer, start: number): Document[] {
  if (message[start] !== 1) return [];
  const end = start + 1 + message.readInt32LE(start + 1);
  const documents: Document[] = [];
  for (let at = message.indexOf(0, start + 5) + 1; at < end; ) {
    const sizeBytes = message.readInt32LE(at);
    documents.push(BSON.deserialize(message.subarray(at, at + sizeBytes)));
    at += sizeBytes;
  }
  return documents;
}
