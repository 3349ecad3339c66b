import { type Insertable, type Selectable, sql } from "kysely";
import { anyOf } from "../../anyOf.ts";
import type { Db } from "../../openDb.ts";
import type { ConnectionsTable } from "../../schema/accessSchema.ts";
import { memberUser } from "../projects/projectMembers.ts";
import { deleteSecrets } from "../tokens/secrets.ts";

/** The owner of a connected account, with the membership in a project: null for a user who is no member. Who is closed out has not left it. */
export const findConnectionOwner = (db: Db, connectionId: string, projectId: string) =>
  db
    .selectFrom("connections")
    .innerJoin("users", "users.id", "connections.user_id")
    .leftJoin("project_members", (on) =>
      on.on(sql<boolean>`${memberUser} = users.id`).on("project_members.project_id", "=", projectId),
    )
    .select(["users.name", "project_members.id as membership"])
    .where("connections.id", "=", connectionId)
    .executeTakeFirst();

/** Sources of a project, or of all projects of a company, that are read with a connected account of one of these users. */
export const listSourcesConnectedBy = (
  db: Db,
  userIds: readonly string[],
  of: { readonly projectId: string } | { readonly companyId: string },
) =>
  db
    .selectFrom("sources")
    .innerJoin("connections", "connections.id", "sources.connection_id")
    .innerJoin("projects", "projects.id", "sources.project_id")
    .innerJoin("users", "users.id", "connections.user_id")
    .select(["sources.id", "sources.kind", "sources.url", "projects.slug", "users.name", "users.email"])
    .where("connections.user_id", "=", anyOf(userIds))
    .$if("projectId" in of, (query) => query.where("projects.id", "=", "projectId" in of ? of.projectId : ""))
    .$if("companyId" in of, (query) => query.where("projects.company_id", "=", "companyId" in of ? of.companyId : ""))
    .execute();

export const findConnection = (db: Db, id: string): Promise<Selectable<ConnectionsTable> | undefined> =>
  db.selectFrom("connections").selectAll().where("id", "=", id).executeTakeFirst();

/** What renewing the token of a connection needs. */
export const findConnectionForRenewal = (db: Db, id: string) =>
  db
    .selectFrom("connections")
    .innerJoin("users", "users.id", "connections.user_id")
    .select(["connections.provider", "connections.origin", "connections.secret_id", "users.company_id"])
    .where("connections.id", "=", id)
    .executeTakeFirst();

/** A user's connection at a provider. */
export const findConnectionOfUser = (db: Db, userId: string, provider: string) =>
  db
    .selectFrom("connections")
    .select(["id", "secret_id", "account", "origin", "failed_at"])
    .where("user_id", "=", userId)
    .where("provider", "=", provider)
    .executeTakeFirst();

/** A user's connection at a provider, as far as writing with it goes. */
export const findWritingConnection = (db: Db, userId: string, provider: string) =>
  db
    .selectFrom("connections")
    .select(["id", "origin", "writes", "failed_at"])
    .where("user_id", "=", userId)
    .where("provider", "=", provider)
    .executeTakeFirst();

/** The same, and locks the row until the transaction ends. */
export const lockConnectionOfUser = (transaction: Db, userId: string, provider: string) =>
  transaction
    .selectFrom("connections")
    .select(["id", "secret_id", "account", "origin"])
    .where("user_id", "=", userId)
    .where("provider", "=", provider)
    .forUpdate()
    .executeTakeFirst();

/** Providers of a user's connections that work, in alphabetical order. */
export async function listProvidersConnected(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("connections")
    .select("provider")
    .where("user_id", "=", userId)
    // One that the provider took back has to be connected again.
    .where("failed_at", "is", null)
    .orderBy("provider")
    .execute();
  return rows.map(({ provider }) => provider);
}

/** Connections at these providers that work, of the users with these addresses. */
export const listConnectionsOfEmails = (db: Db, emails: readonly string[], providers: readonly string[]) =>
  db
    .selectFrom("connections")
    .innerJoin("users", "users.id", "connections.user_id")
    .select(["users.email", "connections.id", "connections.provider"])
    .where("users.email", "in", [...emails])
    .where("connections.provider", "in", [...providers])
    .where("connections.failed_at", "is", null)
    .execute();

/** Marks a connection as failed, unless its secret has been replaced. */
export async function updateConnectionFailed(db: Db, id: string, secretId: string, at: Date): Promise<void> {
  await db
    .updateTable("connections")
    .set({ failed_at: at })
    .where("id", "=", id)
    .where("secret_id", "=", secretId)
    .execute();
}

/** Replaces the secret `before` of a connection by its renewed token. @returns false where the connection has another secret already */
export async function updateConnectionSecret(
  db: Db,
  id: string,
  {
    before,
    secretId,
    expiresAt,
  }: { readonly before: string; readonly secretId: string; readonly expiresAt: Date | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("connections")
    .set({ secret_id: secretId, expires_at: expiresAt, failed_at: null })
    .where("id", "=", id)
    .where("secret_id", "=", before)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Sets the origin of a provider's connections that have none. */
export async function updateMissingOrigins(db: Db, provider: string, origin: string): Promise<void> {
  await db
    .updateTable("connections")
    .set({ origin })
    .where("provider", "=", provider)
    .where("origin", "is", null)
    .execute();
}

/** Moves connections to the new origin of their host. */
export async function updateConnectionOrigins(db: Db, before: string, origin: string): Promise<void> {
  await db.updateTable("connections").set({ origin }).where("origin", "=", before).execute();
}

/** Inserts a user's connection at a provider, or replaces the one that there is. */
export async function upsertConnection(
  db: Db,
  key: { readonly id: string; readonly user_id: string; readonly provider: string },
  values: Omit<Insertable<ConnectionsTable>, "id" | "user_id" | "provider">,
): Promise<void> {
  await db
    .insertInto("connections")
    .values({ ...key, ...values })
    .onConflict((conflict) => conflict.columns(["user_id", "provider"]).doUpdateSet(values))
    .execute();
}

/** @returns what the connection was; undefined when there was none */
export const deleteConnection = (db: Db, userId: string, provider: string) =>
  db
    .deleteFrom("connections")
    .where("user_id", "=", userId)
    .where("provider", "=", provider)
    .returning(["account", "origin", "secret_id"])
    .executeTakeFirst();

/** Deletes all connections of a user with their secrets. Sources that read by them keep their rows. */
export async function deleteConnectionsOfUser(db: Db, userId: string): Promise<void> {
  const rows = await db.deleteFrom("connections").where("user_id", "=", userId).returning("secret_id").execute();
  await deleteSecrets(
    db,
    rows.map((row) => row.secret_id),
  );
}

/** The owner of a connection. */
export async function findUserOfConnection(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom("connections").select("user_id").where("id", "=", id).executeTakeFirst();
  return row?.user_id;
}
