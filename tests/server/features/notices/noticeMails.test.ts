/** Mails about notices, through a real mail server. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMail } from "../../../../server/mail/Mail.ts";
import { createSeal } from "../../../../server/access/keys/secrets.ts";
import { readKeyRing } from "../../../../server/access/keys/KeyRing.ts";
import { renderNoticeMail } from "../../../../server/features/notices/noticeMail.ts";
import { NoticeMailer } from "../../../../server/features/notices/NoticeMailer.ts";
import { UNSUBSCRIBE_PURPOSE, unsubscribeTokens } from "../../../../server/features/notices/unsubscribe.ts";
import { isQuiet, lastTimeAt, minuteOfDay } from "../../../../server/features/notices/localTime.ts";
import { writeNotices } from "../../../../server/events/writeNotices.ts";
import { listOutbox } from "../../../../server/db/tables/notices/outbox.ts";
import { type Mailbox, openMailbox } from "../../mail/mailbox.ts";
import { addMember } from "../../rows.ts";
import { onOneDatabase } from "../../testDb.ts";
import { type NoticeServer, openByRules, startNoticeServer } from "./noticeServer.ts";

const URL = "https://clew.example";
const MINUTE = 60_000;

onOneDatabase("mails about notices", (engine) => {
  let fixture: NoticeServer;
  let mailbox: Mailbox;
  /** The first tries to send are refused for now. */
  beforeAll(async () => {
    mailbox = await openMailbox({ refuse: { code: 451, times: 1 } });
    fixture = await startNoticeServer(engine, {
      CLEW_SMTP_URL: mailbox.url,
      CLEW_MAIL_FROM: "Clew <clew@example.org>",
      CLEW_PUBLIC_URL: URL,
    });
  });
  afterAll(async () => {
    await fixture.stop();
    await mailbox.stop();
  });

  /** Looks at what is due, as if it were this many minutes later. */
  const mailAfter = async (minutes: number): Promise<void> => {
    const { db, dataDir } = fixture.server;
    const seal = createSeal(readKeyRing({ masterKey: undefined, dataDir }), "mail");
    const mail = createMail({ isSent: true, seal, publicUrl: () => URL });
    const now = () => new Date(Date.now() + minutes * MINUTE);
    const mailers = [1, 2].map(
      () => new NoticeMailer({ db, mail, now, onError: (error) => expect.fail(String(error)) }),
    );
    await Promise.all(mailers.map((mailer) => mailer.run()));
  };
  const mailsTo = (email: string) => mailbox.received.filter(({ to }) => to.includes(email));
  const settle = async (email: string): Promise<void> => {
    await expect
      .poll(
        async () =>
          (await listOutbox(fixture.server.db)).filter(
            ({ recipient, state }) => recipient === email && state === "waiting",
          ).length,
        { timeout: 20_000 },
      )
      .toBe(0);
  };
  const choose = (user: { token: string }, changes: object) =>
    fixture.server.call("PUT", "notice-settings/", {
      token: user.token,
      body: { time_zone: "UTC", mails: true, digest_hour: 8, quiet: null, channels: {}, projects: [], ...changes },
    });

  test("what happens together is one mail, once, with the headers of one-click unsubscribe", async () => {
    const { users, change, sync } = fixture;
    change(1, { assignees: ["ada"], title: "Şube <b>durur</b>" });
    change(5, { assignees: ["ada"] });
    await sync();
    await mailAfter(0);
    expect(await listOutbox(fixture.server.db)).toEqual([]);
    await mailAfter(2);
    await settle(users.ada.email);
    const [mail, ...others] = mailsTo(users.ada.email);
    expect(others).toEqual([]);
    expect(mail?.headers).toContain("Subject: 2 new notifications on Clew");
    expect(mail?.text.replaceAll("\r\n", "\n")).toContain(`was assigned to you\n  ${URL}/projects/atlas/issues/1`);
    expect(mail?.html).not.toContain("<b>durur");
    const headers = mail?.headers.replaceAll(/\r\n[ \t]+/g, " ") ?? "";
    expect(headers).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
    expect(headers).toMatch(
      /List-Unsubscribe: <https:\/\/clew\.example\/api\/v1\/notices\/unsubscribe\/\?token=[\w-]+>/,
    );
    await mailAfter(4);
    await mailAfter(60);
    await settle(users.ada.email);
    expect(mailsTo(users.ada.email)).toHaveLength(1);
  });

  test("the daily mail has what happened before its hour, in the user's language", async () => {
    const { server, users, comment, sync } = fixture;
    await server.call("PUT", "users/me/", { token: users.linus.token, body: { name: "İlker", language: "TR" } });
    const hour = new Date(Date.now() + 2 * 60 * MINUTE).getUTCHours();
    await choose(users.linus, { digest_hour: hour, channels: { commented: "daily" } });
    comment(2, "ada", "one");
    comment(2, "ada", "two");
    await sync();
    await mailAfter(5);
    expect(mailsTo(users.linus.email)).toEqual([]);
    await mailAfter(24 * 60);
    await settle(users.linus.email);
    const [mail, ...others] = mailsTo(users.linus.email);
    expect(others).toEqual([]);
    expect(mail?.text).toContain("Merhaba İlker");
    expect(mail?.text).toContain("2 yeni yorum, sonuncusu ada: #2");
  });

  test("nothing is sent of what the receiver may no longer see when it is sent", async () => {
    const { server, users, projectId, change, sync } = fixture;
    change(2, { assignees: ["linus"], title: "Secret plan" });
    await sync();
    const before = mailbox.received.length;
    const { id } = await server.db
      .selectFrom("notices")
      .select("id")
      .where("user_id", "=", users.linus.id)
      .where("kind", "=", "assigned")
      .executeTakeFirstOrThrow();
    /** The text of a mail that has been in the outbox since the notice was made. */
    const rendered = () =>
      renderNoticeMail(
        { db: server.db, link: (path) => URL + path, unsubscribeToken: () => "token", openDigest: openByRules },
        { userId: users.linus.id, isDigest: false, notices: [{ id, reported: 0 }] },
      );
    expect((await rendered())?.text).toContain("Secret plan");
    await server.db.deleteFrom("project_members").where("user_id", "=", users.linus.id).execute();
    expect(await rendered()).toBeNull();
    await mailAfter(30);
    await settle(users.linus.email);
    expect(mailbox.received).toHaveLength(before);
    await addMember(server.db, projectId, users.linus.id, "Viewer");
    await mailAfter(31);
    await settle(users.linus.email);
    expect(mailsTo(users.linus.email).at(-1)?.text).toContain("Secret plan");
    expect(JSON.stringify(await listOutbox(server.db))).not.toContain("Secret plan");
  });

  test("a mail about changed files leads to the code, and one about a failed sync to the sources", async () => {
    const { server, users, projectId } = fixture;
    const { id: sourceId } = await server.db.selectFrom("sources").select("id").executeTakeFirstOrThrow();
    const about = { userId: users.grace.id, projectId, sourceId, subject: { kind: "source", id: sourceId } } as const;
    await writeNotices(server.db, [
      { ...about, kind: "files_changed", key: "changed", data: { files: 1, commits: 1, path: "docs/a b.md" } },
      { ...about, kind: "sync_failed", key: "failed" },
    ]);
    await choose(users.grace, { channels: { files_changed: "daily" } });
    const notices = await server.db
      .selectFrom("notices")
      .select("id")
      .where("user_id", "=", users.grace.id)
      .where("key", "in", ["changed", "failed"])
      .execute();
    const mail = await renderNoticeMail(
      { db: server.db, link: (path) => URL + path, unsubscribeToken: () => "token", openDigest: openByRules },
      { userId: users.grace.id, isDigest: true, notices: notices.map(({ id }) => ({ id, reported: 0 })) },
    );
    expect(mail?.text).toContain(`${URL}/projects/atlas/code/${sourceId}/-/docs/a%20b.md`);
    expect(mail?.text).toContain(`${URL}/projects/atlas/sources`);
  });

  test("one click without signing in ends the mails of a kind, in each project; a GET and another token change nothing", async () => {
    const { server, users, list, change, sync } = fixture;
    const headers = mailsTo(users.ada.email)[0]?.headers.replaceAll(/\r\n[ \t]+/g, " ") ?? "";
    const path = /List-Unsubscribe: <https:\/\/clew\.example([^>]+)>/.exec(headers)?.[1] ?? "";
    const settings = async () => (await server.call("GET", "notice-settings/", { token: users.ada.token })).body;
    await choose(users.ada, { projects: [{ project: "atlas", all: "single", channels: { mentioned: "daily" } }] });
    const opened = await fetch(server.url + path);
    expect(opened.status).toBe(200);
    const page = await opened.text();
    expect(page).toContain('<form method="post">');
    expect(page).toContain("emails about issues assigned to you");
    expect(await settings()).toMatchObject({ channels: {} });
    const body = "List-Unsubscribe=One-Click";
    const type = { "content-type": "application/x-www-form-urlencoded" };
    const forged = path.slice(0, -4) + "AAAA";
    expect((await fetch(server.url + forged, { method: "POST", body, headers: type })).status).toBe(404);
    expect(await settings()).toMatchObject({ channels: {} });
    expect((await fetch(server.url + path, { method: "POST", body, headers: type })).status).toBe(200);
    expect(await settings()).toMatchObject({
      mails: true,
      channels: { assigned: "app" },
      projects: [{ project: "atlas", all: "single", channels: { assigned: "app", mentioned: "daily" } }],
    });
    const before = mailsTo(users.ada.email).length;
    change(3, { assignees: ["ada"] });
    await sync();
    await mailAfter(90);
    await settle(users.ada.email);
    expect(mailsTo(users.ada.email)).toHaveLength(before);
    expect((await list(users.ada, "?unread=true")).length).toBeGreaterThan(0);
    // What happened meanwhile is not mailed later.
    await choose(users.ada, {});
    await mailAfter(120);
    await settle(users.ada.email);
    expect(mailsTo(users.ada.email)).toHaveLength(before);
  });

  test("a mail that waits in the outbox does not report a kind whose mails were ended meanwhile", async () => {
    const { server, users, projectId } = fixture;
    const { id: sourceId } = await server.db.selectFrom("sources").select("id").executeTakeFirstOrThrow();
    await choose(users.grace, {});
    const about = { userId: users.grace.id, projectId, sourceId, subject: { kind: "source", id: sourceId } } as const;
    await writeNotices(server.db, [{ ...about, kind: "sync_failed", key: "in the outbox" }]);
    const { id } = await server.db
      .selectFrom("notices")
      .select("id")
      .where("key", "=", "in the outbox")
      .executeTakeFirstOrThrow();
    const rendered = () =>
      renderNoticeMail(
        { db: server.db, link: (path) => URL + path, unsubscribeToken: () => "token", openDigest: openByRules },
        { userId: users.grace.id, isDigest: true, notices: [{ id, reported: 0 }] },
      );
    expect(await rendered()).not.toBeNull();
    const seal = createSeal(readKeyRing({ masterKey: undefined, dataDir: server.dataDir }), UNSUBSCRIBE_PURPOSE);
    const token = unsubscribeTokens(seal).make(users.grace.id, "sync_failed");
    const answer = await fetch(`${server.url}/api/v1/notices/unsubscribe/?token=${token}`, { method: "POST" });
    expect(answer.status).toBe(200);
    expect(await rendered()).toBeNull();
    await server.db.deleteFrom("notices").where("id", "=", id).execute();
  });

  test("one click in a mail of several kinds ends all mails", async () => {
    const { server, users } = fixture;
    const seal = createSeal(readKeyRing({ masterKey: undefined, dataDir: server.dataDir }), UNSUBSCRIBE_PURPOSE);
    const token = unsubscribeTokens(seal).make(users.linus.id, null);
    const answer = await fetch(`${server.url}/api/v1/notices/unsubscribe/?token=${token}`, { method: "POST" });
    expect(answer.status).toBe(200);
    const settings = await server.call("GET", "notice-settings/", { token: users.linus.token });
    expect(settings.body).toMatchObject({ mails: false });
  });

  test("no mail leaves in quiet hours", async () => {
    const { users, change, sync } = fixture;
    const minute = new Date().getUTCHours() * 60 + new Date().getUTCMinutes();
    const at = (minutes: number): number => (minute + minutes + 1440) % 1440;
    await choose(users.grace, { quiet: { from: at(-60), to: at(180) } });
    const before = mailsTo(users.grace.email).length;
    change(1, { assignees: ["grace"] });
    await sync();
    await mailAfter(30);
    await settle(users.grace.email);
    expect(mailsTo(users.grace.email)).toHaveLength(before);
    await mailAfter(200);
    await settle(users.grace.email);
    expect(mailsTo(users.grace.email)).toHaveLength(before + 1);
  });
});

