import { useState } from "react";
import { rolesFrom } from "../../../contract/access/policy.ts";
import type { ProjectRole } from "../../../contract/projects.ts";
import { RestrictedSearchResults } from "../../components/restricted/RestrictedSearchResults.tsx";
import { useServices } from "../appContext.tsx";
import { sourceKeys } from "../../queries/sourceKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useSourceDetails } from "./useSourceDetails.ts";

const FIRST = 5;
const MOST = 200;

export interface RestrictedSearchSectionProps {
  slug: string;
  /** The caller's, in this project. */
  role: ProjectRole;
  /** The query; an empty one sends no request. */
  query: string;
}

/**
 * The restricted items that match a search. They are requested separately, and only for a role that was chosen at one of the sources. A
 * failure shows nothing: the same items are under Sources.
 */
export function RestrictedSearchSection({ slug, role, query }: RestrictedSearchSectionProps) {
  const services = useServices();
  const { details } = useSourceDetails(slug);
  const [more, setMore] = useState({ query, limit: FIRST });
  const limit = more.query === query ? more.limit : FIRST;
  const mayRead = Object.values(details).some(
    ({ restricted_role }) => restricted_role && rolesFrom(role).includes(restricted_role),
  );
  const { data, isLoading } = useQuery(
    mayRead && query !== "" ? sourceKeys.restrictedItems(slug, { q: query, limit }) : null,
    (signal) => services.sources.restricted(slug, { q: query, limit }, signal),
    { isLive: true },
  );
  if (!mayRead || query === "" || data === null) return null;
  return (
    <RestrictedSearchResults
      items={data.results}
      isLoading={isLoading}
      onMore={
        data.next !== null && limit < MOST ? () => setMore({ query, limit: limit === FIRST ? 20 : MOST }) : undefined
      }
    />
  );
}
