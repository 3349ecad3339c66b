/** Branches and tags of a repository that a project names. Free of zod: the form checks patterns as the server does. */

/** Limits of one repository: patterns, refs that are searched, and characters of a pattern. */
export const REF_LIMITS = { patterns: 20, refs: 20, length: 200 } as const;

/**
 * `ready`: it is searched; `default`: it is the default branch; `over_limit`: more refs match than are searched; `missing`: a pattern that no
 * ref matches.
 */
export const REF_STATES = ["ready", "default", "waiting", "missing", "failed", "over_limit"] as const;
export type RefState = (typeof REF_STATES)[number];

/**
 * Whether a text can be a pattern of refs: `release/1.0`, `release/*` for one level, `release/**` for all. What git allows in no name of a ref
 * is refused, the stars aside.
 */
export function isRefPattern(text: string): boolean {
  if (text.length === 0 || text.length > REF_LIMITS.length) return false;
  if (/[\s~^:?[\\\p{Cc}]/u.test(text) || /^[-/]/.test(text)) return false;
  return !text.includes("..") && !text.includes("//");
}
