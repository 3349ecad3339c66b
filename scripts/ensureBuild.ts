// `npm start` calls this first: it builds the web app when there is no build, or when one of its sources is newer.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { newestChange } from "./newestChange.ts";

const root = dirname(import.meta.dirname);
const SOURCES = ["src", "contract", "public", "scripts/vite", "index.html", "vite.config.ts", "package.json"];

/** True when `dist/index.html` is missing or older than a file or folder that goes into it. */
export function isBuildStale(folder: string): boolean {
  const built = statSync(join(folder, "dist", "index.html"), { throwIfNoEntry: false });
  return !built || built.mtimeMs < newestChange(SOURCES.map((source) => join(folder, source)));
}

if (import.meta.main && isBuildStale(root)) {
  const vite = join(root, "node_modules", "vite", "bin", "vite.js");
  if (!existsSync(vite)) {
    console.error(
      "The web app is not built and its build tool is not installed. Run `npm ci` without --omit=dev, then `npm start` again.",
    );
    process.exit(1);
  }
  const status = await withElapsedSeconds(
    "Building the web app, because its sources have changed",
    spawn(process.execPath, [vite, "build", "--logLevel", "warn"], {
      cwd: root,
      // Its own progress would overwrite the line below; warnings and errors are on standard error.
      stdio: ["ignore", "ignore", "inherit"],
      // A test runner sets "test" for all its children, which would build the development app.
      env: { ...process.env, NODE_ENV: "production" },
    }),
  );
  if (status !== 0) {
    console.error("The web app could not be built; see the message above.");
    process.exit(1);
  }
}

/** Prints the title, in a terminal with the seconds that have passed. @returns the child's exit code; null when it was killed */
async function withElapsedSeconds(title: string, child: ChildProcess): Promise<number | null> {
  if (!process.stdout.isTTY) console.log(`${title} …`);
  const startedAt = performance.now();
  const show = (): void => {
    process.stdout.write(`\r${title} … ${Math.round((performance.now() - startedAt) / 1000)} s`);
  };
  if (process.stdout.isTTY) show();
  const timer = process.stdout.isTTY ? setInterval(show, 1000) : undefined;
  const [code] = (await once(child, "exit")) as [number | null];
  clearInterval(timer);
  if (process.stdout.isTTY) process.stdout.write("\n");
  return code;
}
