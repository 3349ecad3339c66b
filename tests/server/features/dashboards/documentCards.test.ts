/** Pages of wikis of several projects in one card: those of each project's list together, each with its project. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DocumentEntry } from "../../../../contract/documents/documents.ts";
import { documentsContent, type ListScope } from "../../../../server/features/dashboards/listCards.ts";
import type { RequestedProject } from "../../../../server/project/requestedProjects.ts";
import { addWikiSource } from "../../insights/randomPages.ts";
import { addCompany, addProject, addUser } from "../../rows.ts";
import { onOneDatabase, openTestDb, type TestDb } from "../../testDb.ts";

const page = (source: string, name: string, outdated: number): DocumentEntry => ({
  name,
  path: name,
  source,
  kind: "page",
  size: 10,
  files: null,
  updated_at: null,
  stale_references: outdated,
});

onOneDatabase("cards of pages over projects", (engine) => {
  let database: TestDb;
  const projects: RequestedProject[] = [];
  const wikis: string[] = [];
  beforeAll(async () => {
    database = await openTestDb(engine);
    const companyId = await addCompany(database.db, { plan: "Enterprise" });
    const ownerId = await addUser(database.db, { companyId });
    for (const slug of ["first", "second", "none"]) {
      const id = await addProject(database.db, { companyId, ownerId, slug });
      projects.push({ id, slug, name: slug.toUpperCase(), role: "Owner" });
      if (slug !== "none") wikis.push(await addWikiSource(database.db, id, "confluence"));
    }
  });
  afterAll(() => database.close());

  /** The calls of the screens, of wikis with two pages at their root. */
  const asked: string[] = [];
  const call = ((_name: string, { id }: { id: string }, query: { source?: string; path?: string }) => {
    asked.push(`${id} ${query.source ?? ""}`);
    const wiki = wikis[projects.findIndex(({ slug }) => slug === id)];
    if (wiki === undefined) return Promise.resolve([]);
    const isRoot = query.path === undefined && !("outdated" in query);
    if (isRoot) return Promise.resolve([{ ...page(wiki, "Wiki", 0), kind: "source", files: id === "first" ? 7 : 5 }]);
    return Promise.resolve([page(wiki, `${id}-a`, id === "first" ? 3 : 4), page(wiki, `${id}-b`, 0)]);
  }) as unknown as ListScope["call"];
  const scope = (project: RequestedProject | null = null): ListScope => ({
    db: database.db,
    call,
    project,
    several: [],
    all: projects,
    repositories: [],
  });

  test("have those of each project, those with most outdated names first", async () => {
    const { count, capped, results } = await documentsContent(scope(), {}, 3);
    expect([count, capped]).toEqual([12, false]);
    expect(results.map(({ name, project }) => [name, project])).toEqual([
      ["second-a", { slug: "second", name: "SECOND" }],
      ["first-a", { slug: "first", name: "FIRST" }],
      ["first-b", { slug: "first", name: "FIRST" }],
    ]);
    const outdated = await documentsContent(scope(), { outdated: ["true"] }, 10);
    expect([outdated.count, outdated.results.length]).toEqual([4, 4]);
  });

  test("of one wiki ask the project of that wiki alone", async () => {
    asked.length = 0;
    const filter = { source: [wikis[1] ?? ""] };
    for (const chosen of [filter, { ...filter, outdated: ["true"] }]) {
      const { results } = await documentsContent(scope(), chosen, 10);
      expect(new Set(results.map(({ project }) => project.slug))).toEqual(new Set(["second"]));
    }
    expect(asked.every((of) => of.startsWith("second "))).toBe(true);
    await expect(documentsContent(scope(projects[0]), filter, 10)).rejects.toThrow("There is no such source.");
    expect((await documentsContent(scope(projects[2]), {}, 10)).results).toEqual([]);
  });
});
