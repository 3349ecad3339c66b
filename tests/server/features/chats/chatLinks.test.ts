/** Links in messages of Microsoft Teams: what they do, once, as who is signed in, and for no other. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { CHAT_LINK_DAYS } from "../../../../contract/notices/chatActionKinds.ts";
import type { ChatLink } from "../../../../contract/notices/chatActions.ts";
import { readKeyRing } from "../../../../server/access/keys/KeyRing.ts";
import { createSeal } from "../../../../server/access/keys/secrets.ts";
import { CHAT_LINK_PURPOSE, chatLinks } from "../../../../server/features/chatActions/chatLinks.ts";
import { addMember } from "../../rows.ts";
import { type SignedInUser, statuses } from "../../http/testServer.ts";
import { KEY, MINUTE } from "../../chatStage.ts";
import { type SlackStage, startSlackStage } from "../../slackStage.ts";
import { onOneDatabase } from "../../testDb.ts";
import { type Receiver, startReceiver } from "../outgoingWebhooks/webhookReceiver.ts";

interface Card {
  readonly attachments: readonly [
    { readonly content: { readonly body: readonly { readonly actions?: readonly { readonly url: string }[] }[] } },
  ];
}

onOneDatabase("links of a chat", (engine) => {
  let stage: SlackStage;
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
    stage = await startSlackStage(engine);
  });
  afterAll(async () => {
    await stage.stopSlack();
    await receiver.stop();
  });
  beforeEach(() => stage.resetSlack());

  const admin = () => stage.people.admin;
  const member = () => stage.people.member;
  let sent = 0;
  /** A message about the issue. @returns the links of its buttons: to assign, and to close */
  const links = async (): Promise<readonly string[]> => {
    const path = `/teams-${(sent += 1)}`;
    const made = await stage.call(admin(), "POST", "projects/maze/outgoing-webhooks/", {
      kind: "teams",
      label: path,
      url: receiver.url + path,
      events: ["issue.opened"],
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    await stage.report(randomUUID());
    await stage.deliverAt(2 * MINUTE);
    const card = JSON.parse(receiver.at(path)[0]?.body ?? "") as Card;
    const urls = card.attachments[0].content.body.flatMap(({ actions = [] }) => actions.map(({ url }) => new URL(url)));
    expect(urls.map(({ origin, pathname }) => origin + pathname)).toEqual([
      "https://clew.example/act",
      "https://clew.example/act",
    ]);
    return urls.map(({ searchParams }) => searchParams.get("link") ?? "");
  };
  const read = async (user: SignedInUser, link: string) =>
    stage.call(user, "GET", `chat-links/?${new URLSearchParams({ link })}`);
  const look = async (user: SignedInUser, link: string) => (await read(user, link)).body as ChatLink;
  const follow = async (user: SignedInUser, link: string, fields: object = {}) =>
    stage.call(user, "POST", "chat-links/", { link, account: "ada", choice: null, ...fields });

  test("a link names what it does, looking changes nothing, and it is used once", async () => {
    const [assign = "", close = ""] = await links();
    expect(await look(admin(), assign)).toMatchObject({
      state: "open",
      action: "assign",
      issue: { key: "#1", title: "A", state: "open" },
      project: { slug: "maze" },
      tracker: "thread",
      account: "ada",
      blocked: null,
    });
    await Promise.all(Array.from({ length: 3 }, () => read(admin(), assign)));
    expect(stage.sent()).toEqual([]);
    const done = await follow(admin(), assign);
    expect(done.body).toMatchObject({ state: "done", text: expect.stringContaining("as ada.") as string });
    expect(stage.issue.assignees).toEqual(["ada"]);
    const again = await follow(admin(), assign);
    expect([again.status, JSON.stringify(again.body)]).toEqual([409, expect.stringContaining("used already")]);
    expect(await look(admin(), assign)).toMatchObject({ state: "used", used_by: "admin", account: null });
    // Another action of the same message is another link; the tracker asks how to close.
    const { choices } = await look(admin(), close);
    expect(choices.map(({ name }) => name)).toEqual(["completed", "not planned"]);
    expect((await follow(admin(), close)).status).toBe(409);
    const choice = choices.find(({ id }) => id.includes("not_planned"))?.id ?? "";
    expect((await follow(admin(), close, { choice: "other" })).status).toBe(409);
    expect((await follow(admin(), close, { choice })).body).toMatchObject({
      state: "done",
      text: expect.stringContaining("as not planned, as ada.") as string,
    });
    expect(stage.issue.stateReason).toBe("not_planned");
    const [entry] = await stage.audit();
    expect(entry?.actor_email).toBe(admin().email);
  });

  test("sent twice at once, it is written once", async () => {
    const [assign = ""] = await links();
    const answers = await Promise.all([follow(admin(), assign), follow(admin(), assign)]);
    expect(statuses(answers)[0]).toBe(200);
    expect(stage.sent()).toHaveLength(1);
    expect(await stage.db.selectFrom("issue_writes").select("id").execute()).toHaveLength(1);
  });

  test("sent at once with two choices, one is written, and the link is used", async () => {
    const [, close = ""] = await links();
    const { choices } = await look(admin(), close);
    const [first, second] = choices.map(({ id }) => id);
    // The tracker takes its time, so that both are in progress.
    stage.stage.meanwhile = (request) => (request.startsWith("PATCH") ? sleep(1500) : undefined);
    const answers = await Promise.all([
      follow(admin(), close, { choice: first }),
      follow(admin(), close, { choice: second }),
    ]);
    stage.stage.meanwhile = () => undefined;
    expect(statuses(answers)).toEqual([200, 409]);
    expect(stage.sent()).toHaveLength(1);
    expect(await look(member(), close)).toMatchObject({ state: "used", used_by: "admin" });
  });

  test("it gives no right: a Viewer is shown why, and a user outside of the project or the company nothing", async () => {
    const [assign = ""] = await links();
    expect((await look(member(), assign)).blocked).toMatch(/\S/);
    expect((await follow(member(), assign)).status).toBe(409);
    const { db } = stage;
    await db.deleteFrom("project_members").where("user_id", "=", member().id).execute();
    const hidden = await read(member(), assign);
    const unknown = await read(member(), "none");
    expect([hidden.status, hidden.body]).toEqual([404, unknown.body]);
    expect((await follow(member(), assign)).status).toBe(404);
    const { stranger } = stage.people;
    const other = await read(stranger, assign);
    expect([other.status, other.body]).toEqual([404, unknown.body]);
    expect(JSON.stringify(other.body)).toContain("signed in as");
    expect((await follow(stranger, assign)).status).toBe(404);
    expect((await stage.server.call("GET", "chat-links/?link=none", {})).status).toBe(401);
    expect(stage.sent()).toEqual([]);
    await addMember(db, stage.projectId, member().id, "Viewer");
    // Who may not do it has not used it.
    expect((await look(admin(), assign)).state).toBe("open");
  });

  test("a changed, an expired and a foreign link, and one of what is gone, do nothing", async () => {
    const [assign = ""] = await links();
    const flipped = Buffer.from(assign, "base64url");
    flipped[20] = (flipped[20] ?? 0) ^ 1;
    expect((await read(admin(), flipped.toString("base64url"))).status).toBe(404);
    const keys = readKeyRing({ masterKey: KEY, dataDir: stage.server.dataDir });
    const past = new Date(Date.now() - CHAT_LINK_DAYS * 24 * 60 * MINUTE - MINUTE);
    const old = chatLinks(createSeal(keys, CHAT_LINK_PURPOSE), () => past);
    const now = chatLinks(createSeal(keys, CHAT_LINK_PURPOSE));
    const facts = now.read(assign);
    if (!facts) throw new Error("The link is not readable.");
    const linkOf = (path: string) => new URL(path, "https://clew.example").searchParams.get("link") ?? "";
    const expired = linkOf(old.make(facts));
    expect((await look(admin(), expired)).state).toBe("expired");
    const refused = await follow(admin(), expired);
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([409, expect.stringContaining("expired")]);
    // A link is bound to its issue, its delivery and its company.
    for (const part of [{ issueId: "other" }, { deliveryId: "other" }, { companyId: "other" }])
      expect((await read(admin(), linkOf(now.make({ ...facts, ...part })))).status).toBe(404);
    await stage.db.deleteFrom("outgoing_webhooks").execute();
    expect((await read(admin(), assign)).status).toBe(404);
    expect(stage.sent()).toEqual([]);
  });

  test("what the tracker refuses does not use the link up, and another account is not written with", async () => {
    const [assign = ""] = await links();
    const other = await follow(admin(), assign, { account: "grace" });
    expect(other.body).toMatchObject({ state: "refused" });
    stage.stage.fault = () => ({ status: 403, body: { message: "Not now" } });
    expect((await follow(admin(), assign)).body).toMatchObject({ state: "refused" });
    stage.stage.fault = () => undefined;
    expect((await look(admin(), assign)).state).toBe("open");
    expect((await follow(admin(), assign)).body).toMatchObject({ state: "done" });
  });

  test("a lost answer keeps the link for its user, who writes nothing twice", async () => {
    const [assign = ""] = await links();
    stage.stage.fault = () => "lost";
    const first = await follow(admin(), assign);
    expect(first.status).toBe(200);
    stage.stage.fault = () => undefined;
    await follow(admin(), assign);
    expect(stage.sent()).toHaveLength(1);
    expect(stage.issue.assignees).toEqual(["ada"]);
  });

  test("a process that ends after the write, before it notes the use, leaves a link that is used", async () => {
    const [assign = ""] = await links();
    expect((await follow(admin(), assign)).body).toMatchObject({ state: "done" });
    const hourAgo = new Date(Date.now() - 60 * MINUTE);
    await stage.db.updateTable("chat_link_uses").set({ ended_at: null, started_at: hourAgo }).execute();
    expect(await look(member(), assign)).toMatchObject({ state: "used", used_by: "admin" });
    expect((await follow(admin(), assign)).status).toBe(409);
    expect(stage.sent()).toHaveLength(1);
  });

  test("while one user's use is not ended, another is shown who uses it, and can take it after five minutes", async () => {
    const [assign = ""] = await links();
    const { id } = await stage.db.selectFrom("webhook_deliveries").select("id").executeTakeFirstOrThrow();
    const use = { delivery_id: id, action: "assign", user_id: member().id, ended_at: null };
    await stage.db
      .insertInto("chat_link_uses")
      .values({ ...use, started_at: new Date() })
      .execute();
    expect(await look(admin(), assign)).toMatchObject({ state: "started", used_by: "member" });
    expect((await follow(admin(), assign)).status).toBe(409);
    await stage.db
      .updateTable("chat_link_uses")
      .set({ started_at: new Date(Date.now() - 6 * MINUTE) })
      .execute();
    expect((await follow(admin(), assign)).body).toMatchObject({ state: "done" });
  });
});
