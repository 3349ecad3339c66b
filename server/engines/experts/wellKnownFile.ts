import { BULK_COMMIT_FILES } from "../ranking/bulkCommits.ts";

/**
 * Who knows a file well enough to be notified when others change it, by commits that count as evidence in a ranking too. A count instead of a
 * ranking, because the sync that stores the commits has no index open.
 */
export const WELL_KNOWN_FILE = { minCommits: 3, minShare: 1 / 3, maxFiles: BULK_COMMIT_FILES.expertise } as const;
