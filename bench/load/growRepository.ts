import { execFileSync } from "node:child_process";

/** Larger files are data: their number says more about a repository than their bytes. */
const MAX_TEXT_BYTES = 200_000;
const NAME = /\b([A-Z][a-z]+)([A-Z]\w+)\b/g;

const run = (folder: string, args: readonly string[], input?: Buffer): Buffer =>
  execFileSync("git", ["-C", folder, ...args], { maxBuffer: 2 ** 31 - 1, ...(input && { input }) });

const text = (folder: string, ...args: string[]): string => run(folder, args).toString("utf8").trim();

/**
 * Makes a bare repository with the history of another one and this many files: its own, and copies of them in other folders whose names of
 * several words are changed, so that each copy has other contents and other words.
 */
export function growRepository(from: string, into: string, files: number): void {
  execFileSync("git", ["clone", "--quiet", "--bare", "--no-hardlinks", "--", from, into]);
  const head = text(into, "rev-parse", "HEAD");
  const entries = run(into, ["ls-tree", "-r", "-z", "-l", head])
    .toString("utf8")
    .split("\0")
    .flatMap((line) => {
      const [, oid, size, path] = /^100\d{3} blob ([0-9a-f]+) +(\d+)\t(.*)$/s.exec(line) ?? [];
      return oid && path && Number(size) < MAX_TEXT_BYTES ? [{ oid, path }] : [];
    });
  const branch = text(into, "symbolic-ref", "HEAD");
  if (entries.length > files) {
    const initialEntries = entries.slice(0, files);
    const lines = initialEntries.map(({ oid, path }) => `100644 ${oid}\t${path}\0`).join("");
    commitTree(into, branch, head, Buffer.from(lines));
    return;
  }
  const blobs = readBlobs(
    into,
    entries.map(({ oid }) => oid),
  );
  const parts: Buffer[] = [Buffer.from(`commit ${branch}\ncommitter Bench <bench@example.org> 1760000000 +0000\n`)];
  parts.push(Buffer.from(`data 6\ncopies\nfrom ${head}\n`));
  let count = entries.length;
  for (let copy = 0; count < files; copy++)
    for (const [at, { path }] of entries.entries()) {
      const bytes = blobs[at];
      if (count >= files) break;
      if (!bytes || bytes.subarray(0, 4000).includes(0)) continue;
      const changed = Buffer.from(`${bytes.toString("utf8").replaceAll(NAME, `$1V${copy}$2`)}\n`);
      parts.push(
        Buffer.from(`M 100644 inline copy${copy}/${path}\ndata ${changed.length}\n`),
        changed,
        Buffer.from("\n"),
      );
      count++;
    }
  run(into, ["fast-import", "--quiet", "--force"], Buffer.concat(parts));
}

function commitTree(folder: string, branch: string, parent: string, lines: Buffer): void {
  const index = `${folder}/bench-index`;
  const env = { ...process.env, GIT_INDEX_FILE: index, GIT_AUTHOR_NAME: "b", GIT_AUTHOR_EMAIL: "b@b" };
  const committer = { GIT_COMMITTER_NAME: "b", GIT_COMMITTER_EMAIL: "b@b" };
  execFileSync("git", ["-C", folder, "update-index", "-z", "--index-info"], { env, input: lines });
  const tree = execFileSync("git", ["-C", folder, "write-tree"], { env }).toString("utf8").trim();
  const commit = execFileSync("git", ["-C", folder, "commit-tree", tree, "-p", parent, "-m", "fewer files"], {
    env: { ...env, ...committer },
  });
  text(folder, "update-ref", branch, commit.toString("utf8").trim());
}

function readBlobs(folder: string, oids: readonly string[]): Buffer[] {
  const all = run(folder, ["cat-file", "--batch"], Buffer.from(`${oids.join("\n")}\n`));
  const blobs: Buffer[] = [];
  for (let at = 0; at < all.length;) {
    const end = all.indexOf(10, at);
    const size = Number(all.toString("latin1", at, end).split(" ")[2]);
    blobs.push(all.subarray(end + 1, end + 1 + size));
    at = end + size + 2;
  }
  return blobs;
}

/** Adds a commit of small new files that all have `word`. */
export function pushFiles(folder: string, word: string, files: number): void {
  const branch = text(folder, "symbolic-ref", "HEAD");
  const parts = [
    `commit ${branch}\ncommitter Bench <bench@example.org> ${1_760_000_000 + Math.floor(performance.now())} +0000\n`,
    `data ${word.length}\n${word}\nfrom ${text(folder, "rev-parse", branch)}\n`,
  ];
  for (let file = 0; file < files; file++) {
    const source = `package pushed;\n\nclass ${word}${file} {\n  /** ${word} */\n  void run() {}\n}\n`;
    parts.push(`M 100644 inline pushed/folder${file}/${word}${file}.java\ndata ${source.length}\n${source}\n`);
  }
  run(folder, ["fast-import", "--quiet", "--force"], Buffer.from(parts.join("")));
}
