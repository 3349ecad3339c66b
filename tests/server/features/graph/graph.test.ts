import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { Connected, EDGE_KINDS, type EdgeKind, NODE_KINDS } from "../../../../contract/code/graph.ts";
import type { Project } from "../../../../contract/projects.ts";
import { type DemoHost, startTernHost } from "../../../../server/demo/demoHost.ts";
import { neighboursOf } from "../../../../server/features/graph/connected.ts";
import { Graph } from "../../../../server/features/graph/Graph.ts";
import { MAX_NEIGHBOURS } from "../../../../server/features/graph/Neighbours.ts";
import { type NodeRef, keyOfNode } from "../../../../server/features/graph/nodes.ts";
import { openProjectIndex } from "../../../../server/project/projectIndex.ts";
import { openBlobs } from "../../../../server/index/blobs/openBlobs.ts";
import { IndexCache } from "../../../../server/index/IndexCache.ts";
import { type TestServer, addPeople, startTestServer } from "../../http/testServer.ts";
import { git, temporaryFolder } from "../../sources/gitFixture.ts";

const byText = (a = "", b = ""): number => (a < b ? -1 : Number(a > b));

const NOW = Date.UTC(2027, 1, 3, 15, 30);

/** A project over a real history, with a tracker that answers as GitHub does and a wiki that answers as Confluence does. */
describe("the graph of a project", () => {
  const folder = temporaryFolder();
  let host: DemoHost;
  let server: TestServer;
  let people: Awaited<ReturnType<typeof addPeople>>;
  let graph: Graph;
  let repository = "";

  beforeAll(async () => {
    host = await startTernHost(folder.path, NOW);
    repository = host.repositoryPath ?? "";
    git(repository, "tag", "v1.0", "main~30");
    git(repository, "tag", "v1.1", "main~3");
    server = await startTestServer("pglite", {
      environment: {
        CLEW_ALLOWED_NETWORKS: host.allowedNetworks.join(","),
        CLEW_ALLOWED_PATHS: folder.path,
      },
    });
    people = await addPeople(server.db);
    const { token } = people.admin;
    const made = await server.call("POST", "projects/", {
      token,
      body: {
        name: "Tern",
        repositories: [{ provider: "git", url: repository }],
        trackers: [{ provider: "github", url: host.trackerUrl }],
        wikis: [{ provider: "confluence", url: host.wikiUrl }],
        emails: [],
      },
    });
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
    await vi.waitFor(
      async () => {
        const { body } = await server.call("GET", "projects/tern/", { token });
        const { repositories, trackers, wikis } = body as Project;
        for (const { sync } of [...repositories, ...trackers, ...wikis])
          if (sync.state !== "ready" || sync.finished_at === null) throw new Error(`A sync is ${sync.state}.`);
        for (const table of ["issue_commits", "page_issues", "request_files"] as const)
          if ((await server.db.selectFrom(table).selectAll().execute()).length === 0)
            throw new Error(`${table} is empty.`);
      },
      { timeout: 90_000, interval: 300 },
    );
    const { id } = await server.db
      .selectFrom("projects")
      .select("id")
      .where("slug", "=", "tern")
      .executeTakeFirstOrThrow();
    const indexes = new IndexCache(openBlobs({ driver: "files", folder: join(server.dataDir, "blobs") }));
    graph = await Graph.open(server.db, await openProjectIndex(server.db, indexes, id, server.app.log), id);
  }, 120_000);
  afterAll(async () => {
    await server?.stop();
    await host?.stop();
    folder.remove();
  });

  const nameOf = (node: NodeRef): string => `${node.kind} ${keyOfNode(node)}`;
  const edgesOf = async (
    node: NodeRef,
  ): Promise<Map<string, { node: NodeRef; evidence: ReadonlyMap<EdgeKind, number> }>> => {
    const found = await neighboursOf(graph, node);
    return new Map(
      NODE_KINDS.flatMap((kind) => found.of(kind).neighbours).map((one) => [nameOf(one.node), one] as const),
    );
  };

  test("what one node lists, the other lists with the same evidence: everything that can be reached from any issue", async () => {
    const issues = await server.db.selectFrom("issues").select("id").orderBy("number").execute();
    const known = new Map<string, Awaited<ReturnType<typeof edgesOf>>>();
    const queue: NodeRef[] = issues.map(({ id }) => ({ kind: "issue", id }));
    for (let node = queue.shift(); node; node = queue.shift()) {
      if (known.has(nameOf(node))) continue;
      const edges = await edgesOf(node);
      known.set(nameOf(node), edges);
      for (const { node: next } of edges.values()) if (!known.has(nameOf(next))) queue.push(next);
    }
    const oneSided: string[] = [];
    const seen = new Map<string, number>();
    for (const [name, edges] of known) {
      expect(edges.size).toBeLessThan(MAX_NEIGHBOURS);
      expect(edges.has(name), name).toBe(false);
      for (const [other, { evidence, node }] of edges) {
        const back = known.get(other)?.get(name)?.evidence;
        for (const [how, times] of evidence) {
          const pair = [name.split(" ")[0] ?? "", node.kind].toSorted(byText).join("–");
          seen.set(`${pair} ${how}`, (seen.get(`${pair} ${how}`) ?? 0) + 1);
          if (back?.get(how) !== times) oneSided.push(`${name} → ${other}: ${how} ${times}, back ${back?.get(how)}`);
        }
      }
    }
    expect(oneSided.slice(0, 20)).toEqual([]);
    expect(new Set([...known.keys()].map((name) => name.split(" ")[0]))).toEqual(new Set(NODE_KINDS));
    // Of a project with all kinds of sources no kind of edge may be missing.
    for (const edge of [
      "commit–issue closes",
      "commit–file changed",
      "commit–function changed",
      "commit–person authored",
      "commit–request request",
      "commit–release released",
      "file–function contains",
      "file–person changed",
      "file–page documents",
      "file–request changed",
      "file–issue mentions",
      "file–issue changed",
      "issue–page mentions",
      "issue–person assigned",
      "issue–person authored",
      "page–person authored",
      "person–request authored",
      "person–request reviewed",
    ])
      expect(seen.get(edge) ?? 0, edge).toBeGreaterThan(0);
  }, 240_000);

  test("the commits of a file, its people and the files of a commit are those of git", async () => {
    const source = graph.index.commits[0]?.part.source ?? "";
    const path =
      git(repository, "ls-tree", "-r", "--name-only", "main")
        .split("\n")
        .find((one) => one.endsWith("arrival.ts")) ?? "";
    const hashesOf = async (node: NodeRef) =>
      (await neighboursOf(graph, node, ["commit"]))
        .of("commit")
        .neighbours.flatMap(({ node: one }) =>
          one.kind === "commit" ? [graph.index.commits[one.member]?.table.hash(one.commit)] : [],
        );
    const theirs = git(repository, "log", "--format=%H", "--no-merges", "main", "--", path).split("\n");
    expect((await hashesOf({ kind: "file", source, path })).toSorted(byText)).toEqual(theirs.toSorted(byText));
    const [hash = ""] = theirs;
    const commit = graph.commitWith(source, hash);
    const files = commit ? (await neighboursOf(graph, commit, ["file"])).of("file").neighbours : [];
    expect(files.flatMap(({ node }) => (node.kind === "file" ? [node.path] : [])).toSorted()).toEqual(
      git(repository, "diff-tree", "--no-commit-id", "--name-only", "-r", hash).split("\n").toSorted(),
    );
  });

  describe("the call", () => {
    /** An issue that a commit closed. */
    let fixed = "";
    beforeAll(async () => {
      const { key } = await server.db
        .selectFrom("issue_commits")
        .innerJoin("issues", "issues.id", "issue_commits.issue_id")
        .select("issues.key")
        .where("issue_commits.how", "=", "closes")
        .orderBy("issues.number")
        .limit(1)
        .executeTakeFirstOrThrow();
      fixed = key.slice(1);
    });
    const ask = (query: Readonly<Record<string, string | undefined>>, token = people.admin.token) =>
      server.call(
        "GET",
        `connected/?${new URLSearchParams({ project: "tern", ...(JSON.parse(JSON.stringify(query)) as Record<string, string>) })}`,
        { token },
      );

    test("has for each kind the counts by evidence and the first entries", async () => {
      const { status, body } = await ask({ kind: "issue", id: fixed, limit: "2" });
      expect(status).toBe(200);
      const { node, groups } = Connected.parse(body);
      expect(node).toMatchObject({ kind: "issue", key: `#${fixed}`, address: fixed });
      expect(groups.length).toBeGreaterThan(1);
      for (const { kind, total, items, evidence } of groups) {
        expect(items, kind).toHaveLength(Math.min(2, total));
        expect(
          evidence.reduce((sum, one) => sum + one.total, 0),
          kind,
        ).toBeGreaterThanOrEqual(total);
        expect(evidence.map(({ how }) => EDGE_KINDS.indexOf(how))).toEqual(
          evidence.map(({ how }) => EDGE_KINDS.indexOf(how)).toSorted((a, b) => a - b),
        );
      }
    });

    test("answers only the kinds that are asked for, and every entry can be asked for again", async () => {
      const { body } = await ask({ kind: "issue", id: fixed, kinds: "commit" });
      expect(Connected.parse(body).groups.map(({ kind }) => kind)).toEqual(["commit"]);
      const { groups } = Connected.parse((await ask({ kind: "issue", id: fixed })).body);
      for (const { node } of groups.flatMap(({ items }) => items)) {
        const { kind, id, source, path } = node;
        const again = await ask({ kind, id, ...(source !== null && { source }), ...(path !== null && { path }) });
        expect(again.status, JSON.stringify(node)).toBe(200);
        expect(Connected.parse(again.body).node).toEqual(node);
      }
    });

    test("names in a text mean what the project has under them, each once", async () => {
      const meaning = async (
        names: readonly string[],
        more: Record<string, string> = {},
        token = people.admin.token,
      ) => {
        const query = new URLSearchParams({ project: "tern", ...more });
        for (const name of names) query.append("name", name);
        return server.call("GET", `named-things/?${query}`, { token });
      };
      const tracker = await server.db
        .selectFrom("issues")
        .innerJoin("sources", "sources.id", "issues.source_id")
        .select(["sources.id", "sources.name"])
        .limit(1)
        .executeTakeFirstOrThrow();
      const request = await server.db
        .selectFrom("change_requests")
        .select(["key", "number"])
        .orderBy("number")
        .limit(1)
        .executeTakeFirstOrThrow();
      const { login } = await server.db
        .selectFrom("accounts")
        .innerJoin("issues", "issues.author_id", "accounts.id")
        .select("login")
        .where("login", "is not", null)
        .limit(1)
        .executeTakeFirstOrThrow();
      const hash = git(repository, "rev-parse", "main");
      const names = [`#${fixed}`, `${tracker.name}#${fixed}`, request.key, hash.slice(0, 10), `@${login}`];
      const { status, body } = await meaning(
        [...names, "#99999", "other/nothing#1", "UTF-8", "@no-such-login", "f".repeat(40), "<script>"],
        { source: tracker.id },
      );
      expect(status).toBe(200);
      const found = body as { named: string; kind: string; address: string }[];
      expect(found).toEqual([
        { named: `#${fixed}`, kind: "issue", address: fixed },
        { named: `${tracker.name}#${fixed}`, kind: "issue", address: fixed },
        { named: request.key, kind: "request", address: String(request.number) },
        { named: hash.slice(0, 10), kind: "commit", address: hash },
        { named: `@${login}`, kind: "person", address: expect.any(String) as string },
      ]);
      expect((await meaning(Array.from({ length: 101 }, (_, at) => `#${at}`))).status).toBe(400);
      expect((await meaning(names, {}, people.stranger.token)).status).toBe(404);
    });

    test("some lines of a file have the commits that git blames for them, and what is behind these", async () => {
      const source = graph.index.commits[0]?.part.source ?? "";
      const path = "src/plan/assignCouriers.ts";
      const lines = async (part: Record<string, string>, token = people.admin.token) =>
        server.call(
          "GET",
          `connected-lines/?${new URLSearchParams({ project: "tern", source, path, from: "3", to: "14", limit: "50", ...part })}`,
          { token },
        );
      const { status, body } = await lines({});
      expect(status).toBe(200);
      const { groups } = Connected.parse(body);
      const blamed = Map.groupBy(
        git(repository, "blame", "--porcelain", "-L3,14", "main", "--", path)
          .split("\n")
          .flatMap((line) => /^[0-9a-f]{40}(?= )/.exec(line)?.[0] ?? []),
        (hash) => hash,
      );
      const commits = groups.find(({ kind }) => kind === "commit")?.items ?? [];
      expect(Object.fromEntries(commits.map(({ node, evidence }) => [node.id, evidence[0]?.times]))).toEqual(
        Object.fromEntries([...blamed].map(([hash, own]) => [hash, own.length])),
      );
      const issuesOf = async (hash: string) =>
        Connected.parse((await ask({ kind: "commit", id: hash, limit: "50" })).body)
          .groups.filter(({ kind }) => kind === "issue" || kind === "person")
          .flatMap(({ items }) => items.map(({ node }) => node.title));
      const behind = new Set((await Promise.all([...blamed.keys()].map(issuesOf))).flat());
      expect(behind.size).toBeGreaterThan(0);
      expect(
        new Set(
          groups
            .filter(({ kind }) => kind === "issue" || kind === "person")
            .flatMap(({ items }) => items.map(({ node }) => node.title)),
        ),
      ).toEqual(behind);
      const ofIssues = Connected.parse((await lines({ kinds: "issue" })).body).groups;
      expect([...new Set(ofIssues.map(({ kind }) => kind))]).toEqual(["issue"]);
      expect((await lines({ revision: "no-such" })).status).toBe(404);
      expect((await lines({ path: "../../etc/passwd" })).status).toBe(400);
      expect((await lines({}, people.stranger.token)).status).toBe(404);
    });

    test.each([
      { kind: "issue", id: "99999" },
      { kind: "commit", id: "f".repeat(40) },
      { kind: "request", id: "nothing" },
      { kind: "release", id: "v0", source: "other" },
      { kind: "file", source: "other", path: "../../etc/passwd" },
      { kind: "function", source: "other", path: "x", id: "y" },
      { kind: "person", id: "none-here" },
      { kind: "page", source: "other", path: "x" },
    ])("finds no $kind that the project does not have", async (query) => {
      expect((await ask(query)).status).toBe(404);
    });

    test("is refused to those who are no members, as if there were no project", async () => {
      expect((await ask({ kind: "issue", id: "71" }, people.stranger.token)).status).toBe(404);
      expect((await ask({ kind: "issue", id: "71" }, people.member.token)).status).toBe(404);
    });

    test("what the host restricts is in no count", async () => {
      const before = (await ask({ kind: "issue", id: "71" })).body;
      const { id: source } = await server.db
        .selectFrom("sources")
        .select("id")
        .where("kind", "=", "tracker")
        .executeTakeFirstOrThrow();
      await server.db
        .insertInto("left_out_items")
        .values({
          source_id: source,
          subject: "issue",
          external_id: "900",
          kind: "confidential_issue",
          parent_external_id: null,
        })
        .execute();
      await server.db
        .insertInto("restricted_items")
        .values({
          id: "restricted-1",
          source_id: source,
          project_id: graph.projectId,
          subject: "issue",
          external_id: "900",
          key: "#900",
          title: "Arrival message is sent although the parcel is lost",
          body: "arrival.ts, see #71",
          url: null,
          author: "Mira",
          state: "open",
          version: "1",
          created_at: "2024-01-01T00:00:00Z",
          updated_at: "2024-01-01T00:00:00Z",
        })
        .execute();
      expect((await ask({ kind: "issue", id: "71" })).body).toEqual(before);
      expect((await ask({ kind: "issue", id: "900" })).status).toBe(404);
    });
  });
});
