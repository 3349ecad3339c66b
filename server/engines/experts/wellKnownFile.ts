import { BULK_COMMIT_FILES } from "../ranking/bulkCommits.ts";
import { EXPERT_CONSTANTS } from "./expertConstants.ts";

/**
 * Who knows a file well enough to be notified when others change it, by commits that count as evidence in a ranking too. A count instead of a
 * ranking, because the sync that stores the commits has no index open.
 */
export const WELL_KNOWN_FILE = {
  minCommits: EXPERT_CONSTANTS.minWellKnownCommits.value,
  minShare: EXPERT_CONSTANTS.minWellKnownShare.value,
  maxFiles: BULK_COMMIT_FILES.expertise,
} as const;
