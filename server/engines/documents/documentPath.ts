/**
 * The one spelling of a document's path: names between single slashes, no slash at either end; empty is the root.
 * @returns null for what can be no path inside a source: `..`, a NUL, a lone surrogate
 */
export function documentPath(input: string): string | null {
  if (input.includes("\0") || !input.isWellFormed()) return null;
  const parts = input.split("/").filter((part) => part !== "" && part !== ".");
  return parts.includes("..") ? null : parts.join("/");
}

/** Resolves a relative link on the page `from`: `../a.md` in `docs/b.md` is `a.md`. Null when it leaves the source. */
export function resolvePath(from: string, target: string): string | null {
  const parts = target.startsWith("/") ? [] : from.split("/").slice(0, -1);
  for (const part of target.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join("/");
}

export const lastPartOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
