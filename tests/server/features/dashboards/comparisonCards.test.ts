/** Cards that compare: each number is that of Insights for the member alone, and no member is of a project that the reader does not see. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CardAnswer, CardContent, DashboardCards } from "../../../../contract/insights/cardContents.ts";
import type { DashboardPage } from "../../../../contract/insights/dashboards.ts";
import type { Insights } from "../../../../contract/insights/insights.ts";
import { METRICS } from "../../../../contract/insights/metrics.ts";
import { signedIn, startTestServer, type SignedInUser, type TestServer } from "../../http/testServer.ts";
import { addRandomWork, NOW } from "../../insights/randomWork.ts";
import { addCompany, addMember, addProject } from "../../rows.ts";
import { onOneDatabase } from "../../testDb.ts";

const VIEW = { period: "3m", granularity: "weekly" } as const;
type By = "projects" | "sources" | "periods";
type Comparison = Extract<CardContent, { kind: "comparison" }>;
const cardOf = (by: By, project: string | null) => ({
  kind: "comparison",
  id: by,
  x: 0,
  y: 0,
  w: 8,
  h: 6,
  title: null,
  by,
  project,
});

onOneDatabase("cards that compare", (engine) => {
  let server: TestServer;
  let owner: SignedInUser;
  let colleague: SignedInUser;
  let outsider: SignedInUser;
  beforeAll(async () => {
    server = await startTestServer(engine, { now: () => NOW });
    const { db } = server;
    const companyId = await addCompany(db, { plan: "Enterprise" });
    const otherId = await addCompany(db, { plan: "Enterprise" });
    owner = await signedIn(db, { companyId, email: "owner@example.org" });
    colleague = await signedIn(db, { companyId, email: "colleague@example.org" });
    outsider = await signedIn(db, { companyId: otherId, email: "outsider@example.org" });
    const loom = await addProject(db, { companyId, ownerId: owner.id, slug: "loom" });
    const warp = await addProject(db, { companyId, ownerId: owner.id, slug: "warp" });
    await addMember(db, warp, colleague.id, "Viewer");
    for (const [project, seed] of [
      [loom, 3],
      [loom, 4],
      [warp, 5],
    ] as const) {
      await addRandomWork(db, project, seed);
      // The repositories of a project have one address each.
      await db
        .updateTable("sources")
        .set({ url: `https://example.org/${seed}.git`, name: `repository-${seed}` })
        .where("project_id", "=", project)
        .where("url", "=", "https://example.org/loom.git")
        .execute();
    }
    // The first answer loads the engines, which may take longer than a card has.
    await insights("");
  });
  afterAll(() => server.stop());

  const answerFor = async (
    reader: SignedInUser,
    by: By,
    project: string | null,
    page: object = {},
  ): Promise<CardAnswer> => {
    const body = { ...VIEW, project: [], repository: [], cards: [cardOf(by, project)], ...page };
    const answer = await server.call("POST", "dashboards/cards/", { token: reader.token, body });
    expect(answer.status).toBe(200);
    return (answer.body as DashboardCards).cards[0] as CardAnswer;
  };
  const membersFor = async (...given: Parameters<typeof answerFor>): Promise<Comparison["members"]> => {
    const answer = await answerFor(...given);
    if (answer.state !== "ready" || answer.content.kind !== "comparison") throw new Error(JSON.stringify(answer));
    return answer.content.members;
  };
  const insights = async (query: string): Promise<Insights> =>
    (await server.call("GET", `insights/?period=3m&granularity=weekly${query}`, { token: owner.token }))
      .body as Insights;

  test("projects have the numbers of each, those of the page where it has chosen some", async () => {
    const members = await membersFor(owner, "projects", null);
    expect(members.map(({ id }) => id)).toEqual(["loom", "warp"]);
    for (const { id, changes } of members) expect(changes).toEqual((await insights(`&project=${id}`)).changes);
    expect(await membersFor(owner, "projects", null, { project: ["loom", "warp"] })).toEqual(members);
    expect(await membersFor(owner, "projects", null, { project: ["loom"] })).toEqual([]);
  });

  test("sources have the numbers that their filter narrows", async () => {
    const members = await membersFor(owner, "sources", "loom");
    const sources = await server.db.selectFrom("sources").select(["id", "kind"]).execute();
    expect(members.length).toBe(4);
    for (const { id, changes } of members) {
      const { kind = "" } = sources.find((source) => source.id === id) ?? {};
      const { changes: all } = await insights(`&project=loom&${kind}=${id}`);
      expect(changes).toEqual(
        all.filter(({ metric }) => METRICS[metric].needs !== (kind === "tracker" ? "repository" : "tracker")),
      );
    }
    // Of several projects there are no sources to compare, and of one source no comparison.
    expect(await answerFor(owner, "sources", null)).toMatchObject({ state: "refused", reason: "choose_project" });
    expect(await membersFor(owner, "sources", "warp")).toEqual([]);
    expect(await membersFor(colleague, "sources", null)).toEqual([]);
  });

  test("periods are this one, the one before and that of a year before", async () => {
    const members = await membersFor(owner, "periods", "loom");
    const [now, year] = [await insights("&project=loom"), await insights("&project=loom&against=year_before")];
    expect(members.map(({ id, is_earlier, changes }) => [id, is_earlier, changes])).toEqual([
      ["current", false, now.changes],
      ["before", true, now.changes],
      ["year_before", true, year.changes],
    ]);
    expect(await membersFor(owner, "periods", "loom", { period: "1y", granularity: "monthly" })).toHaveLength(2);
  });

  test("a reader of other projects sees neither the members nor the card of a project", async () => {
    expect(await membersFor(colleague, "projects", null)).toEqual([]);
    expect(await membersFor(outsider, "projects", null)).toEqual([]);
    for (const by of ["sources", "periods"] as const)
      for (const reader of [colleague, outsider])
        expect(await answerFor(reader, by, "loom")).toMatchObject({ state: "refused", reason: "hidden" });
    const body = { name: "Flow", sharing: "read", layout: { ...VIEW, cards: [cardOf("periods", "loom")] } };
    const { id } = (await server.call("POST", "dashboards/", { token: owner.token, body })).body as DashboardPage;
    const seen = (await server.call("GET", `dashboards/${id}/`, { token: colleague.token })).body as DashboardPage;
    expect(seen.layout.cards).toMatchObject([{ kind: "hidden" }]);
  });
});
