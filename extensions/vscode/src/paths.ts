/** Maps files of the workspace to files of a repository, and back. Paths here use slashes on every system. */

/** A folder of the workspace, or the root of the clone that contains it. */
export interface Root {
  readonly path: string;
  /** Its remotes, where the editor knows them. */
  readonly remotes: readonly string[];
  /** The commit that is checked out, where the editor knows it. */
  readonly commit?: string | undefined;
}

/** The path of a file relative to the nearest root that contains it; undefined for a file outside all of them. */
export function pathInRoot(
  roots: readonly Root[],
  file: string,
): { readonly root: Root; readonly path: string } | undefined {
  const [root] = roots
    .filter(({ path }) => file.startsWith(withSlash(path)))
    .toSorted((a, b) => b.path.length - a.path.length)
    // A clone has remotes; a folder inside it has none.
    .toSorted((a, b) => Number(b.remotes.length > 0) - Number(a.remotes.length > 0));
  return root && { root, path: file.slice(withSlash(root.path).length) };
}

const withSlash = (path: string): string => (path.endsWith("/") ? path : `${path}/`);
