/** A project of several repositories and trackers: a reference in one of them to an issue of another one links only there. */
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { listCommitsOfIssue } from "../../../server/db/tables/commits/graphEdges.ts";
import { createFileBlobs } from "../../../server/index/blobs/blobs.ts";
import { IndexCache } from "../../../server/index/IndexCache.ts";
import { readStoredManifest } from "../../../server/sync/store/storedManifest.ts";
import { type GitHost, startGitHost } from "../../providers/gitHost.ts";
import { GITHUB_REQUESTS_FROM, startGithubWorkHost } from "../../providers/githubWorkHost.ts";
import { startJiraHost } from "../../providers/jiraHost.ts";
import type { RestHost } from "../../providers/restHost.ts";
import { makeWork, workRequest } from "../../providers/work.ts";
import { makeRepository, temporaryFolder } from "../sources/gitFixture.ts";
import { type TestDb, onOneDatabase, openTestDb } from "../testDb.ts";
import { type TestSync, addSource, makeProject, startSync, whenSettled } from "./syncFixture.ts";

const NUMBER = GITHUB_REQUESTS_FROM + 2;

onOneDatabase("links over the sources of a project", (engine) => {
  let database: TestDb;
  let folder: ReturnType<typeof temporaryFolder>;
  let running: TestSync;
  let git: GitHost;
  let rocket: RestHost;
  let motor: RestHost;
  let jira: RestHost;
  let projectId: string;
  beforeEach(async () => {
    database = await openTestDb(engine);
    folder = temporaryFolder();
    const request = (body: string) => [workRequest(2, { body, branch: "topic", mergeHash: null })];
    [git, rocket, motor, jira] = await Promise.all([
      startGitHost({ root: folder.path }),
      startGithubWorkHost({ ...makeWork(9), requests: request("Closes #7") }),
      startGithubWorkHost({
        ...makeWork(9),
        projectId: 78,
        path: "acme/motor",
        requests: request("Fixes acme/rocket#8"),
      }),
      startJiraHost({ ...makeWork(9), path: "acme/ABC", requests: [] }),
    ]);
    const made = await makeProject(database);
    ({ projectId } = made);
    await database.db
      .insertInto("secrets")
      .values(
        [rocket, motor, jira].map(({ url }) => ({ id: url, company_id: made.companyId, cipher: Buffer.from("x") })),
      )
      .execute();
    running = await startSync({
      database,
      dataDir: database.dataDir,
      databaseUrl: database.databaseUrl,
      credential: { token: "right" },
    });
  });
  afterEach(async () => {
    await running.stop();
    await Promise.all([git, rocket, motor, jira].map((host) => host.stop()));
    await database.close();
    folder.remove();
  });

  const link = async (...sources: readonly Parameters<typeof addSource>[2][]) => {
    for (const source of sources) {
      const id = await addSource(database, projectId, source);
      await running.sync.request([id]);
      expect(await whenSettled(database, id)).toMatchObject({ sync_state: "ready", sync_error: null });
    }
  };
  const repository = (name: string) =>
    ({ kind: "repository", provider: "git", url: `${git.url}/acme/${name}.git` }) as const;
  const tracker = (host: RestHost, name: string) =>
    ({ kind: "tracker", provider: "github", url: `${host.url}/acme/${name}`, secretId: host.url }) as const;
  /** `rocket#2` of the issue, the first line of the commit, and how they belong together. */
  const links = async () => {
    const rows = await database.db
      .selectFrom("issue_commits")
      .innerJoin("issues", "issues.id", "issue_commits.issue_id")
      .innerJoin("git_commits", "git_commits.id", "issue_commits.commit_id")
      .select(["issues.url", "git_commits.message", "issue_commits.how"])
      .execute();
    return rows.map(({ url, message, how }) => [nameOf(url), message.split("\n")[0], how].join(" | ")).toSorted();
  };
  const nameOf = (url: string) => url.replace(/^.*\/(\w+)\/issues\/(\d+)$/, "$1#$2").replace(/^.*\/browse\//, "");

  test("names, addresses and keys lead to the other tracker, a number alone to an issue of its tracker", async () => {
    makeRepository(join(folder.path, "acme/rocket.git"), [
      { message: "own\n\nFixes #2", files: { "src/own.ts": "1" } },
      { message: "name\n\nFixes acme/motor#3", files: { "src/name.ts": "1" } },
      { message: `address\n\nCloses ${motor.url}/acme/motor/issues/4#issuecomment-1`, files: { a: "1" } },
      { message: "key\n\nResolves ABC-5", files: { b: "1" } },
      { message: `page\n\nSee ${jira.url}/browse/ABC-6`, files: { c: "1" } },
      {
        message: "board\n\nSee " + `${jira.url}/jira/software/projects/ABC/boards/1?selectedIssue=ABC-7`,
        files: { d: "1" },
      },
      {
        message: "not linked\n\nFixes acme/other#2, https://git.example/acme/motor2/issues/2 and DEF-1",
        files: { e: "1" },
      },
      { message: "a longer name\n\nFixes x-acme/motor#2", files: { f: "1" } },
      { message: `Merge pull request #${NUMBER} from acme/topic`, files: { g: "1" } },
    ]);
    makeRepository(join(folder.path, "acme/motor.git"), [
      { message: "own too\n\nFixes #2", files: { "src/motor.ts": "1" } },
      { message: `brings (#${NUMBER})`, files: { "src/brought.ts": "1" } },
    ]);
    await link(tracker(rocket, "rocket"), tracker(motor, "motor"), {
      kind: "tracker",
      provider: "jira",
      url: `${jira.url}/browse/ABC`,
      secretId: jira.url,
    });
    await link(repository("rocket"), repository("motor"));
    expect(await links()).toEqual(
      [
        "rocket#2 | own | closes",
        "motor#3 | name | closes",
        "motor#4 | address | closes",
        "ABC-5 | key | closes",
        "ABC-6 | page | mentions",
        "ABC-7 | board | mentions",
        "motor#2 | own too | closes",
        // Each repository has a request of this number.
        `rocket#7 | Merge pull request #${NUMBER} from acme/topic | request`,
        `rocket#8 | brings (#${NUMBER}) | request`,
      ].toSorted(),
    );
    const requests = await database.db
      .selectFrom("issue_requests")
      .innerJoin("issues", "issues.id", "issue_requests.issue_id")
      .innerJoin("change_requests", "change_requests.id", "issue_requests.request_id")
      .select(["issues.url", "change_requests.url as request", "how"])
      .execute();
    expect(
      requests.map(({ url, request, how }) => [nameOf(url), request.includes("motor"), how].join(" ")).toSorted(),
    ).toEqual(["rocket#7 false closes", "rocket#8 true closes"]);

    // What the engines learn from, and what says that something may be fixed already.
    const index = await new IndexCache(createFileBlobs(join(database.dataDir, "blobs"))).open(
      await readStoredManifest(database.db, projectId),
    );
    const issue = await database.db
      .selectFrom("issues")
      .select("id")
      .where("url", "like", "%/acme/motor/issues/3")
      .executeTakeFirstOrThrow();
    const table = index.issues?.table;
    const fixes = Array.from({ length: table?.length ?? 0 }, (_, at) => at).find((at) => table?.id(at) === issue.id);
    const [hash] = table?.fixCommits(fixes ?? -1) ?? [];
    const subjects = index.commits.flatMap((commits) => {
      return [...commits.table.withHash(hash ?? "", 1)].map((at) => commits.table.subject(at));
    });
    expect(subjects).toEqual(["name"]);
    expect((await listCommitsOfIssue(database.db, issue.id, 10)).map((one) => one.hash)).toEqual([hash]);
  });

  test("a number in a repository without a linked tracker means none, unless only one is possible", async () => {
    makeRepository(join(folder.path, "acme/motor.git"), [{ message: "one\n\nFixes #2", files: { a: "1" } }]);
    await link(tracker(rocket, "rocket"), repository("motor"));
    // A git address says nothing of a tracker, and there is one.
    expect(await links()).toEqual(["rocket#2 | one | closes"]);
    await link(tracker(motor, "motor"));
    expect(await links()).toEqual(["motor#2 | one | closes"]);
    makeRepository(join(folder.path, "acme/third.git"), [{ message: "two\n\nFixes #3", files: { a: "1" } }]);
    await link(repository("third"));
    expect(await links()).toEqual(["motor#2 | one | closes"]);
  });
});
