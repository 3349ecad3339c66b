import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type DeletedSymbolFacts, findDeletedSymbols } from "../../../server/engines/documents/deletedSymbols.ts";
import { localMirror, type Mirror } from "../../../server/git/MirrorReads.ts";
import { documentCollectionsOf } from "../../../server/engines/documents/documentCollections.ts";
import { documentPath, resolvePath } from "../../../server/engines/documents/documentPath.ts";
import { findStaleReferences, type Histories } from "../../../server/engines/documents/staleReferences.ts";
import { findDocuments } from "../../../server/engines/goTo/findDocuments.ts";
import { codeReferences } from "../../../server/engines/documents/codeReferences.ts";
import { pagesForIssue } from "../../../server/engines/documents/pagesForIssue.ts";
import { linkedAddresses } from "../../../server/engines/documents/linkedAddresses.ts";
import { linkedPageOf, linksIn } from "../../../server/engines/documents/wikiLinks.ts";
import { relatedTo } from "../../../server/engines/documents/related.ts";
import { search } from "../../../server/engines/search/search.ts";
import type { OpenedIndex } from "../../../server/index/OpenedIndex.ts";
import { type DocumentSample, documentSample, page, pagesIndex } from "./documentSample.ts";

let sample: DocumentSample;
beforeAll(async () => {
  sample = await documentSample();
}, 60_000);
afterAll(() => {
  sample.remove();
});

const collection = (source: string) => {
  const found = documentCollectionsOf(sample.index).find((one) => one.source === source);
  if (!found) throw new Error(`There is no collection ${source}.`);
  return found;
};

describe("the tree", () => {
  test("lists one level, folders first, with what is below and when it changed last", () => {
    const entries = collection("repository-1").list("") ?? [];
    expect(entries.map(({ name, kind, files }) => [name, kind, files])).toEqual([
      ["docs", "folder", 1],
      ["src", "folder", 4],
      ["CHANGELOG.md", "file", null],
      ["README.md", "file", null],
      ["weird name [1].md", "file", null],
    ]);
    const [first, second] = sample.commits.map((commit) =>
      Number(sample.repository.git("show", "--no-patch", "--format=%ct", commit)),
    );
    const times = new Map(entries.map(({ name, updatedAt }) => [name, updatedAt]));
    expect(times.get("README.md")).toBe((first ?? 0) * 1000);
    expect(times.get("src")).toBe((second ?? 0) * 1000);
  });

  test("a folder whose name begins another one's keeps its own files only", () => {
    const paths = (folder: string) => (collection("repository-1").list(folder) ?? []).map(({ path }) => path);
    expect(paths("src")).toEqual(["src/a", "src/a.b", "src/session", "src/main.ts"]);
    expect(paths("src/a")).toEqual(["src/a/deep.ts"]);
    expect(collection("repository-1").list("src/nothing")).toBeNull();
  });

  test("a wiki of one space is pages below pages, and a slash in a title parts nothing", () => {
    const wiki = collection("wiki-1");
    expect(wiki.list("")?.map(({ name, kind, files }) => [name, kind, files])).toEqual([["Handbook", "page", 3]]);
    const [, page] = wiki.list("Handbook") ?? [];
    expect(page).toMatchObject({ name: "TCP/IP notes", path: "Handbook/TCP%2FIP notes", kind: "page" });
    expect(wiki.titleOf(wiki.find(page?.path ?? ""))).toBe("TCP/IP notes");
  });

  test("a wiki of several spaces has each as a folder", () => {
    const wiki = collection("wiki-2");
    expect(wiki.list("")?.map(({ name, kind, files }) => [name, kind, files])).toEqual([
      ["HR", "folder", 1],
      ["OPS", "folder", 1],
    ]);
  });

  test.each([
    ["a//b/./c/", "a/b/c"],
    ["/a", "a"],
    ["", ""],
    ["../etc/passwd", null],
    ["a/../../b", null],
    ["a\0b", null],
    ["a\ud800", null],
  ])("%j as a path is %j", (given, expected) => {
    expect(documentPath(given)).toBe(expected);
  });

  test("a relative address leaves the source nowhere", () => {
    expect(resolvePath("docs/a/b.md", "../c.md")).toBe("docs/c.md");
    expect(resolvePath("docs/b.md", "/src/x.ts")).toBe("src/x.ts");
    expect(resolvePath("docs/b.md", "../../x.ts")).toBeNull();
  });
});

