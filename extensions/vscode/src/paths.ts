/** Which file of a repository a file of the workspace is, and the other way round. Paths here have slashes on every system. */

/** A folder of the workspace, or the root of a clone that reaches beyond it. */
export interface Root {
  readonly path: string;
  /** Addresses that it was cloned from, where the editor knows. */
  readonly remotes: readonly string[];
}

/** The path of a file from the nearest root that holds it; undefined for a file outside all of them. */
export function pathInRoot(
  roots: readonly Root[],
  file: string,
): { readonly root: Root; readonly path: string } | undefined {
  const [root] = roots
    .filter(({ path }) => file.startsWith(withSlash(path)))
    .toSorted((a, b) => b.path.length - a.path.length)
    // A clone knows where it comes from; a folder inside it does not.
    .toSorted((a, b) => Number(b.remotes.length > 0) - Number(a.remotes.length > 0));
  return root && { root, path: file.slice(withSlash(root.path).length) };
}

const withSlash = (path: string): string => (path.endsWith("/") ? path : `${path}/`);

/** Whether a path that a server gave stays inside of what it is put under. */
export const isInside = (path: string): boolean =>
  path !== "" &&
  !/^[/\\]|^[a-z]:|\0/i.test(path) &&
  path.split(/[/\\]/).every((part) => part !== ".." && part !== "." && part !== "");

/** `host/owner/name` of an address of a repository, however it is written: https, ssh, with or without `.git`. */
export function repositoryKey(url: string): string {
  const text = url.trim().replace(/^([\w.-]+)@([^:/]+):(?!\/\/)/, "ssh://$1@$2/");
  const bare = text.replace(/^[a-z][a-z+]*:\/\//i, "").replace(/^[^@/]*@/, "");
  return bare
    .replace(/:\d+(?=\/)/, "")
    .replace(/\/+$/, "")
    .replace(/\.git$/i, "")
    .toLowerCase();
}

/** The repository of a project that a root is a clone of; undefined when that cannot be told. */
export function repositoryOf<T extends { readonly url: string }>(
  repositories: readonly T[],
  root: Root,
): T | undefined {
  const keys = new Set(root.remotes.map(repositoryKey));
  const cloned = repositories.find(({ url }) => keys.has(repositoryKey(url)));
  return cloned ?? (repositories.length === 1 ? repositories[0] : undefined);
}
