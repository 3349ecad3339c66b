import { MAX_EXPORTED_RESULTS } from "../../../contract/constants.ts";
import { actorOf, recordAuditEvent } from "../../access/auditLog.ts";
import type { Db } from "../../db/openDb.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { type GoToOne, goTo } from "./goTo.ts";
import { IndexOpenThrottle } from "./IndexOpenThrottle.ts";
import type { CompanySearcher } from "./manyTasks.ts";
import { filterValuesOfAll } from "./filterValuesOfAll.ts";
import { searchAll } from "./searchAll.ts";
import { searchCsv } from "./searchCsv.ts";
import {
  type ProjectSearchDeps,
  changesOfCommit,
  countMatches,
  exportSearch,
  matchesOfFile,
  searchProject,
  valuesOfFilter,
} from "./searchProject.ts";

/** The search of one project. */
export function mountProjectSearch(mount: RouteRegistrar, deps: ProjectSearchDeps): void {
  mount("searchProject", ({ user, params, query, log }) => searchProject(deps, user, params.id, query, log));
  mount("exportSearch", async ({ user, params, query, log, address }) => {
    const { csv, projectId } = await exportSearch(deps, user, params.id, query, log);
    await recordAuditEvent(deps.db, actorOf(user, address), {
      action: "search.exported",
      subject: { kind: "project", id: projectId, name: params.id },
      after: { q: query.q },
    });
    return csv;
  });
  mount("matchCounts", ({ user, query, log }) => countMatches(deps, user, query, log));
  mount("fileMatches", ({ user, params, query, log }) => matchesOfFile(deps, user, params.id, query, log));
  mount("commitChanges", ({ user, query, log, signal }) => changesOfCommit(deps, user, query, { log, signal }));
  mount("filterValues", ({ user, query, log }) => valuesOfFilter(deps, user, query, log));
}

export interface ManySearchDeps {
  readonly db: Db;
  readonly searcher: CompanySearcher;
  readonly goToOne: GoToOne;
}

/** The calls over all projects of the caller, which ask each project where its index is open. */
export function mountSearchOfAll(mount: RouteRegistrar, { db, searcher, goToOne }: ManySearchDeps): void {
  const openThrottle = new IndexOpenThrottle();
  mount("searchAll", ({ user, query, signal, log }) => searchAll(db, searcher, user, query, { signal, log }));
  mount("exportSearchAll", async ({ user, query, signal, log, address }) => {
    const request = { ...query, limit: MAX_EXPORTED_RESULTS, scope: "all" as const, first: undefined };
    const { results, sources } = await searchAll(db, searcher, user, request, { signal, log });
    await recordAuditEvent(db, actorOf(user, address), {
      action: "search.exported",
      after: { q: query.q, projects: [...new Set(results.map(({ project }) => project.slug))] },
    });
    return searchCsv(results, new Map(sources.map(({ id, name }) => [id, name])), true);
  });
  mount("filterValuesOfAll", ({ user, query, signal, log }) =>
    filterValuesOfAll(db, searcher, user, query, { signal, log }),
  );
  mount("goTo", ({ user, query, signal, log }) => goTo({ db, goToOne, openThrottle }, user, query, { signal, log }));
}
