/** Every branch and tag that the list of revisions has can be opened, also where the project does not name it. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CodeBlame, CodeComparison, CodeContent, CodeHistory, CodeRefs } from "../../../../contract/code/code.ts";
import { CommitAnswer, CommitDiff } from "../../../../contract/code/commits.ts";
import { onOneDatabase } from "../../testDb.ts";
import { runProgram } from "../../support/smallProcess.ts";
import { CodeRepository, fillRepository } from "./codeRepository.ts";
import { type SearchServer, startSearchServer } from "../search/searchServer.ts";

onOneDatabase("a tag outside of the branches that are read", (engine) => {
  let fixture: SearchServer;
  let work: CodeRepository;
  let origin: string;
  let source: string;
  let at: ReturnType<typeof fillRepository>;
  let tagged: string;
  let before: string;
  let apart: string;

  const call = async (path: string) => {
    const { status, body } = await fixture.server.call("GET", path, { token: fixture.people.member.token });
    return { status, body };
  };
  const query = (given: Record<string, string>) => new URLSearchParams({ repository: source, ...given }).toString();
  const content = async (revision: string, path = "fix.txt") =>
    CodeContent.parse((await call(`projects/loom/code/content/?${query({ path, revision })}`)).body);
  const refs = async () => CodeRefs.parse((await call(`code/loom/refs/?${query({})}`)).body).refs;
  const commitOf = async (hash: string) => CommitAnswer.parse((await call(`projects/loom/commits/${hash}/`)).body);

  beforeAll(async () => {
    fixture = await startSearchServer(engine);
    work = new CodeRepository(join(fixture.server.dataDir, "work"));
    at = fillRepository(work);
    origin = join(fixture.server.dataDir, "loom");
    work.git("push", "--quiet", "--force", origin, "main");
    await fixture.sync();
    // The mirror exists, so that these are fetched. Their branches are not at the host any more.
    work.git("checkout", "--quiet", "--force", "-b", "lts", at.second);
    work.write("fix.txt", "first\n");
    before = work.commit("Prepare the fix");
    work.write("fix.txt", "first\nsecond\n");
    tagged = work.commit("Fix for old users", "Cem <cem@example.org>");
    const as = ["-c", "user.name=Cem", "-c", "user.email=cem@example.org"];
    work.git(...as, "tag", "--annotate", "--message", "long term", "v0.9-lts");
    work.git("checkout", "--quiet", "--orphan", "apart");
    apart = work.commit("Without a common commit");
    work.git("tag", "apart-1");
    work.git("push", "--quiet", origin, "refs/tags/v0.9-lts", "refs/tags/apart-1");
    const inOrigin = (input: string, ...args: string[]): string =>
      runProgram("git", ["-C", origin, ...args], { env: { PATH: process.env["PATH"] }, input })
        .toString()
        .trim();
    const who = "Cem <cem@example.org> 1700000000 +0000";
    const damaged = inOrigin(
      `tree ${"1".repeat(40)}\nparent ${at.first}\nauthor ${who}\ncommitter ${who}\n\nWithout its tree\n`,
      "hash-object",
      "-t",
      "commit",
      "-w",
      "--literally",
      "--stdin",
    );
    inOrigin("", "update-ref", "refs/tags/damaged", damaged);
    await fixture.sync();
    ({ id: source } = await fixture.server.db
      .selectFrom("sources")
      .select("id")
      .where("kind", "=", "repository")
      .executeTakeFirstOrThrow());
  }, 120_000);
  afterAll(() => fixture.stop());

  test("is listed as read exactly where it opens, with the time of its commit", async () => {
    const tags = (await refs()).filter(({ kind }) => kind === "tag");
    expect(Object.fromEntries(tags.map(({ name, is_read: isRead }) => [name, isRead]))).toEqual({
      "v0.9-lts": true,
      "apart-1": true,
      // The host lacks its files.
      damaged: false,
    });
    for (const { name, is_read: isRead } of tags)
      expect([name, (await content(name, "")).kind]).toEqual([name, isRead ? "folder" : "unread"]);
    const seconds = Number(work.git("log", "-1", "--format=%ct", tagged));
    expect(tags.find(({ name }) => name === "v0.9-lts")).toMatchObject({
      commit: tagged,
      at: new Date(seconds * 1000).toISOString(),
    });
  });

  test("has its files, bytes, blame, history and differences", async () => {
    for (const revision of ["v0.9-lts", "refs/tags/v0.9-lts", tagged, tagged.slice(0, 10)])
      expect(await content(revision)).toMatchObject({ text: "first\nsecond\n", revision: { hash: tagged } });
    for (const revision of ["v0.9-lts~1", before, before.slice(0, 10)])
      expect(await content(revision)).toMatchObject({ text: "first\n", revision: { hash: before } });
    expect((await content("apart-1", "")).revision).toMatchObject({ hash: apart });
    const raw = await call(`code/loom/raw/?${query({ path: "fix.txt", revision: "v0.9-lts" })}`);
    expect(raw.status).toBe(200);
    const asked = query({ path: "fix.txt", revision: "v0.9-lts" });
    const blame = CodeBlame.parse((await call(`code/loom/blame/?${asked}`)).body);
    expect(blame.commits.map(({ hash }) => hash).toSorted()).toEqual([before, tagged].toSorted());
    const history = CodeHistory.parse((await call(`code/loom/history/?${asked}`)).body);
    expect(history.entries.map(({ hash }) => hash)).toEqual([tagged, before]);
    const sides = query({ base: "main", head: "v0.9-lts" });
    const comparison = CodeComparison.parse((await call(`code/loom/compare/?${sides}`)).body);
    expect(comparison).toMatchObject({ status: "shown", fork: at.second, commits_total: 2 });
  });

  test("is a release of the commits of the history that it contains, and of no others", async () => {
    const releases = async (hash: string) =>
      (await commitOf(hash)).commit?.releases.map(({ tag, at: time }) => `${tag} ${time}`);
    const seconds = Number(work.git("log", "-1", "--format=%ct", tagged));
    const release = `v0.9-lts ${new Date(seconds * 1000).toISOString()}`;
    expect(await releases(at.first)).toEqual([release]);
    expect(await releases(at.second)).toEqual([release]);
    expect(await releases(at.head)).toEqual([]);
  });

  test("has commits with a page: message, people, issues, parents, releases and changes", async () => {
    for (const hash of [before, before.slice(0, 10)]) {
      const { status, commit } = await commitOf(hash);
      expect(status).toBe("found");
      expect(commit).toMatchObject({ hash: before, is_indexed: false, title: "Prepare the fix", files: 1 });
      expect(commit?.parents).toMatchObject([{ hash: at.second, commit: { hash: at.second } }]);
      expect(commit?.releases.map(({ tag }) => tag)).toEqual(["v0.9-lts"]);
    }
    const { commit } = await commitOf(tagged);
    expect(commit).toMatchObject({
      title: "Fix for old users",
      author: { name: "Cem", email: "cem@example.org" },
      parents: [{ hash: before, commit: { title: "Prepare the fix" } }],
    });
    const [, added, removed] = work.git("diff", "--numstat", before, tagged).match(/^(\d+)\s+(\d+)/) ?? [];
    expect(commit).toMatchObject({ added: Number(added), removed: Number(removed) });
    expect((await commitOf(apart)).commit).toMatchObject({ parents: [], releases: [{ tag: "apart-1" }] });
    const changes = CommitDiff.parse((await call(`projects/loom/commits/${tagged}/diff/?source=${source}`)).body);
    expect(changes).toMatchObject({ status: "shown", parents: [before], total: 1, files: [{ path: "fix.txt" }] });
    expect((await commitOf("0123456789")).status).toBe("missing");
  });

  test("branches that the project does not name open as well, and new commits of them with the next sync", async () => {
    work.git("checkout", "--quiet", "--force", "-b", "feature/seam", at.head);
    work.write("fix.txt", "of a branch\n");
    const first = work.commit("Sew a seam");
    work.git("push", "--quiet", origin, "feature/seam", `${at.second}:refs/heads/merged`);
    await fixture.sync();
    const branches = (await refs()).filter(({ kind }) => kind === "branch");
    expect(branches.map(({ name, commit, is_read: isRead }) => [name, commit, isRead])).toEqual([
      ["main", at.head, true],
      ["feature/seam", first, true],
      ["merged", at.second, true],
    ]);
    for (const revision of ["feature/seam", "refs/heads/feature/seam", first, first.slice(0, 10)])
      expect(await content(revision)).toMatchObject({ text: "of a branch\n", revision: { hash: first } });
    expect((await content("merged", "")).revision).toMatchObject({ hash: at.second });
    expect((await commitOf(first)).commit).toMatchObject({ title: "Sew a seam", is_indexed: false, releases: [] });
    work.write("fix.txt", "of a branch, again\n");
    const second = work.commit("Sew another seam");
    work.git("push", "--quiet", origin, "feature/seam");
    await fixture.sync();
    expect(await content("feature/seam")).toMatchObject({ text: "of a branch, again\n", revision: { hash: second } });
    work.git("push", "--quiet", origin, ":feature/seam", ":merged");
    await fixture.sync();
    expect((await content("feature/seam")).kind).toBe("no_revision");
    expect((await commitOf(first)).status).toBe("missing");
    expect((await content("merged")).kind).toBe("no_revision");
  });

  test("is closed once the host has it no more, although the copy has its commits", async () => {
    work.git("push", "--quiet", origin, ":refs/tags/v0.9-lts");
    await fixture.sync();
    work.git(
      `--git-dir=${join(fixture.server.dataDir, "mirrors", `${source}.git`)}`,
      "cat-file",
      "-e",
      `${tagged}^{commit}`,
    );
    expect((await refs()).map(({ name }) => name)).not.toContain("v0.9-lts");
    for (const revision of ["v0.9-lts", tagged, tagged.slice(0, 10), before])
      expect([revision, (await content(revision)).kind]).toEqual([revision, "no_revision"]);
    for (const hash of [before, tagged]) {
      expect(await commitOf(hash)).toMatchObject({ status: "missing", commit: null });
      const changes = await call(`projects/loom/commits/${hash}/diff/?source=${source}`);
      expect(changes.body).toMatchObject({ status: "unavailable", files: [] });
    }
    expect((await content("apart-1", "")).kind).toBe("folder");
  });
});
