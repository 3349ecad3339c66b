import type { BodySent } from "../../../contract/callTypes.ts";
import type { SavedSearch } from "../../../contract/search/savedSearches.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useLatestMutation } from "../../queries/useLatestMutation.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useServices } from "../appContext.tsx";

const NONE: readonly SavedSearch[] = [];

/** The saved searches of a project, or all for null, that the reader sees, and what they may do with them. */
export function useSavedSearches(slug: string | null) {
  const { savedSearches } = useServices();
  const query = useQuery(queryKeys.savedSearches(), (signal) => savedSearches.list(signal));
  const { data, refetch, setData } = query;
  const replace = (changed: SavedSearch) =>
    setData((all) => all && all.map((one) => (one.id === changed.id ? changed : one)));
  const invalidates = [queryKeys.savedSearches()];
  const create = useMutation(
    (body: BodySent<"createSavedSearch">) =>
      slug === null ? savedSearches.createOverAll(body) : savedSearches.create(slug, body),
    { invalidates },
  );
  const update = useMutation(savedSearches.update, { invalidates });
  const watch = useLatestMutation(
    (isWatched: boolean, id) => (isWatched ? savedSearches.watch(id) : savedSearches.unwatch(id)),
    { onSuccess: replace, onError: refetch },
  );
  const remove = useMutation(savedSearches.remove, { invalidates });
  const searches =
    data
      ?.filter(({ project }) => slug === null || project?.slug === slug)
      .map((one) => ({ ...one, watched: watch.shownOf(one.id) ?? one.watched })) ?? NONE;
  return {
    query: { ...query, data: data && searches },
    searches,
    create,
    update,
    watch,
    remove,
  };
}
