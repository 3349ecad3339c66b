/** Marks on the charts of projects: their releases, and what members add, change and delete, each with its entry in the audit log. */
import { DateTime } from "luxon";
import type { z } from "zod";
import type { Annotation, AnnotationBody, AnnotationsQuery } from "../../../contract/insights/annotations.ts";
import { ANNOTATION_LIMITS } from "../../../contract/insights/metrics.ts";
import { mayInProject } from "../../../contract/access/policy.ts";
import { type Actor, type NewAuditEvent, recordAuditEvent } from "../../access/auditLog.ts";
import type { ProjectAccess } from "../../access/policy.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import { listTagsBetween } from "../../db/tables/commits/gitTags.ts";
import {
  countAnnotations,
  deleteAnnotation,
  findAnnotation,
  insertAnnotation,
  listAnnotationsBetween,
  lockAnnotation,
  type StoredAnnotation,
  updateAnnotation,
} from "../../db/tables/insights/insightAnnotations.ts";
import { lockProject } from "../../db/tables/projects/projects.ts";
import { listProjectsWithReleases, listReleasesBetween } from "../../db/tables/commits/releases.ts";
import { Conflict, Forbidden, NotFound } from "../../errors.ts";
import { message } from "../../messages/messages.ts";
import { type RequestedProject, requestedProjects, timeZoneOf } from "../../project/requestedProjects.ts";

type Content = z.output<typeof AnnotationBody>;

/** The annotations of these projects in the days, and their releases. */
export async function readAnnotations(db: Db, user: Principal, query: AnnotationsQuery): Promise<Annotation[]> {
  const projects = await requestedProjects(db, user, query.project);
  const byId = new Map(projects.map((project) => [project.id, project]));
  const rows = await listAnnotationsBetween(db, [...byId.keys()], query, ANNOTATION_LIMITS.listed);
  const added = rows.flatMap((row) => {
    const project = byId.get(row.project_id);
    return project ? [present(row, project, user)] : [];
  });
  return [...added, ...(await releasesOf(db, byId, query, await timeZoneOf(db, user.companyId)))];
}

/** @returns its id. @throws Conflict when the project has too many */
export async function addAnnotation(db: Db, project: ProjectAccess, content: Content, by: Actor): Promise<string> {
  const id = newId();
  await db.transaction().execute(async (tx) => {
    await lockProject(tx, project.id);
    if ((await countAnnotations(tx, project.id)) >= ANNOTATION_LIMITS.stored)
      throw new Conflict(message("limit.annotations", { max: ANNOTATION_LIMITS.stored }));
    await insertAnnotation(tx, { id, project_id: project.id, author_id: by.id, ...content });
    await recordAuditEvent(tx, by, {
      action: "insights.annotation_added",
      subject: subjectOf(id, content),
      after: factsOf(project, content),
    });
  });
  return id;
}

interface AnnotationChange {
  readonly id: string;
  /** Null: it is deleted. */
  readonly change: Content | null;
  readonly by: Actor;
}

/** Changes or deletes one. @throws NotFound; Forbidden for another one's, unless the role may change all of them */
export async function changeAnnotation(
  db: Db,
  project: ProjectAccess,
  user: Principal,
  { id, change, by }: AnnotationChange,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const before = await lockAnnotation(tx, project.id, id);
    if (!before) throw new NotFound(message("annotation.not_found"));
    if (!mayChange(before, project, user)) throw new Forbidden(message("annotation.not_author"));
    if (change === null) {
      await deleteAnnotation(tx, id);
      await recordAuditEvent(tx, by, {
        action: "insights.annotation_deleted",
        subject: subjectOf(id, before),
        before: factsOf(project, before),
      });
      return;
    }
    const { kind, title, day } = change;
    if (kind === before.kind && title === before.title && day === before.day) return;
    await updateAnnotation(tx, id, { kind, title, day });
    await recordAuditEvent(tx, by, {
      action: "insights.annotation_changed",
      subject: subjectOf(id, before),
      before: { kind: before.kind, title: before.title, day: before.day },
      after: { ...factsOf(project, change), title },
    });
  });
}

/** The subject of an audit event; its name is the title of the annotation. */
const subjectOf = (id: string, { title }: Pick<Content, "title">): NonNullable<NewAuditEvent["subject"]> => ({
  kind: "annotation",
  id,
  name: title,
});

const factsOf = ({ slug }: ProjectAccess, { kind, day }: Pick<Content, "kind" | "day">) => ({
  project: slug,
  kind,
  day,
});

/** @throws NotFound */
export async function readAnnotation(db: Db, project: ProjectAccess, id: string, user: Principal): Promise<Annotation> {
  const annotation = await findAnnotation(db, project.id, id);
  if (!annotation) throw new NotFound(message("annotation.not_found"));
  return present(annotation, project, user);
}

const mayChange = (
  { author_id }: Pick<StoredAnnotation, "author_id">,
  { role }: Pick<RequestedProject, "role">,
  user: Principal,
): boolean => author_id === user.id || mayInProject(role, "annotations.changeAll");

const present = (annotation: StoredAnnotation, project: RequestedProject, user: Principal): Annotation => ({
  id: annotation.id,
  project: { slug: project.slug, name: project.name },
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

/**
 * Releases of the hosts; tags of the projects that have none there, in any repository.
 * @param projects by their ids
 * @param zone of the company, whose days they are given in
 */
async function releasesOf(
  db: Db,
  projects: ReadonlyMap<string, RequestedProject>,
  { repository: repositories, ...days }: AnnotationsQuery,
  zone: string,
): Promise<Annotation[]> {
  const span = {
    from: DateTime.fromISO(days.from, { zone }).toJSDate(),
    to: DateTime.fromISO(days.to, { zone }).plus({ days: 1 }).toJSDate(),
  };
  const published = new Set(await listProjectsWithReleases(db, [...projects.keys()]));
  const unpublished = [...projects.keys()].filter((id) => !published.has(id));
  const { listed } = ANNOTATION_LIMITS;
  const releases = await listReleasesBetween(db, { projects: [...published], repositories }, span, listed);
  const tags = await listTagsBetween(db, { projects: unpublished, repositories }, span, listed);
  const result = [
    ...releases.map(({ id, name, tag, published_at, ...release }) => ({
      ...release,
      id,
      title: name || tag,
      origin: "host" as const,
      at: published_at,
    })),
    ...tags.map(({ source_id, name, committed_at, ...tag }) => ({
      ...tag,
      id: `${source_id}:${name}`,
      title: name,
      origin: "tag" as const,
      url: null,
      at: committed_at,
    })),
  ];
  return result.flatMap(({ at, project_id, ...annotation }) => {
    const project = projects.get(project_id);
    if (project === undefined || at === null) return [];
    return [
      {
        ...annotation,
        kind: "release" as const,
        project: { slug: project.slug, name: project.name },
        day: DateTime.fromJSDate(at, { zone }).toISODate() ?? "",
        author: null,
        created_at: at.toISOString(),
        can_change: false,
      },
    ];
  });
}
