import type { Db } from "../../db/openDb.ts";
import { listTrackers } from "../../db/tables/sources/sources.ts";
import { isSameAtHost, locationOf } from "../../sources/urlIdentity.ts";
import type { SyncedSource } from "./SyncedSource.ts";

/** Whether a tracker of the project has the address of a repository: its sync reads the requests. */
export async function isReadByTracker(
  db: Db,
  { projectId, provider, url }: Pick<SyncedSource, "projectId" | "provider" | "url">,
): Promise<boolean> {
  const location = locationOf(url);
  const trackers = await listTrackers(db, projectId, provider);
  return trackers.some((tracker) => isSameAtHost(locationOf(tracker.url), location));
}