describe("going to a file", () => {
  const find = (typed: string) => findDocuments(documentCollectionsOf(sample.index), typed, 5).map(({ path }) => path);
  test.each([
    ["sessionstore", "src/session/sessionStore.ts"],
    ["sst", "src/session/sessionStore.ts"],
    ["readme", "README.md"],
    ["src guide", undefined],
    ["guide doc", "docs/guide.md"],
    ["sesionstore", "src/session/sessionStore.ts"],
    ["", "HR/Keys"],
    ["tcp", "Handbook/TCP%2FIP notes"],
    ["zzzz", undefined],
  ])("%j finds %j first", (typed, path) => {
    expect(find(typed)[0]).toBe(path);
  });

  test("returns which letters matched", () => {
    const [found] = findDocuments(documentCollectionsOf(sample.index), "GUIDE", 1);
    expect(found?.matched.map((at) => found.path.charAt(at)).join("")).toBe("guide");
  });
});

describe("what belongs to a file", () => {
  const related = () => relatedTo(sample.index, "repository-1", "src/session/sessionStore.ts");

  test("issues that name it, open ones first, with the words that do", () => {
    const found = related().issues.map(({ id, mentions }) => [id, mentions.map(({ kind }) => kind)]);
    expect(found).toEqual([
      ["issue-3", ["name"]],
      ["issue-2", ["symbol"]],
      ["issue-1", ["path"]],
    ]);
  });

  test("pages that name it, its commits and what they fixed", () => {
    const { pages, commits, changed, fixed } = related();
    expect(pages.map(({ path }) => path)).toEqual(
      expect.arrayContaining(["docs/guide.md", "README.md", "Handbook/TCP%2FIP notes"]),
    );
    expect(commits).toHaveLength(2);
    expect(changed).toHaveLength(2);
    expect(fixed).toEqual([{ id: "issue-2", commit: sample.commits[1] }]);
  });

  test("a link from a page counts as one", () => {
    const { pages } = relatedTo(sample.index, "repository-1", "docs/guide.md");
    expect(pages.find(({ path }) => path === "README.md")?.mentions[0]?.kind).toBe("link");
  });

  test("a folder has the commits of all that is in it", () => {
    expect(relatedTo(sample.index, "repository-1", "src/session").changed).toHaveLength(3);
  });
});

describe("what belongs to a page of a wiki", () => {
  const related = (path: string) => relatedTo(sample.index, "wiki-1", path);

  test("pages that lead to it by its title or its number, and those that call it by its title", () => {
    const { pages } = related("Handbook/On call duty");
    expect(pages.map(({ path, mentions }) => [path, mentions[0]?.kind])).toEqual([
      ["Handbook/TCP%2FIP notes", "link"],
      ["Handbook/On call duty/Rota", "link"],
      ["OPS/Door codes", "name"],
    ]);
  });

  test("issues that call it by its title", () => {
    expect(related("Handbook/On call duty").issues.map(({ id }) => id)).toEqual(["issue-5"]);
  });

  test("a title of one word matches no page", () => {
    expect(related("Handbook").pages).toEqual([]);
  });
});

