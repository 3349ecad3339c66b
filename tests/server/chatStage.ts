/** What the stages of chats share: what users choose, are notified of and have changed. */
import type { Chat } from "../../contract/notices/chatActionKinds.ts";
import { writeNotices } from "../../server/events/writeNotices.ts";
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
