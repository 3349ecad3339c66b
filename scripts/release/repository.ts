import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const AT = "2026-03-02T09:00:00Z";
const FILES: Readonly<Record<string, string>> = {
  "README.md": "# Loom\n\nThe shuttle carries the weft through the shed.\n",
  "src/shuttle.ts":
    "/** Throws the shuttle through the shed. */\nexport function throwShuttle(weft: string): string {\n  return weft.trim();\n}\n",
  "src/heddle.ts":
    "/** Lifts every second thread of the warp. */\nexport const liftHeddles = (threads: string[]): string[] =>\n  threads.filter((_, at) => at % 2 === 0);\n",
};

/** Makes the repository of the data folder; its hashes are the same each time, so that a test can make it again. */
export function makeReleaseRepository(folder: string): void {
  const git = (...args: string[]): void => {
    execFileSync("git", ["-c", "user.name=Grace Hopper", "-c", "user.email=grace@example.org", ...args], {
      cwd: folder,
      env: { ...process.env, GIT_AUTHOR_DATE: AT, GIT_COMMITTER_DATE: AT },
    });
  };
  mkdirSync(join(folder, "src"), { recursive: true });
  git("init", "--quiet", "--initial-branch=main");
  for (const [path, text] of Object.entries(FILES)) {
    writeFileSync(join(folder, path), text);
    git("add", ".");
    git("-c", "commit.gpgsign=false", "commit", "--quiet", "--message", `Write ${path} (#1)`);
  }
}
