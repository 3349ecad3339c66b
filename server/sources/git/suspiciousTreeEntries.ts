import type { RunningGit } from "../../git/gitProcess.ts";
import { MAX_FILES, TreeCounter } from "../../git/treeLimits.ts";
import { startSourceGit } from "./sourceGit.ts";
import { SourceError } from "../SourceError.ts";
import { gitFailure } from "./gitFailure.ts";
import { message } from "../../messages/messages.ts";

/** Entries of a commit's tree other than plain files. None of them is ever written out, followed or run. */
export interface SuspiciousTreeEntries {
  /** Symbolic links that lead out of the repository. */
  readonly outside: number;
  /** Paths with a part that git keeps for itself (`.git`, in any spelling), or that leads upwards. */
  readonly disguised: number;
  /** Names with line ends or other characters that cannot be seen. */
  readonly unseen: number;
  /** Other repositories that are named here by a commit of theirs: submodules. */
  readonly submodules: number;
  /** Files whose content is kept elsewhere by Git LFS: only the pointer to it is here. */
  readonly pointers: number;
}

/** Targets of links that are looked at, and the longest of them. */
const MAX_LINKS = 10_000;
const MAX_TARGET_LENGTH = 4096;
const MAX_ATTRIBUTES = 100;
const MAX_ATTRIBUTES_BYTES = 100_000;
/** Sizes that a pointer of Git LFS can have, and how many files of such a size are looked at. */
const POINTER = { from: 80, to: 1024, maxEntries: 20_000 } as const;
const POINTER_START = "version https://git-lfs.github.com/spec/v1\n";
/** Spellings under which some file system opens `.git`. */
const GIT_NAME = /^(?:\.git[ .]*|git~1|\.g\u200c*i\u200c*t)(?::.*)?$/i;
const LIST = ["--literal-pathspecs", "ls-tree", "-r", "-z", "-l", "--full-tree"];
const UNSEEN = /[\p{Cc}\p{Cf}]/u;

/**
 * Checks the names of a commit's tree, the targets of links, and small files for pointers of Git LFS.
 * @param maxEntries entries of the tree
 * @param folders only entries in these; none: all
 * @throws SourceError, GitLimitError
 */
export async function findSuspiciousTreeEntries(
  folder: string,
  commit: string,
  signal: AbortSignal,
  maxEntries: number = MAX_FILES,
  folders: readonly string[] = [],
): Promise<SuspiciousTreeEntries> {
  const counts = { outside: 0, disguised: 0, unseen: 0, submodules: 0, pointers: 0 };
  const links: { oid: string; path: string }[] = [];
  const small: string[] = [];
  const attributes = new Set<string>();
  const paths = folders.map((name) => `${name}/`);
  const git = startSourceGit(["-C", folder, ...LIST, commit, "--", ...paths], { signal });
  git.stdin.end();
  const counter = new TreeCounter(maxEntries);
  let rest = "";
  for await (const chunk of killing(git)) {
    const lines = (rest + chunk).split("\0");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const tab = line.indexOf("\t");
      const path = line.slice(tab + 1);
      counter.add(path);
      const [mode = "", , oid = "", size = ""] = line.slice(0, tab).split(/ +/);
      if (path.split("/").some((part) => part === ".." || GIT_NAME.test(part))) counts.disguised += 1;
      if (UNSEEN.test(path)) counts.unseen += 1;
      if (mode === "160000") counts.submodules += 1;
      const isFile = mode.startsWith("100");
      if (isFile && /(?:^|\/)\.gitattributes$/.test(path) && Number(size) <= MAX_ATTRIBUTES_BYTES) attributes.add(oid);
      else if (
        isFile &&
        Number(size) >= POINTER.from &&
        Number(size) <= POINTER.to &&
        small.length < POINTER.maxEntries
      )
        small.push(oid);
      if (mode === "120000" && Number(size) <= MAX_TARGET_LENGTH && links.length < MAX_LINKS) links.push({ oid, path });
    }
  }
  const { code, stderr } = await git.ended;
  counter.checkExit(code);
  if (code !== 0) throw gitFailure(stderr, "");
  const targets = await readTargets(folder, [...new Set(links.map(({ oid }) => oid))], signal);
  for (const { oid, path } of links) if (leadsOut(path, targets.get(oid) ?? "")) counts.outside += 1;
  const rules = await readTargets(folder, [...attributes].slice(0, MAX_ATTRIBUTES), signal);
  // Only a repository whose attributes name the filter has pointers; of others no small files are read.
  if ([...rules.values()].some((text) => /\bfilter=lfs\b/.test(text))) {
    const texts = await readTargets(folder, [...new Set(small)], signal);
    counts.pointers = small.filter((oid) => texts.get(oid)?.startsWith(POINTER_START)).length;
  }
  return counts;
}

/** The output as text; git is killed when it is not read to its end. */
async function* killing({ stdout, kill }: RunningGit): AsyncGenerator<string, void, undefined> {
  try {
    for await (const chunk of stdout.setEncoding("utf8")) yield String(chunk);
  } finally {
    kill();
  }
}

function leadsOut(path: string, target: string): boolean {
  if (/^(?:[/\\]|[a-z]:)/i.test(target)) return true;
  let depth = path.split("/").length - 1;
  for (const part of target.split("/")) {
    if (part === "..") depth -= 1;
    else if (part !== "" && part !== ".") depth += 1;
    if (depth < 0) return true;
  }
  return false;
}

async function readTargets(folder: string, oids: readonly string[], signal: AbortSignal): Promise<Map<string, string>> {
  const targets = new Map<string, string>();
  if (oids.length === 0) return targets;
  const { stdin, stdout, ended } = startSourceGit(["-C", folder, "cat-file", "--batch"], { signal });
  stdin.on("error", () => undefined);
  stdin.end(oids.map((oid) => `${oid}\n`).join(""));
  const chunks: Buffer[] = [];
  for await (const chunk of stdout) chunks.push(chunk as Buffer);
  const { code, stderr } = await ended;
  if (code !== 0) throw gitFailure(stderr, "");
  const all = Buffer.concat(chunks);
  for (let at = 0; at < all.length;) {
    const end = all.indexOf(10, at);
    if (end < 0) throw new SourceError("damaged", message("repository.copy_incomplete"));
    const [, oid = "", size] = /^([0-9a-f]+) blob (\d+)$/.exec(all.toString("utf8", at, end)) ?? [];
    const from = end + 1;
    if (size === undefined) {
      at = from;
      continue;
    }
    targets.set(oid, all.toString("utf8", from, from + Number(size)));
    at = from + Number(size) + 1;
  }
  return targets;
}
