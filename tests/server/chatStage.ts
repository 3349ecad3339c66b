/** What the stages of chats share: what users choose, are notified of and have changed, and other processes that send. */
import { expect } from "vitest";
import { endpoints, type EndpointName } from "../../contract/endpoints.ts";
import type { Chat } from "../../contract/notices/chatActionKinds.ts";
import { readKeyRing } from "../../server/access/keys/KeyRing.ts";
import { createSeal } from "../../server/access/keys/secrets.ts";
import { writeNotices } from "../../server/events/writeNotices.ts";
import { CHAT_LINK_PURPOSE, chatLinks } from "../../server/features/chatActions/chatLinks.ts";
import { ChatSender } from "../../server/features/chats/ChatSender.ts";
import type { ChatClient } from "../../server/features/chats/chatClient.ts";
import type { ChatDeps } from "../../server/features/chats/chatDeps.ts";
import type { DeliverDeps } from "../../server/features/outgoingWebhooks/deliver.ts";
import { WEBHOOK_PURPOSE } from "../../server/features/outgoingWebhooks/receiver.ts";
import { WebhookSender } from "../../server/features/outgoingWebhooks/WebhookSender.ts";
import type { Invoker } from "../../server/http/invoker.ts";
import { type Egress, createEgress } from "../../server/sources/egress/egress.ts";
import type { startGithubWriteStage } from "./githubWriteStage.ts";
import type { SignedInUser } from "./http/testServer.ts";

export const MINUTE = 60_000;
/** The key of the stages. */
export const KEY = "a key of this test, which is long enough";

export const chatActs = (chat: Chat, stage: Awaited<ReturnType<typeof startGithubWriteStage>>) => {
  const { db } = stage.server;
  return {
    /** The user gets notices of two kinds in the chat. */
    choose: (user: SignedInUser) =>
      db
        .insertInto("notice_channels")
        .values(
          (["assigned", "commented"] as const).map((kind) => ({
            user_id: user.id,
            project_id: null,
            kind,
            channel: chat,
          })),
        )
        .execute(),
    notify: (user: SignedInUser, key: string) =>
      db.transaction().execute((tx) =>
        writeNotices(tx, [
          {
            userId: user.id,
            kind: "assigned",
            projectId: stage.projectId,
            key,
            subject: { kind: "issue", id: stage.issueId },
          },
        ]),
      ),
    /** Sends changes that are held, before their time. */
    async sendHeld(): Promise<void> {
      await db
        .updateTable("issue_writes")
        .set({ send_at: new Date(Date.now() - 1000) })
        .where("state", "=", "held")
        .execute();
      await stage.send();
    },
    /** The state before the first test. */
    async reset(): Promise<void> {
      await stage.reset();
      for (const table of ["outgoing_webhooks", "chat_apps", "notices", "notice_channels", "notice_settings"] as const)
        await db.deleteFrom(table).execute();
      await db.updateTable("issues").set({ state: "open" }).where("id", "=", stage.issueId).execute();
      for (const { token } of [stage.people.admin, stage.people.member])
        await stage.server.call("POST", "users/confirm-password/", { token, body: { password: "correct horse" } });
    },
  };
};

type Stage = Awaited<ReturnType<typeof startGithubWriteStage>>;

/** Works as another process, which reports no error. */
async function asProcess(work: (egress: Egress, onError: (error: unknown) => void) => Promise<void>): Promise<void> {
  const egress = createEgress({ allowed: ["127.0.0.0/8"] });
  const errors: unknown[] = [];
  await work(egress, (error) => errors.push(error));
  await egress.close();
  expect(errors).toEqual([]);
}

/** Another process that sends messages about notices. */
export const sendNotices = <Deps extends ChatDeps>(
  depsOf: (egress: Egress) => Deps,
  clientOf: (deps: Deps) => ChatClient,
): Promise<void> =>
  asProcess((egress, onError) => {
    const deps = depsOf(egress);
    return new ChatSender(deps, clientOf(deps), onError).run();
  });

/** Another process that sends what waits for receivers of the project. @param appOf what it posts to channels with */
export const deliverToChannels = <Deps extends ChatDeps>(
  { server }: Stage,
  depsOf: (egress: Egress) => Deps,
  appOf: (deps: Deps) => Pick<DeliverDeps, "channelContents" | "post">,
): Promise<void> =>
  asProcess((egress, onError) => {
    const deps = depsOf(egress);
    const keys = readKeyRing({ masterKey: KEY, dataDir: server.dataDir });
    return new WebhookSender({
      database: { db: server.db, listen: () => Promise.resolve(() => Promise.resolve()) },
      egress,
      seal: createSeal(keys, WEBHOOK_PURPOSE),
      links: chatLinks(createSeal(keys, CHAT_LINK_PURPOSE), deps.now),
      ...appOf(deps),
      link: deps.link,
      ...(deps.now && { now: deps.now }),
      onError,
    }).run();
  });

/** The calls of a process, which go to the server as the user. `before`, `after`: what happens before or after a call. */
export const invokerOf = (
  { server }: Stage,
  user: SignedInUser,
  {
    before = () => undefined,
    after = () => undefined,
  }: {
    readonly before?: (name: EndpointName) => Promise<unknown> | undefined;
    readonly after?: (name: EndpointName) => Promise<unknown> | undefined;
  },
): Invoker["invoke"] =>
  (async (name: EndpointName, { params = {}, body }: { params?: Record<string, string>; body?: object }) => {
    await before(name);
    const { method, path } = endpoints[name];
    const filled = path.replaceAll(/:(\w+)/g, (_, key: string) => params[key] ?? "");
    const answer = await server.call(method, filled, { token: user.token, ...(body && { body }) });
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    await after(name);
    return answer.body;
  }) as unknown as Invoker["invoke"];
