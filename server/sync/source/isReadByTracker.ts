import type { Db } from "../../db/openDb.ts";
import { listTrackerUrls } from "../../db/tables/sources.ts";
import { locationOf } from "../../sources/urlIdentity.ts";
import type { SyncedSource } from "./SyncedSource.ts";

/** Whether a tracker of the project has the address of a repository: its sync reads the requests. */
export async function isReadByTracker(
  db: Db,
  { projectId, provider, url }: Pick<SyncedSource, "projectId" | "provider" | "url">,
): Promise<boolean> {
  const location = locationOf(url);
  const trackers = (await listTrackerUrls(db, projectId, provider)).map(locationOf);
  return trackers.some(({ host, path }) => host === location.host && path === location.path);
}
