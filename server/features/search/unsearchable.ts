import type { SearchAllAnswer } from "../../../contract/search/search.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import { listUnsearchableSources } from "../../db/tables/sources/unsearchableSources.ts";
import { formatStored } from "../../messages/messages.ts";

/** Sources that are named. */
const MAX_NAMED = 20;

/** Which sources of the caller's projects, or of the named ones, a search cannot find anything of, and why. */
export async function unsearchableSources(
  db: Db,
  { id, language }: Principal,
  slugs: readonly string[],
): Promise<SearchAllAnswer["unsearchable"]> {
  const rows = await listUnsearchableSources(db, id, slugs, MAX_NAMED);
  return {
    total: Number(rows[0]?.total ?? 0),
    sources: rows.map(({ id: source, name, slug, projectName, error, ...row }) => ({
      id: source,
      name,
      project: { slug, name: projectName },
      reason: reasonOf(row),
      error: error === null ? null : formatStored(error, language),
    })),
  };
}

function reasonOf({
  state,
  waitsFor,
  isPaused,
}: {
  readonly state: string;
  readonly waitsFor: string | null;
  readonly isPaused: boolean;
}): SearchAllAnswer["unsearchable"]["sources"][number]["reason"] {
  if (isPaused) return "paused";
  if (waitsFor === "disk" || waitsFor === "syncs") return "quota";
  return state === "failed" ? "failed" : "indexing";
}
