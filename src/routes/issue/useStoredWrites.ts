import type { StoredWrite, StoredWrites } from "../../../contract/issues/issueWrites.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useServices } from "../appContext.tsx";

/** Milliseconds between two looks while a change is in progress, and while an answer is lost or the end of a batch is shown. */
const POLL_MS = 1000;
const SLOW_POLL_MS = 20_000;
/** Milliseconds in which a part of the page that is mounted later does not ask again. */
const STALE_MS = 1000;

export const isUnderWay = ({ state }: StoredWrite): boolean => state === "held" || state === "sending";

function pollAfter(data: StoredWrites | null): number | false {
  if (data?.writes.some(isUnderWay)) return POLL_MS;
  const isWatched = data?.batches.length || data?.writes.some(({ state }) => state === "unknown");
  return isWatched ? SLOW_POLL_MS : false;
}

/**
 * The member's changes that the tracker does not have.
 * @param issueId only those of one issue, by its id
 */
export function useStoredWrites(slug: string, issueId?: string) {
  const { issues } = useServices();
  return useQuery(queryKeys.storedWrites(slug, issueId), (signal) => issues.storedWrites(slug, issueId, signal), {
    refetchIntervalMs: pollAfter,
    staleMs: STALE_MS,
  });
}
