/** Cards of searches, commits and pages: what the screens list for their reader, and nothing of the projects of others. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CodeHistory } from "../../../../contract/code/code.ts";
import type { CardAnswer, CardContent, DashboardCards } from "../../../../contract/insights/cardContents.ts";
import type { DashboardPage } from "../../../../contract/insights/dashboards.ts";
import type { Project } from "../../../../contract/projects.ts";
import type { SearchAllAnswer, SearchAnswer } from "../../../../contract/search/search.ts";
import { startSearchServer } from "../search/searchServer.ts";
import { onOneDatabase } from "../../testDb.ts";

const VIEW = { period: "3m", granularity: "weekly" } as const;
const LIST = { kind: "list", x: 0, y: 0, w: 4, h: 3, title: null, project: null, rows: 5 } as const;
const SEARCH = { ...LIST, of: "search", filter: { q: ["warp"] } } as const;
const NUMBER = { kind: "count", x: 0, y: 0, w: 4, h: 3, title: null, project: null, of: "search" } as const;
const HIDDEN = { state: "refused", reason: "hidden", detail: null };

onOneDatabase("cards of lists", (engine) => {
  let made: Awaited<ReturnType<typeof startSearchServer>>;
  beforeAll(async () => {
    made = await startSearchServer(engine);
    await made.server.db.updateTable("companies").set({ plan: "Enterprise" }).execute();
    await made.addProject("Vault", { "src/warp.ts": "export const warp = 'vaulted';\n", "notes.md": "The warp.\n" });
    await made.synced("", "vault");
  }, 120_000);
  afterAll(() => made.server.stop());

  type Reader = "admin" | "member";
  const call = (reader: Reader, method: string, path: string, body?: unknown) =>
    made.server.call(method, path, { token: made.people[reader].token, ...(body !== undefined && { body }) });
  const read = async <T>(reader: Reader, path: string): Promise<T> => {
    const { status, body } = await call(reader, "GET", path);
    expect(status).toBe(200);
    return body as T;
  };
  const cardsFor = async (
    reader: Reader,
    cards: readonly object[],
    page: readonly string[] = [],
  ): Promise<CardAnswer[]> => {
    const body = {
      ...VIEW,
      project: page,
      repository: [],
      cards: cards.map((card, at) => ({ ...card, id: `c${at}` })),
    };
    const answer = await call(reader, "POST", "dashboards/cards/", body);
    expect(answer).toMatchObject({ status: 200 });
    return (answer.body as DashboardCards).cards;
  };
  const contentOf = <Kind extends CardContent["kind"]>(
    card: CardAnswer | undefined,
    kind: Kind,
  ): Extract<CardContent, { kind: Kind }> => {
    if (card?.state !== "ready" || card.content.kind !== kind) throw new Error(JSON.stringify(card));
    return card.content as Extract<CardContent, { kind: Kind }>;
  };
  const create = (reader: Reader, cards: readonly object[], sharing = "edit") =>
    call(reader, "POST", "dashboards/", { name: "Lists", sharing, layout: { ...VIEW, cards } });

  test("a search of a project lists what its screen lists, of the chosen kind alone", async () => {
    for (const kind of ["code", "document"]) {
      const q = kind === "code" ? "warp" : "loom";
      const found = await read<SearchAnswer>("member", `projects/loom/search/?q=${q}&kind=${kind}&limit=5`);
      expect(found.total).toBeGreaterThan(0);
      const [card] = await cardsFor("member", [{ ...SEARCH, project: "loom", filter: { q: [q], kind: [kind] } }]);
      expect(card).toMatchObject({ project: { slug: "loom" } });
      const { results, count } = contentOf(card, "results");
      expect(count).toBe(found.total);
      expect(results.map(({ id, path }) => [id, path])).toEqual(found.results.map(({ id, path }) => [id, path]));
      expect(new Set(results.map((result) => result.kind))).toEqual(new Set([kind]));
    }
  });

  test("a search without a project is over those of its reader, and hits of others do not count", async () => {
    const shown = async (reader: Reader) => {
      const all = await read<SearchAllAnswer>(reader, "search/?q=warp&limit=5");
      const [list, count] = await cardsFor(reader, [SEARCH, { ...NUMBER, filter: { q: ["warp"] }, display: "now" }]);
      const { results, count: listed } = contentOf(list, "results");
      expect([listed, contentOf(count, "count").count]).toEqual([all.total, all.total]);
      expect(results.map(({ id, project }) => [id, project.slug])).toEqual(
        all.results.map(({ id, project }) => [id, project.slug]),
      );
      return { listed, text: JSON.stringify([list, count]) };
    };
    const [admin, member] = [await shown("admin"), await shown("member")];
    expect(admin.text).toContain("Vault");
    expect(member.text).not.toMatch(/vault/i);
    expect(member.listed).toBeGreaterThan(0);
    expect(admin.listed).toBeGreaterThan(member.listed);
  });

  test("the projects of the page, or those of the filter, are searched alone", async () => {
    const named = { ...SEARCH, filter: { q: ["warp"], project: ["vault"] } };
    const both = { ...SEARCH, filter: { q: ["warp"], project: ["loom", "vault"] } };
    const slugs = (card: CardAnswer | undefined) =>
      [...new Set(contentOf(card, "results").results.map(({ project }) => project.slug))].toSorted();
    const [ofPage, ofFilter, ofBoth] = await cardsFor("admin", [SEARCH, named, both], ["loom"]);
    expect([slugs(ofPage), slugs(ofFilter), slugs(ofBoth)]).toEqual([["loom"], ["vault"], ["loom", "vault"]]);
    expect([ofPage, ofFilter, ofBoth].map((card) => card?.state === "ready" && card.project?.slug)).toEqual([
      "loom",
      "vault",
      undefined,
    ]);
    // One that the reader does not see: not the part of the others either.
    expect(await cardsFor("member", [named, both, SEARCH], ["vault"])).toMatchObject([HIDDEN, HIDDEN, HIDDEN]);
    expect(await cardsFor("member", [SEARCH], ["loom", "vault"])).toMatchObject([HIDDEN]);
  });

  test("a count over time adds up over the projects", async () => {
    const card = { ...NUMBER, filter: { q: ["warp"] }, display: "over_time" };
    const [all, loom, vault] = (
      await cardsFor("admin", [card, { ...card, project: "loom" }, { ...card, project: "vault" }])
    ).map((answer) => contentOf(answer, "count"));
    expect(all?.counts).toEqual(loom?.counts.map((n, at) => n + (vault?.counts[at] ?? 0)));
  });

  test("a card whose filter names a project of others is a place without words, also after an import", async () => {
    const card = {
      ...SEARCH,
      id: "secret",
      title: "Of the vault",
      filter: { q: ["warp"], project: ["vault", "loom"] },
    };
    const { status, body } = await create("admin", [card]);
    expect(status).toBe(201);
    const { id, layout } = body as DashboardPage;
    expect(layout.cards).toEqual([card]);
    const seen = await call("member", "GET", `dashboards/${id}/`);
    expect(seen.body).toMatchObject({ layout: { cards: [{ kind: "hidden", id: "secret" }] } });
    expect(JSON.stringify(seen.body)).not.toMatch(/vault|warp/i);
    const file = { format: "clew-dashboard", version: 1, name: "Lists", layout };
    for (const reader of ["admin", "member"] as const) {
      const imported = await call(reader, "POST", "dashboards/import/", file);
      expect(imported.status).toBe(201);
      expect((imported.body as DashboardPage).layout.cards).toMatchObject(
        reader === "admin" ? [card] : [{ kind: "hidden", id: "secret" }],
      );
    }
  });

  test("commits of a repository that is gone, or is another project's, are no number", async () => {
    const [vault] = (await read<Project>("admin", "projects/vault/")).repositories;
    for (const repository of ["01a22ad1-76ec-7fb2-82a6-ff5ca443c673", vault?.id ?? ""]) {
      const commits = { ...LIST, of: "commits", filter: { repository: [repository] } };
      const refused = { state: "refused", reason: "failed", detail: "There is no such source." };
      expect(await cardsFor("member", [commits, { ...commits, project: "loom" }])).toMatchObject([refused, refused]);
    }
  });

  test("newest commits of a project or of several, and the history of a file", async () => {
    made.commit({ "src/loom.ts": "export const warp = 2;\n" });
    await made.sync();
    const { repositories } = await read<Project>("member", "projects/loom/");
    const repository = repositories[0]?.id ?? "";
    const history = await read<CodeHistory>("member", `code/loom/history/?repository=${repository}&path=src/loom.ts`);
    expect(history.entries).toHaveLength(2);
    const commits = { ...LIST, of: "commits", filter: {} };
    const ofFile = { ...commits, filter: { repository: [repository], path: ["src/loom.ts"] } };
    const [file, ofLoom, ofAll] = await cardsFor("member", [
      { ...ofFile, project: "loom" },
      { ...commits, project: "loom" },
      commits,
    ]);
    expect(contentOf(file, "commits")).toMatchObject({
      count: history.total,
      results: history.entries.map(({ hash, title }) => ({ hash, title, project: { slug: "loom" } })),
    });
    expect(contentOf(ofLoom, "commits").results.map(({ hash }) => hash)[0]).toBe(history.entries[0]?.hash);
    expect(contentOf(ofAll, "commits")).toEqual(contentOf(ofLoom, "commits"));
    const [ofAdmin] = await cardsFor("admin", [commits]);
    expect(new Set(contentOf(ofAdmin, "commits").results.map(({ project }) => project.slug))).toEqual(
      new Set(["loom", "vault"]),
    );
    // A file is in one project, which has to be named; the repository of another is not read.
    expect(await cardsFor("admin", [ofFile])).toMatchObject([{ reason: "choose_project" }]);
    const foreign = { ...ofFile, project: "vault" };
    expect(await cardsFor("member", [foreign])).toMatchObject([HIDDEN]);
    const [refused] = await cardsFor("admin", [foreign]);
    expect(refused).toMatchObject({ state: "refused", reason: "failed", detail: expect.any(String) as string });
  });

  test("a project without a wiki has no pages, nor have several", async () => {
    const pages = { ...LIST, of: "documents", filter: {} };
    const none = { kind: "documents", count: 0, capped: false, results: [] };
    const outdated = { ...pages, filter: { outdated: ["true"] } };
    for (const card of await cardsFor("member", [pages, outdated, { ...pages, project: "loom" }]))
      expect(contentOf(card, "documents")).toEqual(none);
    expect(contentOf((await cardsFor("admin", [pages]))[0], "documents")).toEqual(none);
    // No pages of a wiki that is gone would be a number.
    for (const filter of [{ source: ["gone"] }, { source: ["gone"], outdated: ["true"] }])
      expect(await cardsFor("member", [{ ...pages, filter }])).toMatchObject([
        { state: "refused", reason: "failed", detail: "There is no such source." },
      ]);
  });

  test("filters that the list does not take are refused", async () => {
    const field = "The list has no such filter, or the filter has no such value.";
    for (const [card, fault] of [
      [{ ...SEARCH, project: "loom", filter: { q: ["warp"], project: ["vault"] } }, { project: [field] }],
      [{ ...SEARCH, filter: { q: [" "] } }, { q: ["This field is required"] }],
      [{ ...SEARCH, filter: { q: ["warp"], limit: ["100"] } }, [field]],
      [{ ...LIST, of: "documents", filter: { outdated: ["false"] } }, { outdated: [field] }],
      [{ ...LIST, of: "commits", filter: { path: ["src/loom.ts"] } }, { repository: ["This field is required"] }],
      [{ ...LIST, of: "people", filter: {} }, null],
    ] as const) {
      expect(await create("admin", [{ ...card, id: "a" }])).toMatchObject({
        status: 400,
        body: fault === null ? {} : { layout: { cards: { 0: { filter: fault } } } },
      });
    }
  });
});
