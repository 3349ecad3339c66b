/** What a user and the user's company have done first. */
import type { Db } from "../../openDb.ts";
import type { SourcesTable } from "../../schema/schema.ts";

/** @returns undefined for a user who has hidden the first steps, and for one without a company */
export const findFirstSteps = (db: Db, userId: string) =>
  db
    .selectFrom("users")
    .select((is) => {
      const sources = () =>
        is
          .selectFrom("sources")
          .innerJoin("project_members as member", "member.project_id", "sources.project_id")
          .select("sources.id")
          .whereRef("member.user_id", "=", "users.id");
      const linked = (kind: SourcesTable["kind"]) => is.exists(sources().where("sources.kind", "=", kind));
      const memberships = () =>
        is.selectFrom("project_members as own").select("own.id").whereRef("own.user_id", "=", "users.id");
      return [
        linked("repository").as("repository"),
        linked("tracker").as("tracker"),
        is
          .exists(sources().where("sources.sync_finished_at", "is not", null).where("sources.sync_error", "is", null))
          .as("sync"),
        is("users.first_search_at", "is not", null).as("search"),
        is
          .or([
            is.exists(
              is
                .selectFrom("users as other")
                .select("other.id")
                .whereRef("other.company_id", "=", "users.company_id")
                .whereRef("other.id", "!=", "users.id"),
            ),
            is.exists(
              is
                .selectFrom("invitations")
                .select("invitations.id")
                .whereRef("invitations.company_id", "=", "users.company_id")
                .whereRef("invitations.email", "!=", "users.email")
                .where("invitations.accepted_at", "is", null)
                .where("invitations.revoked_at", "is", null),
            ),
          ])
          .as("invite"),
        is.exists(memberships()).as("is_member"),
        is.exists(memberships().where("own.role", "in", ["Owner", "Maintainer"])).as("is_manager"),
      ];
    })
    .where("users.id", "=", userId)
    .where("users.company_id", "is not", null)
    .where("users.first_steps_hidden_at", "is", null)
    .executeTakeFirst();

/** Once: a later search changes nothing. */
export async function updateFirstSearch(db: Db, userId: string, at: Date): Promise<void> {
  await db
    .updateTable("users")
    .set({ first_search_at: at })
    .where("id", "=", userId)
    .where("first_search_at", "is", null)
    .execute();
}

export async function updateFirstStepsHidden(db: Db, userId: string, at: Date): Promise<void> {
  await db.updateTable("users").set({ first_steps_hidden_at: at }).where("id", "=", userId).execute();
}
