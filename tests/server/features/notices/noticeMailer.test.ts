/** Which users a round of mails comes to. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readKeyRing } from "../../../../server/access/keys/KeyRing.ts";
import { createSeal } from "../../../../server/access/keys/secrets.ts";
import { NoticeMailer } from "../../../../server/features/notices/NoticeMailer.ts";
import { createMail } from "../../../../server/mail/Mail.ts";
import { addCompany } from "../../rows.ts";
import { onOneDatabase, openTestDb, type TestDb } from "../../testDb.ts";

const NOW = new Date("2026-03-02T12:00:00Z");
const HOUR = 60 * 60 * 1000;

onOneDatabase("a round of mails about notices", (engine) => {
  let database: TestDb;
  let companyId: string;
  beforeAll(async () => {
    database = await openTestDb(engine);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await database.db.deleteFrom("users").execute();
    await database.db.deleteFrom("outbox").execute();
    companyId = await addCompany(database.db);
  });

  const addUsers = async (prefix: string, count: number, company: string | null = companyId): Promise<string[]> => {
    const ids = Array.from({ length: count }, (_, at) => `${prefix}-${String(at).padStart(4, "0")}`);
    const row = {
      name: "Ada",
      password_hash: "none",
      language: "EN",
      company_role: "Member",
      verified_at: null,
    } as const;
    await database.db
      .insertInto("users")
      .values(ids.map((id) => ({ ...row, id, email: `${id}@example.org`, company_id: company })))
      .execute();
    return ids;
  };
  const notice = (userIds: readonly string[], channel: "single" | "daily", at: Date) =>
    database.db
      .insertInto("notices")
      .values(
        userIds.map((userId) => ({
          id: `n-${userId}`,
          user_id: userId,
          project_id: null,
          source_id: null,
          kind: "membership" as const,
          key: "k",
          bundle: "k",
          subject_kind: null,
          subject_id: null,
          count: 1,
          data: JSON.stringify({}),
          channel,
          at,
          read_at: null,
          resolved_at: null,
        })),
      )
      .execute();
  const choose = async (userIds: readonly string[], channel: "single" | "daily", quiet: boolean): Promise<void> => {
    const settings = { time_zone: "UTC", mails: true, digest_hour: 13, single_at: null };
    const hours = quiet ? { quiet_from: 11 * 60, quiet_to: 14 * 60 } : { quiet_from: null, quiet_to: null };
    await database.db
      .insertInto("notice_settings")
      .values(userIds.map((id) => ({ ...settings, ...hours, user_id: id })))
      .execute();
    await database.db
      .insertInto("notice_channels")
      .values(userIds.map((id) => ({ user_id: id, project_id: null, kind: "membership" as const, channel })))
      .execute();
  };
  const mailer = (limits?: { pageUsers: number; maxMailed: number }): NoticeMailer => {
    const { db, dataDir } = database;
    const seal = createSeal(readKeyRing({ masterKey: undefined, dataDir }), "mail");
    const mail = createMail({ isSent: true, seal, publicUrl: () => "https://clew.example" });
    const onError = (error: unknown) => expect.fail(String(error));
    return new NoticeMailer({ db, mail, now: () => NOW, onError, ...(limits && { limits }) });
  };
  const mailed = async (): Promise<string[]> =>
    (await database.db.selectFrom("outbox").select("recipient").orderBy("recipient").execute()).map(
      ({ recipient }) => recipient,
    );

  test("is not filled by users of whom nothing is due", async () => {
    const old = new Date(NOW.getTime() - 2 * HOUR);
    const quiet = await addUsers("a", 501);
    await choose(quiet, "single", true);
    await notice(quiet, "single", old);
    const later = await addUsers("b", 20);
    await choose(later, "daily", false);
    await notice(later, "daily", old);
    const alone = await addUsers("c", 20, null);
    await notice(alone, "single", old);
    const due = await addUsers("d", 1);
    await choose(due, "single", false);
    await notice(due, "single", new Date(NOW.getTime() - HOUR));
    await mailer().run();
    expect(await mailed()).toEqual(["d-0000@example.org"]);
  }, 60_000);

  test("ends after some mails, and the next one continues", async () => {
    const all = await addUsers("e", 12);
    await choose(all, "single", false);
    await notice(all, "single", new Date(NOW.getTime() - HOUR));
    const sender = mailer({ pageUsers: 5, maxMailed: 5 });
    await sender.run();
    expect(await mailed()).toHaveLength(5);
    await sender.run();
    await sender.run();
    expect(await mailed()).toHaveLength(12);
    expect(new Set(await mailed()).size).toBe(12);
  }, 60_000);
});
