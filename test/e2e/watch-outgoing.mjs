/**
 * Loaded before every Node program of the service, its worker threads too (`NODE_OPTIONS=--import`): each way of Node to ask for
 * something outside first says in a file who asks and for what, and refuses those whom `SVC_TEST_OUTGOING` does not name. What leaves this machine
 * is refused to all.
 *
 * Whoever asks is the first caller in the stack that is not Node itself. What Node asks on behalf of such a call, a connection for a
 * request, was judged with it.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { appendFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire, syncBuiltinESMExports } from "node:module";
import { isIP } from "node:net";
import { fileURLToPath } from "node:url";
import { isMainThread } from "node:worker_threads";

const require = createRequire(import.meta.url);
const { log, routes, clients } = JSON.parse(process.env.SVC_TEST_OUTGOING);
const root = new URL("../../", import.meta.url).href;
const judged = new AsyncLocalStorage();

/** Files of the stack, the innermost first: those of the workspace below it, packages by their name, Node's as they are. */
function callers() {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 200;
  const lines = new Error("who asks").stack.split("\n").slice(1);
  Error.stackTraceLimit = stackTraceLimit;
  return lines
    .map((line) => /(?:\(|at (?:async )?)((?:file:|node:|\/)[^()]*?):\d+:\d+\)?$/.exec(line)?.[1])
    .filter((file) => file !== undefined && !file.endsWith("/watch-outgoing.mjs"))
    .map((file) => {
      if (file.startsWith("node:")) return file;
      const path = (file.startsWith("/") ? `file://${file}` : file).replace(root, "");
      return /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(path)?.[1] ?? path;
    });
}

/** Host and port, name or path, of the arguments of any of the ways below. */
function destinationOf([first, second]) {
  if (Array.isArray(first)) return destinationOf(first);
  if (typeof first === "number" || /^\d+$/.test(first))
    return `${typeof second === "string" ? second : "localhost"}:${first}`;
  if (typeof first === "string") return URL.canParse(first) ? new URL(first).host : first;
  if (first instanceof URL) return first.host;
  if (first instanceof Request) return new URL(first.url).host;
  const { host, hostname = host ?? "localhost", port = "", path } = first ?? {};
  return path !== undefined && port === "" && host === undefined ? path : `${hostname}:${port}`;
}

const HERE = /^(?:localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)(?::|$)/;

function watch(object, name, isHere = HERE) {
  const real = object[name];
  if (typeof real !== "function") return;
  const judge = (args, go) => {
    // A server that is given an address looks it up, too: nobody is asked then.
    if (name === "lookup" && isIP(args[0]) !== 0) return go();
    const stack = callers();
    // Node's own client of HTTP is reached by `fetch` alone, and keeps connections for longer than a call.
    const isNodes =
      stack[0]?.startsWith("node:") && (judged.getStore() || stack.some((file) => file.includes("undici")));
    if (isNodes) return go();
    const caller = stack.find((file) => !file.startsWith("node:")) ?? "nobody";
    const destination = destinationOf(args);
    const isNear = isHere.test(destination) || destination.startsWith("/");
    // The database of the tests may be on another machine.
    const isRefused = !clients.includes(caller) || !(isNear || caller === "mongodb");
    appendFileSync(log, `${JSON.stringify({ way: name, caller, destination, isRefused, stack })}\n`);
    if (isRefused) {
      const refusal = new Error(`${name}: ${caller} may not ask ${destination}`);
      Object.assign(refusal, { code: "ECONNREFUSED" });
      if (name === "fetch") return Promise.reject(refusal);
      throw refusal;
    }
    return judged.run(true, go);
  };
  object[name] = new Proxy(real, {
    apply: (target, self, args) => judge(args, () => Reflect.apply(target, self, args)),
    construct: (target, args, made) => judge(args, () => Reflect.construct(target, args, made)),
  });
}

/** A program, whatever its path. */
const ANY = /^/;

for (const name of ["fetch", "WebSocket", "EventSource"]) watch(globalThis, name);
for (const name of ["http", "https"])
  for (const way of ["request", "get", "ClientRequest"]) watch(require(name), way);
for (const way of ["connect", "createConnection"]) watch(require("node:net"), way);
watch(require("node:net").Socket.prototype, "connect");
watch(require("node:tls"), "connect");
watch(require("node:http2"), "connect");
watch(require("node:dgram"), "createSocket");
for (const dns of [require("node:dns"), require("node:dns").promises]) {
  for (const way of Object.keys(dns).filter((key) => /^(?:lookup|resolve|reverse|Resolver)/.test(key)))
    watch(dns, way);
}
for (const way of ["spawn", "spawnSync", "exec", "execSync", "execFile", "execFileSync", "fork"])
  watch(require("node:child_process"), way, ANY);
syncBuiltinESMExports();

if (isMainThread && process.argv[1] === fileURLToPath(new URL("sandbox/dist/main.js", root))) {
  const { Service } = await import(new URL("service/dist/service.js", root).href);
  const { run } = Service.prototype;
  Service.prototype.run = function () {
    const told = setInterval(() => {
      const { served } = this;
      if (served.routes.length === 0) return;
      clearInterval(told);
      writeFileSync(`${routes}.new`, JSON.stringify(served));
      renameSync(`${routes}.new`, routes);
    }, 20);
    told.unref();
    return run.call(this);
  };
}
