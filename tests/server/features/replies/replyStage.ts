/** A project over a repository and its tracker at a GitHub with an app, whose issues get replies. */
import { join } from "node:path";
import { expect, vi } from "vitest";
import type { ReplySettings, ReplySettingsBody } from "../../../../contract/issues/replies.ts";
import type { HostIssue } from "../../../../server/demo/hosts/hostData.ts";
import { trackerChanges } from "../../../providers/trackerChanges.ts";
import { trackerData } from "../../../providers/trackerData.ts";
import { addMember, addProject } from "../../rows.ts";
import { makeRepository, temporaryFolder } from "../../sources/gitFixture.ts";
import type { Engine } from "../../testDb.ts";
import { startAppStage } from "../apps/appStage.ts";

const CODE = `export function splitWords(text: string): string[] {
  // The tokenizer of the search splits a text into words.
  return text.split(" ");
}
`;
export const TEMPLATE = "Place of {issue}\n{places}\n\nSimilar\n{similar}\n\nMissing\n{missing}\n\nEnd.";
/** A report that names a function of the repository. */
export const REPORT = {
  title: "splitWords of the tokenizer forgets the last word",
  body: "`splitWords` in `src/search/tokenizer.ts` drops the last word of a text.\n\nVersion 1.2",
} as const;

export async function startReplyStage(engine: Engine) {
  const data = { ...trackerData(0), roles: { grace: "write", linus: "read" } as const };
  data.users.push({ id: 9, login: "renovate[bot]", name: null, email: null, isBot: true });
  const stage = await startAppStage(engine, data, { isWorkDueSoon: true });
  const folder = temporaryFolder();
  makeRepository(join(folder.path, stage.work.path), [
    {
      message: "Add the tokenizer",
      files: { "src/search/tokenizer.ts": CODE, "src/mail/send.ts": "export const send = 1;\n" },
    },
    { message: "Split words of a text", files: { "src/search/tokenizer.ts": `${CODE}// words\n` } },
  ]);
  stage.host.gitRoot = folder.path;
  const { db } = stage.server;
  const { admin, member, companyId } = stage.people;
  await db.updateTable("companies").set({ plan: "Enterprise" }).where("id", "=", companyId).execute();
  const { id: installationId, installation } = await stage.install(await stage.register());
  const projectId = await addProject(db, { companyId, ownerId: admin.id, slug: "maze" });
  await addMember(db, projectId, member.id, "Developer");
  const call = (method: string, path: string, body?: unknown, token = admin.token) =>
    stage.server.call(method, path, { token, body });
  const source = { provider: "github", url: `${stage.host.url}/${stage.work.path}`, installation_id: installationId };
  const link = async (kind: string) => {
    const answer = await call("POST", `projects/maze/${kind}/`, source);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return (answer.body as { id: string }).id;
  };
  const repositoryId = await link("repositories");
  const sourceId = await link("trackers");
  const stateOf = (id: string) =>
    db.selectFrom("sources").select(["sync_state", "sync_finished_at"]).where("id", "=", id).executeTakeFirstOrThrow();
  const ready = (id: string) =>
    vi.waitFor(async () => expect((await stateOf(id)).sync_state).toBe("ready"), { timeout: 60_000, interval: 100 });
  await ready(repositoryId);
  await ready(sourceId);
  const tracker = trackerChanges(data);
  return {
    ...stage,
    db,
    data,
    installation,
    sourceId,
    repositoryId,
    projectId,
    call,
    issue: tracker.issue,
    change: tracker.change,
    open: (number: number, changes: Partial<HostIssue> = {}): void =>
      tracker.openIssue(number, { ...REPORT, author: "ada", ...changes }),
    say: tracker.addComment,
    settings: async (): Promise<ReplySettings> =>
      (await call("GET", `sources/${sourceId}/replies/`)).body as ReplySettings,
    turn: (change: Partial<ReplySettingsBody> = {}, token = admin.token) => {
      const account = `${stage.host.apps[0]?.slug ?? ""}[bot]`;
      const body = {
        enabled: true,
        by: "app",
        account,
        template: TEMPLATE,
        mentions: false,
        names_all: false,
        ...change,
      };
      return call("PUT", `sources/${sourceId}/replies/`, body, token);
    },
    /** Everything that the host has is here. */
    sync: async (): Promise<void> => {
      const before = (await stateOf(sourceId)).sync_finished_at?.getTime();
      await vi.waitFor(
        async () => {
          const { sync_state: state, sync_finished_at: at } = await stateOf(sourceId);
          if (at?.getTime() === before) await call("POST", "projects/maze/sync/");
          expect([state, at?.getTime() === before]).toEqual(["ready", false]);
        },
        { timeout: 60_000, interval: 250 },
      );
    },
    /** Every change that a sync has stored was looked at, and no reply is due now. */
    settled: () =>
      vi.waitFor(
        async () => {
          const { looked_at: looked } = await db
            .selectFrom("reply_settings")
            .select("looked_at")
            .where("source_id", "=", sourceId)
            .executeTakeFirstOrThrow();
          expect(looked?.getTime()).toBe((await stateOf(sourceId)).sync_finished_at?.getTime());
          const rows = db.selectFrom("issue_replies").select("issue_id").where("state", "=", "due");
          expect(await rows.where("next_at", "<=", new Date()).execute()).toEqual([]);
        },
        { timeout: 20_000, interval: 100 },
      ),
    replyRow: (number: number) =>
      db
        .selectFrom("issue_replies")
        .innerJoin("issues", "issues.id", "issue_replies.issue_id")
        .selectAll("issue_replies")
        .where("issues.key", "=", `#${number}`)
        .executeTakeFirstOrThrow(),
    async stop() {
      await stage.stop();
      folder.remove();
    },
  };
}

export type ReplyStage = Awaited<ReturnType<typeof startReplyStage>>;
