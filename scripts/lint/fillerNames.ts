/** Names of values that say nothing, and the folders in which they are refused. */

/** Names that say nothing of what a value is. They are refused as a full name only, in the folders that `isFillerName` reads. */
export const FILLER_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    again: "the noun of what is repeated: repeatAt, current",
    asked: "the noun: query, origin, tried",
    found: "the noun of what was looked for: project, match, result",
    given: "the noun: input, header",
    held: "the noun: reserved, pending",
    kept: "the noun: cached, stored",
    known: "the noun: cached, previous, existing",
    made: "the noun: token, commit, created",
    most: "maximum, limit",
    one: "the noun of the list, in the singular",
    own: "the noun of what it is",
    said: "the noun: text, answer",
    there: "the noun: existing, current",
    wanted: "target, or the noun",
    whole: "full, matched, or the noun",
  }),
);

/** Folders whose names of values are nouns. The list grows until it is all of the server. */
export const NAMED_BY_NOUN: readonly string[] = [
  "contract/matching",
  "server/access",
  "server/cluster",
  "server/compute",
  "server/demo",
  "server/engines",
  "server/git",
  "server/http",
  "server/index",
  "server/jobs",
  "server/mail",
  "server/mcp",
  "server/messages",
  "server/observability",
  "server/personal",
  "server/printing",
  "server/project",
  "server/sources",
  "server/sync",
  "server/threads",
  "server/wire",
  "server/features/apiTokens",
  "server/features/ask",
  "server/features/audit",
  "server/features/backtests",
  "server/features/chatActions",
  "server/features/checks",
  "server/features/code",
  "server/features/commits",
  "server/features/companies",
  "server/features/dashboard",
  "server/features/directory",
  "server/features/documents",
  "server/features/experts",
  "server/features/exports",
  "server/features/graph",
  "server/features/imports",
  "server/features/installation",
  "server/features/invitations",
  "server/features/issues",
  "server/features/localization",
  "server/features/mcpTokens",
  "server/features/members",
  "server/features/overview",
  "server/features/ownMetrics",
  "server/features/persons",
  "server/features/projects",
  "server/features/savedSearches",
  "server/features/secondFactors",
  "server/features/sessions",
  "server/features/slack",
  "server/features/sso",
  "server/features/users",
];

const WITH_ADVERBS: readonly string[] = ["server/git", "server/sources", "server/sync"];
const WITHOUT_ADVERBS = NAMED_BY_NOUN.filter((folder) => !WITH_ADVERBS.includes(folder));
/** Names that are refused in other folders than `NAMED_BY_NOUN`. */
const FOLDERS_OF_NAME: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    again: WITHOUT_ADVERBS,
    found: ["server", "contract"],
    made: WITHOUT_ADVERBS,
    one: [...NAMED_BY_NOUN, "server/cli", "server/db", "server/events", "bench", "scripts"],
    said: ["server", "contract", "bench", "scripts"],
    there: WITHOUT_ADVERBS,
    wanted: ["server", "contract", "scripts"],
  }),
);

/** Whether a name of a value is refused in a file with this path from the root. */
export const isFillerName = (name: string, path: string): boolean =>
  FILLER_NAMES.has(name) &&
  (FOLDERS_OF_NAME.get(name) ?? NAMED_BY_NOUN).some((folder) => path.startsWith(`${folder}/`));
