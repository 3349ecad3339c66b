import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runProgram, tryProgram } from "../support/smallProcess.ts";

/** One commit for `git fast-import`. `parents` are numbers of earlier commits; the one before when left out. */
export interface MadeCommit {
  readonly message: string;
  readonly author?: string;
  readonly email?: string;
  /** Seconds since 1970. */
  readonly time?: number;
  readonly parents?: readonly number[];
  /** Path to text; null deletes. */
  readonly files?: Readonly<Record<string, string | null>>;
}

export function temporaryFolder(): { path: string; remove: () => void } {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "clew-test-")));
  return {
    path,
    remove: () => {
      rmSync(path, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

const ENVIRONMENT = {
  PATH: process.env["PATH"],
  HOME: "/nonexistent",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  LC_ALL: "C",
};

export function git(folder: string, ...args: string[]): string {
  return runProgram("git", ["-C", folder, ...args], { env: ENVIRONMENT })
    .toString()
    .trim();
}

/** Makes a bare repository, or adds to it: `from` is where the first commit hangs on. */
export function makeRepository(
  folder: string,
  commits: readonly MadeCommit[],
  { branch = "main", from = "" } = {},
): string {
  if (tryProgram("git", ["-C", folder, "rev-parse", "--git-dir"], { env: ENVIRONMENT }).status !== 0) {
    runProgram("git", ["init", "--quiet", "--bare", `--initial-branch=${branch}`, folder], { env: ENVIRONMENT });
  }
  const input: Buffer[] = [];
  const write = (text: string) => input.push(Buffer.from(text));
  const data = (text: string) => {
    const bytes = Buffer.from(text);
    write(`data ${bytes.length}\n`);
    input.push(bytes);
    write("\n");
  };
  commits.forEach((commit, index) => {
    write(`commit refs/heads/${branch}\nmark :${index + 1}\n`);
    const time = commit.time ?? 1_700_000_000 + index * 60;
    const who = `${commit.author ?? "Ada Example"} <${commit.email ?? "ada@example.org"}> ${time} +0000`;
    write(`author ${who}\ncommitter ${who}\n`);
    data(commit.message);
    const parents =
      commit.parents?.map((parent) => `:${parent + 1}`) ?? (index > 0 ? [`:${index}`] : from ? [from] : []);
    parents.forEach((parent, place) => write(`${place === 0 ? "from" : "merge"} ${parent}\n`));
    for (const [path, text] of Object.entries(commit.files ?? {})) {
      const quoted = `"${path.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;
      if (text === null) write(`D ${quoted}\n`);
      else {
        write(`M 100644 inline ${quoted}\n`);
        data(text);
      }
    }
    write("\n");
  });
  runProgram("git", ["-C", folder, "fast-import", "--quiet", "--force"], {
    env: ENVIRONMENT,
    input: Buffer.concat(input),
  });
  return git(folder, "rev-parse", `refs/heads/${branch}`);
}
