/** A project over a repository at a GitLab or a Bitbucket, with one open request whose findings are real. */
import { join } from "node:path";
import { expect, vi } from "vitest";
import { SourceChecks } from "../../../../contract/requests/requestChecks.ts";
import { BITBUCKET_CHECK, bitbucketAnswer } from "../../../providers/bitbucketHost.ts";
import { isGitAllowed, serveGit } from "../../../providers/gitHost.ts";
import { GITLAB_CHECK, gitlabAnswer } from "../../../providers/gitlabHost.ts";
import { startRestHost } from "../../../providers/restHost.ts";
import { type Work, type WorkRequest, makeWork, workRequest } from "../../../providers/work.ts";
import { addPeople, startTestServer } from "../../http/testServer.ts";
import { addMember, addProject } from "../../rows.ts";
import { git, makeRepository, temporaryFolder } from "../../sources/gitFixture.ts";
import { ONE_ENGINE } from "../../testDb.ts";

const ANSWERS = { gitlab: gitlabAnswer, bitbucket: bitbucketAnswer } as const;
const PUBLISHED = { gitlab: GITLAB_CHECK, bitbucket: BITBUCKET_CHECK } as const;
const API = { gitlab: "/api/", bitbucket: "/2.0/" } as const;
export const HEADS = 12;

const valve = (open: number): string =>
  `export function openValveSlowly(): number {\n  const steps = 4;\n  return steps * ${open};\n}\n`;
/** A path that would end a code span, call people and be HTML, were it no text. */
export const HOSTILE = "src/`@all` <img src=x> [a](http:b).ts";

export async function startCheckStage(provider: keyof typeof ANSWERS) {
  const work: Work = { ...makeWork(0), path: "group/thread", token: "t-ada", requests: [] };
  const folder = temporaryFolder();
  const repository = join(folder.path, work.path);
  const steps = Array.from({ length: 5 }, (_, at) => ({
    message: `Step ${at}`,
    files: { "src/valve.ts": valve(at), [HOSTILE]: `export const step = ${at};\n` },
  }));
  const page = { message: "Page", files: { "docs/opening.md": "# Opening\n\nCall `openValveSlowly()` first.\n" } };
  makeRepository(repository, [...steps, page]);
  const base = git(repository, "rev-parse", "main");
  const heads = Array.from({ length: HEADS }, (_, at) => {
    const change = { message: `Change ${at}`, files: { "src/valve.ts": valve(90 + at) } };
    makeRepository(repository, [change], { from: base, branch: `topic-${at}` });
    return git(repository, "rev-parse", `topic-${at}`);
  });
  const request: WorkRequest = workRequest(901, { isMerged: false, head: heads[0] ?? "", body: "", pushed: [] });
  work.requests.push(request);
  const host = await startRestHost(
    (received, url) => ANSWERS[provider](work, received, url),
    (received, response) => {
      if (received.url?.startsWith(API[provider])) return false;
      if (isGitAllowed(received, work.token)) serveGit(folder.path, received, response, undefined);
      else response.writeHead(401, { "www-authenticate": 'Basic realm="git"' }).end();
      return true;
    },
    PUBLISHED[provider],
  );
  const server = await startTestServer(ONE_ENGINE, {
    isWorkDueSoon: true,
    environment: { CLEW_ALLOWED_NETWORKS: "127.0.0.0/8" },
  });
  const { db } = server;
  const people = await addPeople(db);
  const projectId = await addProject(db, { companyId: people.companyId, ownerId: people.admin.id, slug: "maze" });
  await addMember(db, projectId, people.member.id, "Maintainer");
  const call = (method: string, path: string, body?: unknown, token = people.admin.token) =>
    server.call(method, path, { token, body });
  const source = { provider, url: `${host.url}/${work.path}`, credential: { token: work.token } };
  const linked = await call("POST", "projects/maze/repositories/", source);
  expect(linked.status, JSON.stringify(linked.body)).toBe(201);
  const sourceId = (linked.body as { id: string }).id;
  await vi.waitFor(
    async () => {
      const row = db.selectFrom("sources").select(["sync_state", "sync_error"]).where("id", "=", sourceId);
      expect(await row.executeTakeFirst()).toEqual({ sync_state: "ready", sync_error: null });
    },
    { timeout: 60_000, interval: 100 },
  );
  const { id: requestId } = await db
    .selectFrom("change_requests")
    .select("id")
    .where("details_at", "is not", null)
    .executeTakeFirstOrThrow();
  let minutes = 0;
  const stage = {
    db,
    host,
    work,
    request,
    heads,
    people,
    sourceId,
    requestId,
    call,
    headOf: (at: number): string => heads[at] ?? "",
    choose: (enabled: boolean, blocking: readonly string[] = [], token = people.admin.token) =>
      call("PUT", `sources/${sourceId}/checks/`, { enabled, blocking }, token),
    read: async () => SourceChecks.parse((await call("GET", `sources/${sourceId}/checks/`)).body),
    row: () => db.selectFrom("request_check_runs").selectAll().where("request_id", "=", requestId).executeTakeFirst(),
    /** What a push changes at the host. */
    pushAtHost(at: number): void {
      request.pushed?.push(request.head ?? "");
      request.head = heads[at] ?? "";
    },
    /** What the next sync stores of it. */
    async store(at: number): Promise<void> {
      minutes += 1;
      const hash = provider === "bitbucket" ? (heads[at] ?? "").slice(0, 12) : (heads[at] ?? "");
      await db
        .updateTable("change_requests")
        .set({ head_hash: hash, base_hash: base, updated_at: new Date(Date.now() + minutes * 60_000) })
        .where("id", "=", requestId)
        .execute();
    },
    async push(at: number): Promise<void> {
      stage.pushAtHost(at);
      await stage.store(at);
    },
    async settled(state: string, at: number): Promise<void> {
      const expected = { state, head: (heads[at] ?? "").slice(0, 12) };
      const seen = async () => {
        const row = await stage.row();
        return row && { state: row.state, head: row.head_hash.slice(0, 12) };
      };
      await expect.poll(seen, { timeout: 30_000 }).toEqual(expected);
    },
    /** Lets what waits be due now. */
    async wake(): Promise<void> {
      await db.updateTable("source_checks").set({ waits_until: null }).execute();
      await db
        .updateTable("request_check_runs")
        .set({ due_at: new Date(0) })
        .execute();
    },
    /** Requests that change something at the host. */
    changes: () => host.requests.filter((line) => !line.startsWith("GET")),
    async stop(): Promise<void> {
      await server.stop();
      await host.stop();
      folder.remove();
    },
  };
  return stage;
}

export type CheckStage = Awaited<ReturnType<typeof startCheckStage>>;
