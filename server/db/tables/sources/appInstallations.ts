/** Installations of apps at code hosts, and the sources that are read by them. */
import { type Insertable, type Selectable, sql } from "kysely";
import { rolesUpTo } from "../../../../contract/access/policy.ts";
import type { AppInstallationsTable } from "../../schema/appSchema.ts";
import type { Db } from "../../openDb.ts";
import { willSync } from "./sourceSync.ts";

export type InstallationRow = Selectable<AppInstallationsTable>;

/** Installations of these apps, by account. */
export const listInstallations = (db: Db, appIds: readonly string[]): Promise<InstallationRow[]> =>
  appIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom("app_installations")
        .selectAll()
        .where("app_id", "in", [...appIds])
        .orderBy("account")
        .orderBy("id")
        .execute();

/** Stores an installation as its host describes it. @returns its id here */
export async function upsertInstallation(
  db: Db,
  row: Omit<Insertable<AppInstallationsTable>, "removed_at">,
): Promise<string> {
  const { account, page_url, is_selective, suspended_at } = row;
  const { id } = await db
    .insertInto("app_installations")
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(["app_id", "host_id"])
        .doUpdateSet({ account, page_url, is_selective, suspended_at, removed_at: null }),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Marks an installation as removed at its host. @returns its id here; undefined for one that is not known */
export async function updateInstallationRemoved(
  db: Db,
  appId: string,
  hostId: string,
  at: Date,
): Promise<string | undefined> {
  const row = await db
    .updateTable("app_installations")
    .set((is) => ({ removed_at: is.fn.coalesce("removed_at", is.val(at)) }))
    .where("app_id", "=", appId)
    .where("host_id", "=", hostId)
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

/** An installation with its app. */
export const findInstallationWithApp = (db: Db, id: string) =>
  db
    .selectFrom("app_installations as installation")
    .innerJoin("host_apps as app", "app.id", "installation.app_id")
    .select([
      "installation.id",
      "installation.host_id as installation_host_id",
      "installation.account",
      "installation.suspended_at",
      "installation.removed_at",
      "installation.app_id",
      "app.company_id",
      "app.provider",
      "app.origin",
      "app.api",
      "app.host_id",
      "app.name",
      "app.settings_url",
      "app.key_secret_id",
      "app.removed_at as app_removed_at",
    ])
    .where("installation.id", "=", id)
    .executeTakeFirst();
export type InstallationWithApp = NonNullable<Awaited<ReturnType<typeof findInstallationWithApp>>>;

/**
 * The installations with which a user may link sources: those of the user's company, for an Admin and for those who may change the sources of
 * one of its projects.
 */
export const listUsableInstallations = (db: Db, userId: string) =>
  db
    .selectFrom("app_installations as installation")
    .innerJoin("host_apps as app", "app.id", "installation.app_id")
    .innerJoin("users as caller", "caller.company_id", "app.company_id")
    .select(["installation.id", "installation.account", "app.provider", "app.origin", "app.name"])
    .where("caller.id", "=", userId)
    .where("app.removed_at", "is", null)
    .where("installation.removed_at", "is", null)
    .where((is) =>
      is.or([
        is("caller.company_role", "=", "Admin"),
        is.exists(
          is
            .selectFrom("project_members as member")
            .innerJoin("projects as project", "project.id", "member.project_id")
            .select("member.id")
            .whereRef("member.user_id", "=", "caller.id")
            .whereRef("project.company_id", "=", "app.company_id")
            .where("member.role", "in", [...rolesUpTo("Maintainer")]),
        ),
      ]),
    )
    .orderBy("installation.account")
    .orderBy("installation.id")
    .execute();

/** Sources that are read by these installations. */
export const listSourcesOfInstallations = (db: Db, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom("sources")
        .innerJoin("projects", "projects.id", "sources.project_id")
        .select(["sources.id", "sources.kind", "sources.url", "sources.paused_at", "projects.slug"])
        .where("sources.app_installation_id", "in", [...ids])
        .execute();

/** Ids of the linked groups that an installation with this number at the host reads. */
export async function listGroupsOfInstallation(db: Db, appId: string, hostId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("linked_groups")
    .innerJoin("app_installations as installation", "installation.id", "linked_groups.app_installation_id")
    .select("linked_groups.id")
    .where("installation.app_id", "=", appId)
    .where("installation.host_id", "=", hostId)
    .execute();
  return rows.map(({ id }) => id);
}

/** Linked groups of installations show why they are not read. A comparison that waits or runs stores its own reason. */
export async function updateInstalledGroupsFailed(
  db: Db,
  installationIds: readonly string[],
  failure: { readonly error: string; readonly error_code: string },
): Promise<void> {
  await db
    .updateTable("linked_groups")
    .set({ state: "failed", ...failure })
    .where("app_installation_id", "in", ["", ...installationIds])
    .where("state", "in", ["ready", "failed", "waiting"])
    .execute();
}

/** Linked groups of an installation that can be used again are compared in the next round of the maintenance. */
export async function updateInstalledGroupsDue(db: Db, installationId: string, now: Date): Promise<void> {
  await db
    .updateTable("linked_groups")
    .set({ state: "queued", due_at: now })
    .where("app_installation_id", "=", installationId)
    .where("state", "in", ["ready", "failed", "waiting"])
    .execute();
}

/** Sources that the installations of an app read and that are not paused, for each installation that reports changes and that the app has. */
export const listReportedSources = (db: Db, appId: string, reportingHostIds: readonly string[]) =>
  db
    .selectFrom("sources")
    .innerJoin("app_installations as installation", "installation.id", "sources.app_installation_id")
    .innerJoin("app_installations as reporting", "reporting.app_id", "installation.app_id")
    .select(["sources.id", "sources.kind", "sources.url", willSync.as("will_sync"), "reporting.host_id as reported_by"])
    .where("installation.app_id", "=", appId)
    .where("reporting.host_id", "in", [...reportingHostIds])
    .where("sources.paused_at", "is", null)
    .execute();

/** The installation of an app with this number at the host. */
export const findInstallationOfHost = (db: Db, appId: string, hostId: string): Promise<InstallationRow | undefined> =>
  db
    .selectFrom("app_installations")
    .selectAll()
    .where("app_id", "=", appId)
    .where("host_id", "=", hostId)
    .executeTakeFirst();

/** Marks those of an app that its host did not list as removed. @returns their ids */
export async function updateUnlistedInstallations(
  db: Db,
  appId: string,
  listed: readonly string[],
  at: Date,
): Promise<string[]> {
  const rows = await db
    .updateTable("app_installations")
    .set({ removed_at: at })
    .where("app_id", "=", appId)
    .where("removed_at", "is", null)
    .where(sql<boolean>`not (host_id = any(${[...listed]}))`)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** The app of an installation; undefined for none. */
export const findHostAppOfInstallation = (db: Db, installationId: string) =>
  db
    .selectFrom("app_installations as installation")
    .innerJoin("host_apps as app", "app.id", "installation.app_id")
    .select(["app.slug", "installation.account"])
    .where("installation.id", "=", installationId)
    .executeTakeFirst();