describe("links to pages of a wiki", () => {
  test.each([
    ["https://wiki.example/wiki/spaces/ENG/pages/70123", "On call duty"],
    ["https://wiki.example/wiki/spaces/ENG/pages/70123/Its+old+title?focusedCommentId=3#part", "On call duty"],
    ["https://wiki.example/wiki/display/ENG/on+call%20duty", "On call duty"],
    ["https://wiki.example/Handbook", "Handbook"],
    ["https://elsewhere.example/wiki/spaces/ENG/pages/70123", null],
    ["https://wiki.example/wiki/display/OPS/On+call+duty", null],
    ["https://wiki.example/wiki/spaces/ENG/pages/701", null],
    ["https://wiki.example/wiki/display/ENG/%E0%A4%A", null],
    ["notes.md", null],
  ])("%s leads to %j", (href, title) => {
    const { pages } = sample.index;
    const page = pages ? linkedPageOf(pages, href) : -1;
    expect(page < 0 ? null : pages?.table.title(page)).toBe(title);
  });

  test("are no part of what a search shows of a page", () => {
    const { results } = search(sample.index, { q: "another page kind:document", nowMs: Date.UTC(2024, 0, 1) });
    const found = results.find(({ title }) => title === "TCP/IP notes");
    expect(found?.snippet.map(({ text }) => text).join("")).toContain("See also [another page].");
  });

  test("a page whose title matches best shows the best line of its text", () => {
    const { results } = search(sample.index, { q: "door codes first", nowMs: Date.UTC(2024, 0, 1) });
    const found = results.find(({ title }) => title === "Door codes");
    expect(found?.snippet.map(({ text }) => text).join("")).toContain("on  CALL duty first");
  });

  test("are found in Markdown, each once", () => {
    const text =
      "[a](https://x.example/1) [b](<https://x.example/a%20b>) [c](https://x.example/1) [d](d.md) https://x.example/2";
    expect(linksIn(text)).toEqual(["https://x.example/1", "https://x.example/a%20b"]);
  });
});

test.each<[string, string[]]>([
  ["[a](b.md) and ![c](<d e.png> \"title\") [f]( g.md 'h')", ["b.md", "d e.png", "g.md"]],
  ["[a](https://x.example/Cache_(computing)) (b)", ["https://x.example/Cache_(computing)"]],
  ["([a](b.md)) [c](d(e)", ["b.md"]],
  ["[a]() [b](<>) [c](\n[d](e", []],
  ["[a](<b\nc>) [d](e>f)", []],
  [`[a](${"b".repeat(2000)}) [c](${"d".repeat(2001)}) [e](<${"f".repeat(2001)}>) [g](h)`, ["b".repeat(2000), "h"]],
])("the links of %j lead to %j", (text, addresses) => {
  expect(linkedAddresses(text)).toEqual(addresses);
});

describe("what a page names", () => {
  const names = (text: string) => codeReferences("docs/page.md", text).map(({ kind, name }) => `${kind} ${name}`);
  test.each<[string, string[]]>([
    ["Use `readFile` and `max_size`.", ["identifier readFile", "identifier max_size"]],
    ["A plain word like `timeout` is none, a call `timeout()` is.", ["identifier timeout"]],
    ["readFile in prose is none.", []],
    ["[code](<../src/my file.ts>)", ["path src/my file.ts"]],
    ["[code](../src/a.ts#L3) and [site](https://example.org/a.ts) and [top](#top)", ["path src/a.ts"]],
    ["`readFile` was renamed.", []],
    ["```diff\n- readFile()\n```", []],
    ["```ts\nreadFile(); // not writeFile\n```", ["identifier readFile"]],
    ["`npm run build-all --no-cache` in `src/app/`", ["path src/app"]],
    ['`"http.responseClosed"` is an event', []],
    ["```\nsomeEvent started\nreadFile()\n```", ["identifier readFile"]],
    ["`myFunction` and `doStuff` are not in the code", []],
    [
      "| Old name | Replaced by |\n| --- | --- |\n| `oldName` | `newName` |\n\nThen `thirdName`.",
      ["identifier thirdName"],
    ],
  ])("%j", (text, expected) => {
    expect(names(text)).toEqual(expected);
  });

  // A pattern that goes quadratic on one of these would not end within the test's time.
  test.each(["`".repeat(50_000), "[a](".repeat(30_000), `\`${"a/".repeat(30_000)}\``, "(".repeat(100_000)])(
    "no page can make it slow (%#)",
    (text) => {
      expect(codeReferences("a.md", text)).toEqual([]);
    },
  );
});

const PUSHED = "export function pushedAway(): void {}\n";

