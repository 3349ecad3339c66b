import type { FoundCommit } from "../../../contract/code/commits.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useServices } from "../appContext.tsx";

const NOTHING: readonly FoundCommit[] = [];

/** Which of these hashes are commits of a project; none until that is known. Without hashes there is no request. */
export function useKnownCommits(slug: string, hashes: readonly string[]): readonly FoundCommit[] {
  const { commits } = useServices();
  const { data } = useQuery(hashes.length === 0 ? null : queryKeys.knownCommits(slug, hashes), (signal) =>
    commits.find({ project: slug, hash: [...hashes] }, signal),
  );
  return data ?? NOTHING;
}
