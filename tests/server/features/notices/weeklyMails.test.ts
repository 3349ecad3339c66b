/** The weekly mail about the receiver's own week, through a real mail server. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readKeyRing } from "../../../../server/access/keys/KeyRing.ts";
import { createSeal } from "../../../../server/access/keys/secrets.ts";
import { newId } from "../../../../server/db/newId.ts";
import { listOutbox } from "../../../../server/db/tables/notices/outbox.ts";
import { writeNotices } from "../../../../server/events/writeNotices.ts";
import { WeeklyMailer } from "../../../../server/features/notices/WeeklyMailer.ts";
import { lastWeeklyTimeAt } from "../../../../server/features/notices/localTime.ts";
import { renderWeeklyMail } from "../../../../server/features/notices/weeklyMail.ts";
import { createMail } from "../../../../server/mail/Mail.ts";
import { type Mailbox, openMailbox } from "../../mail/mailbox.ts";
import { onOneDatabase } from "../../testDb.ts";
import { type NoticeServer, openByRules, startNoticeServer } from "./noticeServer.ts";

const URL = "https://clew.example";
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe("the last time of a day and an hour", () => {
  const last = (now: string, zone: string, day: number, hour: number) =>
    lastWeeklyTimeAt(new Date(now), zone, { day, hour }).toISOString();

  test.each([
    // 28 November 2026 is a Saturday.
    ["2026-11-28T12:00:00Z", "UTC", 6, 8, "2026-11-28T08:00:00.000Z"],
    ["2026-11-28T07:59:00Z", "UTC", 6, 8, "2026-11-21T08:00:00.000Z"],
    ["2026-11-28T12:00:00Z", "UTC", 1, 8, "2026-11-23T08:00:00.000Z"],
    ["2026-11-28T22:30:00Z", "Europe/Istanbul", 7, 1, "2026-11-28T22:00:00.000Z"],
    // Clocks went back on 25 October and forward on 29 March.
    ["2026-10-26T12:00:00Z", "Europe/Berlin", 5, 9, "2026-10-23T07:00:00.000Z"],
    ["2026-03-30T12:00:00Z", "Europe/Berlin", 5, 9, "2026-03-27T08:00:00.000Z"],
    ["2026-03-30T12:00:00Z", "Europe/Berlin", 7, 2, "2026-03-29T01:00:00.000Z"],
  ])("before %s in %s on day %i at %i", (now, zone, day, hour, time) => {
    expect(last(now, zone, day, hour)).toBe(time);
  });
});

onOneDatabase("weekly mails", (engine) => {
  let fixture: NoticeServer;
  let mailbox: Mailbox;
  /** When the next one is due: the second full hour from now. */
  const due = new Date(Math.ceil((Date.now() + HOUR) / HOUR) * HOUR);
  const weekly = { day: ((due.getUTCDay() + 6) % 7) + 1, hour: due.getUTCHours() };
  beforeAll(async () => {
    mailbox = await openMailbox();
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

  /** Two processes look at what is due at a time. */
  const mailAt = async (time: number): Promise<void> => {
    const { db, dataDir } = fixture.server;
    const seal = createSeal(readKeyRing({ masterKey: undefined, dataDir }), "mail");
    const mail = createMail({ isSent: true, seal, publicUrl: () => URL });
    const onError = (error: unknown) => expect.fail(String(error));
    const mailers = [1, 2].map(() => new WeeklyMailer({ db, mail, now: () => new Date(time), onError }));
    await Promise.all(mailers.map((mailer) => mailer.run()));
    await expect
      .poll(async () => (await listOutbox(db)).filter(({ state }) => state === "waiting"), { timeout: 20_000 })
      .toEqual([]);
  };
  const mailsTo = (email: string) =>
    mailbox.received.filter(({ to, headers }) => to.includes(email) && /^Subject: .*(week|hafta)/im.test(headers));
  const choose = (user: { token: string }, changes: object) =>
    fixture.server.call("PUT", "notice-settings/", {
      token: user.token,
      body: { time_zone: "UTC", mails: true, digest_hour: 8, quiet: null, channels: {}, projects: [], ...changes },
    });
  const addSearch = async (name: string): Promise<string> => {
    const id = newId();
    const { users, projectId, server } = fixture;
    await server.db
      .insertInto("saved_searches")
      .values({ id, user_id: users.grace.id, project_id: projectId, name, q: "x", facets: "{}", is_shared: true })
      .execute();
    return id;
  };

  test("it has the receiver's own week, once, at the time they chose, and in no other mail of another", async () => {
    const { server, users, projectId, change, sync } = fixture;
    change(1, { assignees: ["ada"] });
    change(2, { assignees: ["ada"], title: "Still <b>open</b>" });
    change(3, { assignees: ["linus"] });
    await sync();
    const closedAt = new Date(Math.floor(Date.now() / 1000) * 1000).toISOString().replace(".000Z", "Z");
    change(1, { state: "closed", closedAt });
    change(3, { state: "closed", closedAt });
    await sync();
    const search = await addSearch("Open crashes");
    await writeNotices(server.db, [
      {
        userId: users.ada.id,
        kind: "search_matched",
        projectId,
        key: "matched",
        subject: { kind: "search", id: search },
        data: { titles: ["One"] },
      },
    ]);
    expect((await choose(users.ada, { weekly })).body).toMatchObject({ weekly });
    expect((await choose(users.ada, { weekly: { day: 8, hour: 1 } })).status).toBe(400);
    // Its time was chosen just now: the time before is not made up for.
    await mailAt(due.getTime() - MINUTE);
    expect(mailsTo(users.ada.email)).toEqual([]);
    await mailAt(due.getTime() + MINUTE);
    await mailAt(due.getTime() + DAY);
    const [mail, ...others] = mailsTo(users.ada.email);
    expect(others).toEqual([]);
    expect(mailbox.received.filter(({ to }) => to.includes(users.linus.email))).toEqual([]);
    const text = mail?.text.replaceAll("\r\n", "\n") ?? "";
    expect(text).toContain(
      "All of this is in Atlas. You closed 1 issue. 3 new things concern you. 1 issue waits for you.",
    );
    const closed = text.slice(text.indexOf("\nYou closed"), text.indexOf("You were asked"));
    expect(closed).toContain("#1 ");
    expect(text).not.toContain("#3 ");
    expect(text.slice(text.indexOf("Waits for you"))).toContain("#2 Still <b>open</b> (Atlas)");
    expect(text).toContain("Open crashes");
    expect(mail?.html).not.toContain("<b>open</b>");
    await mailAt(due.getTime() + 7 * DAY + MINUTE);
    expect(mailsTo(users.ada.email)).toHaveLength(2);
  });

  test("one click without signing in ends it, and no other mail", async () => {
    const { server, users } = fixture;
    const headers = mailsTo(users.ada.email)[0]?.headers.replaceAll(/\r\n[ \t]+/g, " ") ?? "";
    expect(headers).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
    const path = /List-Unsubscribe: <https:\/\/clew\.example([^>]+)>/.exec(headers)?.[1] ?? "";
    const settings = async () => (await server.call("GET", "notice-settings/", { token: users.ada.token })).body;
    await fetch(server.url + path);
    expect(await settings()).toMatchObject({ weekly, mails: true });
    const done = await fetch(server.url + path, { method: "POST" });
    expect([done.status, await done.text()]).toEqual([200, expect.stringContaining("no more weekly emails")]);
    expect(await settings()).toMatchObject({ weekly: null, mails: true, channels: {} });
    await mailAt(due.getTime() + 14 * DAY + MINUTE);
    expect(mailsTo(users.ada.email)).toHaveLength(2);
  });

  test("it has nothing of a project that the receiver has left, and none is sent about an empty week", async () => {
    const { server, users } = fixture;
    await choose(users.grace, { weekly });
    const search = await addSearch("Private plans");
    await writeNotices(server.db, [
      {
        userId: users.grace.id,
        kind: "search_matched",
        projectId: fixture.projectId,
        key: "private",
        subject: { kind: "search", id: search },
        data: { titles: ["Secret"] },
      },
    ]);
    const week = { from: new Date(due.getTime() - 7 * DAY).toISOString(), to: due.toISOString() };
    const rendered = () =>
      renderWeeklyMail(
        { db: server.db, link: (path) => URL + path, unsubscribeToken: () => "token", openDigest: openByRules },
        { userId: users.grace.id, week },
      );
    expect((await rendered())?.text).toContain("Private plans");
    await server.db.deleteFrom("project_members").where("user_id", "=", users.grace.id).execute();
    expect(await rendered()).toBeNull();
  });
});
