import { TEXT_LIMITS } from "../../../contract/constants.ts";
import type { Query } from "../paths.ts";

/** Maximum of values of one kind that the host accepts. */
const VALUES_LIMIT = 100;

/** The different values of a parameter. */
export const readValues = (search: URLSearchParams, name: string): readonly string[] =>
  [...new Set(search.getAll(name))].slice(0, VALUES_LIMIT);

/** The values of a parameter that are known, in the order of `known`. */
export const readKnown = <V extends string>(
  search: URLSearchParams,
  name: string,
  known: readonly V[],
): readonly V[] => {
  const values = new Set<string>(search.getAll(name));
  return known.filter((value) => values.has(value));
};

/** The value of a parameter, if it is known. */
export const readOne = <V extends string>(search: URLSearchParams, name: string, known: readonly V[]): V | null =>
  known.find((value) => value === search.get(name)) ?? null;

/** What the addresses of the lists have under the same names: a text, whether the entries of bots are left out, the previewed row. */
export const readShared = (search: URLSearchParams) => ({
  text: (search.get("q") ?? "").slice(0, TEXT_LIMITS.query),
  isWithoutBots: search.get("bots") === "no",
  preview: search.get("peek"),
});

/** The parameter `bots` of the address and of the host. */
export const botsParam = (isWithoutBots: boolean): "no" | null => (isWithoutBots ? "no" : null);

type NarrowingQuery<Q> = { readonly [K in keyof Q]?: Exclude<Q[K], null> };

/** A query without the parameters that restrict nothing: the host refuses an empty text. */
export const omitEmpty = <Q extends Query>(query: Q): NarrowingQuery<Q> =>
  Object.fromEntries(
    Object.entries(query).filter(
      ([, value]) => value !== null && value !== "" && !(Array.isArray(value) && value.length === 0),
    ),
  ) as NarrowingQuery<Q>;
