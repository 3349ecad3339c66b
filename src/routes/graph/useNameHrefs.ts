import { useMemo } from "react";
import type { NamedThing } from "../../../contract/code/graph.ts";
import { extractNames } from "../../domain/nameLinks.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";

const NOTHING: readonly NamedThing[] = [];

/**
 * The pages of what texts of a project name, by the name as it is written; none until they are known, and no request without names.
 * @param source which the texts are from: a number alone counts there; null: a number has to be unique in the project
 */
export function useNameHrefs(
  slug: string,
  source: string | null,
  ...texts: readonly string[]
): ReadonlyMap<string, string> {
  const { graph } = useServices();
  const query = { name: extractNames(texts), ...(source !== null && { source }) };
  const { data } = useQuery(query.name.length === 0 ? null : queryKeys.namedThings(slug, query), (signal) =>
    graph.named(slug, query, signal),
  );
  const known = data ?? NOTHING;
  return useMemo(
    () => new Map(known.map(({ named, kind, address }) => [named, pageOf(slug, kind, address)])),
    [known, slug],
  );
}

function pageOf(slug: string, kind: NamedThing["kind"], address: string): string {
  switch (kind) {
    case "issue":
      return hrefTo.issue(slug, address);
    case "request":
      return hrefTo.request(slug, address);
    case "commit":
      return hrefTo.commit(slug, address);
    case "person":
      return hrefTo.personAt(slug, address);
  }
}
