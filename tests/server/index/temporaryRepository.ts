import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { runProgram } from "../support/smallProcess.ts";

/** A real git repository in a temporary folder, with a clock of its own: one commit per hour. */
export class TemporaryRepository {
  readonly folder = mkdtempSync(join(tmpdir(), "clew-repository-"));
  #hours = 0;

  constructor() {
    this.git("init", "--quiet", "--initial-branch=main");
  }

  get gitDir(): string {
    return join(this.folder, ".git");
  }

  git(...args: string[]): string {
    const at = `${1_700_000_000 + this.#hours * 3600} +0000`;
    return runProgram("git", args, {
      cwd: this.folder,
      env: {
        PATH: process.env["PATH"],
        GIT_CONFIG_GLOBAL: "/dev/null",
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_AUTHOR_NAME: "Ada",
        GIT_AUTHOR_EMAIL: "ada@example.org",
        GIT_COMMITTER_NAME: "Ada",
        GIT_COMMITTER_EMAIL: "ada@example.org",
        GIT_AUTHOR_DATE: at,
        GIT_COMMITTER_DATE: at,
      },
    })
      .toString()
      .trim();
  }

  /** Writes files (null deletes one), commits them and gives the commit's id. */
  commit(message: string, files: Readonly<Record<string, string | Uint8Array | null>>): string {
    for (const [path, content] of Object.entries(files)) {
      const file = join(this.folder, path);
      if (content === null) {
        rmSync(file);
      } else {
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, content);
      }
    }
    this.git("add", "--all");
    this.#hours++;
    this.git("commit", "--quiet", "--allow-empty", "--message", message);
    return this.git("rev-parse", "HEAD");
  }

  link(path: string, target: string): void {
    symlinkSync(target, join(this.folder, path));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
