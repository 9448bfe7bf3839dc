/** WebKitGTK's MiniBrowser on a virtual display, driven by Selenium. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  Builder,
  Capabilities,
  error,
  type WebDriver,
  Key as WebDriverKey,
  type WebElement,
} from "selenium-webdriver";
import { statusOf } from "../e2e/instance.js";
import { until } from "../e2e/sandbox.js";
import { type BrowserPage, callText, type Engine, type Key, type Viewport } from "./browser-page.js";
import { findControl } from "./find-control.js";
import { nextFileIn } from "./next-file-in.js";

const DRIVER = "/usr/bin/WebKitWebDriver";
const DISPLAY = "/usr/bin/xvfb-run";
const browserPath = miniBrowserPath();

/** WebKitGTK's automation now and then misses the end of a load, and waits as long as it may. */
const LOAD_MS = 20_000;
/** Longer than any command may take: what waits longer gets no answer any more, and has to be named. */
const COMMAND_MS = 60_000;

const KEYS: Readonly<Record<Key, string>> = {
  Tab: WebDriverKey.TAB,
  Enter: WebDriverKey.ENTER,
  Space: WebDriverKey.SPACE,
  ArrowDown: WebDriverKey.ARROW_DOWN,
};

export const webkit: Engine = {
  name: "WebKit",
  missing:
    browserPath !== null && [DRIVER, DISPLAY].every(existsSync)
      ? null
      : "webkit2gtk-driver, its MiniBrowser or xvfb is not installed",
  async open() {
    const home = mkdtempSync(join(tmpdir(), "svc-proof-webkit-"));
    const downloads = join(home, "downloads");
    mkdirSync(downloads);
    writeFileSync(join(home, "user-dirs.dirs"), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
    const { port, end } = await startDriver(home);
    const close = async () => {
      await end();
      rmSync(home, { recursive: true, force: true });
    };
    try {
      const driver = await new Builder()
        .usingServer(`http://127.0.0.1:${port}`)
        .withCapabilities(
          new Capabilities({
            browserName: "MiniBrowser",
            "webkitgtk:browserOptions": { binary: browserPath, args: ["--automation"] },
          }),
        )
        .build();
      await driver.manage().setTimeouts({ pageLoad: LOAD_MS });
      return pageOf(driver, downloads, async () => {
        await driver.quit();
        await close();
      });
    } catch (thrown) {
      await close();
      throw thrown;
    }
  },
};

/** Debian has it in the folder of its architecture. */
function miniBrowserPath(): string | null {
  const asked = process.env["SVC_TEST_WEBKIT"];
  if (asked !== undefined && !existsSync(asked)) throw new Error(`SVC_TEST_WEBKIT: ${asked} is missing`);
  if (asked !== undefined) return asked;
  const paths = readdirSync("/usr/lib").map((name) => `/usr/lib/${name}/webkit2gtk-4.1/MiniBrowser`);
  return paths.find(existsSync) ?? null;
}

/** In a process group of its own with its display, so that both end together. */
async function startDriver(home: string): Promise<{ readonly port: number; end(): Promise<void> }> {
  const port = await freePort();
  const child = spawn(
    DISPLAY,
    ["-a", "-s", "-screen 0 1400x1200x24", DRIVER, `--port=${port}`, "--host=127.0.0.1"],
    {
      detached: true,
      stdio: "ignore",
      env: {
        ...process.env,
        HOME: home,
        XDG_CONFIG_HOME: home,
        XDG_DATA_HOME: home,
        XDG_CACHE_HOME: home,
        // Bubblewrap needs rights that a container does not give.
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
      },
    },
  );
  const end = () => endGroup(child);
  try {
    await until(async () => {
      if (child.exitCode !== null) throw new Error(`${DRIVER} ended with status ${child.exitCode}`);
      return (await statusOf(`http://127.0.0.1:${port}/status`)) === 200;
    }, 30_000);
  } catch (thrown) {
    await end();
    throw thrown;
  }
  return { port, end };
}

async function endGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  process.kill(-child.pid!, "SIGTERM");
  await ended;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** @throws Error that names the command, if the driver does not answer it. */
async function answered<Value>(command: Promise<Value>, name: string): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`WebKit's driver has not answered: ${name}`)), COMMAND_MS);
  });
  try {
    return await Promise.race([command, late]);
  } finally {
    clearTimeout(timer);
  }
}

interface ChoosingWindow {
  /** The file input whose dialog a press would have opened. */
  chosen?: HTMLInputElement;
}

/** Runs in the page. */
function keepNextFileInput(): void {
  delete (window as ChoosingWindow).chosen;
  const keep = (event: Event) => {
    if (!(event.target instanceof HTMLInputElement) || event.target.type !== "file") return;
    event.preventDefault();
    (window as ChoosingWindow).chosen = event.target;
    removeEventListener("click", keep, true);
  };
  addEventListener("click", keep, true);
}

function pageOf(driver: WebDriver, downloads: string, close: () => Promise<void>): BrowserPage {
  const run = <Value>(source: string) =>
    answered<Value>(driver.executeScript(`return ${source}`), `the script ${source.slice(0, 200)}`);
  const evaluate: BrowserPage["evaluate"] = run;
  const find = (source: string) => run<WebElement>(source);
  const resizeWindow = ({ width, height }: Viewport) =>
    answered(driver.manage().window().setRect({ width, height }), "the window's size");
  const load = async (name: string, start: () => Promise<void>) => {
    try {
      await answered(start(), name);
    } catch (thrown) {
      if (!(thrown instanceof error.TimeoutError)) throw thrown;
      console.warn(`WebKit: ${name} was not answered in ${LOAD_MS / 1000} s, and is asked again`);
      await answered(start(), name);
    }
  };
  return {
    // The driver tells nothing of the console.
    faults: [],
    close,
    evaluate,
    goto: (url) => load(`the load of ${url}`, () => driver.get(url)),
    reload: () => load("the reload", () => driver.navigate().refresh()),
    async resize({ width, height }) {
      await resizeWindow({ width, height });
      // The first size includes the window's bars.
      const inner = await evaluate<Viewport>("({ width: innerWidth, height: innerHeight })");
      await resizeWindow({ width: width + (width - inner.width), height: height + (height - inner.height) });
    },
    async click(control) {
      const element = await find(callText(findControl, control));
      await answered(element.click(), `the click on ${control.name}`);
    },
    press: (key) => answered(driver.actions().sendKeys(KEYS[key]).perform(), `the key ${key}`),
    type: (text) => answered(driver.actions().sendKeys(text).perform(), `the keys of ${text}`),
    async answerFileDialog(open, paths) {
      // WebDriver cannot answer a dialog. So the press opens none, and the input gets the files.
      await evaluate(callText(keepNextFileInput));
      await open();
      await until(() => evaluate<boolean>("window.chosen !== undefined"), 10_000);
      const input = await find("window.chosen");
      await answered(input.sendKeys(paths.join("\n")), "the choice of files");
    },
    async saved(save) {
      const next = nextFileIn(downloads);
      await save();
      return next();
    },
  };
}
