/** Which requests of a host belong to the folders that a repository is limited to. */
import { orderFolders } from "../../../contract/sources/sourceFolders.ts";
import type { Db } from "../../db/openDb.ts";
import {
  deleteFilesBeyond,
  forgetRequestFiles,
  listRequestsBeyond,
  moveRequestsOutside,
} from "../../db/tables/requests/outsideRequests.ts";
import type { listRequestsWithoutDetails } from "../../db/tables/requests/requestStorage.ts";
import { countFieldsChange } from "../../db/tables/sources/sourceFields.ts";
import { listRepositoryFolders } from "../../db/tables/sources/sourceFolders.ts";
import { isInFolders } from "../../git/folderPaths.ts";
import { isOfFolders } from "../../index/manifest.ts";
import type { RequestDetails } from "../../sources/connector/requestTypes.ts";
import { isSameAtHost, locationOf } from "../../sources/urlIdentity.ts";
import { type SyncCursor, type SyncedSource, storeCursor } from "../source/SyncedSource.ts";
import type { RequestWriter } from "./RequestWriter.ts";

type StoredRequest = Awaited<ReturnType<typeof listRequestsWithoutDetails>>[number];

/** The folders for whose requests a source is read: its own, or those of the repositories that a tracker has the address of. */
export async function foldersOfRequests(
  db: Db,
  {
    kind,
    projectId,
    provider,
    url,
    folders,
  }: Pick<SyncedSource, "kind" | "projectId" | "provider" | "url" | "folders">,
): Promise<readonly string[]> {
  if (kind === "repository") return folders;
  const tracked = locationOf(url);
  const repositories = (await listRepositoryFolders(db, projectId, provider)).filter((repository) =>
    isSameAtHost(locationOf(repository.url), tracked),
  );
  // One that is read whole needs all requests.
  return repositories.some((repository) => repository.folders.length === 0)
    ? []
    : orderFolders(repositories.flatMap((repository) => repository.folders));
}

/**
 * Brings the stored requests from the folders that they were read for to others. For a part of those before, what is stored suffices; else
 * all are read again. In one transaction with the cursor that names the folders.
 */
export async function applyRequestFolders(
  db: Db,
  sourceId: string,
  cursor: SyncCursor,
  folders: readonly string[],
): Promise<{ readonly cursor: SyncCursor; readonly isReadAgain: boolean }> {
  const before = cursor.requestFolders;
  if (isOfFolders({ folders: before }, folders)) return { cursor, isReadAgain: false };
  const isPart =
    folders.length > 0 && folders.every((folder) => before.includes(folder) || isInFolders(before, folder));
  const isReadAgain = !isPart && cursor.requests !== null;
  const next: SyncCursor = {
    ...cursor,
    requestFolders: [...folders],
    requests: isReadAgain ? null : cursor.requests,
    unannouncedRequests: isReadAgain ? {} : cursor.unannouncedRequests,
    isIndexBehind: true,
  };
  await db.transaction().execute(async (tx) => {
    if (isReadAgain) await forgetRequestFiles(tx, sourceId);
    else if (folders.length > 0) {
      await moveRequestsOutside(tx, sourceId, await listRequestsBeyond(tx, sourceId, folders));
      await deleteFilesBeyond(tx, sourceId, folders);
    }
    await countFieldsChange(tx, sourceId);
    await storeCursor(tx, sourceId, next);
  });
  return { cursor: next, isReadAgain };
}

/** Stores what was read of a request; one that changes no file in the folders is moved outside. @returns whether it was moved */
export async function storeDetails(
  tx: Db,
  writer: RequestWriter,
  request: StoredRequest,
  details: RequestDetails,
): Promise<boolean> {
  const { folders, sourceId } = writer;
  const files = details.files.filter(({ path }) => isInFolders(folders, path));
  // A list that is empty or cut does not tell that no file of the folders is changed.
  if (files.length > 0 || details.files.length === 0 || details.isCut) {
    await writer.writeDetails(tx, request, { ...details, files });
    await writer.announce(tx, request);
    return false;
  }
  writer.forgetUnannounced([request.external_id]);
  await moveRequestsOutside(tx, sourceId, [request]);
  return true;
}
