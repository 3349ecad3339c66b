/** A git for the processes of a test that notes each blame, and does not begin those of files named `held…` until they are let go. */
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { currentRelay, startGitBy } from "../../../server/git/gitRelayClient.ts";

export class HeldGit {
  readonly #folder = mkdtempSync(join(tmpdir(), "clew-held-git-"));
  readonly #path = process.env["PATH"] ?? "";
  readonly #relay = currentRelay();

  /** @param held names of files in the root of a repository */
  constructor(held: readonly string[]) {
    const real = execFileSync("/bin/sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
    for (const name of held) execFileSync("mkfifo", [this.#gate(name)]);
    writeFileSync(
      join(this.#folder, "git"),
      `#!/bin/sh
case " $* " in *" blame "*)
  for last in "$@"; do :; done
  echo "$last" >> '${this.#folder}/begun'
  case "$last" in held*) : < '${this.#folder}/gate-'"$last" ;; esac ;;
esac
exec '${real}' "$@"
`,
    );
    chmodSync(join(this.#folder, "git"), 0o755);
    process.env["PATH"] = `${this.#folder}:${this.#path}`;
    // A helper process has the path with which it was started.
    startGitBy(undefined);
  }

  /** Files whose blame was begun, in order. */
  get begun(): string[] {
    const file = join(this.#folder, "begun");
    return existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : [];
  }

  async letGo(name: string): Promise<void> {
    await (await open(this.#gate(name), "w")).close();
  }

  remove(): void {
    process.env["PATH"] = this.#path;
    startGitBy(this.#relay);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #gate(name: string): string {
    return join(this.#folder, `gate-${name}`);
  }
}
