/** Issues of several projects in one card: the sum and the first of their lists, and nothing of the projects of others. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CardAnswer, CardContent, DashboardCards } from "../../../../contract/insights/cardContents.ts";
import { signedIn, startTestServer, type SignedInUser, type TestServer } from "../../http/testServer.ts";
import { addIssues, addWork, HOUR, NOW } from "../../insights/summaryRows.ts";
import { addCompany, addMember, addProject } from "../../rows.ts";
import { onOneDatabase } from "../../testDb.ts";

const VIEW = { period: "3m", granularity: "weekly" } as const;
const LIST = { kind: "list", of: "issues", x: 0, y: 0, w: 4, h: 3, title: null, filter: { state: ["open"] }, rows: 20 };

onOneDatabase("cards of issues over projects", (engine) => {
  let server: TestServer;
  let companyId: string;
  let owner: SignedInUser;
  let colleague: SignedInUser;
  beforeAll(async () => {
    server = await startTestServer(engine, { now: () => new Date(NOW) });
    companyId = await addCompany(server.db, { plan: "Enterprise" });
    owner = await signedIn(server.db, { companyId, email: "owner@example.org" });
    colleague = await signedIn(server.db, { companyId, email: "colleague@example.org" });
    for (const slug of ["first", "second"]) {
      const id = await addProject(server.db, { companyId, ownerId: owner.id, slug });
      await addWork(server.db, id);
      if (slug === "first") await addMember(server.db, id, colleague.id, "Viewer");
    }
  });
  afterAll(() => server.stop());

  const cardsFor = async (
    reader: SignedInUser,
    cards: readonly object[],
    project: readonly string[] = [],
  ): Promise<CardAnswer[]> => {
    const body = { ...VIEW, project, repository: [], cards: cards.map((card, at) => ({ ...card, id: `c${at}` })) };
    return ((await server.call("POST", "dashboards/cards/", { token: reader.token, body })).body as DashboardCards)
      .cards;
  };
  const issuesOf = (card: CardAnswer | undefined): Extract<CardContent, { kind: "issues" }> => {
    if (card?.state !== "ready" || card.content.kind !== "issues") throw new Error(JSON.stringify(card));
    return card.content;
  };

  test.each([
    ["created_at", "created_at", 1],
    ["-created_at", "created_at", -1],
    ["-comments", "comments", -1],
    ["title", "title", 1],
  ] as const)("they are in the order %s, and none of the first is left out", async (sort, key, direction) => {
    const list = { ...LIST, filter: { state: ["open"], sort: [sort] } };
    const cards = await cardsFor(owner, [
      { ...list, project: null },
      { ...list, project: "first" },
      { ...list, project: "second" },
    ]);
    expect(cards[0]).toMatchObject({ project: null });
    const [all, first, second] = cards.map(issuesOf);
    expect(all?.count).toBe((first?.count ?? 0) + (second?.count ?? 0));
    const both = [...(first?.results ?? []), ...(second?.results ?? [])]
      .map((issue) => issue[key])
      .toSorted((a, b) => (a === b ? 0 : (a < b ? -1 : 1) * direction));
    expect(both).toHaveLength(40);
    expect(all?.results.map((issue) => issue[key])).toEqual(both.slice(0, 20));
  });

  test("the rows are of both projects for the owner, and of one for a member of one", async () => {
    const list = { ...LIST, project: null, filter: { state: ["open"], sort: ["created_at"] } };
    const count = { ...list, kind: "count", display: "over_time" };
    const slugs = async (reader: SignedInUser) => {
      const [card] = await cardsFor(reader, [list]);
      return [...new Set(issuesOf(card).results.map(({ project }) => project))].toSorted();
    };
    expect([await slugs(owner), await slugs(colleague)]).toEqual([["first", "second"], ["first"]]);
    const [ofAll, ofFirst] = await cardsFor(owner, [count, { ...count, project: "first" }]);
    const [ofColleague] = await cardsFor(colleague, [count]);
    expect(ofColleague).toEqual({ ...ofFirst, id: "c0" });
    const counts = (card: CardAnswer | undefined) =>
      card?.state === "ready" && card.content.kind === "count" ? card.content.counts : [];
    expect(counts(ofAll)).toEqual(counts(ofFirst).map((n) => 2 * n));
    expect(await cardsFor(colleague, [list, count], ["first", "second"])).toMatchObject([
      { reason: "hidden" },
      { reason: "hidden" },
    ]);
  });

  test("a reader of more projects than are asked one by one has to choose", async () => {
    for (let n = 0; n < 19; n += 1) await addProject(server.db, { companyId, ownerId: owner.id, slug: `many-${n}` });
    const list = { ...LIST, project: null };
    expect(await cardsFor(owner, [list])).toMatchObject([{ reason: "choose_project" }]);
    expect(await cardsFor(owner, [list], ["first", "second", "many-1"])).toMatchObject([{ state: "ready" }]);
  });

  test("titles of several projects are in the order in which the list of one project has them", async () => {
    const titles = [
      "Zebra",
      "apple",
      "Änderung",
      "zebra",
      "İzmir",
      "ılgaz",
      "Apple",
      "éclair",
      "_draft",
      "2 of 3",
      "10",
    ];
    const addTitled = async (slug: string, of: readonly string[]) => {
      const id = await addProject(server.db, { companyId, ownerId: owner.id, slug });
      await addIssues(
        server.db,
        id,
        of.map((_, i) => NOW - i * HOUR),
      );
      for (const [number, title] of of.entries())
        await server.db
          .updateTable("issues")
          .set({ title })
          .where("project_id", "=", id)
          .where("number", "=", number)
          .execute();
    };
    await addTitled(
      "even",
      titles.filter((_, i) => i % 2 === 0),
    );
    await addTitled(
      "odd",
      titles.filter((_, i) => i % 2 === 1),
    );
    await addTitled("together", titles);
    const titlesOf = async (project: readonly string[], rows: number): Promise<string[]> => {
      const [card] = await cardsFor(owner, [{ ...LIST, project: null, filter: { sort: ["title"] }, rows }], project);
      return issuesOf(card).results.map(({ title }) => title);
    };
    for (const rows of [20, 4])
      expect(await titlesOf(["even", "odd"], rows)).toEqual(await titlesOf(["together"], rows));
  });
});
