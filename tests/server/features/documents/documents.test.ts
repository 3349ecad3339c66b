import { renameSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import {
  DocumentContent,
  DocumentEntry,
  DocumentRelated,
  FoundDocument,
  RelatedDocument,
} from "../../../../contract/documents/documents.ts";
import { type DocumentServer, now, startDocumentServer } from "./documentServer.ts";

let server: DocumentServer;
let sample: DocumentServer["sample"];
let database: DocumentServer["database"];
let mirrors: string;
let get: DocumentServer["get"];

beforeAll(async () => {
  server = await startDocumentServer();
  ({ sample, database, mirrors, get } = server);
}, 120_000);
afterAll(() => server.close());

const content = async (path: string, query: Record<string, string> = {}) =>
  DocumentContent.parse((await get("sample/documents/content", { source: "repository-1", path, ...query })).body);

/** The same on a machine that has no copy of the repository. */
async function withoutMirror<T>(run: () => Promise<T>): Promise<T> {
  const mirror = join(mirrors, "repository-1");
  renameSync(mirror, `${mirror}.away`);
  try {
    return await run();
  } finally {
    renameSync(`${mirror}.away`, mirror);
  }
}

describe("GET projects/{id}/documents/", () => {
  test("without a source lists the sources that have documents", async () => {
    const { body } = await get("sample/documents");
    const entries = z.array(DocumentEntry).parse(body);
    expect(entries.map(({ source, kind, files }) => [source, kind, files])).toEqual([
      ["repository-1", "source", 8],
      ["wiki-1", "source", 4],
    ]);
  });

  test("lists a folder, and nothing for a folder that is not there", async () => {
    const list = async (path: string) =>
      z.array(DocumentEntry).parse((await get("sample/documents", { source: "repository-1", path })).body);
    expect((await list("src/session")).map(({ name }) => name)).toEqual(["sessionStore.ts"]);
    expect(await list("src/none")).toEqual([]);
  });

  test.each(["../../etc", "a/../.."])("%j is no path", async (path) => {
    const { status, body } = await get("sample/documents", { source: "repository-1", path });
    expect([status, body]).toMatchObject([400, { path: ["This is no path inside a repository or a wiki."] }]);
  });

  test("another project's source, and a tracker, are not there", async () => {
    for (const source of ["repository-9", "tracker-1", "unknown"]) {
      expect((await get("sample/documents", { source })).status).toBe(404);
      expect((await get("sample/documents/content", { source, path: "README.md" })).status).toBe(404);
    }
  });

  test("a stranger finds nothing, and a small plan is refused with the missing feature", async () => {
    expect((await get("sample/documents", {}, "eve")).status).toBe(404);
    expect((await get("sample/documents", {}, "poor")).status).toBe(402);
  });
});

describe("GET projects/{id}/documents/content/", () => {
  test("a file of the synced commit with its symbols, also without a mirror", async () => {
    const read = () => content("src/session/sessionStore.ts");
    const file = await withoutMirror(read);
    expect(file).toMatchObject({
      kind: "text",
      language: "TypeScript",
      revision: sample.commits[2],
      is_current: true,
      url: `https://github.com/acme/sample/blob/${sample.commits[2] ?? ""}/src/session/sessionStore.ts`,
    });
    expect(file.text).toContain("refreshToken");
    expect(file.symbols.map(({ name, depth }) => [name, depth])).toEqual([
      ["SessionStore", 0],
      ["openSession", 1],
      ["refreshToken", 0],
    ]);
  });

  test("an older revision by the beginning of its hash", async () => {
    const revision = (sample.commits[0] ?? "").slice(0, 8);
    const old = await content("src/session/legacyCache.ts", { revision });
    expect(old).toMatchObject({ kind: "text", revision: sample.commits[0], is_current: false });
    expect(old.text).toContain("warmCache");
    expect(await withoutMirror(() => content("README.md", { revision }))).toMatchObject({ kind: "unread", text: null });
  });

  test("a path that an older revision does not have is not there, and a folder is one", async () => {
    const revision = sample.commits[0];
    const ask = (path: string, more = {}) =>
      get("sample/documents/content", { source: "repository-1", path, ...(revision && { revision }), ...more });
    expect((await ask("never/was.ts")).status).toBe(404);
    expect((await ask("never/was.ts", { named: "true" })).body).toMatchObject({ kind: "absent", revision });
    expect((await ask("src/session")).body).toMatchObject({ kind: "folder", is_current: false });
  });

  test("a revision by the steps to it", async () => {
    expect((await content("README.md", { revision: "HEAD~2" })).revision).toBe(sample.commits[0]);
  });

  test("rejects an invalid revision", async () => {
    const ask = (revision: string) =>
      get("sample/documents/content", { source: "repository-1", path: "README.md", revision });
    expect(await ask("0000000")).toMatchObject({
      status: 400,
      body: { revision: ["The repository has no such commit."] },
    });
    for (const revision of ["--all", "HEAD~99", "nowhere", ":(glob)*"]) expect((await ask(revision)).status).toBe(400);
  });

  test.each<[string, DocumentContent["kind"]]>([
    ["assets/logo.png", "image"],
    ["data.bin", "binary"],
    ["src/session", "folder"],
    ["src/session/legacyCache.ts", "removed"],
    ["weird name [1].md", "text"],
  ])("%s is %s", async (path, kind) => {
    expect((await content(path)).kind).toBe(kind);
  });

  test("a picture comes as a picture, and what was removed names its commit", async () => {
    expect((await content("assets/logo.png")).image).toMatch(/^data:image\/png;base64,/);
    expect((await content("src/session/legacyCache.ts")).removed_by).toMatchObject({
      hash: sample.commits[2],
      person: { name: expect.any(String) },
      url: `https://github.com/acme/sample/commit/${sample.commits[2] ?? ""}`,
    });
    expect((await withoutMirror(() => content("assets/logo.png"))).kind).toBe("unread");
  });

  test("an encoding and a pointer of Git LFS are read as the code view reads them", async () => {
    expect(await content("assets/utf16.txt")).toMatchObject({ kind: "text", text: "metin\n", truncated: false });
    expect(await content("assets/large.png")).toMatchObject({ kind: "unread", image: null, size: 5_000_000 });
  });

  test.each(["never/was.ts", "*", "weird name *.md", "src/*/sessionStore.ts"])("%j was never there", async (path) => {
    expect((await get("sample/documents/content", { source: "repository-1", path })).status).toBe(404);
  });

  // The app shows its not-found page on a 404 of a project's call; a missing image of a README must not cause that.
  test.each(["repository-1", "wiki-1"])(
    "answers 200 with kind absent for an image path of %s that does not exist",
    async (source) => {
      const { status, body } = await get("sample/documents/content", { source, path: "docs/lost.png", named: "true" });
      expect([status, body]).toEqual([
        200,
        expect.objectContaining({ kind: "absent", text: null, image: null, url: null }),
      ]);
    },
  );

  test("a wiki's page is Markdown with its address at the wiki", async () => {
    const { body } = await get("sample/documents/content", { source: "wiki-1", path: "Handbook/TCP%2FIP notes" });
    expect(DocumentContent.parse(body)).toMatchObject({
      kind: "page",
      title: "TCP/IP notes",
      format: "markdown",
      url: "https://wiki.example/TCP/IP notes",
    });
  });
});

describe("what belongs to a document", () => {
  test("people, issues, pages, commits and fixes with their addresses", async () => {
    const { body } = await get("sample/documents/related", {
      source: "repository-1",
      path: "src/session/sessionStore.ts",
    });
    const related = DocumentRelated.parse(body);
    expect(related.issues.map(({ issue }) => issue.id)).toEqual(["issue-3", "issue-2", "issue-1"]);
    expect(related.fixed).toMatchObject([{ issue: { id: "issue-2" }, commit: sample.commits[1] }]);
    expect(related.commits[0]?.url).toBe(`https://github.com/acme/sample/commit/${sample.commits[1] ?? ""}`);
    expect(related.people[0]?.person).toMatchObject({ name: "Ada", email: "ada@example.org" });
  });

  test("a deleted file keeps its contributors", async () => {
    const { body } = await get("sample/documents/related", {
      source: "repository-1",
      path: "src/session/legacyCache.ts",
    });
    expect(DocumentRelated.parse(body).people).toMatchObject([{ person: { name: "Ada" }, commits: 2, share: 1 }]);
  });

  describe("of a wiki's page", () => {
    beforeAll(async () => {
      const { db } = database;
      const page = {
        source_id: "wiki-1",
        project_id: "project-sample",
        space_key: "ENG",
        space_name: "Engineering",
        parent_external_id: null,
        position: 0,
        version: 3,
        author_id: "p-ada",
        labels: "[]",
        attachments: "[]",
        body: "",
        url: "",
        created_at: now,
        updated_at: now,
      };
      const account = { source_id: "wiki-1", avatar_url: null, is_bot: false };
      await db
        .insertInto("accounts")
        .values([
          { ...account, id: "p-ada", external_id: "1", login: "ada", name: "Ada", email: "ada@example.org" },
          { ...account, id: "p-zoe", external_id: "2", login: "zoe", name: "Zoe", email: null },
          { ...account, id: "p-bot", external_id: "3", login: "bot", name: "Bot", email: null, is_bot: true },
        ])
        .execute();
      await db
        .insertInto("pages")
        .values(["On call duty", "Handbook"].map((id) => ({ ...page, id, external_id: id, title: id })))
        .execute();
      await db
        .insertInto("page_versions")
        .values(
          ["p-zoe", "p-bot", "p-ada", "p-zoe"].map((author_id, index) => ({
            page_id: "On call duty",
            number: index + 1,
            author_id,
            created_at: new Date(now.getTime() + index * 1000),
          })),
        )
        .execute();
      await db
        .insertInto("page_versions")
        .values({ page_id: "Handbook", number: 1, author_id: "p-ada", created_at: now })
        .execute();
      await db.insertInto("page_issues").values({ page_id: "On call duty", issue_id: "issue-2" }).execute();
      await db
        .insertInto("page_symbols")
        .values(
          [
            { path: "src/session/sessionStore.ts", name: "SessionStore" },
            { path: "src/session/gone.ts", name: "Gone" },
          ].map((named) => ({ page_id: "On call duty", source_id: "repository-1", ...named })),
        )
        .execute();
    });
    const related = async (path: string) =>
      DocumentRelated.parse((await get("sample/documents/related", { source: "wiki-1", path })).body);

    test("who wrote it, by versions and without programs, and the issues and files that it names and that there are", async () => {
      const { of, people, names, pages, commits } = await related("Handbook/On call duty");
      expect([of, commits]).toEqual(["wiki", []]);
      expect(people.map(({ person, commits: versions }) => [person.name, versions])).toEqual([
        ["Zoe", 2],
        ["Ada", 1],
      ]);
      expect(people[0]).toMatchObject({ share: 2 / 3, last_at: new Date(now.getTime() + 3000).toISOString() });
      expect(people[1]?.person.email).toBe("ada@example.org");
      expect(names.issues.map(({ id }) => id)).toEqual(["issue-2"]);
      expect(names.code).toEqual([
        { source: "repository-1", path: "src/session/sessionStore.ts", names: ["SessionStore"] },
      ]);
      expect(pages.map(({ title }) => title)).toContain("Rota");
    });

    test("the wiki as a whole has those who wrote any of its pages", async () => {
      const { people } = await related("");
      expect(people.map(({ person, commits }) => [person.name, commits])).toEqual(
        expect.arrayContaining([
          ["Zoe", 2],
          ["Ada", 2],
        ]),
      );
    });

    describe("with comments", () => {
      const comment = (id: string, author_id: string | null, minutes: number) => ({
        page_id: "On call duty",
        external_id: id,
        kind: "footer" as const,
        version: 1,
        author_id,
        quote: null,
        body: `Remark ${id}`,
        url: `https://wiki.example/c/${id}`,
        created_at: new Date(now.getTime() + minutes * 60_000),
        updated_at: now,
      });
      beforeAll(async () => {
        const rows = [
          comment("2", null, 2),
          comment("1", "p-ada", 1),
          { ...comment("3", "p-ada", 3), kind: "inline" as const, quote: "awake" },
          comment("4", "p-bot", 4),
        ];
        await database.db.insertInto("page_comments").values(rows).execute();
      });
      afterAll(() => database.db.deleteFrom("page_comments").execute());
      const read = async (path: string, source = "wiki-1") =>
        DocumentContent.parse((await get("sample/documents/content", { source, path })).body);

      test("they are below its text with author, time and passage, the oldest first", async () => {
        const { comments, comments_total, page_kind, text } = await read("Handbook/On call duty");
        expect([page_kind, comments_total]).toEqual(["page", 4]);
        expect(comments.map(({ id, author }) => [id, author?.name ?? null])).toEqual([
          ["1", "Ada"],
          ["2", null],
          ["3", "Ada"],
          ["4", "Bot"],
        ]);
        expect(comments[2]).toMatchObject({
          kind: "inline",
          quote: "awake",
          body: "Remark 3",
          created_at: new Date(now.getTime() + 180_000).toISOString(),
          url: "https://wiki.example/c/3",
        });
        expect(text).not.toContain("Remark");
        expect((await read("Handbook")).comments).toEqual([]);
        expect(await read("docs/guide.md", "repository-1")).toMatchObject({ page_kind: null, comments: [] });
      });

      test("their authors know the page: two comments count as one version", async () => {
        const { people } = await related("Handbook/On call duty");
        expect(people.map(({ person, commits, comments, share }) => [person.name, commits, comments, share])).toEqual([
          ["Ada", 1, 2, 0.5],
          ["Zoe", 2, 0, 0.5],
        ]);
      });
    });

    test("returns its links to other pages with their location here", async () => {
      const { body } = await get("sample/documents/content", { source: "wiki-1", path: "Handbook/TCP%2FIP notes" });
      expect(DocumentContent.parse(body).links).toEqual([
        {
          href: "https://wiki.example/wiki/display/ENG/On%20call%20duty",
          source: "wiki-1",
          path: "Handbook/On call duty",
        },
      ]);
    });
  });

  test("files are found by letters of their path", async () => {
    const { body } = await get("sample/documents/find", { q: "sessstore" });
    expect(z.array(FoundDocument).parse(body)[0]?.path).toBe("src/session/sessionStore.ts");
  });

  test("pages for an issue", async () => {
    const { body } = await get("sample/issues/issue-2/documents");
    expect(z.array(RelatedDocument).parse(body)[0]).toMatchObject({ path: "docs/guide.md", source: "repository-1" });
    expect((await get("sample/issues/unknown/documents")).status).toBe(404);
  });
});
