/**
 * The sandbox chain, as built: after its owner's death it lives only until it has saved itself, and
 * its state survives everything.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { DEVELOPMENT_CHAIN_ID } from "@svc-proof/shared/chains";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type SandboxChain, startSandboxChain } from "../../sandbox/dist/chain.js";
import type { Chain } from "../../service/src/clients/chain.js";
import { openRpcChain } from "../../service/src/clients/evm.js";
import { until } from "./anchoring-world.js";

const BUILT = fileURLToPath(new URL("../../sandbox/dist/chain.js", import.meta.url));
const BLOCK_TIME_MS = 50;

/** A chain that another process owns. */
interface Elsewhere {
  readonly pid: number;
  readonly rpcUrl: string;
  readonly anchorKey: string;
  readonly kill: () => void;
  readonly log: () => string;
}

describe("the sandbox chain", () => {
  let dataDir: string;
  let chains: SandboxChain[] = [];
  let owners: ChildProcess[] = [];

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "svc-proof-chain-"));
  });
  afterEach(async () => {
    await Promise.all(chains.map((chain) => chain.stop()));
    chains = [];
    for (const owner of owners) owner.kill("SIGKILL");
    owners = [];
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });

  async function start(port = 0): Promise<SandboxChain> {
    const chain = await startSandboxChain({ dataDir, port, blockTimeMs: BLOCK_TIME_MS });
    chains.push(chain);
    return chain;
  }

  const open = ({ rpcUrl, anchorKey }: { rpcUrl: string; anchorKey: string }) =>
    openRpcChain({
      chainId: DEVELOPMENT_CHAIN_ID,
      rpcUrl,
      anchorKey,
      timeoutMs: 5_000,
      maxCostWei: 10n ** 18n,
    });

  /** Anchors a payload and waits until it is twelve blocks deep. */
  async function anchor(chain: Chain, digit: string): Promise<string> {
    const [nonce, fees] = [await chain.fetchNonce(), await chain.estimateFees()];
    const { raw, txHash } = await chain.sign({ payload: `svc:v2:${digit.repeat(64)}`, nonce, fees });
    expect(await chain.broadcast(raw)).toBe("sent");
    await until("it is twelve blocks deep", async () => {
      const receipt = await chain.source.fetchReceipt(txHash);
      return receipt !== null && (await chain.source.fetchHeadNumber()) - receipt.blockNumber >= 11;
    });
    return txHash;
  }

  /** Anchors a payload, and waits until the chain was saved with it. */
  async function anchorForGood(chain: Chain, digit: string): Promise<string> {
    const txHash = await anchor(chain, digit);
    const deep = Date.now();
    const path = join(dataDir, "chain", "state.json");
    await until("it is saved", async () => (await stat(path)).mtimeMs > deep);
    return txHash;
  }

  const answers = (rpcUrl: string) =>
    fetch(rpcUrl, { method: "POST", body: "{}" }).then(
      () => true,
      () => false,
    );

  /** Another process that owns the chain. */
  async function startElsewhere(): Promise<Elsewhere> {
    const program = `
      const { startSandboxChain } = await import(${JSON.stringify(BUILT)});
      const options = { dataDir: ${JSON.stringify(dataDir)}, port: 0, blockTimeMs: ${BLOCK_TIME_MS} };
      console.log(JSON.stringify(await startSandboxChain(options)));`;
    const owner = spawn(process.execPath, ["--input-type=module", "-e", program], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    owners.push(owner);
    let log = "";
    owner.stderr.on("data", (bytes: Buffer) => {
      log += bytes.toString();
    });
    const [line] = await once(createInterface({ input: owner.stdout }), "line");
    return { ...JSON.parse(line), pid: owner.pid, kill: () => owner.kill("SIGKILL"), log: () => log };
  }

  it("keeps blocks, transactions and nonces across a stop", async () => {
    const first = await start();
    const before = open(first);
    const txHash = await anchor(before, "a");
    const receipt = await before.source.fetchReceipt(txHash);
    await first.stop();
    expect(await answers(first.rpcUrl)).toBe(false);
    const after = open(await start());
    expect(await after.source.fetchReceipt(txHash)).toEqual(receipt);
    expect((await after.source.fetchBlock(receipt!.blockNumber))?.hash).toBe(receipt!.blockHash);
    expect(await after.fetchNonce()).toBe(1);
  });

  it("rests when nobody waits for a block", async () => {
    const chain = open(await start());
    await anchor(chain, "a");
    // It rests if its head stays for many block times. The test only requires this before the
    // deadline.
    await until("it rests", async () => {
      const head = await chain.source.fetchHeadNumber();
      await sleep(10 * BLOCK_TIME_MS);
      return (await chain.source.fetchHeadNumber()) === head;
    });
    await anchor(chain, "b");
  });

  it("ends when its owner is killed, and the next one finds everything", async () => {
    const elsewhere = await startElsewhere();
    const txHash = await anchor(open(elsewhere), "a");
    elsewhere.kill();
    // At once: it must wait for the old one by itself.
    const next = open(await start());
    expect(await next.source.fetchReceipt(txHash)).not.toBeNull();
    expect(await answers(elsewhere.rpcUrl)).toBe(false);
  });

  it("ends the previous anvil when owner and keeper were both killed", async () => {
    const elsewhere = await startElsewhere();
    const txHash = await anchorForGood(open(elsewhere), "a");
    const keeper = await childOf(elsewhere.pid, "chain-keeper");
    const orphan = await childOf(keeper, "anvil");
    // Stopped first, so that it cannot notice its owner's end.
    process.kill(keeper, "SIGSTOP");
    elsewhere.kill();
    process.kill(keeper, "SIGKILL");
    await until("the keeper is gone", async () => !(await isAlive(keeper)));
    expect(await isAlive(orphan)).toBe(true);
    const next = open(await start(Number(new URL(elsewhere.rpcUrl).port)));
    expect(await isAlive(orphan)).toBe(false);
    expect(await next.source.fetchReceipt(txHash)).not.toBeNull();
  });

  it("does not touch a process that merely reuses the previous anvil's number", async () => {
    const first = await start();
    await first.stop();
    const other = spawn("sleep", ["1000"], { stdio: "ignore" });
    try {
      await writeFile(join(dataDir, "chain", "anvil.pid"), `${other.pid} 8545\n`);
      await (await start()).stop();
      expect(await isAlive(other.pid!)).toBe(true);
    } finally {
      other.kill("SIGKILL");
    }
  });

  it("logs once that it cannot save itself, and continues", async () => {
    const elsewhere = await startElsewhere();
    const chain = open(elsewhere);
    await anchor(chain, "a");
    // A folder in place of the file that is written, as soon as the file is gone.
    await until("the folder is there", () =>
      mkdir(join(dataDir, "chain", "state.json.new")).then(
        () => true,
        () => false,
      ),
    );
    await anchor(chain, "b");
    await until("it says so", async () => elsewhere.log().includes("cannot be saved"));
    await anchor(chain, "d");
    expect(elsewhere.log().match(/cannot be saved/g)).toHaveLength(1);
    expect(elsewhere.log()).not.toContain("did not answer");
    await rm(join(dataDir, "chain", "state.json.new"), { recursive: true });
    await anchor(chain, "c");
    await until("it says so", async () => elsewhere.log().includes("saved again"));
    elsewhere.kill();
    expect(await open(await start()).fetchNonce()).toBe(4);
  });

  it("comes back on the same port when anvil is killed, and when its keeper is", async () => {
    const chain = await start();
    const client = open(chain);
    const txHash = await anchorForGood(client, "a");
    const keeper = await childOf(process.pid, "chain-keeper");
    for (const victim of [await childOf(keeper, "anvil"), keeper]) {
      process.kill(victim, "SIGKILL");
      await until("it is gone", async () => !(await isAlive(victim)));
      await until("it answers again", async () =>
        client.source.fetchReceipt(txHash).then(
          (receipt) => receipt !== null,
          () => false,
        ),
      );
    }
    await until("it mines again", () =>
      anchor(client, "b").then(
        () => true,
        () => false,
      ),
    );
  });

  it.each(["empty", "cut", "garbage"])(
    "starts from the previous state when the newest is %s",
    async (damage) => {
      const first = await start();
      const txHash = await anchor(open(first), "a");
      await first.stop();
      // Saved once more, so that the previous state has the transaction, however long saving took.
      const second = await start();
      await anchor(open(second), "b");
      await second.stop();
      const path = join(dataDir, "chain", "state.json");
      if (damage === "empty") await truncate(path, 0);
      if (damage === "cut") await truncate(path, Math.floor((await readFile(path)).length / 2));
      if (damage === "garbage") await writeFile(path, "\u0000not json at all");
      const next = open(await start());
      expect(await next.source.fetchReceipt(txHash)).not.toBeNull();
      expect(await readdir(join(dataDir, "chain"))).toContain("state.json.damaged");
    },
  );

  it("begins a new chain when no state is usable", async () => {
    const first = await start();
    await anchor(open(first), "a");
    await first.stop();
    for (const name of ["state.json", "state.previous.json"]) await truncate(join(dataDir, "chain", name), 0);
    expect(await open(await start()).fetchNonce()).toBe(0);
  });

  it("reports that its port is taken", async () => {
    const first = await start();
    const elsewhere = await mkdtemp(join(tmpdir(), "svc-proof-chain-"));
    try {
      const port = Number(new URL(first.rpcUrl).port);
      await expect(
        startSandboxChain({ dataDir: elsewhere, port, blockTimeMs: BLOCK_TIME_MS }),
      ).rejects.toThrow(/in use/i);
    } finally {
      await rm(elsewhere, { recursive: true, force: true });
    }
  });
});

/** The child of a process whose command line contains a text: Linux, /proc. */
async function childOf(parent: number, text: string): Promise<number> {
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
    const parentPid = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
    const command = await readFile(`/proc/${name}/cmdline`, "utf8").catch(() => "");
    if (parentPid === parent && command.includes(text)) return Number(name);
  }
  throw new Error(`process ${parent} has no child "${text}"`);
}

async function isAlive(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  return stat !== "" && !/\) Z /.test(stat);
}
