import { SourceError } from "../SourceError.ts";
import { type GitAddress, gitUrl } from "./gitAddress.ts";
import { gitFailure } from "./gitFailure.ts";
import type { GitAccess } from "../../git/gitProcess.ts";
import { readLocalRefs } from "./localSource.ts";
import { runSourceGit } from "./sourceGit.ts";
import { message } from "../../messages/messages.ts";

/** What a remote repository points at now. */
export interface RemoteHead {
  /** The commit to read; null when the repository has none yet. */
  readonly commit: string | null;
  /** The default branch; null when HEAD is not on one. */
  readonly branch: string | null;
  /** The ref to fetch: HEAD, or a branch where HEAD points to one that does not exist. */
  readonly ref: string;
}

export const gitHostOf = (address: GitAddress): string => (address.kind === "path" ? "" : address.host);

/** What a remote points at, with its branches and tags. */
export interface RemoteRefs extends RemoteHead {
  /** The commit of each branch, by its name. */
  readonly branches: ReadonlyMap<string, string>;
  /** The commit of each tag, by its name. */
  readonly tags: ReadonlyMap<string, string>;
}

/** Reads the HEAD, the branches and the tags of a remote. @throws SourceError */
export async function readRemoteHead(
  address: GitAddress,
  access: GitAccess,
  { signal, timeoutMs = 30_000 }: { signal?: AbortSignal | undefined; timeoutMs?: number } = {},
): Promise<RemoteRefs> {
  if (address.kind === "path") return parseRefs(await readLocalRefs(address, signal));
  const listRefs = async (tracesPackets: boolean) => {
    const { code, output, stderr } = await runSourceGit(
      ["ls-remote", "--symref", "--", gitUrl(address), "HEAD", "refs/heads/*", "refs/tags/*"],
      { access, signal, timeoutMs, tracesPackets },
    ).catch((error: unknown) => {
      if (error instanceof SourceError && error.code === "timeout") {
        throw new SourceError("timeout", message("host.timeout", { host: gitHostOf(address) }), {
          cause: error,
        });
      }
      throw error;
    });
    if (code !== 0) throw gitFailure(stderr, gitHostOf(address));
    return { refs: output.toString("utf8"), stderr };
  };
  const { refs } = await listRefs(false);
  // Over HTTP git takes any short answer for the list of a repository without refs; the trace shows whether git's protocol was spoken.
  if (refs.trim() === "" && address.kind === "web" && !PACKET.test((await listRefs(true)).stderr)) {
    throw gitFailure("not a git repository", gitHostOf(address));
  }
  return parseRefs(refs);
}

const parseRefs = (text: string): RemoteRefs => ({
  ...parseRemoteHead(text),
  branches: parseBranches(text),
  tags: parseTags(text),
});

const parseBranches = (text: string): Map<string, string> =>
  new Map(
    text.split("\n").flatMap((line): [string, string][] => {
      const [, hash = "", name = ""] = /^([0-9a-f]{40,64})\trefs\/heads\/(.+)$/.exec(line) ?? [];
      return name === "" ? [] : [[name, hash]];
    }),
  );

/** Reads the tags of the same text: `^{}` is the commit of a tag with a message of its own. */
export function parseTags(text: string): Map<string, string> {
  const tags = new Map<string, string>();
  for (const line of text.split("\n")) {
    const [, hash = "", name = ""] = /^([0-9a-f]{40,64})\trefs\/tags\/(.+?)(?:\^\{\})?$/.exec(line) ?? [];
    if (name !== "" && (line.endsWith("^{}") || !tags.has(name))) tags.set(name, hash);
  }
  return tags;
}

/** A packet that the host sent, as `GIT_TRACE_PACKET` writes it. */
const PACKET = /packet:\s+git< /;

/** Reads the answer of `git ls-remote --symref … HEAD refs/heads/*`. */
export function parseRemoteHead(text: string): RemoteHead {
  let branch: string | null = null;
  let head: string | null = null;
  const branches = new Map<string, string>();
  for (const line of text.split("\n")) {
    const [left = "", name = ""] = line.split("\t");
    if (left.startsWith("ref: ") && name === "HEAD") branch = withoutPrefix(left.slice("ref: ".length));
    else if (name === "HEAD") head = left;
    else if (name.startsWith("refs/heads/")) branches.set(withoutPrefix(name), left);
  }
  const usual = (names: readonly string[]) =>
    names.find((name) => name === "main") ?? names.find((name) => name === "master") ?? names[0];
  if (head !== null) {
    // Old servers and plain files do not report the branch of HEAD.
    branch ??= usual([...branches].filter(([, commit]) => commit === head).map(([name]) => name)) ?? null;
    return { commit: head, branch, ref: "HEAD" };
  }
  const other = usual([...branches.keys()].sort());
  return other === undefined
    ? { commit: null, branch, ref: "HEAD" }
    : { commit: branches.get(other) ?? null, branch: other, ref: `refs/heads/${other}` };
}

const withoutPrefix = (ref: string): string => ref.replace(/^refs\/heads\//, "");
