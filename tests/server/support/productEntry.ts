import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { newestChange } from "../../../scripts/newestChange.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");
const CACHE = join(ROOT, "node_modules", ".cache", "clew-tests");
const SOURCES = ["server", "contract", "scripts/package", "package-lock.json"];
/** Milliseconds: the bundle takes four seconds of processor time. */
const LIMIT_MS = 120_000;
const DAY_MS = 86_400_000;

/**
 * The module with which a process of the server or of a command starts. It is bundled from the sources as they are now, because loading a
 * thousand modules takes most of a start. The bundle reads its other files from the clone.
 */
export function productEntry(name: "main" | "clew" | "clewMcp"): string {
  return join((folder ??= bundled()), `${name}.js`);
}
let folder: string | undefined;

function bundled(): string {
  const path = join(CACHE, `server-${Math.round(newestChange(SOURCES.map((source) => join(ROOT, source))))}`);
  if (existsSync(path)) return path;
  mkdirSync(CACHE, { recursive: true });
  removeOld();
  if (isFirst(`${path}.making`)) {
    const making = mkdtempSync(join(CACHE, "making-"));
    try {
      const script = join(ROOT, "scripts", "package", "bundleForTests.ts");
      execFileSync(process.execPath, [script, making], { stdio: ["ignore", "ignore", "inherit"] });
      renameSync(making, path);
    } finally {
      rmSync(making, { recursive: true, force: true });
      rmSync(`${path}.making`, { recursive: true, force: true });
    }
  }
  for (const end = Date.now() + LIMIT_MS; !existsSync(path);) {
    if (Date.now() > end) {
      // The process that made it was killed.
      rmSync(`${path}.making`, { recursive: true, force: true });
      throw new Error(`The server was not bundled in ${LIMIT_MS / 1000} s. Run the test again.`);
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  }
  return path;
}

/** The bundles of former states of the sources. One of this day may be in use. */
function removeOld(): void {
  for (const name of readdirSync(CACHE).filter((entry) => /^(?:server|making)-/.test(entry))) {
    const { mtimeMs = Infinity } = statSync(join(CACHE, name), { throwIfNoEntry: false }) ?? {};
    if (Date.now() - mtimeMs > DAY_MS) rmSync(join(CACHE, name), { recursive: true, force: true });
  }
}

/** Takes the lock with which one of several processes of tests makes the bundle. @returns false when another one has it */
function isFirst(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
