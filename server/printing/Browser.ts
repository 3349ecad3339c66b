import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { SECOND_MS } from "../../contract/durations.ts";
import { Semaphore } from "../concurrency.ts";
import { withTemporaryFolder } from "../withTemporaryFolder.ts";

const NAMES = ["chromium", "chromium-browser", "chromium-headless-shell", "google-chrome-stable", "google-chrome"];
const TIMEOUT_MS = 60 * SECOND_MS;
/** Larger files are not sent. */
const MAX_FILE_BYTES = 10 << 20;
const WINDOW_WIDTH = 720;
/** A higher picture than this is cut. */
const MAX_HEIGHT = 16_000;

/** The path of the Chromium that prints: the setting, else the first on the PATH. Undefined where there is none. */
export function findBrowser(setting: string | undefined, path = process.env["PATH"] ?? ""): string | undefined {
  if (setting !== undefined) return setting;
  return path
    .split(delimiter)
    .filter((folder) => folder !== "")
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** Prints pages of this server by a Chromium, one at a time. The policy of the pages allows no script, and the browser reaches no network. */
export class Browser {
  readonly #path: string;
  readonly #permits = new Semaphore(1);

  constructor(path: string) {
    this.#path = path;
  }

  /** @param height of a picture in pixels, from which on it is cut. @throws Error when the browser fails, or is too slow */
  print(html: string, kind: "pdf" | "png", height: number, signal = new AbortController().signal): Promise<Uint8Array> {
    const printIn = async (folder: string): Promise<Uint8Array> => {
      const page = join(folder, "report.html");
      const file = join(folder, `report.${kind}`);
      await writeFile(page, html);
      await this.#run([
        ...(kind === "pdf"
          ? [`--print-to-pdf=${file}`, "--no-pdf-header-footer"]
          : [`--screenshot=${file}`, `--window-size=${WINDOW_WIDTH},${Math.min(MAX_HEIGHT, Math.ceil(height))}`]),
        `--user-data-dir=${join(folder, "profile")}`,
        pathToFileURL(page).href,
      ]);
      const bytes = await readFile(file);
      if (bytes.length > MAX_FILE_BYTES) throw new Error(`A printed report has ${bytes.length} bytes.`);
      return bytes;
    };
    return this.#permits.run(() => withTemporaryFolder("clew-report-", printIn), signal);
  }

  #run(args: readonly string[]): Promise<void> {
    const child = spawn(
      this.#path,
      [
        "--headless",
        // Chromium refuses to sandbox as root; the page is made here and has no script.
        ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
        "--host-resolver-rules=MAP * ~NOTFOUND",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
        "--hide-scrollbars",
        ...args,
      ],
      { stdio: "ignore", detached: process.platform !== "win32", windowsHide: true },
    );
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new Error("The browser did not end in time."));
        try {
          // The browser has processes of its own, which end with its group.
          if (child.pid !== undefined) process.kill(process.platform === "win32" ? child.pid : -child.pid, "SIGKILL");
        } catch {
          // It has ended meanwhile.
        }
      }, TIMEOUT_MS);
      child.once("error", reject);
      child.once("exit", (code) =>
        code === 0 ? resolve() : reject(new Error(`The browser ended with ${String(code)}.`)),
      );
      child.once("close", () => clearTimeout(timer));
      child.once("error", () => clearTimeout(timer));
    });
  }
}
