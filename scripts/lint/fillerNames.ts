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

/** Folders whose names of values are nouns. */
export const NAMED_BY_NOUN: readonly string[] = [
  "bench",
  "contract",
  "scripts",
  "server",
  "src/components/charts",
  "src/components/ui",
  "src/domain",
  "src/queries",
  "src/services",
  "src/stores",
];

/** Names that are adverbs or participles of what a step just did, and the folders that may use them. */
const ADVERBS: ReadonlySet<string> = new Set(["again", "made", "there"]);
const WITH_ADVERBS: readonly string[] = ["server/git", "server/sources", "server/sync"];

const isWithin = (path: string, folders: readonly string[]): boolean =>
  folders.some((folder) => path.startsWith(`${folder}/`));

/** Whether a name of a value is refused in a file with this path from the root. */
export const isFillerName = (name: string, path: string): boolean =>
  FILLER_NAMES.has(name) && isWithin(path, NAMED_BY_NOUN) && !(ADVERBS.has(name) && isWithin(path, WITH_ADVERBS));
