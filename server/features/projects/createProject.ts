import type { z } from "zod";
import type { ProjectBody } from "../../../contract/projects.ts";
import { recordAuditEvent, type Actor, type NewAuditEvent } from "../../access/auditLog.ts";
import { requireRoomForProject, sourcesBeyondPlan } from "../../access/limits/planLimits.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import { insertMember } from "../../db/tables/projects/projectMembers.ts";
import { insertProject } from "../../db/tables/projects/projects.ts";
import { isUniqueViolation } from "../../db/databaseErrors.ts";
import { newId } from "../../db/newId.ts";
import { Forbidden, Invalid, type FieldErrors } from "../../errors.ts";
import { mapConcurrent } from "../../concurrency.ts";
import { addMembers, type MemberNotices } from "../members/addMembers.ts";
import { freeSlug } from "./slug.ts";
import {
  addedSource,
  checkSource,
  linkable,
  storeSource,
  type CheckedSource,
  type SourceDeps,
  type SourceKind,
} from "../sources/projectSources.ts";
import { message } from "../../messages/messages.ts";

const MAX_ATTEMPTS = 5;

/** The creator: a signed-in user, or the user in whose name the demo and the command line act. */
export type Creator = Pick<Principal, "id" | "email" | "name" | "language" | "companyId" | "companyRole">;

/**
 * Creates a project with its sources and members, and requests the first sync. The creator becomes its Owner.
 * @returns the slug
 * @throws Invalid with the sources that cannot be linked, each under its place in the body; PlanRequired when the plan has no room
 */
export async function createProject(
  deps: SourceDeps & Partial<MemberNotices>,
  creator: Creator,
  body: z.output<typeof ProjectBody>,
  by?: Actor,
): Promise<string> {
  const { companyId } = creator;
  if (companyId === null) throw new Forbidden(message("company.required_for_project"));
  // Before any request to the hosts, so that a caller without room does not wait for them.
  const sourceCount = body.repositories.length + body.trackers.length + body.wikis.length;
  await deps.db
    .transaction()
    .execute((transaction) => requireRoomForProject(transaction, companyId, sourceCount, deps.quotas));
  const checked = await checkAll(deps, creator, body, by);
  const notices =
    deps.mail && deps.announceInvitation
      ? { mail: deps.mail, announceInvitation: deps.announceInvitation }
      : "unannounced";

  const adder = { ...creator, audit: by ?? null };
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { slug, ids, links } = await deps.db.transaction().execute(async (transaction) => {
        await requireRoomForProject(transaction, companyId, checked.length, deps.quotas);
        await requireWithinPlan(transaction, companyId, checked);
        const project = await insertOwnedProject(transaction, { ...creator, companyId }, body.name);
        const sourceIds = await storeSources(transaction, deps, project, checked, by);
        const invited = await addMembers(transaction, notices, adder, project, body.emails ?? []);
        return { slug: project.slug, ids: sourceIds, links: invited };
      });
      for (const { email, path } of links) deps.announceInvitation?.(email, path);
      await deps.sync.request(ids);
      return slug;
    } catch (error) {
      // A concurrent transaction took the slug between the check and the insert.
      if (isUniqueViolation(error, "projects_company_slug_unique") && attempt < MAX_ATTEMPTS) continue;
      if (isUniqueViolation(error, "sources_url_unique")) {
        throw new Invalid({ non_field_errors: [message("source.named_twice")] }, { cause: error });
      }
      throw error;
    }
  }
}

interface NewProject {
  readonly id: string;
  readonly companyId: string;
  readonly name: string;
  readonly slug: string;
}

/** Inserts the project under a free slug, with its creator as the Owner. */
async function insertOwnedProject(
  transaction: Db,
  { companyId, ...creator }: Creator & { readonly companyId: string },
  name: string,
): Promise<NewProject> {
  const project = { id: newId(), companyId, name, slug: await freeSlug(transaction, companyId, name) };
  await insertProject(transaction, {
    id: project.id,
    slug: project.slug,
    name,
    company_id: companyId,
    created_by: creator.id,
    updated_at: new Date(),
  });
  await insertMember(transaction, {
    id: newId(),
    project_id: project.id,
    user_id: creator.id,
    email: creator.email,
    role: "Owner",
  });
  return project;
}

/** Stores the sources and records the creation. @returns the ids of the sources */
async function storeSources(
  transaction: Db,
  { secrets }: SourceDeps,
  project: NewProject,
  checked: readonly CheckedSource[],
  by: Actor | undefined,
): Promise<string[]> {
  const ids: string[] = [];
  const events: NewAuditEvent[] = [];
  for (const source of checked) {
    const row = await storeSource(transaction, secrets, project, source);
    ids.push(row.id);
    events.push(addedSource(project, row));
  }
  if (by) {
    const subject = { kind: "project", id: project.id, name: project.slug };
    const created = { action: "project.created", subject, after: { name: project.name } } as const;
    await recordAuditEvent(transaction, by, created, ...events);
  }
  return ids;
}

const GROUPS = [
  { field: "repositories", kind: "repository" },
  { field: "trackers", kind: "tracker" },
  { field: "wikis", kind: "wiki" },
] as const satisfies readonly { field: string; kind: SourceKind }[];

/** @throws Invalid with what the plan does not link, each under its place in the body */
async function requireWithinPlan(transaction: Db, companyId: string, checked: readonly CheckedSource[]): Promise<void> {
  const problems = await sourcesBeyondPlan(transaction, companyId, checked.map(linkable));
  const fields: FieldErrors = {};
  for (const { field, kind } of GROUPS) {
    // `checked` keeps the order of the body within a kind.
    const places = [...problems.keys()].filter((at) => checked[at]?.kind === kind);
    const wrong = places.flatMap((at, place) => (problems[at] ? [[String(place), problems[at]] as const] : []));
    if (wrong.length > 0) fields[field] = Object.fromEntries(wrong);
  }
  if (Object.keys(fields).length > 0) throw new Invalid(fields);
}

/** Sources of one new project that are checked at the same time: below what one user may have checked at the same time. */
const CHECK_CONCURRENCY = 6;

/** Validates sources at their hosts, a few at a time. */
async function checkAll(
  deps: SourceDeps,
  creator: Creator,
  body: z.output<typeof ProjectBody>,
  by: Actor | undefined,
): Promise<CheckedSource[]> {
  const fields: FieldErrors = {};
  const sources = GROUPS.flatMap(({ field, kind }) =>
    body[field].map((source, place) => ({ field, kind, source, place })),
  );
  const checked = await mapConcurrent(sources, CHECK_CONCURRENCY, async ({ field, kind, source, place }) => {
    try {
      return await checkSource(deps, creator, kind, source, by);
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      const group = fields[field];
      fields[field] = { ...(Array.isArray(group) ? {} : group), [String(place)]: error.fields };
      return undefined;
    }
  });
  if (Object.keys(fields).length > 0) throw new Invalid(fields);
  return checked.filter((source) => source !== undefined);
}
