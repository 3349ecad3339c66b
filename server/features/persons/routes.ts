import { projectFor, projectWithId } from "../../access/policy.ts";
import type { Db } from "../../db/openDb.ts";
import { findProjectOfMerge } from "../../db/tables/persons/personMerges.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import type { IndexCache } from "../../index/IndexCache.ts";
import { message } from "../../messages/messages.ts";
import type { AvailabilityReader } from "../../sources/connector/calendarTypes.ts";
import { openProjectIndex } from "../../project/projectIndex.ts";
import { readKnowledge } from "./personKnowledge.ts";
import { readProfile } from "./personProfile.ts";
import { readWork } from "./personWork.ts";
import { requirePerson } from "./requirePerson.ts";
import { listPersons, mergePersons, undoMerge } from "./service.ts";

/** Corrections of who is who in a project. */
export function mountPersonMerges(mount: RouteRegistrar, db: Db): void {
  mount("mergePersons", async ({ user, body }) => {
    const project = await projectFor(db, user, body.project, "sources.change");
    return mergePersons(db, project, user.id, body);
  });
  mount("undoPersonMerge", async ({ user, params }) => {
    const of = await findProjectOfMerge(db, params.mergeId);
    const project = await projectWithId(db, user, of, "sources.change", message("person.merge_not_found"));
    await undoMerge(db, project, params.mergeId);
  });
}

export interface PersonDeps {
  readonly db: Db;
  readonly indexes: IndexCache;
  /** Left out where no calendar can be connected. */
  readonly availability?: AvailabilityReader;
}

/** The people of a project, the page of a person and its parts. */
export function mountPersonPages(mount: RouteRegistrar, deps: PersonDeps): void {
  const { db, indexes } = deps;
  mount("listPersons", async ({ user, query }) => {
    const project = await projectFor(db, user, query.project, "project.read");
    return listPersons(db, project.id, query.q ?? "");
  });
  mount("getPerson", async ({ user, params, log }) => {
    const project = await projectFor(db, user, params.id, "project.read");
    return readProfile(db, await openProjectIndex(db, indexes, project.id, log), project.id, params.person);
  });
  mount("personWork", async ({ user, query, log }) => {
    const project = await projectFor(db, user, query.project, "project.read");
    const index = await openProjectIndex(db, indexes, project.id, log);
    return readWork(db, index, project.id, await requirePerson(db, index, project.id, query.person));
  });
  mount("personKnowledge", async ({ user, query, log }) => {
    const project = await projectFor(db, user, query.project, "project.read");
    const index = await openProjectIndex(db, indexes, project.id, log);
    return readKnowledge(deps, index, project, await requirePerson(db, index, project.id, query.person));
  });
}
