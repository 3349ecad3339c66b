import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CommitAnswer, CommitDiff, FoundCommit } from "../../../../contract/code/commits.ts";
import { personAddress } from "../../../../contract/addresses/personAddress.ts";
import { READ_SOURCE, issueRow } from "../../rows.ts";
import { git, makeRepository } from "../../sources/gitFixture.ts";
import { onOneDatabase } from "../../testDb.ts";
import { type SearchServer, startSearchServer } from "../search/searchServer.ts";

onOneDatabase("the commits of a project", (engine) => {
  let fixture: SearchServer;
  let source: string;
  let folder: string;
  const hashes: string[] = [];
  const ask = async (path: string, token = fixture.people.member.token) =>
    fixture.server.call("GET", `projects/loom/commits/${path}`, { token });
  const find = async (query: string, token = fixture.people.member.token) =>
    fixture.server.call("GET", `commits/?project=loom&${query}`, { token });
  const commitOf = async (hash: string) => {
    const { status, body } = await ask(`${hash}/`);
    expect(status).toBe(200);
    return CommitAnswer.parse(body);
  };
  const diffOf = async (hash: string, query: Record<string, string> = {}) => {
    const { status, body } = await ask(`${hash}/diff/?${new URLSearchParams({ source, ...query })}`);
    expect(status).toBe(200);
    return CommitDiff.parse(body);
  };

  beforeAll(async () => {
    fixture = await startSearchServer(engine);
    folder = join(fixture.server.dataDir, "loom");
    const first = git(folder, "rev-parse", "main");
    makeRepository(
      folder,
      [
        {
          message: "Stop the loom\n\nFixes #71, see #9 and !12.\n\nCo-authored-by: Bea <bea@example.org>\n",
          author: "Deniz",
          email: "deniz@example.org",
          files: { "src/loom.ts": "export const warp = 2;\n", "src/old.ts": "a\nb\nc\nd\n" },
        },
        {
          message: `This reverts ${first}, <b>not</b> ${"f".repeat(40)}.`,
          files: { "src/old.ts": null, "src/new.ts": "a\nb\nc\nd\ne\n" },
        },
        {
          message: "On a branch",
          author: "renovate[bot]",
          email: "bot@renovate.example",
          parents: [0],
          files: { "side.ts": "1\n" },
        },
        { message: "Merge pull request #12 from side", parents: [1, 2], files: { "side.ts": "1\n" } },
        { message: `Reverts ${"e".repeat(40)}`, files: { "last.ts": "1\n" } },
      ],
      { from: first },
    );
    hashes.push(...git(folder, "log", "--topo-order", "--reverse", "--format=%H").split("\n"));
    const of = (subject: string) => git(folder, "log", "--format=%H", `--grep=${subject}`, "-1");
    git(folder, "tag", "v1.0", of("This reverts"));
    git(folder, "-c", "user.name=A", "-c", "user.email=a@b.c", "tag", "-a", "-m", "two", "v2.0", of("Merge pull"));
    git(folder, "tag", "v0.9", first);
    await fixture.sync();
    const { db } = fixture.server;
    ({ id: source } = await db
      .selectFrom("sources")
      .select("id")
      .where("kind", "=", "repository")
      .executeTakeFirstOrThrow());
    const at = "2024-01-01T00:00:00Z";
    const tracker = {
      ...READ_SOURCE,
      paused_at: at,
      id: "tracker",
      project_id: fixture.projectId,
      kind: "tracker",
      provider: "github",
      url: "https://github.com/acme/loom",
      name: "acme/loom",
    } as const;
    await db.insertInto("sources").values(tracker).execute();
    await db
      .insertInto("issues")
      .values(
        issueRow({
          id: "issue-71",
          source_id: "tracker",
          project_id: fixture.projectId,
          number: 71,
          title: "The loom <img src=x> stops",
          state: "closed",
          url: "https://github.com/acme/loom/issues/71",
          created_at: at,
          closed_at: at,
        }),
      )
      .execute();
    const stop = await db
      .selectFrom("git_commits")
      .select("id")
      .where("message", "like", "Stop the loom%")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("issue_commits")
      .values({ issue_id: "issue-71", commit_id: Number(stop.id), how: "closes" })
      .execute();
    await db
      .insertInto("change_requests")
      .values({
        id: "request-12",
        source_id: "tracker",
        project_id: fixture.projectId,
        external_id: "12",
        number: 12,
        key: "#12",
        title: "Side",
        body: "",
        state: "merged",
        is_draft: false,
        author_id: null,
        source_branch: "side",
        target_branch: "main",
        head_hash: null,
        merge_hash: of("Merge pull"),
        url: "https://github.com/acme/loom/pull/12",
        created_at: at,
        updated_at: at,
        merged_at: at,
        closed_at: at,
        details_at: null,
      })
      .execute();
    await db
      .insertInto("releases")
      .values({
        id: "release-2",
        source_id: "tracker",
        project_id: fixture.projectId,
        external_id: "2",
        tag: "v2.0",
        name: "Second",
        body: "",
        url: "https://github.com/acme/loom/releases/2",
        author_id: null,
        is_prerelease: false,
        created_at: at,
        published_at: at,
      })
      .execute();
  });
  afterAll(() => fixture.stop());
  const hashOf = (subject: string): string => git(folder, "log", "--format=%H", `--grep=^${subject}`, "-1");

  test("a whole hash, a short one and one in capitals name the same commit", async () => {
    const hash = hashOf("Stop the loom");
    for (const named of [hash, hash.slice(0, 7), hash.slice(0, 10).toUpperCase()]) {
      expect(await commitOf(named)).toMatchObject({ status: "found", commit: { hash, source, repository: "loom" } });
    }
  });

  test("each commit that is listed leads to the page of its author; a bot has none", async () => {
    const { commit } = await commitOf(hashOf("This reverts"));
    const [parent] = commit?.parents ?? [];
    expect(parent?.commit).toMatchObject({ author: "Deniz", person: { name: "Deniz" } });
    const { person } = parent?.commit ?? {};
    const page = await fixture.server.call(
      "GET",
      `projects/loom/people/${encodeURIComponent(personAddress(person ?? { id: "", name: "" }))}/`,
      { token: fixture.people.member.token },
    );
    expect(page).toMatchObject({ status: 200, body: { profile: { person } } });
    const merge = await commitOf(hashOf("Merge pull"));
    expect(merge.commit?.parents.map((one) => [one.commit?.author, one.commit?.person?.name ?? null])).toContainEqual([
      "renovate[bot]",
      null,
    ]);
    const { body } = await find(`hash=${hashOf("Stop the loom")}`);
    expect(FoundCommit.array().parse(body)).toMatchObject([{ commit: { person } }]);
  });

  test("its message, people, issues and requests, each as data and never as markup", async () => {
    const { commit } = await commitOf(hashOf("Stop the loom"));
    expect(commit).toMatchObject({
      title: "Stop the loom",
      author: { name: "Deniz", email: "deniz@example.org", person: { name: "Deniz" } },
      credits: [{ kind: "co_author", name: "Bea" }],
      is_merge: false,
      issues: [
        { issue: { id: "issue-71", key: "#71", title: "The loom <img src=x> stops", state: "closed" }, how: "closes" },
      ],
      files: 2,
    });
    const text = `${commit?.title}\n${commit?.body}`;
    const named = commit?.references.map(({ from, to, issue, request }) => [
      text.slice(from, to),
      issue?.id ?? request?.key,
    ]);
    expect(named).toEqual([["#71", "issue-71"]]);
    expect(commit?.parents).toEqual([
      expect.objectContaining({ commit: expect.objectContaining({ title: "another change" }) }),
    ]);
    expect(commit?.children.map(({ title }) => title).toSorted()).toEqual([
      "On a branch",
      expect.stringContaining("This reverts"),
    ]);
  });

  test("a hash in a message is a commit where the project has it", async () => {
    const { commit } = await commitOf(hashOf("This reverts"));
    expect(commit?.references.map(({ commit: named }) => named?.title)).toEqual(["another change"]);
    expect(commit?.title).toContain("<b>not</b>");
  });

  test("a commit of a branch has the merge that brought it, and its request", async () => {
    const { commit } = await commitOf(hashOf("On a branch"));
    expect(commit?.merged_by?.title).toContain("Merge pull request #12");
    expect(commit?.requests).toEqual([
      { key: "#12", address: "12", title: "Side", state: "merged", url: "https://github.com/acme/loom/pull/12" },
    ]);
    const merge = await commitOf(hashOf("Merge pull"));
    expect(merge.commit).toMatchObject({ is_merge: true, parents: [{}, {}], requests: [{ key: "#12" }] });
  });

  test("the tags whose history has it, as git lists them, with the release at the host", async () => {
    for (const hash of hashes) {
      const { commit } = await commitOf(hash);
      const tags = git(folder, "tag", "--contains", hash).split("\n").filter(Boolean);
      expect(commit?.releases.map(({ tag }) => tag).toSorted()).toEqual(tags.toSorted());
      expect(commit?.releases_total).toBe(tags.length);
    }
    const { commit } = await commitOf(hashOf("On a branch"));
    expect(commit?.releases).toMatchObject([
      { tag: "v2.0", name: "Second", url: "https://github.com/acme/loom/releases/2" },
    ]);
  });

  test("a beginning of several hashes lists them; one of none has the repositories that were looked in", async () => {
    for (const nonsense of ["abc", "zzzz", encodeURIComponent("../../etc"), "--output=x", "f".repeat(65)]) {
      const answer = await ask(`${nonsense}/`);
      expect([answer.status, answer.body]).toEqual([400, { hash: [expect.stringContaining("hash of a commit")] }]);
    }
    expect(await commitOf("abcdefabcdef1")).toMatchObject({
      status: "missing",
      commit: null,
      candidates: [],
      repositories: [{ id: source, name: "loom" }],
    });
    const gone = await commitOf("e".repeat(40));
    expect(gone.status).toBe("missing");
    expect(gone.candidates.map(({ title }) => title)).toEqual([`Reverts ${"e".repeat(40)}`]);
    // Hashes cannot be chosen, so the index is asked for two commits that begin alike: 300 commits have some by four digits.
    const many = Array.from({ length: 900 }, (_, at) => ({ message: `n ${at}`, files: { "n.txt": `${at}\n` } }));
    makeRepository(folder, many, { from: git(folder, "rev-parse", "main") });
    await fixture.sync();
    const all = git(folder, "rev-list", "main").split("\n");
    const [digits, same] = [...Map.groupBy(all, (hash) => hash.slice(0, 4))].find(([, alike]) => alike.length > 1) ?? [
      "",
      [],
    ];
    const answer = await commitOf(digits);
    expect(answer.status).toBe("ambiguous");
    expect(answer.candidates.map(({ hash }) => hash).toSorted()).toEqual(same.toSorted());
  });

  test("which hashes of a text are commits", async () => {
    const [hash = "", other = ""] = hashes;
    const query = [hash, other.slice(0, 8), "f".repeat(40)].map((one) => `hash=${one}`).join("&");
    const found = FoundCommit.array().parse((await find(query)).body);
    expect(found.map(({ named, commit }) => [named, commit.hash])).toEqual([
      [hash, hash],
      [other.slice(0, 8), other],
    ]);
    expect((await find("hash=abc")).status).toBe(400);
  });

  test("the difference is read from the repository's copy, against any parent", async () => {
    const renamed = await diffOf(hashOf("This reverts"));
    expect(renamed).toMatchObject({
      status: "shown",
      total: 1,
      files: [
        { change: "renamed", path: "src/new.ts", old_path: "src/old.ts", added: 1, removed: 0, language: "TypeScript" },
      ],
    });
    expect(renamed.files[0]?.hunks[0]?.lines.at(-1)).toBe("+e");
    const merge = hashOf("Merge pull");
    const second = await diffOf(merge, { parent: "2" });
    expect(second.parent).toBe(second.parents[1]);
    expect((await diffOf(merge)).files.map(({ path }) => path)).toEqual(["side.ts"]);
    expect(second.files.map(({ path }) => path)).toEqual(["src/new.ts"]);
    expect((await diffOf(hashes[0] ?? "")).files.map(({ change }) => change)).toEqual(["added", "added"]);
    const alone = await diffOf(hashOf("Stop the loom"), { file: "1", whitespace: "ignore" });
    expect(alone.files.map(({ path, number }) => [number, path])).toEqual([[1, "src/old.ts"]]);
  });

  test("there is none for another source, and for a commit that only the copy has", async () => {
    const hash = hashOf("Stop the loom");
    for (const other of ["gone", "tracker", `../${source}`])
      expect(await diffOf(hash, { source: other })).toMatchObject({ status: "unavailable", files: [] });
    const mirror = join(fixture.server.dataDir, "mirrors", `${source}.git`);
    const tree = git(folder, "rev-parse", "main^{tree}");
    const env = { GIT_AUTHOR_NAME: "A", GIT_AUTHOR_EMAIL: "a@b", GIT_COMMITTER_NAME: "A", GIT_COMMITTER_EMAIL: "a@b" };
    const hidden = execFileSync("git", ["-C", mirror, "commit-tree", tree, "-m", "hidden"], {
      env: { ...process.env, ...env },
    })
      .toString()
      .trim();
    expect(await commitOf(hidden)).toMatchObject({ status: "missing" });
    expect(await diffOf(hidden)).toMatchObject({ status: "unavailable" });
  });

  test("a commit that a force push removed has a page as long as a tag has it", async () => {
    const gone = hashOf("On a branch");
    git(folder, "update-ref", "refs/heads/main", hashOf("This reverts"));
    await fixture.sync();
    const { status, commit } = await commitOf(gone);
    expect([status, commit?.is_indexed, commit?.releases.map(({ tag }) => tag)]).toEqual(["found", false, ["v2.0"]]);
    expect(await diffOf(gone)).toMatchObject({ status: "shown", files: [{ path: "side.ts" }] });
    git(folder, "tag", "--delete", "v2.0");
    await fixture.sync();
    expect(await commitOf(gone)).toMatchObject({ status: "missing", commit: null });
    expect(await diffOf(gone)).toMatchObject({ status: "unavailable" });
  });

  test("a server without the copy has everything but the difference", async () => {
    const hash = hashOf("Stop the loom");
    rmSync(join(fixture.server.dataDir, "mirrors"), { recursive: true, force: true });
    expect(await diffOf(hash)).toMatchObject({ status: "unavailable" });
    expect((await commitOf(hash)).commit).toMatchObject({ title: "Stop the loom", parents: [{}] });
  });

  test("only a member reads any of it", async () => {
    const hash = hashOf("Stop the loom");
    for (const path of [`${hash}/`, `${hash}/diff/?source=${source}`]) {
      expect((await ask(path, fixture.people.stranger.token)).status).toBe(404);
      expect((await ask(path, fixture.viewer.token)).status).toBe(200);
    }
    expect((await find(`hash=${hash}`, fixture.people.stranger.token)).status).toBe(404);
    expect((await find(`hash=${hash}`, fixture.viewer.token)).status).toBe(200);
  });
});
