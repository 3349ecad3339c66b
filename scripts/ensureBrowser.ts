// `npm test` calls this first. It looks for Chromium and, if there is none, installs it: Playwright's download, then Debian's package.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { findBrowser } from "./findBrowser.ts";

const root = dirname(import.meta.dirname);

function run(command: string, args: readonly string[]): boolean {
  console.log(`  ${command} ${args.join(" ")}`);
  const { status, stderr, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
  });
  if (status === 0) return true;
  console.log(`  did not work: ${error?.message ?? stderr.trim().split("\n")[0]}`);
  return false;
}

function install(): string | undefined {
  console.log("No Chromium found, getting one:");
  const playwright = join(root, "node_modules", "playwright-core", "cli.js");
  if (run(process.execPath, [playwright, "install", "chromium-headless-shell"])) {
    const path = findBrowser();
    if (path) return path;
  }
  const isDebianRoot = process.platform === "linux" && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (isDebianRoot && run("apt-get", ["-qq", "update"])) {
    run("apt-get", ["-qq", "install", "-y", "--no-install-recommends", "chromium"]);
  }
  return findBrowser();
}

try {
  const browser = findBrowser() ?? install();
  if (!browser) {
    console.error(
      [
        "The tests need a Chromium and none could be found or installed.",
        "Install one (on Debian: apt-get install chromium), or set CHROMIUM_PATH to a Chrome, Chromium or Edge, then run `npm test` again.",
        "Without a browser, `npm run test:unit`, `npm run test:dom` and `npm run test:server` still run.",
      ].join("\n"),
    );
    process.exit(1);
  }
  console.log(`Browser: ${browser}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
