import { projectFor } from "../../access/policy.ts";
import { invite, invitationPath } from "../companies/invitations.ts";
import type { Mount, RequestContext } from "../route.ts";
import { createProject } from "./createProject.ts";
import { deleteProject } from "./deleteProject.ts";
import { addMembers, changeMemberRole, listMembers, removeMembers } from "./members.ts";
import { listProjects, presentRepository, presentTracker, presentWiki, readProject } from "./readProjects.ts";
import { addSource, projectChanged, removeSource, type SourceDeps } from "./sources.ts";

export interface ProjectsDeps extends SourceDeps {
  /** Hands the link of a new invitation to whoever can pass it on. */
  readonly announceInvitation: (email: string, path: string) => void;
}

export function mountProjects(mount: Mount, deps: ProjectsDeps): void {
  const { db } = deps;
  mount("listProjects", ({ user }) => listProjects(db, user));
  mount("createProject", async ({ user, body }) => {
    const slug = await createProject(deps, user, body);
    await inviteUnknown(deps, user, body.emails ?? []);
    return readProject(db, user, slug);
  });
  mount("getProject", ({ user, params }) => readProject(db, user, params.id));
  mount("updateProject", async ({ user, params, body }) => {
    const project = await projectFor(db, user, params.id, "project.update");
    await db.transaction().execute(async (transaction) => {
      await transaction.updateTable("projects").set({ name: body.name }).where("id", "=", project.id).execute();
      await projectChanged(transaction, { ...project, name: body.name });
    });
    return readProject(db, user, params.id);
  });
  mount("deleteProject", async ({ user, params }) => {
    await deleteProject(deps, await projectFor(db, user, params.id, "project.delete"));
  });

  mount("addRepository", async ({ user, params, body }) =>
    presentRepository(
      await addSource(deps, await projectFor(db, user, params.id, "sources.change"), "repository", body),
    ),
  );
  mount("addTracker", async ({ user, params, body }) =>
    presentTracker(await addSource(deps, await projectFor(db, user, params.id, "sources.change"), "tracker", body)),
  );
  mount("addWiki", async ({ user, params, body }) =>
    presentWiki(await addSource(deps, await projectFor(db, user, params.id, "sources.change"), "wiki", body)),
  );
  mount("removeRepository", async ({ user, params }) => {
    const project = await projectFor(db, user, params.id, "sources.change");
    await removeSource(deps, project, "repository", params.itemId);
  });
  mount("removeTracker", async ({ user, params }) => {
    const project = await projectFor(db, user, params.id, "sources.change");
    await removeSource(deps, project, "tracker", params.itemId);
  });
  mount("removeWiki", async ({ user, params }) => {
    const project = await projectFor(db, user, params.id, "sources.change");
    await removeSource(deps, project, "wiki", params.itemId);
  });

  mount("listProjectUsers", async ({ user, params }) => {
    const project = await projectFor(db, user, params.id, "members.read");
    return listMembers(db, project.id);
  });
  mount("addProjectUsers", async ({ user, params, body }) => {
    const project = await projectFor(db, user, params.id, "members.add");
    await db.transaction().execute(async (transaction) => {
      await addMembers(transaction, user, project, body.emails);
      await projectChanged(transaction, project);
    });
    await inviteUnknown(deps, user, body.emails);
    return listMembers(db, project.id);
  });
  mount("removeProjectUsers", async ({ user, params, body }) => {
    // Everybody may leave by themselves.
    const isLeaving = body.emails.every((email) => email === user.email);
    const project = await projectFor(db, user, params.id, isLeaving ? "project.read" : "members.remove");
    await removeMembers(db, project, body.emails);
  });
  mount("changeProjectUser", async ({ user, params, body }) => {
    const project = await projectFor(db, user, params.id, "members.changeRole");
    return changeMemberRole(db, project, params.userId, body.role);
  });
}

/** An Admin who adds somebody without an account invites them to the company as well: both are one act to them. */
async function inviteUnknown(
  { db, announceInvitation }: ProjectsDeps,
  user: RequestContext<"addProjectUsers">["user"],
  emails: readonly string[],
): Promise<void> {
  const { companyId } = user;
  if (companyId === null || user.companyRole !== "Admin" || emails.length === 0) return;
  const known = await db
    .selectFrom("users")
    .select("email")
    .where("email", "in", [...emails])
    .execute();
  const pending = await db
    .selectFrom("invitations")
    .select("email")
    .where("company_id", "=", companyId)
    .where("email", "in", [...emails])
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", new Date())
    .execute();
  const skip = new Set([...known, ...pending].map(({ email }) => email));
  for (const email of new Set(emails)) {
    if (skip.has(email)) continue;
    const { token } = await db
      .transaction()
      .execute((transaction) => invite(transaction, { companyId, email, role: "Member", invitedBy: user.id }));
    announceInvitation(email, invitationPath(token));
  }
}
