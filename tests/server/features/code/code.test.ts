import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  CodeBlame,
  CodeComparison,
  CodeContent,
  CodeHistory,
  CodeRefs,
  type CodeRepository as Listed,
} from "../../../../contract/code/code.ts";
import { CodeMatches } from "../../../../contract/code/references.ts";
import { SearchAnswer } from "../../../../contract/search/search.ts";
import { createMcpToken } from "../../../../server/access/tokens/mcpTokens.ts";
import { searchLines } from "../../../../server/cli/presentAnswers.ts";
import { connect, tell } from "../../mcp/mcpProject.ts";
import { onOneDatabase } from "../../testDb.ts";
import { CodeRepository, HOSTILE, LFS, PNG, fillRepository } from "./codeRepository.ts";
import { type SearchServer, startSearchServer } from "../search/searchServer.ts";

onOneDatabase("the code of a project", (engine) => {
  let fixture: SearchServer;
  let work: CodeRepository;
  let at: ReturnType<typeof fillRepository>;
  let source: string;
  const call = (path: string, token = fixture.people.member.token) => fixture.server.call("GET", path, { token });
  const query = (given: Record<string, string | number>) =>
    new URLSearchParams(Object.entries({ repository: source, ...given }).map(([key, value]) => [key, String(value)]));
  const content = async (given: Record<string, string>) => {
    const { status, body } = await call(`projects/loom/code/content/?${query(given)}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return CodeContent.parse(body);
  };
  const history = async (given: Record<string, string | number>) =>
    CodeHistory.parse((await call(`code/loom/history/?${query(given)}`)).body);
  const blame = async (given: Record<string, string>) =>
    CodeBlame.parse((await call(`code/loom/blame/?${query(given)}`)).body);
  const compare = async (given: Record<string, string>) =>
    CodeComparison.parse((await call(`code/loom/compare/?${query(given)}`)).body);

  beforeAll(async () => {
    fixture = await startSearchServer(engine);
    work = new CodeRepository(join(fixture.server.dataDir, "work"));
    at = fillRepository(work);
    work.importBranch("release/busy", "busy.txt", 305);
    const folder = join(fixture.server.dataDir, "loom");
    work.git(
      "push",
      "--quiet",
      "--force",
      folder,
      "main",
      "refs/heads/release/1.0",
      "refs/heads/release/busy",
      "--tags",
    );
    await fixture.sync();
    ({ id: source } = await fixture.server.db
      .selectFrom("sources")
      .select("id")
      .where("kind", "=", "repository")
      .executeTakeFirstOrThrow());
    const chosen = await fixture.server.call("PUT", `sources/${source}/refs/`, {
      token: fixture.people.admin.token,
      body: { patterns: ["release/*"] },
    });
    if (chosen.status !== 200) throw new Error(JSON.stringify(chosen.body));
    await fixture.sync();
  }, 120_000);
  afterAll(() => fixture.stop());

  test("repositories and refs are listed, and a branch and a tag of one name are different", async () => {
    const [only, ...others] = (await call("projects/loom/code/")).body as Listed[];
    expect(others).toEqual([]);
    expect(only).toMatchObject({ id: source, branch: "main", head: at.head });
    const all = CodeRefs.parse((await call(`code/loom/refs/?${query({})}`)).body);
    expect(all.refs.map(({ name, kind, revision }) => `${kind} ${name} ${revision}`)).toEqual([
      "branch main main",
      "branch release/1.0 refs/heads/release/1.0",
      "branch release/busy release/busy",
      "tag v1.0 v1.0",
      "tag release/1.0 refs/tags/release/1.0",
    ]);
    const found = CodeRefs.parse((await call(`code/loom/refs/?${query({ q: "V1" })}`)).body);
    expect(found.refs.map(({ name }) => name)).toEqual(["v1.0"]);
  });

  test("a folder has the entries of git with their newest commits, and its README", async () => {
    const root = await content({});
    expect(root).toMatchObject({ kind: "folder", path: "", revision: { kind: "head", hash: at.head, is_head: true } });
    const listed = work
      .git("-c", "core.quotepath=off", "ls-tree", "-z", "--name-only", "HEAD")
      .split("\0")
      .filter(Boolean);
    expect(root.entries.map(({ path }) => path).toSorted()).toEqual(listed.toSorted());
    expect(root.readme).toEqual({
      path: "README.md",
      text: "# Loom\n\n<script>alert(1)</script>\n",
      is_markdown: true,
    });
    for (const path of ["README.md", "lib", "dot.png"]) {
      const newest = work.git("log", "-1", "--no-merges", "--format=%H", "HEAD", "--", path);
      expect(root.entries.find((entry) => entry.path === path)?.commit?.hash, path).toBe(newest);
    }
    const vendor = await content({ path: "vendor" });
    expect(vendor.entries).toMatchObject([{ path: "vendor/other", kind: "submodule" }]);
  });

  test("the same path at a branch, a tag, a hash, its beginning and an ancestor", async () => {
    const text = (revision: string, path = "src/old name.ts") => work.git("show", `${revision}:${path}`);
    for (const revision of ["v1.0", at.first, at.first.slice(0, 8), "v1.0~1", "refs/tags/release/1.0"]) {
      const found = await content({ path: "src/old name.ts", revision });
      expect(found.text?.trimEnd(), revision).toBe(text(revision));
      expect(found.symbols.map(({ name }) => name)).toEqual(["weave"]);
    }
    const branch = await content({ path: "only-here.txt", revision: "release/1.0" });
    expect(branch).toMatchObject({ text: "of the release\n", revision: { kind: "branch", hash: at.release } });
    expect((await content({ path: "only-here.txt" })).kind).toBe("missing");
  });

  test("every name that git allows is read as it is, and never as an option or a pattern", async () => {
    for (const path of HOSTILE) {
      const found = await content({ path });
      expect(found, path).toMatchObject({ kind: "text", text: "as it is\n" });
      expect((await blame({ path })).ranges, path).toMatchObject([{ line: 1, lines: 1 }]);
      expect(
        (await history({ path })).entries.map(({ title }) => title),
        path,
      ).toEqual(["Everything else"]);
      const raw = await call(`code/loom/raw/?${query({ path })}`);
      expect(raw.body, path).toBe("as it is\n");
    }
    for (const path of ["../secret", "a/../../b", "/../x", "a\0b"])
      expect((await call(`projects/loom/code/content/?${query({ path })}`)).status, path).toBe(400);
    for (const revision of [
      "--output=/tmp/x",
      "-n",
      "main..release/1.0",
      "main:README.md",
      ":/Weave",
      "@{-1}",
      "main@{1}",
      "^main",
      "HEAD^{/x}",
    ])
      expect((await content({ revision })).kind, revision).toBe("no_revision");
  });

  test("a file that is no plain text is described", async () => {
    expect(await content({ path: "latin1.txt" })).toMatchObject({ kind: "text", text: "caf�\n", encoding: "unknown" });
    expect(await content({ path: "utf16.txt" })).toMatchObject({ kind: "text", text: "metin\n", encoding: "utf-16" });
    expect(await content({ path: "crlf.txt" })).toMatchObject({ kind: "text", text: "one\r\ntwo\r\n" });
    expect(await content({ path: "empty.txt" })).toMatchObject({ kind: "text", text: "", size: 0 });
    expect(await content({ path: "data.bin" })).toMatchObject({ kind: "binary", size: 4, text: null });
    const image = `data:image/png;base64,${PNG.toString("base64")}`;
    expect(await content({ path: "dot.png" })).toMatchObject({ kind: "image", image });
    expect(await content({ path: "film.mp4" })).toMatchObject({ kind: "lfs", size: 123_456, text: null });
    expect(await content({ path: "picture.svg" })).toMatchObject({ kind: "text", image: null });
    expect(await content({ path: "run.sh" })).toMatchObject({ is_executable: true });
    expect(await content({ path: "inside" })).toMatchObject({ kind: "link", target_path: "lib/weave.ts" });
    expect(await content({ path: "outside" })).toMatchObject({
      kind: "link",
      target: "/etc/passwd",
      target_path: null,
    });
    expect(await content({ path: "loop" })).toMatchObject({ kind: "link", target_path: "loop" });
    expect((await content({ path: "loop/x" })).kind).toBe("missing");
    expect(await content({ path: "vendor/other" })).toMatchObject({ kind: "submodule", target: "b".repeat(40) });
    const huge = await content({ path: "huge.txt" });
    expect(huge).toMatchObject({ kind: "text", truncated: true, size: 65 * 140_000 });
    expect(huge.text?.length).toBeLessThanOrEqual(1 << 20);
    expect(huge.text?.endsWith("\n")).toBe(true);
    expect((await blame({ path: "huge.txt" })).status).toBe("large");
  });

  test("bytes are sent so that no browser runs them", async () => {
    const { status, headers, body } = await call(`code/loom/raw/?${query({ path: "picture.svg" })}`);
    expect(status).toBe(200);
    expect(String(body)).toContain("alert(1)");
    expect(headers.get("content-type")).toBe("application/octet-stream");
    expect(headers.get("content-disposition")).toBe("attachment");
    expect(headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect((await call(`code/loom/raw/?${query({ path: "film.mp4" })}`)).body).toBe(LFS);
    for (const path of ["lib", "inside", "none.txt", "vendor/other"])
      expect((await call(`code/loom/raw/?${query({ path })}`)).status, path).toBe(404);
  });

  describe("against git", () => {
    test("a blame is that of git blame, line by line", async () => {
      for (const [path, revision] of [
        ["lib/weave.ts", at.head],
        ["src/old name.ts", "v1.0"],
        ["README.md", at.head],
        ["crlf.txt", at.head],
        ["empty.txt", at.head],
      ] as const) {
        const found = await blame({ path, revision });
        const lines = found.ranges.flatMap(({ commit, line, original_line, lines: count }) =>
          Array.from({ length: count }, (_, step) => {
            const of = found.commits[commit];
            return `${of?.hash} ${original_line + step} ${line + step} ${of?.author} ${of?.path}`;
          }),
        );
        expect(lines, path).toEqual(porcelain(work.git("blame", "--line-porcelain", revision, "--", path)));
      }
      const { commits } = await blame({ path: "lib/weave.ts" });
      const changed = commits.find(({ hash }) => hash === at.second);
      expect(changed).toMatchObject({ person: { name: "Bea" } });
      expect(changed?.previous).toEqual({ hash: at.first, path: "src/old name.ts" });
    });

    test("a history is that of git log --follow, through renames, and page by page", async () => {
      const expected = work.git("log", "--follow", "--format=%H", "HEAD", "--", "lib/weave.ts").split("\n");
      const whole = await history({ path: "lib/weave.ts" });
      expect(whole.entries.map(({ hash }) => hash)).toEqual(expected);
      expect(whole).toMatchObject({ total: expected.length, has_more: false, from: "repository" });
      const move = whole.entries.find(({ hash }) => hash === at.renamed);
      expect(move).toMatchObject({ change: "renamed", path: "lib/weave.ts", old_path: "src/old name.ts" });
      expect(whole.entries.at(-1)).toMatchObject({ change: "added", path: "src/old name.ts", hash: at.first });
      const second = await history({ path: "lib/weave.ts", offset: 1, limit: 2 });
      expect(second.entries.map(({ hash }) => hash)).toEqual(expected.slice(1, 3));
      expect(second.has_more).toBe(true);
    });

    test("a path that never was has no history", async () => {
      expect(await history({ path: "lib/never.ts" })).toMatchObject({ status: "missing", entries: [] });
    });

    test("a history of lines is that of git log -L", async () => {
      for (const [from, to] of [
        [1, 1],
        [5, 9],
        [20, 30],
      ] as const) {
        const found = await history({ path: "lib/weave.ts", from, to });
        const expected = work.git("log", "-s", "--format=%H", `-L${from},${to}:lib/weave.ts`, "HEAD").split("\n");
        expect(
          found.entries.map(({ hash }) => hash),
          `${from}-${to}`,
        ).toEqual(expected);
      }
      const { entries } = await history({ path: "lib/weave.ts", from: 25, to: 26 });
      const change = entries.find(({ hash }) => hash === at.second);
      const log = work.git("log", "--format=%H", "-L25,26:lib/weave.ts", "HEAD").split(`${at.second}\n`)[1] ?? "";
      const [hunk = ""] = log.slice(log.indexOf("@@")).split(/\n(?:\n|[0-9a-f]{40}\n)/);
      expect(change?.patch).toEqual(hunk.split("\n"));
      expect((await history({ path: "lib/weave.ts", from: 5000, to: 5001 })).status).toBe("missing");
    });

    test.each([
      ["a last line before the first", { from: 5, to: 2 }, { to: ["Must be at least 5"] }],
      ["a last line without a first", { to: 2 }, { from: ["This field is required"] }],
    ])("a range with %s is refused, and not answered as another range", async (_, lines, errors) => {
      const { status, body } = await call(`code/loom/history/?${query({ path: "lib/weave.ts", ...lines })}`);
      expect([status, body]).toEqual([400, errors]);
    });

    test("a history of lines that is longer than its limit ends there, and promises no further page", async () => {
      const lines = { path: "busy.txt", revision: "release/busy", from: 1, to: 1 };
      const newest = work.git("log", "--format=%H", "release/busy").split("\n");
      const found: string[] = [];
      for (let page = await history({ ...lines, limit: 100 }); ;) {
        found.push(...page.entries.map(({ hash }) => hash));
        expect(page.total).toBeNull();
        if (!page.has_more) break;
        page = await history({ ...lines, limit: 100, offset: found.length });
        expect(page.entries).not.toEqual([]);
      }
      expect(found).toEqual(newest.slice(0, 300));
    });

    test("a comparison is that of git diff, against the fork and against the base", async () => {
      for (const against of ["fork", "direct"] as const) {
        const found = await compare({ base: "release/1.0", head: "main", against });
        const dots = against === "fork" ? "..." : "..";
        const range = `refs/heads/release/1.0${dots}main`;
        expect(found.status).toBe("shown");
        const names = work.git("diff", "-M", "--name-only", "-z", range).split("\0").filter(Boolean);
        expect(found.diff.files.map(({ path }) => path)).toEqual(names);
        const counts = work
          .git("diff", "-M", "--numstat", "-z", range, "--", "lib/weave.ts", "src/old name.ts")
          .split("\t");
        const file = found.diff.files.find(({ path }) => path === "lib/weave.ts");
        expect([file?.added, file?.removed]).toEqual([Number(counts[0]), Number(counts[1])]);
        expect(file?.old_path).toBe("src/old name.ts");
      }
      const found = await compare({ base: "release/1.0", head: "main" });
      expect(found.commits.map(({ hash }) => hash)).toEqual(
        work.git("log", "--format=%H", "refs/heads/release/1.0..main").split("\n"),
      );
      expect(found.behind).toBe(1);
      for (const { author, person } of found.commits) expect(person?.name).toBe(author);
      // The index has the history of the default branch alone, and a signature of no other branch.
      const other = await compare({ base: "main", head: "refs/heads/release/1.0" });
      expect(other.commits).toMatchObject([{ hash: at.release, author: "Cem", person: null }]);
      expect((await compare({ base: "nowhere" })).status).toBe("no_base");
      expect((await compare({ base: "main", head: "--all" })).status).toBe("no_head");
      const only = await compare({ base: "v1.0", head: "main", path: "README.md" });
      expect(only.diff.files).toEqual([]);
    });
  });

  test("a search by regular expression reports which repository has files that it does not read, to people, agents and the shell", async () => {
    const { member } = fixture.people;
    const expected = [{ source, repository: "loom", large: 1, over_limit: 0, unreadable: 0 }];
    const search = async (q: string) =>
      SearchAnswer.parse((await call(`projects/loom/search/?${new URLSearchParams({ q })}`)).body);
    const found = await search("/we.ve/");
    expect(found.unsearched).toEqual(expected);
    expect((await search("weave")).unsearched).toEqual([]);
    const sentence = "Not searched: 1 file of loom (1 larger than 1 MB).";
    expect(stripVTControlCharacters(searchLines(found).join("\n"))).toContain(sentence);
    const matches = await call(`code-matches/?${new URLSearchParams({ project: "loom", pattern: "we.ve" })}`);
    expect(CodeMatches.parse(matches.body).unsearched).toEqual(expected);
    await fixture.server.db.updateTable("companies").set({ plan: "Enterprise" }).execute();
    const token = { name: "Agent", projects: ["loom"], expires_at: null };
    const client = await connect(fixture.server, (await createMcpToken(fixture.server.db, member.id, token)).token);
    try {
      expect((await tell(client, "grep", { pattern: "we.ve" })).text).toContain(sentence);
      expect((await tell(client, "search", { query: "/we.ve/" })).text).toContain(sentence);
    } finally {
      await client.close();
    }
  });

  describe("what is not there", () => {
    test("a removed file leads to the commit that removed it and to the nearest folder", async () => {
      const gone = await content({ path: "gone.txt" });
      expect(gone).toMatchObject({ kind: "missing", nearest: { folder: "", renamed_to: null } });
      expect(gone.nearest?.last).toMatchObject({
        commit: { hash: at.removal, person: { name: "Deniz" } },
        removed: true,
        parent: at.before,
      });
      const deep = await content({ path: "lib/none/at/all.ts" });
      expect(deep).toMatchObject({ kind: "missing", nearest: { folder: "lib", renamed_to: null, last: null } });
    });

    test("a renamed file leads to where it is now", async () => {
      const moved = await content({ path: "src/old name.ts" });
      expect(moved).toMatchObject({ kind: "missing", nearest: { renamed_to: "lib/weave.ts" } });
    });

    test("a commit that no ref has any more is not read", async () => {
      const mirror = join(fixture.server.dataDir, "mirrors", `${source}.git`);
      work.git("checkout", "--quiet", "-b", "secret", "main");
      work.write("secret.txt", "not for everyone\n");
      const secret = work.commit("Secret");
      work.git("push", "--quiet", mirror, `${secret}:refs/heads/old`);
      for (const revision of [secret, secret.slice(0, 10)])
        expect(await content({ path: "secret.txt", revision })).toMatchObject({ kind: "no_revision", text: null });
      expect((await blame({ path: "secret.txt", revision: secret })).status).toBe("missing");
      expect((await call(`code/loom/raw/?${query({ path: "secret.txt", revision: secret })}`)).status).toBe(404);
      for (const revision of [secret, secret.slice(0, 10)]) {
        const asked = new URLSearchParams({ source, path: "secret.txt", revision });
        const { status, body } = await call(`projects/loom/documents/content/?${asked}`);
        expect([status, body]).toMatchObject([400, { revision: ["The repository has no such commit."] }]);
      }
      const read = new URLSearchParams({ source, path: "gone.txt", revision: at.before.slice(0, 10) });
      const { body: found } = await call(`projects/loom/documents/content/?${read}`);
      expect(found).toMatchObject({ kind: "text", text: "once\n", revision: at.before });
      work.git("checkout", "--quiet", "main");
    });

    test("other people's projects and repositories are not there", async () => {
      const stranger = fixture.people.stranger.token;
      for (const path of [
        "projects/loom/code/",
        `projects/loom/code/content/?${query({})}`,
        `code/loom/refs/?${query({})}`,
        `code/loom/blame/?${query({ path: "README.md" })}`,
        `code/loom/history/?${query({ path: "README.md" })}`,
        `code/loom/compare/?${query({ base: "main" })}`,
        `code/loom/raw/?${query({ path: "README.md" })}`,
      ])
        expect((await call(path, stranger)).status, path).toBe(404);
      expect((await call("projects/loom/code/content/?repository=..%2F..%2Fetc")).status).toBe(404);
    });
  });
});

/** `hash original-line line author path` of each line of `git blame --line-porcelain`. */
function porcelain(text: string): string[] {
  const found: string[] = [];
  let [head, author]: string[] = ["", ""];
  for (const line of text.split("\n")) {
    const start = /^([0-9a-f]{40}) (\d+) (\d+)/.exec(line);
    if (start) head = `${start[1]} ${start[2]} ${start[3]}`;
    else if (line.startsWith("author ")) author = line.slice("author ".length);
    else if (line.startsWith("filename ")) found.push(`${head} ${author} ${line.slice("filename ".length)}`);
  }
  return found;
}
