import type { FastifyBaseLogger } from "fastify";
import type { NameKind } from "../../../contract/search/goTo.ts";
import type { Db } from "../../db/openDb.ts";
import { requestAddress } from "../../../contract/addresses/requestAddress.ts";
import { listRequestNames } from "../../db/tables/requests/changeRequests.ts";
import { listAmbiguousRequestNumbers } from "../../db/tables/requests/requestIndexing.ts";
import { projectState } from "../../project/projectState.ts";
import { findNames } from "../../engines/goTo/findNames.ts";
import { type FoundInProject, type RequestNames, requestNames } from "../../engines/goTo/foundNames.ts";
import type { IndexCache } from "../../index/IndexCache.ts";
import { StampedCache } from "../../memoize.ts";
import { peopleForSearch } from "./peopleForSearch.ts";
import { isGenerationOpen, openGuestGeneration } from "../../project/projectIndex.ts";

/** The request for the names of one project: plain data, because it is sent to a thread. */
export interface GoToProject {
  readonly projectId: string;
  readonly q: string;
  readonly kind: readonly NameKind[];
  readonly limit: number;
  /** Whether an index that is not open may be opened. */
  readonly mayOpen: boolean;
}

/** A key press reads no rows: the titles of requests are kept until the next sync. */
const namesByProject = new StampedCache<RequestNames>(20);
/** Newest requests of a project that are found by name. */
const MAX_REQUESTS = 20_000;

/** @returns null when the index is not open and may not be opened */
export async function goToProject(
  db: Db,
  indexes: IndexCache,
  { projectId, mayOpen, ...query }: GoToProject,
  log: FastifyBaseLogger,
): Promise<FoundInProject[] | null> {
  const { generation, stamp } = await projectState(db, projectId);
  if (!mayOpen && !isGenerationOpen(indexes, projectId, generation)) return null;
  const { index, release } = await openGuestGeneration(db, indexes, projectId, generation, log);
  try {
    const [people, requests] = await Promise.all([
      peopleForSearch(db, projectId, index, stamp),
      requestsOf(db, projectId, stamp),
    ]);
    return findNames(index, { ...query, people, requests });
  } finally {
    release();
  }
}

function requestsOf(db: Db, projectId: string, stamp: string): Promise<RequestNames> {
  return namesByProject.get(projectId, stamp, async () => {
    const [rows, ambiguous] = await Promise.all([
      listRequestNames(db, projectId, MAX_REQUESTS),
      listAmbiguousRequestNumbers(db, projectId),
    ]);
    const shared = new Set(ambiguous);
    return requestNames(rows.map((row) => ({ ...row, address: requestAddress(row, shared.has(row.number)) })));
  });
}
