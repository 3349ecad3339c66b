import type { DocumentDrift } from "../../../contract/documents.ts";
import { projectFor } from "../../access/policy.ts";
import type { Db } from "../../db/openDb.ts";
import { listDocumentSources } from "../../db/tables/sources.ts";
import { pageKey } from "../../engines/documents/staleReferences.ts";
import { commitUrl } from "../../engines/documents/hostLinks.ts";
import type { IndexCache } from "../../index/indexCache.ts";
import type { Handler } from "../../http/router.ts";
import { openProjectIndex } from "../search/projectIndex.ts";
import type { StaleReferenceChecker } from "./StaleReferenceChecker.ts";
import { requirePath, requireSource, timeOf } from "./documentSources.ts";

/** GET projects/{id}/documents/drift/ */
export function getStaleReferences(
  db: Db,
  indexes: IndexCache,
  keeper: StaleReferenceChecker,
): Handler<"documentDrift"> {
  return async ({ user, params, query, log }): Promise<DocumentDrift> => {
    const project = await projectFor(db, user, params.id, "project.read");
    const path = requirePath(query.path);
    await requireSource(db, project.id, query.source);
    const index = await openProjectIndex(db, indexes, project.id, log);
    const { drift, isChecking } = keeper.of(project.id, index);
    const page = drift?.pages.get(pageKey(query.source, path));
    const sources = new Map((await listDocumentSources(db, project.id)).map((source) => [source.id, source]));
    return {
      state: isChecking ? "checking" : drift?.isRead ? "ready" : "unread",
      checked: page?.checked ?? 0,
      items: (page?.items ?? []).map(({ name, kind, lines, source, removal }) => {
        const host = sources.get(source);
        const { hash, author, title, at } = removal;
        return {
          name,
          kind,
          lines: [...lines],
          path: removal.path,
          now: removal.now,
          removed_by: { hash, author, title, at: new Date(at).toISOString(), url: host ? commitUrl(host, hash) : null },
        };
      }),
      since: timeOf(drift?.since ?? null),
    };
  };
}
