import type { FoundCommit } from "../../contract/commits.ts";
import type { CommitsService } from "../services/commits.ts";
import { queryKeys } from "./queryKeys.ts";
import { useQuery } from "./useQuery.ts";

const NOTHING: readonly FoundCommit[] = [];

/** Which of these hashes are commits of a project; none until that is known. Without hashes there is no request. */
export function useKnownCommits(
  commits: Pick<CommitsService, "find">,
  slug: string,
  hashes: readonly string[],
): readonly FoundCommit[] {
  const { data } = useQuery(hashes.length === 0 ? null : queryKeys.knownCommits(slug, hashes), (signal) =>
    commits.find(slug, { hash: [...hashes] }, signal),
  );
  return data ?? NOTHING;
}
