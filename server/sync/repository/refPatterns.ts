import { compileGlob } from "../../index/text/globPattern.ts";

interface NamedRef {
  /** `refs/heads/…` or `refs/tags/…` */
  readonly name: string;
}

/** Which refs a project's patterns name. */
export interface MatchedRefs<Ref> {
  /** Branches before tags for each pattern, in the order of the patterns, each once. */
  readonly refs: readonly Ref[];
  /** Matching refs beyond the limit. */
  readonly beyond: readonly Ref[];
  /** Patterns that no ref matches. */
  readonly unmatched: readonly string[];
}

/**
 * Matches refs as git does: by the whole name, by a prefix that ends at a slash, or by a glob whose star does not match a slash. Names are
 * without `refs/heads/` and `refs/tags/`.
 */
export function refMatcher(pattern: string): (ref: string) => boolean {
  // `**` matches slashes only as a whole level.
  const source = pattern
    .split("/")
    .map((level) => (/^\*{2,}$/.test(level) ? "**" : level.replaceAll(/\*{2,}/g, "*")))
    .join("/");
  const matches = compileGlob({ source, end: "whole", style: "git" });
  return (ref) => {
    const name = ref.replace(/^refs\/(?:heads|tags)\//, "");
    return name === pattern || name.startsWith(pattern.endsWith("/") ? pattern : `${pattern}/`) || matches(name);
  };
}

/** Numbers in names count as numbers, so that `release/10` comes before `release/9`. */
const byVersion = new Intl.Collator("en", { numeric: true });

/** The refs that match any of the patterns, for each pattern the highest versions first. @param maxRefs refs */
export function matchRefs<Ref extends NamedRef>(
  patterns: readonly string[],
  all: readonly Ref[],
  maxRefs: number,
): MatchedRefs<Ref> {
  const result = new Map<string, Ref>();
  const unmatched: string[] = [];
  const ordered = all.toSorted((a, b) => {
    const isTag = (name: string): number => Number(name.startsWith("refs/tags/"));
    return isTag(a.name) - isTag(b.name) || byVersion.compare(b.name, a.name) || (a.name < b.name ? -1 : 1);
  });
  for (const pattern of patterns) {
    const isNamed = refMatcher(pattern);
    const ofPattern = ordered.filter(({ name }) => isNamed(name));
    if (ofPattern.length === 0) unmatched.push(pattern);
    for (const ref of ofPattern) if (!result.has(ref.name)) result.set(ref.name, ref);
  }
  const refs = [...result.values()];
  return { refs: refs.slice(0, maxRefs), beyond: refs.slice(maxRefs), unmatched };
}