test("local times", () => {
  const at = new Date("2026-03-02T22:30:00Z");
  expect(minuteOfDay(at, "Europe/Istanbul")).toBe(90);
  expect(lastTimeAt(at, "Europe/Istanbul", 8).toISOString()).toBe("2026-03-02T05:00:00.000Z");
  expect(lastTimeAt(at, "America/New_York", 8).toISOString()).toBe("2026-03-02T13:00:00.000Z");
  // Clocks went forward in New York on 8 March 2026 and back on 1 November 2026, both at 2:00.
  const hourBefore = (now: string, hour: number) => lastTimeAt(new Date(now), "America/New_York", hour).toISOString();
  expect(hourBefore("2026-03-08T11:30:00Z", 8)).toBe("2026-03-07T13:00:00.000Z");
  expect(hourBefore("2026-03-08T13:00:00Z", 1)).toBe("2026-03-08T06:00:00.000Z");
  expect(hourBefore("2026-03-08T13:00:00Z", 2)).toBe("2026-03-08T07:00:00.000Z");
  expect(hourBefore("2026-11-01T12:30:00Z", 8)).toBe("2026-10-31T12:00:00.000Z");
  // One o’clock is shown twice: the mail of that hour is due once.
  expect(hourBefore("2026-11-01T06:30:00Z", 1)).toBe("2026-11-01T05:00:00.000Z");
  expect(isQuiet(at, "Europe/Istanbul", { from: 22 * 60, to: 7 * 60 })).toBe(true);
  expect(isQuiet(at, "UTC", { from: 23 * 60, to: 7 * 60 })).toBe(false);
});
