import { useMemo } from "react";
import { namedHashes } from "../../domain/namedHashes.ts";
import { useKnownCommits } from "../../queries/useKnownCommits.ts";
import { useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";

/** The pages of the commits that texts of a project name, by the hash as it is written. */
export function useCommitHrefs(slug: string, ...texts: readonly string[]): ReadonlyMap<string, string> {
  const { commits } = useServices();
  const known = useKnownCommits(commits, slug, namedHashes(texts));
  return useMemo(
    () => new Map(known.map(({ named, commit }) => [named, hrefTo.commit(slug, commit.hash)])),
    [known, slug],
  );
}
