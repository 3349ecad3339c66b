/** What ends with the membership in a company, compared with the tables that name a user. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../server/db/newId.ts";
import { addPeople, signedIn, startTestServer, type TestServer } from "../http/testServer.ts";
import { addProject, addSource } from "../rows.ts";
import { ONE_ENGINE } from "../testDb.ts";

/**
 * Each column that refers to a user. `ends`: no row is left after the user has left. `stays`: the row gives no right, because each use asks
 * for the membership, the company or the password again; or it records what was done.
 */
const COLUMNS: Readonly<Record<string, "ends" | "stays">> = {
  "api_tokens.user_id": "ends",
  "authenticator_apps.user_id": "stays",
  "backtests.started_by": "stays",
  "chat_link_uses.user_id": "stays",
  "connections.user_id": "stays",
  "dashboards.owner_id": "stays",
  "dashboards.updated_by": "stays",
  "directory_group_members.user_id": "ends",
  "directory_users.user_id": "ends",
  "events.user_id": "stays",
  "expert_preferences.user_id": "stays",
  "import_tokens.user_id": "ends",
  "insight_annotations.author_id": "stays",
  "insight_targets.set_by": "stays",
  "invitations.invited_by": "stays",
  "issue_writes.user_id": "stays",
  "item_marks.user_id": "stays",
  "known_devices.user_id": "stays",
  "linked_groups.access_by": "stays",
  "localization_feedback.user_id": "stays",
  "mcp_tokens.user_id": "ends",
  "model_order_runs.started_by": "stays",
  "model_usage.user_id": "stays",
  "notice_channels.user_id": "stays",
  "notice_settings.user_id": "stays",
  "notices.user_id": "stays",
  "oauth_states.user_id": "ends",
  "own_metrics.owner_id": "stays",
  "passkeys.user_id": "stays",
  "password_resets.user_id": "ends",
  "person_merges.made_by": "stays",
  "project_members.closed_user_id": "ends",
  "project_members.user_id": "ends",
  "projects.created_by": "stays",
  "recovery_codes.user_id": "stays",
  "reply_settings.enabled_by": "stays",
  "report_receivers.user_id": "stays",
  "report_runs.user_id": "stays",
  "reports.owner_id": "stays",
  "rule_stops.stopped_by": "stays",
  "rules.enabled_by": "stays",
  "saved_searches.user_id": "stays",
  "search_watches.user_id": "stays",
  "seat_days.user_id": "stays",
  "sessions.user_id": "ends",
  "sign_in_tickets.user_id": "ends",
  "chat_user_attempts.user_id": "ends",
  "chat_users.user_id": "ends",
  "source_access_checks.user_id": "ends",
  "source_checks.enabled_by": "stays",
  "sources.access_by": "stays",
  "sources.mirrored_by": "stays",
  "sso_accounts.user_id": "ends",
  "sso_codes.user_id": "stays",
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(ONE_ENGINE);
});
afterAll(() => server.stop());

test("each column that refers to a user is decided", async () => {
  const { rows } = await sql<{ name: string }>`
    select c.conrelid::regclass::text || '.' || a.attname as name from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
    where c.contype = 'f' and c.confrelid = 'users'::regclass order by 1`.execute(server.db);
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(COLUMNS).toSorted());
});

