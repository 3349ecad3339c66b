/** A server with outgoing webhooks, a receiver on this machine, and a process that sends at any time. */
import { afterAll, beforeAll, expect } from "vitest";
import type {
  Delivery,
  DeliveryPage,
  NewOutgoingWebhook,
  OutgoingWebhook,
} from "../../../../contract/notices/outgoingWebhooks.ts";
import { readKeyRing } from "../../../../server/access/keys/KeyRing.ts";
import { createSeal } from "../../../../server/access/keys/secrets.ts";
import { CHAT_LINK_PURPOSE, chatLinks } from "../../../../server/features/chatActions/chatLinks.ts";
import { WEBHOOK_PURPOSE } from "../../../../server/features/outgoingWebhooks/receiver.ts";
import { WebhookSender } from "../../../../server/features/outgoingWebhooks/WebhookSender.ts";
import { writeOutgoing } from "../../../../server/events/writeOutgoing.ts";
import type { LookupAll } from "../../../../server/sources/egress/guardedConnector.ts";
import { createEgress } from "../../../../server/sources/egress/egress.ts";
import type { SignedInUser } from "../../http/testServer.ts";
import { type Engine } from "../../testDb.ts";
import { type NoticeServer, startNoticeServer } from "../notices/noticeServer.ts";
import { type Receiver, startReceiver } from "./webhookReceiver.ts";

/** Starts before the tests of the calling block, and stops after them. */
export function useOutgoingStage(engine: Engine) {
  let fixture: NoticeServer;
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
    fixture = await startNoticeServer(engine, { CLEW_PUBLIC_URL: "https://clew.example" });
  });
  afterAll(async () => {
    await fixture.stop();
    await receiver.stop();
  });

  const call = (user: SignedInUser, method: string, path: string, body?: object) =>
    fixture.server.call(method, path, { token: user.token, ...(body && { body }) });
  const confirm = (user: SignedInUser) => call(user, "POST", "users/confirm-password/", { password: "correct horse" });

  async function create(path: string, given: object = {}): Promise<NewOutgoingWebhook> {
    const { grace } = fixture.users;
    const body = { kind: "webhook", label: path, url: receiver.url + path, events: ["issue.closed"], ...given };
    const answer = await call(grace, "POST", "projects/atlas/outgoing-webhooks/", body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body as NewOutgoingWebhook;
  }
  const remove = ({ webhook }: NewOutgoingWebhook) =>
    call(fixture.users.grace, "DELETE", `outgoing-webhooks/${webhook.id}/`);
  const log = async ({ webhook }: NewOutgoingWebhook): Promise<Delivery[]> => {
    const page = await call(fixture.users.grace, "GET", `outgoing-webhooks/${webhook.id}/deliveries/`);
    return (page.body as DeliveryPage).results;
  };
  const state = async ({ webhook }: NewOutgoingWebhook): Promise<OutgoingWebhook | undefined> => {
    const { body } = await call(fixture.users.grace, "GET", "outgoing-webhooks/?project=atlas");
    return (body as OutgoingWebhook[]).find(({ id }) => id === webhook.id);
  };
  const tell = (events: readonly { readonly key: string; readonly event?: "issue.closed" | "issue.opened" }[]) =>
    fixture.server.db.transaction().execute(async (tx) => {
      const { id } = await tx.selectFrom("issues").select("id").orderBy("number").limit(1).executeTakeFirstOrThrow();
      await writeOutgoing(
        tx,
        { projectId: fixture.projectId, companyId: null },
        events.map(({ key, event = "issue.closed" }) => ({ event, key, subject: { kind: "issue", id } })),
      );
    });
  const noApp = () => expect.fail("no webhook of an app");
  /** Another process that sends, at another time. */
  const sendAt = async (now: () => Date, lookup?: LookupAll): Promise<void> => {
    const { db, dataDir } = fixture.server;
    const egress = createEgress({ allowed: ["127.0.0.0/8"], ...(lookup && { lookup }) });
    const keys = readKeyRing({ masterKey: undefined, dataDir });
    const sender = new WebhookSender({
      database: { db, listen: () => Promise.resolve(() => Promise.resolve()) },
      egress,
      seal: createSeal(keys, WEBHOOK_PURPOSE),
      links: chatLinks(createSeal(keys, CHAT_LINK_PURPOSE)),
      channelContents: { slack_app: noApp, teams_app: noApp },
      post: { slack_app: noApp, teams_app: noApp },
      link: (path) => `https://clew.example${path}`,
      timeoutMs: 500,
      now,
      onError: (error) => expect.fail(String(error)),
    });
    await sender.run();
    await egress.close();
  };

  return {
    get fixture() {
      return fixture;
    },
    get receiver() {
      return receiver;
    },
    call,
    confirm,
    create,
    remove,
    log,
    state,
    tell,
    sendAt,
    noApp,
  };
}
