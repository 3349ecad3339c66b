/** The rows of a company whose projects have been built. */
import { newId } from "../../server/db/newId.ts";
import { openDb } from "../../server/db/openDb.ts";
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
    const now = new Date();
    for (let from = 0; from < jobs.length; from += BATCH) {
      const some = jobs.slice(from, from + BATCH).map((job) => ({ ...job, id: newId() }));
      await db
        .insertInto("projects")
        .values(
          some.map(({ id, number }) => ({
            id,
            slug: `project-${number}`,
            name: `Project ${number}`,
            company_id: company_id ?? "",
            created_by: userId,
            updated_at: now,
          })),
        )
        .execute();
      await db
        .insertInto("project_members")
        .values(
          some.map(({ id }) => ({
            id: newId(),
            project_id: id,
            email: visitor.email,
            user_id: userId,
            role: "Owner" as const,
          })),
        )
        .execute();
      await db
        .insertInto("sources")
        .values(
          some.flatMap(({ id, number, repository, tracker, gitDir }) =>
            (["repository", "tracker"] as const)
              .filter((kind) => kind === "repository" || gitDir === null)
              .map((kind) => ({
                id: kind === "repository" ? repository : tracker,
                project_id: id,
                kind,
                provider: kind === "repository" ? "git" : "github",
                url: `https://example.org/${kind}-${number}`,
                name: `${kind}-${number}`,
                visibility: "public" as const,
                secret_id: null,
                sync_state: "ready" as const,
                sync_done: 0,
                sync_items: 1,
                sync_finished_at: now,
              })),
          ),
        )
        .execute();
      await db
        .insertInto("artifacts")
        .values(
          some.map(({ id, number }) => ({
            project_id: id,
            generation: 1,
            format_version: 1,
            manifest: built.get(number)?.manifest ?? "",
            updated_at: now,
          })),
        )
        .execute();
    }
    return visitor;
  } finally {
    await close();
  }
}
