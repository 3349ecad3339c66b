// `npm start` calls this first: it builds the web app when there is no build, or when one of its sources is newer.
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { newestChange } from "./newestChange.ts";

const root = dirname(import.meta.dirname);
const SOURCES = ["src", "contract", "public", "index.html", "vite.config.ts", "package.json"];

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
  console.log("Building the web app (only when its sources have changed) …");
  const { status } = spawnSync(process.execPath, [vite, "build", "--logLevel", "warn"], {
    cwd: root,
    stdio: "inherit",
    // A test runner sets "test" for all its children, which would build the development app.
    env: { ...process.env, NODE_ENV: "production" },
  });
  if (status !== 0) {
    console.error("The web app could not be built; see the message above.");
    process.exit(1);
  }
}
