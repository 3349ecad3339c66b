import { afterAll, beforeAll, expect, test } from "vitest";
import { startSession } from "../../../server/access/sessions/sessions.ts";
import { hashToken } from "../../../server/access/tokens/tokens.ts";
import { deleteExpiredRows } from "../../../server/db/housekeeping.ts";
import { newId } from "../../../server/db/newId.ts";
import type { OutboxTable } from "../../../server/db/schema/accessSchema.ts";
import { addCompany, addUser } from "../rows.ts";
import { onEachDatabase, openTestDb, type TestDb } from "../testDb.ts";

const DAY = 24 * 60 * 60 * 1000;
const now = new Date("2026-06-01T12:00:00Z");
const ago = (days: number): Date => new Date(now.getTime() - days * DAY);

onEachDatabase("expired rows", (engine) => {
  let database: TestDb;
  let companyId: string;
  let userId: string;
  beforeAll(async () => {
    database = await openTestDb(engine);
    companyId = await addCompany(database.db);
    userId = await addUser(database.db, { companyId });
  });
  afterAll(() => database.close());

  test("mails go after 90 days, and their texts as soon as what they hold has ended", async () => {
    const { db } = database;
    const addMail = async (
      kind: string,
      state: OutboxTable["state"],
      { created, expires }: { created: Date; expires: Date | null },
    ): Promise<void> => {
      await db
        .insertInto("outbox")
        .values({
          id: newId(),
          kind,
          recipient: "mira@example.org",
          language: "EN",
          subject: kind,
          content: Buffer.from("sealed"),
          state,
          next_attempt_at: created,
          expires_at: expires,
          sent_at: null,
          last_error: null,
          created_at: created,
        })
        .execute();
    };
    await addMail("forgotten", "kept", { created: ago(91), expires: null });
    await addMail("ended", "kept", { created: ago(8), expires: ago(1) });
    await addMail("failed", "failed", { created: ago(8), expires: ago(1) });
    // Its sender says why it does not go out.
    await addMail("waiting", "waiting", { created: ago(8), expires: ago(1) });
    await addMail("open", "kept", { created: ago(8), expires: ago(-1) });
    await addMail("endless", "kept", { created: ago(89), expires: null });
    await deleteExpiredRows(db, now);
    const rows = await db.selectFrom("outbox").select(["kind", "content"]).orderBy("kind").execute();
    expect(rows.map(({ kind, content }) => [kind, content !== null])).toEqual([
      ["ended", false],
      ["endless", true],
      ["failed", false],
      ["open", true],
      ["waiting", true],
    ]);
  });

  test("links for a new password and begun sign-ins at a provider go with their end", async () => {
    const { db } = database;
    const other = await addUser(db, { companyId });
    await db
      .insertInto("password_resets")
      .values([
        { token_hash: "ended", user_id: userId, expires_at: now },
        { token_hash: "open", user_id: other, expires_at: ago(-1) },
      ])
      .execute();
    const state = {
      user_id: userId,
      session_hash: hashToken(await startSession(db, userId, now)),
      browser_hash: "none",
      provider: "github",
      sealed: Buffer.from("sealed"),
    };
    await db
      .insertInto("oauth_states")
      .values([
        { ...state, state_hash: "ended", expires_at: now },
        { ...state, state_hash: "open", expires_at: ago(-1) },
      ])
      .execute();
    await deleteExpiredRows(db, now);
    expect(await db.selectFrom("password_resets").select("token_hash").execute()).toEqual([{ token_hash: "open" }]);
    expect(await db.selectFrom("oauth_states").select("state_hash").execute()).toEqual([{ state_hash: "open" }]);
  });

  test("who registered and never typed the code is forgotten a month after the invitation has ended", async () => {
    const { db } = database;
    const register = async (email: string, expires: Date, revoked: Date | null = null): Promise<void> => {
      const invitation_id = newId();
      await db
        .insertInto("invitations")
        .values({
          id: invitation_id,
          token_hash: invitation_id,
          company_id: companyId,
          email,
          role: "Member",
          invited_by: null,
          expires_at: expires,
          accepted_at: null,
          revoked_at: revoked,
        })
        .execute();
      await db
        .insertInto("registrations")
        .values({
          id: newId(),
          invitation_id,
          email,
          name: "Test User",
          password_hash: "none",
          language: "EN",
          code_hash: "none",
          code_expires_at: expires,
        })
        .execute();
    };
    await register("open@example.org", ago(-1));
    await register("ended@example.org", ago(29));
    await register("forgotten@example.org", ago(31));
    await register("revoked@example.org", ago(-1), ago(31));
    await deleteExpiredRows(db, now);
    const rows = await db.selectFrom("registrations").select("email").orderBy("email").execute();
    expect(rows.map(({ email }) => email)).toEqual(["ended@example.org", "open@example.org"]);
  });
});
