import { useMemo } from "react";
import { namedHashes } from "../../domain/namedHashes.ts";
import { hrefTo } from "../paths.ts";
import { useKnownCommits } from "./useKnownCommits.ts";

/** The pages of the commits that texts of a project name, by the hash as it is written. */
export function useCommitHrefs(slug: string, ...texts: readonly string[]): ReadonlyMap<string, string> {
  const known = useKnownCommits(slug, namedHashes(texts));
  return useMemo(
    () => new Map(known.map(({ named, commit }) => [named, hrefTo.commit(slug, commit.hash)])),
    [known, slug],
  );
}
