/** The rows of a company whose projects have been built. */
import { newId } from "../../server/db/newId.ts";
import { type Db, openDb } from "../../server/db/openDb.ts";
import { MANIFEST_FORMAT } from "../../server/index/manifest.ts";
import { makePeople, type Visitor } from "../load/seedLoadData.ts";
import type { BuiltProject, ProjectJob } from "./generateWorker.ts";

const BATCH = 200;

/** @returns a member of all projects */
export async function seedCompany(
  dataDir: string,
  jobs: readonly ProjectJob[],
  built: ReadonlyMap<number, BuiltProject>,
): Promise<Visitor> {
  const [visitor] = await makePeople(dataDir, undefined, 1);
  if (!visitor) throw new Error("No person was made.");
  const { db, close } = await openDb({ dataDir, databaseUrl: undefined });
  try {
    const { id: userId, company_id } = await db
      .selectFrom("users")
      .select(["id", "company_id"])
      .where("email", "=", visitor.email)
      .executeTakeFirstOrThrow();
    for (let from = 0; from < jobs.length; from += BATCH) {
      const projects = jobs.slice(from, from + BATCH).map((job) => ({ ...job, id: newId() }));
      await insertProjects(db, projects, { id: userId, companyId: company_id ?? "" });
      await insertOwners(db, projects, { id: userId, email: visitor.email });
      await insertSources(db, projects);
      await insertManifests(db, projects, built);
    }
    return visitor;
  } finally {
    await close();
  }
}

type Project = ProjectJob & { readonly id: string };

async function insertProjects(
  db: Db,
  projects: readonly Project[],
  creator: { readonly id: string; readonly companyId: string },
): Promise<void> {
  const rows = projects.map(({ id, number }) => ({
    id,
    slug: `project-${number}`,
    name: `Project ${number}`,
    company_id: creator.companyId,
    created_by: creator.id,
    updated_at: new Date(),
  }));
  await db.insertInto("projects").values(rows).execute();
}

async function insertOwners(
  db: Db,
  projects: readonly Project[],
  { id: user_id, email }: { readonly id: string; readonly email: string },
): Promise<void> {
  const rows = projects.map(({ id }) => ({ id: newId(), project_id: id, email, user_id, role: "Owner" as const }));
  await db.insertInto("project_members").values(rows).execute();
}

/** A repository each, and a tracker unless the project is a real repository. */
async function insertSources(db: Db, projects: readonly Project[]): Promise<void> {
  const sourceOf = (kind: "repository" | "tracker", project: Project) => ({
    id: project[kind],
    project_id: project.id,
    kind,
    provider: kind === "repository" ? "git" : "github",
    url: `https://example.org/${kind}-${project.number}`,
    name: `${kind}-${project.number}`,
    visibility: "public" as const,
    secret_id: null,
    sync_state: "ready" as const,
    sync_done: 0,
    sync_items: 1,
    sync_finished_at: new Date(),
    // Their hosts do not exist: no sync may run during a measurement.
    paused_at: new Date(),
  });
  const rows = projects.flatMap((project) => [
    sourceOf("repository", project),
    ...(project.gitDir === null ? [sourceOf("tracker", project)] : []),
  ]);
  await db.insertInto("sources").values(rows).execute();
}

async function insertManifests(
  db: Db,
  projects: readonly Project[],
  built: ReadonlyMap<number, BuiltProject>,
): Promise<void> {
  const rows = projects.map(({ id, number }) => ({
    project_id: id,
    generation: 1,
    format_version: MANIFEST_FORMAT,
    manifest: built.get(number)?.manifest ?? "",
    updated_at: new Date(),
  }));
  await db.insertInto("artifacts").values(rows).execute();
}
