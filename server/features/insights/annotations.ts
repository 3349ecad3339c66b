/** Marks on the charts of a project: its releases, and what members add, change and delete. */
import { DateTime } from "luxon";
import type { z } from "zod";
import type { Annotation, AnnotationBody, AnnotationsQuery } from "../../../contract/annotations.ts";
import { ANNOTATION_LIMITS } from "../../../contract/metrics.ts";
import { mayInProject } from "../../../contract/policy.ts";
import { type ProjectAccess, projectFor } from "../../access/policy.ts";
import type { Principal } from "../../access/sessions.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import { listTagsBetween } from "../../db/tables/gitTags.ts";
import {
  countAnnotations,
  deleteAnnotation,
  findAnnotation,
  insertAnnotation,
  listAnnotationsBetween,
  type StoredAnnotation,
  updateAnnotation,
} from "../../db/tables/insightAnnotations.ts";
import { lockProject } from "../../db/tables/projects.ts";
import { hasReleases, listReleasesBetween } from "../../db/tables/releases.ts";
import { Conflict, Forbidden, NotFound } from "../../errors.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { message } from "../../messages/messages.ts";
import { timeZoneOf } from "./requestedProjects.ts";

export function mountAnnotations(mount: RouteRegistrar, db: Db): void {
  mount("listAnnotations", async ({ user, params, query }) => {
    const project = await projectFor(db, user, params.id, "project.read");
    const own = await listAnnotationsBetween(db, project.id, query, ANNOTATION_LIMITS.listed);
    return [...own.map((one) => present(one, project, user)), ...(await releasesOf(db, project, query))];
  });
  mount("createAnnotation", async ({ user, params, body }) => {
    const project = await projectFor(db, user, params.id, "annotations.add");
    return present(await addAnnotation(db, project, user, body), project, user);
  });
  mount("updateAnnotation", async ({ user, params, body }) => {
    const project = await projectFor(db, user, params.id, "project.read");
    const { id } = await changeableAnnotation(db, project, user, params.annotationId);
    await updateAnnotation(db, id, body);
    return present(await annotationOf(db, project, id), project, user);
  });
  mount("deleteAnnotation", async ({ user, params }) => {
    const project = await projectFor(db, user, params.id, "project.read");
    const { id } = await changeableAnnotation(db, project, user, params.annotationId);
    await deleteAnnotation(db, id);
  });
}

/** @throws Conflict when the project has too many */
async function addAnnotation(
  db: Db,
  project: ProjectAccess,
  user: Principal,
  body: z.output<typeof AnnotationBody>,
): Promise<StoredAnnotation> {
  const id = newId();
  await db.transaction().execute(async (tx) => {
    await lockProject(tx, project.id);
    if ((await countAnnotations(tx, project.id)) >= ANNOTATION_LIMITS.stored)
      throw new Conflict(message("limit.annotations", { max: ANNOTATION_LIMITS.stored }));
    await insertAnnotation(tx, { id, project_id: project.id, author_id: user.id, ...body });
  });
  return annotationOf(db, project, id);
}

/** @throws NotFound; Forbidden for another one's, unless the role may change all of them */
async function changeableAnnotation(
  db: Db,
  project: ProjectAccess,
  user: Principal,
  id: string,
): Promise<StoredAnnotation> {
  const annotation = await annotationOf(db, project, id);
  if (!mayChange(annotation, project, user)) throw new Forbidden(message("annotation.not_author"));
  return annotation;
}

async function annotationOf(db: Db, project: ProjectAccess, id: string): Promise<StoredAnnotation> {
  const found = await findAnnotation(db, project.id, id);
  if (!found) throw new NotFound(message("annotation.not_found"));
  return found;
}

const mayChange = ({ author_id }: StoredAnnotation, { role }: ProjectAccess, user: Principal): boolean =>
  author_id === user.id || mayInProject(role, "annotations.changeAll");

const present = (annotation: StoredAnnotation, project: ProjectAccess, user: Principal): Annotation => ({
  id: annotation.id,
  kind: annotation.kind,
  title: annotation.title,
  day: annotation.day,
  origin: "member",
  url: null,
  repository: null,
  author: annotation.author,
  created_at: annotation.created_at.toISOString(),
  can_change: mayChange(annotation, project, user),
});

/** Releases of the host; tags of the repositories where it has none. Their days are in the time zone of the company. */
async function releasesOf(
  db: Db,
  { id, companyId }: ProjectAccess,
  days: z.output<typeof AnnotationsQuery>,
): Promise<Annotation[]> {
  const zone = await timeZoneOf(db, companyId);
  const span = {
    from: DateTime.fromISO(days.from, { zone }).toJSDate(),
    to: DateTime.fromISO(days.to, { zone }).plus({ days: 1 }).toJSDate(),
  };
  const release = (at: Date) => ({
    kind: "release" as const,
    day: DateTime.fromJSDate(at, { zone }).toISODate() ?? "",
    author: null,
    created_at: at.toISOString(),
    can_change: false,
  });
  if (await hasReleases(db, id)) {
    const releases = await listReleasesBetween(db, id, span, ANNOTATION_LIMITS.listed);
    return releases.flatMap(({ published_at, name, tag, repository, url, ...own }) =>
      published_at === null
        ? []
        : [{ ...release(published_at), id: own.id, title: name || tag, origin: "host", url, repository }],
    );
  }
  const tags = await listTagsBetween(db, id, span, ANNOTATION_LIMITS.listed);
  return tags.map(({ source_id, name, committed_at, repository }) => ({
    ...release(committed_at),
    id: `${source_id}:${name}`,
    title: name,
    origin: "tag",
    url: null,
    repository,
  }));
}
