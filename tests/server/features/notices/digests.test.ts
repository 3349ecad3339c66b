/** Digests whose openings a model words: only with the company's consent, of the receiver's own data, and never late or lost. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { DigestPreview, ModelSettings } from "../../../../contract/search/ask.ts";
import { readKeyRing } from "../../../../server/access/keys/KeyRing.ts";
import { createSeal, createSecrets } from "../../../../server/access/keys/secrets.ts";
import { listOutbox } from "../../../../server/db/tables/notices/outbox.ts";
import { DigestWriter } from "../../../../server/features/digests/DigestWriter.ts";
import type { DigestFacts } from "../../../../server/features/digests/digestRequest.ts";
import { WeeklyMailer } from "../../../../server/features/notices/WeeklyMailer.ts";
import { createMail } from "../../../../server/mail/Mail.ts";
import { createEgress } from "../../../../server/sources/egress/egress.ts";
import { MODEL_SETTINGS, completion, type ModelHost, startModelHost } from "../../../providers/modelHost.ts";
import { type Mailbox, openMailbox } from "../../mail/mailbox.ts";
import { onOneDatabase } from "../../testDb.ts";
import { type NoticeServer, startNoticeServer } from "./noticeServer.ts";

const URL = "https://clew.example";
const HOUR = 3_600_000;
const SETTINGS = { ...MODEL_SETTINGS, words_digests: true };
const FACTS: DigestFacts = {
  language: "EN",
  opening: ["All of this is in Atlas.", "You closed 3 issues."],
  sections: [{ title: "You closed", lines: [{ text: "#12 Leak (Atlas)", url: "https://clew.example/secret-link" }] }],
};
const WORDED = ["In Atlas, you closed 3 issues.", "One of them is #12 Leak.".replace("One of them", "The last")];

onOneDatabase("digests", (engine) => {
  let fixture: NoticeServer;
  let mailbox: Mailbox;
  let host: ModelHost;
  const due = new Date(Math.ceil((Date.now() + HOUR) / HOUR) * HOUR);
  const weekly = { day: ((due.getUTCDay() + 6) % 7) + 1, hour: due.getUTCHours() };
  beforeAll(async () => {
    mailbox = await openMailbox();
    host = await startModelHost();
    fixture = await startNoticeServer(engine, {
      CLEW_SMTP_URL: mailbox.url,
      CLEW_MAIL_FROM: "Clew <clew@example.org>",
      CLEW_PUBLIC_URL: URL,
    });
    fixture.change(1, { assignees: ["ada"], title: "Leak of the valve" });
    fixture.change(2, { assignees: ["linus"], title: "Hidden plan of Linus" });
    await fixture.sync();
  }, 300_000);
  afterAll(async () => {
    await fixture.stop();
    await mailbox.stop();
    await host.stop();
  });
  beforeEach(async () => {
    await fixture.server.db.deleteFrom("model_usage").execute();
    await fixture.server.db.deleteFrom("company_models").execute();
    host.calls.length = 0;
    host.answerWith(200, completion(WORDED.join("\n")));
  });

  const path = () => `companies/${fixture.companyId}/model/`;
  const setUp = async (rest: object = {}): Promise<ModelSettings> => {
    const body = { ...SETTINGS, address: host.address, ...rest };
    const answer = await fixture.server.call("PUT", path(), { token: fixture.users.grace.token, body });
    expect(answer.status).toBe(200);
    return answer.body as ModelSettings;
  };
  const errors: unknown[] = [];
  const writer = (limits = { answerMs: 2000, totalMs: 60_000, windowMs: 60_000 }) => {
    const { db, dataDir } = fixture.server;
    const secrets = createSecrets(readKeyRing({ masterKey: undefined, dataDir }));
    const egress = createEgress({ allowed: ["127.0.0.0/8"] });
    return new DigestWriter({ db, secrets, egress, now: () => new Date(), onError: (e) => errors.push(e), limits });
  };
  const ada = () => fixture.users.ada.id;
  const usage = () => fixture.server.db.selectFrom("model_usage").selectAll().execute();
  const byRules = { sentences: FACTS.opening, model: null };

  test("nothing leaves without the company's consent to this purpose", async () => {
    expect(await writer().open(ada(), FACTS)).toEqual(byRules);
    expect(await setUp({ words_digests: undefined })).toMatchObject({ words_digests: false });
    expect(await writer().open(ada(), FACTS)).toEqual(byRules);
    await setUp({ is_enabled: false });
    expect(await writer().open(ada(), FACTS)).toEqual(byRules);
    await setUp();
    expect(await writer().open(fixture.users.stranger.id, FACTS)).toEqual(byRules);
    expect(host.calls).toEqual([]);
  });

  test("the model words it from what is in the mail, without links, and is paid by the receiver's limits", async () => {
    await setUp();
    expect(await writer().open(ada(), FACTS)).toEqual({ sentences: WORDED, model: "loom-7b" });
    const [call] = host.calls;
    expect(call?.authorization).toBe("Bearer sk-loom");
    expect(call?.body).toContain("#12 Leak (Atlas)");
    expect(call?.body).not.toContain("secret-link");
    expect(await usage()).toMatchObject([{ user_id: ada(), requests: 1, tokens: 940 }]);
  });

  test("sentences with other numbers or names are replaced by those of the rules", async () => {
    await setUp();
    host.answerWith(200, completion("You closed 4 issues.\nGrace is late.\nIn Atlas, you closed 3 issues."));
    expect(await writer().open(ada(), FACTS)).toEqual(byRules);
    host.answerWith(200, completion(""));
    expect(
      await writer().open(ada(), { ...FACTS, opening: [...FACTS.opening, "2 issues wait for you."] }),
    ).toMatchObject({
      model: null,
    });
  });

  test("an attempt to send the same mail again does not pay again", async () => {
    await setUp();
    const one = writer();
    await one.open(ada(), FACTS);
    await one.open(ada(), FACTS);
    expect(host.calls).toHaveLength(1);
  });

  test("limits of tokens and cost end in the version of the rules, for that user alone", async () => {
    await setUp({ day_tokens: 1000 });
    const one = writer();
    const day = new Date().toISOString().slice(0, 10);
    const { companyId } = fixture;
    const row = { company_id: companyId, user_id: ada(), day, requests: 1, tokens: 999, cost: 0 };
    await fixture.server.db.insertInto("model_usage").values(row).execute();
    expect(await one.open(ada(), FACTS)).toEqual(byRules);
    expect(await one.open(fixture.users.linus.id, FACTS)).toMatchObject({ model: "loom-7b" });
    await setUp({ month_cost: 0 });
    expect(await writer().open(ada(), FACTS)).toEqual(byRules);
    expect(host.calls).toHaveLength(1);
  });

  test("a model that does not answer is not waited for by the next digest, and a window has an end", async () => {
    await setUp();
    host.answer(() => undefined);
    const one = writer({ answerMs: 200, totalMs: 60_000, windowMs: 60_000 });
    const begun = performance.now();
    for (let mail = 0; mail < 20; mail += 1) expect(await one.open(ada(), FACTS)).toEqual(byRules);
    expect(performance.now() - begun).toBeLessThan(2000);
    expect(host.calls).toHaveLength(1);
    // A slow model is asked until its window is used up.
    host.answer(async (_, response) => {
      await new Promise((resolve) => setTimeout(resolve, 150));
      response.end(JSON.stringify(completion(WORDED.join("\n"))));
    });
    const other = writer({ answerMs: 1000, totalMs: 400, windowMs: 60_000 });
    const opened = [];
    for (let mail = 0; mail < 8; mail += 1)
      opened.push(await other.open(ada(), { ...FACTS, opening: [...FACTS.opening, `Mail ${mail}.`] }));
    expect(opened.filter(({ model }) => model !== null).length).toBeLessThan(4);
    expect(opened[0]?.model).toBe("loom-7b");
  });

  test.each([
    ["a refusal", (to: ModelHost) => to.answerWith(500, { error: { message: "No" } })],
    ["no JSON", (to: ModelHost) => to.answerWith(200, "<html>")],
    ["an endless answer", (to: ModelHost) => to.answerWith(200, completion("You closed 3 issues. ".repeat(200_000)))],
    ["a cut connection", (to: ModelHost) => to.answer((_, response) => void response.destroy())],
  ])("%s ends in the version of the rules", async (_, prepare) => {
    await setUp();
    prepare(host);
    expect(await writer().open(ada(), FACTS)).toEqual(byRules);
  });

  test("a database that fails ends in the version of the rules too", async () => {
    await setUp();
    errors.length = 0;
    const broken = new DigestWriter({
      secrets: undefined as never,
      egress: undefined as never,
      now: () => new Date(),
      db: undefined as never,
      onError: (error) => errors.push(error),
    });
    expect(await broken.open(ada(), FACTS)).toEqual(byRules);
    expect(errors).toHaveLength(1);
  });

  test("the preview is what is sent, of the Admin's own week, and sends nothing", async () => {
    const { users, server, change, sync } = fixture;
    const show = (token: string) => server.call("GET", `${path()}digest/`, { token });
    expect((await show(users.grace.token)).status).toBe(404);
    await setUp({ words_digests: false });
    expect((await show(users.ada.token)).status).toBe(403);
    expect((await show(users.stranger.token)).status).toBe(404);
    const rename = (account: string) =>
      server.db.updateTable("connections").set({ account }).where("user_id", "=", users.grace.id).execute();
    await rename("another account");
    expect((await show(users.grace.token)).body).toMatchObject({ body: null, model: "loom-7b" });
    await rename("grace");
    change(3, { assignees: ["grace"], title: "Pump of Grace" });
    await sync();
    const preview = (await show(users.grace.token)).body as DigestPreview;
    expect(preview.host).toBe(host.host);
    expect(preview.body).toContain("Pump of Grace");
    expect(preview.body).not.toContain("Hidden plan of Linus");
    expect(preview.body).not.toContain("/projects/");
    expect(preview.cost).toBeGreaterThan(0);
    expect(host.calls).toEqual([]);
  });

  /** Two processes look at what is due at a time. */
  const mailWeek = async (): Promise<void> => {
    const { db, dataDir } = fixture.server;
    const seal = createSeal(readKeyRing({ masterKey: undefined, dataDir }), "mail");
    const mail = createMail({ isSent: true, seal, publicUrl: () => URL });
    const onError = (error: unknown) => expect.fail(String(error));
    const now = () => new Date(due.getTime() + 60_000);
    const mailers = [1, 2].map(() => new WeeklyMailer({ db, mail, now, onError }));
    await Promise.all(mailers.map((mailer) => mailer.run()));
    await expect
      .poll(async () => (await listOutbox(db)).filter(({ state }) => state === "waiting"), { timeout: 30_000 })
      .toEqual([]);
  };

  test("a weekly mail arrives once, by the model where it answers and by rules where it is silent", async () => {
    await setUp();
    const { users, server } = fixture;
    host.answer(({ body }, response) => {
      // The model is silent for one of the two receivers.
      if (body.includes("Hidden plan of Linus")) return;
      response.end(
        JSON.stringify(
          completion("1 issue waits for you in Atlas.\nIt is the Leak of the valve.".replace("the Leak", "about Leak")),
        ),
      );
    });
    for (const user of [users.ada, users.linus]) {
      const body = { time_zone: "UTC", mails: true, digest_hour: 8, quiet: null, channels: {}, projects: [], weekly };
      expect((await server.call("PUT", "notice-settings/", { token: user.token, body })).status).toBe(200);
    }
    await mailWeek();
    const textTo = (email: string) => {
      const received = mailbox.received.filter(({ to }) => to.includes(email));
      expect(received).toHaveLength(1);
      return received[0]?.text ?? "";
    };
    expect(textTo(users.ada.email)).toContain("1 issue waits for you in Atlas. It is about Leak of the valve.");
    expect(textTo(users.ada.email)).toContain("worded by loom-7b");
    expect(textTo(users.linus.email)).toMatch(/\d new thing|\d issue waits/);
    expect(textTo(users.linus.email)).not.toContain("worded by");
    for (const { body } of host.calls.filter((call) => call.body.includes("Leak of the valve")))
      expect(body).not.toContain("Hidden plan of Linus");
  });
});
