import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runProgram } from "../../support/smallProcess.ts";

const ENVIRONMENT = {
  PATH: process.env["PATH"],
  HOME: "/nonexistent",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  LC_ALL: "C",
};
export const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
export const HOSTILE = [
  "--output=x",
  "-n",
  "a\nb.txt",
  '"q".txt',
  "tab\t.txt",
  ":(top)x",
  "*.ts",
  "a b.txt",
  "übung.md",
];
export const LFS = `version https://git-lfs.github.com/spec/v1\noid sha256:${"a".repeat(64)}\nsize 123456\n`;
const SUBMODULE = "b".repeat(40);

/** A work tree with whatever a repository may hold, and its commits by name. */
export class CodeRepository {
  readonly folder: string;
  #time = 1_700_000_000;

  constructor(folder: string) {
    this.folder = folder;
    runProgram("git", ["init", "--quiet", "--initial-branch=main", folder], { env: ENVIRONMENT });
  }

  git(...args: string[]): string {
    return this.bytes(...args)
      .toString("utf8")
      .trimEnd();
  }

  bytes(...args: string[]): Buffer {
    this.#time += 1000;
    const when = `${this.#time} +0000`;
    return runProgram("git", ["-C", this.folder, ...args], {
      env: { ...ENVIRONMENT, GIT_AUTHOR_DATE: when, GIT_COMMITTER_DATE: when },
    });
  }

  /** A branch without a common commit whose only file has one line, which each of its commits changes. */
  importBranch(branch: string, path: string, commits: number): void {
    const stream = Array.from({ length: commits }, (_, at) => {
      const text = `line ${at}\n`;
      const who = `committer Deniz <deniz@example.org> ${1_600_000_000 + at} +0000`;
      return `commit refs/heads/${branch}\n${who}\ndata 1\nx\nM 100644 inline ${path}\ndata ${text.length}\n${text}\n`;
    });
    runProgram("git", ["-C", this.folder, "fast-import", "--quiet"], { env: ENVIRONMENT, input: stream.join("") });
  }

  write(path: string, content: string | Buffer): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), content);
  }

  commit(message: string, author = "Deniz <deniz@example.org>"): string {
    const [, name = "", email = ""] = /^(.*) <(.*)>$/.exec(author) ?? [];
    const as = ["-c", `user.name=${name}`, "-c", `user.email=${email}`];
    this.git("add", "--all");
    this.git(...as, "commit", "--quiet", "--allow-empty", "-m", message);
    return this.git("rev-parse", "HEAD");
  }
}

const lines = (from: number, to: number, suffix = ""): string =>
  Array.from({ length: to - from + 1 }, (_, at) => `line ${from + at}${suffix}\n`).join("");

/** Fills a repository whose history has renames, a merge, a branch, tags and everything else that a code page meets. */
export function fillRepository(repository: CodeRepository) {
  repository.write("src/old name.ts", `export function weave() {\n${lines(2, 40)}}\n`);
  repository.write("README.md", "# Loom\n\n<script>alert(1)</script>\n");
  const first = repository.commit("Weave");
  repository.write("src/old name.ts", `export function weave() {\n${lines(2, 20)}${lines(21, 40, " changed")}}\n`);
  const second = repository.commit("Change the lower half (#12)", "Bea <bea@example.org>");
  repository.git("tag", "v1.0");
  repository.git("tag", "release/1.0", first);
  mkdirSync(join(repository.folder, "lib"), { recursive: true });
  repository.git("mv", "src/old name.ts", "lib/weave.ts");
  const renamed = repository.commit("Move it");
  repository.git("checkout", "--quiet", "-b", "release/1.0", second);
  repository.write("only-here.txt", "of the release\n");
  const release = repository.commit("For the release", "Cem <cem@example.org>");
  repository.git("checkout", "--quiet", "-b", "side", renamed);
  repository.write(
    "lib/weave.ts",
    `export function weave() {\n${lines(2, 20)}${lines(21, 40, " changed")}}\n// side\n`,
  );
  repository.commit("On a side");
  repository.git("checkout", "--quiet", "main");
  repository.write("lib/weave.ts", `// top\nexport function weave() {\n${lines(2, 20)}${lines(21, 40, " changed")}}\n`);
  repository.commit("A comment");
  const as = ["-c", "user.name=Deniz", "-c", "user.email=deniz@example.org"];
  repository.git(...as, "merge", "--quiet", "--no-edit", "side");
  repository.git("branch", "--quiet", "-D", "side");
  repository.write("gone.txt", "once\n");
  const before = repository.commit("Add gone");
  repository.git("rm", "--quiet", "gone.txt");
  const removal = repository.commit("Remove gone");
  for (const name of HOSTILE) repository.write(name, "as it is\n");
  repository.write("latin1.txt", Buffer.from("caf\xe9\n", "latin1"));
  repository.write("utf16.txt", Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("metin\n", "utf16le")]));
  repository.write("data.bin", Buffer.from([0, 1, 2, 3]));
  repository.write("dot.png", PNG);
  repository.write("film.mp4", LFS);
  repository.write("picture.svg", "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>");
  repository.write("empty.txt", "");
  repository.write("crlf.txt", "one\r\ntwo\r\n");
  repository.write("run.sh", "#!/bin/sh\n");
  repository.write("huge.txt", `${"0123456789abcdef".repeat(4)}\n`.repeat(140_000));
  symlinkSync("lib/weave.ts", join(repository.folder, "inside"));
  symlinkSync("/etc/passwd", join(repository.folder, "outside"));
  symlinkSync("loop", join(repository.folder, "loop"));
  repository.git("add", "--all");
  repository.git("update-index", "--chmod=+x", "run.sh");
  repository.git("update-index", "--add", "--cacheinfo", `160000,${SUBMODULE},vendor/other`);
  repository.git(...as, "commit", "--quiet", "-m", "Everything else");
  const head = repository.git("rev-parse", "HEAD");
  return { first, second, renamed, release, before, removal, head };
}