/** A row that a leaving user has, for each table with such a column. */
async function fill(userId: string, email: string, companyId: string): Promise<void> {
  const { db } = server;
  const session = await db
    .selectFrom("sessions")
    .select("token_hash")
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  const later = new Date(Date.now() + 3_600_000);
  await db.insertInto("password_resets").values({ token_hash: newId(), user_id: userId, expires_at: later }).execute();
  const token = { user_id: userId, name: "Nightly", preview: "…" };
  await db
    .insertInto("api_tokens")
    .values({
      ...token,
      id: newId(),
      token_hash: newId(),
      scope: "read",
      all_projects: true,
      expires_at: later,
      last_used_at: null,
    })
    .execute();
  await db
    .insertInto("mcp_tokens")
    .values({ ...token, id: newId(), token_hash: newId(), last_used_at: null, expires_at: later })
    .execute();
  const projectId = await addProject(db, { companyId, ownerId: userId, slug: "left" });
  const sourceId = await addSource(db, projectId, "https://example.org/left.git");
  const closedId = await addProject(db, { companyId, ownerId: userId, slug: "closed" });
  const mirrored = await addSource(db, closedId, "https://example.org/closed.git");
  await db
    .insertInto("source_access_checks")
    .values({
      source_id: mirrored,
      user_id: userId,
      state: "refused",
      checked_at: later,
      allowed_at: null,
      due_at: later,
    })
    .execute();
  await db
    .updateTable("project_members")
    .set({ user_id: null, closed_user_id: userId })
    .where("project_id", "=", closedId)
    .execute();
  await db
    .insertInto("custom_sources")
    .values({
      source_id: sourceId,
      link_template: "",
      holds: JSON.stringify(["issues"]),
      cursor: null,
      run: null,
      ended_run: null,
    })
    .execute();
  await db
    .insertInto("import_tokens")
    .values({ ...token, id: newId(), source_id: sourceId, token_hash: newId(), last_used_at: null })
    .execute();
  await db
    .insertInto("oauth_states")
    .values({
      state_hash: newId(),
      user_id: userId,
      session_hash: session.token_hash,
      browser_hash: newId(),
      provider: "github",
      sealed: new Uint8Array(),
      expires_at: later,
    })
    .execute();
  await db
    .insertInto("chat_apps")
    .values({
      company_id: companyId,
      chat: "slack",
      team_id: "T1",
      team: "Ariadne",
      enterprise_id: null,
      bot_user_id: "B1",
      token_secret_id: null,
      signing_secret_id: null,
      ended_at: null,
      ended_reason: null,
      resume_at: null,
    })
    .execute();
  await db
    .insertInto("chat_users")
    .values({
      user_id: userId,
      chat: "slack",
      company_id: companyId,
      chat_user_id: "U1",
      name: "Ada",
      channel: null,
      fault: null,
    })
    .execute();
  await db
    .insertInto("chat_user_attempts")
    .values({
      user_id: userId,
      chat: "slack",
      company_id: companyId,
      code_hash: newId(),
      chat_user_id: null,
      name: null,
      expires_at: later,
    })
    .execute();
  for (const kind of ["report", "companyInvitation"]) {
    await db
      .insertInto("outbox")
      .values({
        id: newId(),
        kind,
        recipient: email,
        language: "EN",
        subject: kind,
        content: null,
        state: "waiting",
        next_attempt_at: later,
        expires_at: later,
        sent_at: null,
        last_error: null,
      })
      .execute();
  }
}

test("a user who is removed loses what acts in the user's name and what waits to be sent, but no invitation", async () => {
  const { db } = server;
  const { companyId, admin } = await addPeople(db, { plan: "Enterprise" });
  const gone = await signedIn(db, { companyId, email: "leaving@example.org" });
  await fill(gone.id, "leaving@example.org", companyId);
  const removed = await server.call("DELETE", `companies/${companyId}/users/${gone.id}/`, { token: admin.token });
  expect(removed.status).toBe(204);
  for (const [column, decision] of Object.entries(COLUMNS)) {
    if (decision === "stays") continue;
    const [table = "", name = ""] = column.split(".");
    const { rows } = await sql`select from ${sql.table(table)} where ${sql.ref(name)} = ${gone.id}`.execute(db);
    expect(rows, column).toHaveLength(0);
  }
  const left = await db.selectFrom("outbox").select("kind").where("recipient", "=", "leaving@example.org").execute();
  expect(left).toEqual([{ kind: "companyInvitation" }]);
});