describe("stale references", () => {
  const run = async (
    index: OpenedIndex,
    { mirrors, previousFacts = new Map(), removedPaths = new Map() }: Partial<Histories> = {},
  ) => {
    const opened = mirrors ?? new Map([["repository-1", localMirror(sample.repository.gitDir)]]);
    const facts = new Map<string, DeletedSymbolFacts>();
    const histories: Histories = {
      mirrors: opened,
      previousFacts,
      removedPaths,
      onRead: (source, read) => facts.set(source, read),
    };
    const references = await findStaleReferences(index, histories, new AbortController().signal);
    const of = (source: string, path: string) =>
      (references.pages.find((page) => page.source === source && page.path === path)?.items ?? []).map(
        ({ name, removal }) => [name, removal.hash, removal.now],
      );
    return { references, facts, of };
  };

  test("names what was removed, with the commit, and nothing that never was of the code", async () => {
    const { references, of } = await run(sample.index);
    const [, renamed, dropped] = sample.commits;
    expect(of("repository-1", "README.md")).toEqual([
      ["renewToken", renamed, "refreshToken"],
      ["src/session/legacyCache.ts", dropped, null],
      ["warmCache", dropped, null],
    ]);
    expect(of("wiki-1", "Handbook/TCP%2FIP notes")).toEqual([["renewToken", renamed, "refreshToken"]]);
    expect(of("repository-1", "docs/guide.md")).toEqual([]);
    expect(of("repository-1", "CHANGELOG.md")).toEqual([]);
    expect(references).toMatchObject({ isRead: true, since: null });
  });

  test("returns only paths of code without a mirror of which nothing is known", async () => {
    const { references, of } = await run(sample.index, { mirrors: new Map() });
    expect(references.isRead).toBe(false);
    expect(of("repository-1", "README.md").map(([name]) => name)).toEqual(["src/session/legacyCache.ts"]);
  });

  test("a damaged mirror is none", async () => {
    const mirrors = new Map([["repository-1", localMirror(join(sample.repository.gitDir, "missing"))]]);
    const { references, of } = await run(sample.index, { mirrors });
    expect(references.isRead).toBe(false);
    expect(of("repository-1", "README.md").map(([name]) => name)).toEqual(["src/session/legacyCache.ts"]);
  });

  test("a part of a history that is too long to be read is reported, also later", async () => {
    const mirror = localMirror(sample.repository.gitDir);
    const [, head, last] = sample.commits.map(String);
    const { signal } = new AbortController();
    const find = (at: string, names: string[], known: DeletedSymbolFacts | null, commits: number) =>
      findDeletedSymbols(mirror, at, new Set(names), known, signal, { commits, milliseconds: 60_000 });
    const { facts: known, since } = await find(String(head), ["renewToken", "warmCache"], null, 10);
    expect([known.since, since]).toEqual([null, null]);
    expect((await find(String(last), ["warmCache"], known, 10)).since).toBeNull();
    const cut = await find(String(last), ["warmCache"], known, 0);
    expect(cut.since).toBe(Number(sample.repository.git("show", "-s", "--format=%at", String(last))) * 1000);
    // A complete pass for another name does not read the commits again for the first one.
    expect((await find(String(last), ["warmCache", "anotherName"], cut.facts, 10)).since).toBe(cut.since);
  });

  /** Counts the readings of histories. */
  const countingMirror = () => {
    const mirror = localMirror(sample.repository.gitDir);
    const removals = vi.fn<Mirror["removals"]>(mirror.removals);
    return { ...mirror, removals };
  };
  const timeOf = (commit: string) => Number(sample.repository.git("show", "--no-patch", "--format=%ct", commit)) * 1000;
  const findWithin = (mirror: Mirror, at: string, known: DeletedSymbolFacts | null, milliseconds: number) =>
    findDeletedSymbols(mirror, at, new Set(["warmCache"]), known, new AbortController().signal, {
      commits: 10,
      milliseconds,
    });

  test("new commits for which there was no time are read by the next pass, and are then no longer reported", async () => {
    const mirror = countingMirror();
    const [, head = "", last = ""] = sample.commits;
    const { facts: known } = await findWithin(mirror, head, null, 60_000);
    const cut = await findWithin(mirror, last, known, -1);
    expect(cut).toEqual({ since: timeOf(last), facts: { ...known, head: last, rereadFrom: head } });
    const next = await findWithin(mirror, last, cut.facts, 60_000);
    expect(next).toMatchObject({ since: null, facts: { head: last, since: null, rereadFrom: null } });
    expect(next.facts.names["warmCache"]?.hash).toBe(last);
    await findWithin(mirror, last, next.facts, 60_000);
    expect(mirror.removals).toHaveBeenCalledTimes(3);
  });

  test("new commits for which there was no time twice are not read a third time, and stay reported", async () => {
    const mirror = countingMirror();
    const [first = "", head = "", last = ""] = sample.commits;
    const { facts: known } = await findWithin(mirror, first, null, 60_000);
    const { facts: once } = await findWithin(mirror, head, known, -1);
    const twice = await findWithin(mirror, last, once, -1);
    expect(twice).toEqual({ since: timeOf(last), facts: { ...known, head: last, since: timeOf(last) } });
    expect(await findWithin(mirror, last, twice.facts, 60_000)).toEqual(twice);
    expect(mirror.removals.mock.calls.map(([range]) => range)).toEqual([
      first,
      `${first}..${head}`,
      `${first}..${last}`,
    ]);
  });

  test("what is known stays known, and a name that came back is no stale reference", async () => {
    const { facts: known } = await run(sample.index);
    expect(known.get("repository-1")).toMatchObject({ head: sample.commits[2], names: { nobodysFunction: null } });
    sample.repository.commit("the cache is back", {
      "src/cache.ts": "export function warmCache(): void {}\n",
    });
    const { index } = await sample.reopen();
    const { of, facts } = await run(index, { previousFacts: known });
    expect(of("repository-1", "README.md").map(([name]) => name)).toEqual(["renewToken", "src/session/legacyCache.ts"]);
    const again = sample.repository.commit("and gone again", { "src/cache.ts": null });
    const { of: later } = await run((await sample.reopen()).index, { previousFacts: facts });
    expect(later("repository-1", "README.md").find(([name]) => name === "warmCache")?.[1]).toBe(again);
  });

  test("what is known of commits that a force push took away is looked for again", async () => {
    const head = sample.repository.git("rev-parse", "HEAD");
    sample.repository.commit("a page", { "docs/pushed.md": "Call `pushedAway()`.\n", "src/pushed.ts": PUSHED });
    const gone = sample.repository.commit("a secret reason", { "src/pushed.ts": null });
    const before = await run((await sample.reopen()).index);
    expect(before.of("repository-1", "docs/pushed.md")).toEqual([["pushedAway", gone, null]]);
    sample.repository.git("reset", "--quiet", "--hard", head);
    sample.repository.commit("a page", { "docs/pushed.md": "Call `pushedAway()`.\n" });
    const after = await run((await sample.reopen()).index, { previousFacts: before.facts });
    expect(after.of("repository-1", "docs/pushed.md")).toEqual([]);
  });

  test("what a reading that was cut has found is looked for again after a force push took it away", async () => {
    const head = sample.repository.commit("a page", { "docs/cut.md": "Call `cutAway()`.\n" });
    const { facts: known } = await run((await sample.reopen()).index);
    sample.repository.commit("the function", {
      "src/cut.ts": "export function cutAway(): void {}\n",
      "src/before.ts": "export const before = 1;\n",
    });
    sample.repository.commit("an older removal", { "src/before.ts": null });
    const gone = sample.repository.commit("a secret reason", { "src/cut.ts": null });
    // The time is over after the newest commit.
    const local = localMirror(sample.repository.gitDir);
    const slow: Mirror = {
      ...local,
      async *removals(range, signal) {
        for await (const change of local.removals(range, signal)) {
          yield change;
          const now = performance.now();
          vi.spyOn(performance, "now").mockReturnValue(now + 200_000);
        }
      },
    };
    const cut = await run((await sample.reopen()).index, {
      previousFacts: known,
      mirrors: new Map([["repository-1", slow]]),
    });
    vi.restoreAllMocks();
    expect(cut.facts.get("repository-1")).toMatchObject({ head: gone, rereadFrom: head });
    expect(cut.of("repository-1", "docs/cut.md")).toEqual([["cutAway", gone, null]]);
    sample.repository.git("reset", "--quiet", "--hard", head);
    sample.repository.commit("something else", { "src/other.ts": "export const otherValue = 1;\n" });
    const after = await run((await sample.reopen()).index, { previousFacts: cut.facts });
    expect(after.of("repository-1", "docs/cut.md")).toEqual([]);
  });

  test("a reader's own paths are no stale references because a squashed subtree or a sample had such once", async () => {
    sample.repository.commit("a site's settings", {
      "config/production.toml": "a = 1\n",
      "config/old.toml": "b = 1\n",
      "skeletons/theme/settings/site.toml": "c = 1\n",
      "docs/site.md": "# Site\n\nPut it into `config/production.toml`, `config/old.toml` or `settings/site.toml`.\n",
    });
    const dropped = sample.repository.commit("the old settings go", { "config/old.toml": null });
    sample.repository.commit("Squashed 'docs/' changes from 73a01565c..d1a251933", { "config/production.toml": null });
    sample.repository.commit("no themes any more", { "skeletons/theme/settings/site.toml": null });
    const { of } = await run((await sample.reopen()).index);
    expect(of("repository-1", "docs/site.md")).toEqual([["config/old.toml", dropped, null]]);
  });
});

