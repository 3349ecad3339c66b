import { compileGlob } from "../../index/text/globPattern.ts";

/** A line of a CODEOWNERS file. */
export interface OwnerRule {
  /** 1-based. */
  readonly line: number;
  readonly pattern: string;
  /** As written: `@login`, `@company/team` or an address. Empty where a line takes the owners of a folder away. */
  readonly owners: readonly string[];
}

/** Where GitHub looks, in its order; the first that is there counts alone. */
export const CODEOWNERS_PATHS = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"] as const;
const MAX_BYTES = 3 * 1024 * 1024;

/**
 * Parses a CODEOWNERS file as GitHub does: the last line that matches a path wins; patterns are those of .gitignore without `!`,
 * `[ ]` and a `\#` at the start, and a line with any of these, or with something that is no owner, is skipped. A file over 3 MB is none.
 */
export function parseCodeOwners(text: string): { rules: OwnerRule[]; ownersOf: (path: string) => OwnerRule | null } {
  const rules: (OwnerRule & { matches: (path: string) => boolean })[] = [];
  if (text.length <= MAX_BYTES) {
    text.split(/\r?\n/).forEach((raw, index) => {
      const words = raw
        .replace(/(^|\s)#.*$/, "")
        .trim()
        .match(/(?:\\.|\S)+/g);
      const [pattern, ...owners] = words ?? [];
      if (pattern === undefined || /^!|^\\#|\[|\]/.test(pattern) || !owners.every(isOwner)) return;
      rules.push({ line: index + 1, pattern, owners, matches: matcherOf(pattern.replaceAll("\\ ", " ")) });
    });
  }
  return { rules, ownersOf: (path) => rules.findLast(({ matches }) => matches(path)) ?? null };
}

const isOwner = (text: string): boolean =>
  /^@[\w.-]+(\/[\w.-]+)?$/.test(text) || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

function matcherOf(pattern: string): (path: string) => boolean {
  const bare = pattern.replace(/^\//, "").replace(/\/$/, "");
  const isFromRoot = pattern.startsWith("/") || bare.includes("/");
  // `docs/*` means the files right in docs, not what lies deeper; `docs/` and `docs` take everything below along.
  const end = pattern.endsWith("/") ? "below" : pattern.endsWith("/*") ? "whole" : "orBelow";
  return compileGlob({ source: bare, end, isAnywhere: !isFromRoot, style: "git" });
}
