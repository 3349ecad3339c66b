import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Makes a real git repository: one commit per entry, each with the files it writes. */
export function makeRepository(
  folder: string,
  commits: readonly { message: string; files: Readonly<Record<string, string>> }[],
): void {
  mkdirSync(folder, { recursive: true });
  const git = (...args: string[]): void => {
    execFileSync(
      "git",
      ["-c", "user.name=Grace Hopper", "-c", "user.email=grace@example.org", "-c", "commit.gpgsign=false", ...args],
      { cwd: folder, stdio: "ignore" },
    );
  };
  git("init", "--initial-branch=main");
  for (const { message, files } of commits) {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    git("add", ".");
    git("commit", "-m", message);
  }
}