describe("pages for an issue", () => {
  test("are ranked by words, paths and code, each with why", () => {
    const pages = pagesForIssue(
      sample.index,
      { title: "Session token is not renewed", body: "The store of sessions forgets; docs/guide.md says otherwise." },
      [{ source: "repository-1", path: "src/session/sessionStore.ts" }],
    );
    expect(pages[0]).toMatchObject({ path: "docs/guide.md" });
    expect(pages[0]?.reasons.map(({ code }) => code)).toEqual(expect.arrayContaining(["path", "code"]));
    for (const { score, reasons } of pages) {
      expect(reasons.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(score, 6);
    }
    expect(pages.map(({ path }) => path)).not.toContain("weird name [1].md");
  });
});

test("a comment is found with its page, and is no part of its text", async () => {
  const body = "The quokka sleeps.";
  const index = await pagesIndex(sample.blobs, [
    page("animals", { title: "Animals", body, comments: ["Ask about the zanzibarium first.", "Second remark"] }),
    page("plants", { title: "Plants", body: "A fern.", comments: ["The quokka is no plant"] }),
  ]);
  const found = (q: string) => search(index, { q }).results.map(({ title }) => title);
  expect(found("zanzibarium")).toEqual(["Animals"]);
  // A text weighs more than what was said about another page.
  expect(found("quokka")).toEqual(["Animals", "Plants"]);
  expect(found('"remark"')).toEqual(["Animals"]);
  expect(found('"sleeps Ask"')).toEqual([]);
  const { snippet } = search(index, { q: "zanzibarium" }).results[0] ?? {};
  expect(snippet?.filter(({ match }) => match).map(({ text }) => text)).toEqual(["zanzibarium"]);
  const wiki = documentCollectionsOf(index)[0];
  expect(wiki?.pages().map((one) => one.text())).toEqual([body, "A fern."]);
});

test("blog posts have their day in their path, so that posts of one title keep their places", async () => {
  const post = (id: string, day: string) =>
    page(id, {
      kind: "blog_post",
      title: "Weekly",
      ancestors: ["Blog", day.slice(0, 4)],
      createdAt: Date.parse(`${day}T10:00:00Z`),
    });
  const index = await pagesIndex(sample.blobs, [post("b", "2025-03-12"), post("a", "2025-03-05")]);
  const [wiki] = documentCollectionsOf(index);
  expect(wiki?.list("Blog/2025")?.map(({ path, name, kind }) => [path, name, kind])).toEqual([
    ["Blog/2025/2025-03-05 Weekly", "2025-03-05 Weekly", "page"],
    ["Blog/2025/2025-03-12 Weekly", "2025-03-12 Weekly", "page"],
  ]);
});

test("each of two pages of one title leads to its own place in the wiki", async () => {
  const body = "How a session token is renewed.";
  const index = await pagesIndex(sample.blobs, [
    page("old", { title: "Sessions", ancestors: ["Archive"], body }),
    page("new", { title: "Sessions", ancestors: ["Handbook"], body }),
  ]);
  const found = pagesForIssue(index, { title: "Session token is not renewed", body: "" }, []);
  expect(Object.fromEntries(found.map(({ path, url }) => [path, url]))).toEqual({
    "Archive/Sessions": "https://wiki.example/old",
    "Handbook/Sessions": "https://wiki.example/new",
  });
});
