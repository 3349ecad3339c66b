import { readOutput } from "./readOutput.ts";

/** An entry of a commit's tree, of any kind. */
export interface TreeNode {
  /** As git writes it: `100755`. */
  readonly mode: string;
  readonly kind: "folder" | "file" | "link" | "submodule";
  readonly oid: string;
  /** Bytes; null for a folder and a submodule. */
  readonly size: number | null;
  /** The last part of its path. */
  readonly name: string;
  /** False for a name that is no valid UTF-8: its decoded form finds it no more. */
  readonly isNamed: boolean;
}

const LIMITS = { maxBytes: 32 << 20, timeoutMs: 10_000 };
const COMMAND = ["--literal-pathspecs", "ls-tree", "-z", "-l", "--full-tree"];
const SLASH = "/";

/** What a commit has at a path; null where it has nothing. @throws GitReadError where there is no such commit */
export async function findTreeEntry(
  gitDir: string,
  commit: string,
  path: string,
  signal: AbortSignal,
): Promise<TreeNode | null> {
  if (path === "") return { mode: "040000", kind: "folder", oid: commit, size: null, name: "", isNamed: true };
  const { bytes } = await readOutput(gitDir, [...COMMAND, "--end-of-options", commit, "--", path], LIMITS, signal);
  const [node] = readNodes(bytes);
  const name = path.slice(path.lastIndexOf(SLASH) + 1);
  return node?.isNamed === true && node.name === name ? node : null;
}

/** Folders of one path that are looked for. */
const MAX_LEVELS = 100;

/** The deepest folder on the way to a path that a commit has, with one call of git; "" where it has none of them. @throws GitReadError */
export async function findDeepestFolder(
  gitDir: string,
  commit: string,
  path: string,
  signal: AbortSignal,
): Promise<string> {
  const parts = path.split(SLASH).slice(0, -1).slice(0, MAX_LEVELS);
  const folders = parts.map((_, at) => parts.slice(0, at + 1).join(SLASH));
  if (folders.length === 0) return "";
  const args = [
    "--literal-pathspecs",
    "ls-tree",
    "-d",
    "-t",
    "-z",
    "--name-only",
    "--full-tree",
    "--end-of-options",
    commit,
  ];
  const { bytes } = await readOutput(gitDir, [...args, "--", ...folders], LIMITS, signal);
  const names = new Set(bytes.toString("utf8").split("\0"));
  return folders.findLast((folder) => names.has(folder)) ?? "";
}

/** The entries of a folder, folders first. @param tree a commit or the id of a tree @throws GitReadError where there is none */
export async function readFolder(gitDir: string, tree: string, signal: AbortSignal): Promise<TreeNode[]> {
  const { bytes } = await readOutput(gitDir, [...COMMAND, "--end-of-options", tree], LIMITS, signal);
  const isFile = ({ kind }: TreeNode): boolean => kind !== "folder" && kind !== "submodule";
  return readNodes(bytes).sort(
    (a, b) => Number(isFile(a)) - Number(isFile(b)) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
  );
}

const KINDS: Readonly<Record<string, TreeNode["kind"]>> = {
  "040000": "folder",
  "120000": "link",
  "160000": "submodule",
};

function readNodes(bytes: Buffer): TreeNode[] {
  const nodes: TreeNode[] = [];
  for (let from = 0, end = bytes.indexOf(0); end >= 0; from = end + 1, end = bytes.indexOf(0, from)) {
    const tab = bytes.indexOf(9, from);
    const [mode = "", , oid = "", size = ""] = bytes.toString("latin1", from, tab).split(/ +/);
    const path = bytes.subarray(tab + 1, end);
    const written = path.subarray(path.lastIndexOf(SLASH) + 1);
    const name = written.toString("utf8");
    nodes.push({
      mode,
      kind: KINDS[mode] ?? "file",
      oid,
      size: size === "-" ? null : Number(size),
      name,
      isNamed: Buffer.from(name).equals(written),
    });
  }
  return nodes;
}

/** The beginning of a blob. @throws GitReadError where there is no such blob */
export async function readBlobStart(
  gitDir: string,
  oid: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Buffer> {
  const limits = { maxBytes, timeoutMs: 20_000 };
  const { bytes } = await readOutput(gitDir, ["cat-file", "blob", oid], limits, signal);
  return bytes;
}
