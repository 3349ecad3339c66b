import { afterAll, beforeAll, expect, test } from "vitest";
import { SAVED_SEARCH_LIMITS } from "../../../../contract/constants.ts";
import { SearchAllAnswer } from "../../../../contract/search/search.ts";
import { SavedSearch } from "../../../../contract/search/savedSearches.ts";
import { statuses } from "../../http/testServer.ts";
import { addMember } from "../../rows.ts";
import { onOneDatabase } from "../../testDb.ts";
import { type SearchServer, matchesHeard, startSearchServer } from "./searchServer.ts";

onOneDatabase("saved searches over all projects", (engine) => {
  let fixture: SearchServer;
  /** A second project, of which the admin alone is a member. */
  let kiln: { readonly id: string; readonly commit: (files: Record<string, string>) => void };
  beforeAll(async () => {
    fixture = await startSearchServer(engine);
    kiln = await fixture.addProject("Kiln", { "src/kiln.ts": "export const glaze = 1;\n" });
  });
  afterAll(() => fixture.stop());

  const save = (token: string, body: object) => fixture.server.call("POST", "saved-searches/", { token, body });
  const saved = async (token: string, body: object): Promise<SavedSearch> => {
    const answer = await save(token, body);
    expect(answer.status).toBe(201);
    return SavedSearch.parse(answer.body);
  };
  const listed = async (token: string): Promise<SavedSearch[]> =>
    SavedSearch.array().parse((await fixture.server.call("GET", "saved-searches/", { token })).body);
  const remove = (token: string, id: string) => fixture.server.call("DELETE", `saved-searches/${id}/`, { token });

  test("a shared one is in the list of every member of the company alone", async () => {
    const { server, people, viewer } = fixture;
    const own = await saved(people.member.token, { name: "Mine", q: "warp" });
    const shared = await saved(people.member.token, { name: "Ours", q: "weft", shared: true });
    expect(own).toMatchObject({ project: null, owner: null, shared: false, watched: false });
    expect((await listed(people.member.token)).map(({ name }) => name)).toEqual(["Mine", "Ours"]);
    expect(await listed(viewer.token)).toEqual([{ ...shared, owner: "member" }]);
    expect(await listed(people.stranger.token)).toEqual([]);
    // It is of no project.
    expect(await fixture.list(people.member.token)).toEqual([]);

    for (const [token, id, status] of [
      [people.stranger.token, shared.id, 404],
      [viewer.token, own.id, 404],
      [viewer.token, shared.id, 403],
    ] as const) {
      const changed = await server.call("PUT", `saved-searches/${id}/`, { token, body: { q: "x" } });
      expect(changed.status).toBe(status);
      expect((await remove(token, id)).status).toBe(status);
    }
    for (const { id, token, status } of [
      { id: shared.id, token: people.stranger.token, status: 404 },
      { id: own.id, token: viewer.token, status: 404 },
      { id: shared.id, token: viewer.token, status: 200 },
    ])
      expect((await server.call("PUT", `saved-searches/${id}/watch/`, { token })).status).toBe(status);
    // An Admin of the company may delete what others share, and what is private is not even there.
    expect((await remove(people.admin.token, own.id)).status).toBe(404);
    expect((await remove(people.admin.token, shared.id)).status).toBe(204);
    expect((await remove(people.member.token, own.id)).status).toBe(204);
  });

  test("a user without a company saves none", async () => {
    const { server, viewer } = fixture;
    const { company_id: company } = await server.db
      .selectFrom("users")
      .select("company_id")
      .where("id", "=", viewer.id)
      .executeTakeFirstOrThrow();
    await server.db.updateTable("users").set({ company_id: null }).where("id", "=", viewer.id).execute();
    expect((await save(viewer.token, { name: "None", q: "warp" })).status).toBe(403);
    expect(await listed(viewer.token)).toEqual([]);
    await server.db.updateTable("users").set({ company_id: company }).where("id", "=", viewer.id).execute();
  });

  test("names are unique among them, and not across the projects' own", async () => {
    const { people } = fixture;
    const { token } = people.member;
    const inProject = await fixture.saved(token, { name: "Loom", q: "warp" });
    const answers = await Promise.all(["Loom", "LOOM"].map((name) => save(token, { name, q: "warp" })));
    expect(statuses(answers)).toEqual([201, 400]);
    expect(answers.find(({ status }) => status === 400)?.body).toMatchObject({
      name: [expect.stringContaining("all projects")],
    });
    for (const { id } of [inProject, ...(await listed(token))]) await remove(token, id);
  });

  test("the number of watches is limited, also when they begin at once, apart from those of a project", async () => {
    const { server, people } = fixture;
    const { token } = people.member;
    const { watchedOverAll: max } = SAVED_SEARCH_LIMITS;
    const made: SavedSearch[] = [];
    for (let at = 0; at < max + 2; at++) made.push(await saved(token, { name: `w${at}`, q: "nothingmatches" }));
    const answers = await Promise.all(
      made.map(({ id }) => server.call("PUT", `saved-searches/${id}/watch/`, { token })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(max);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
    const inProject = await fixture.saved(token, { name: "p", q: "nothingmatches", watched: true });
    for (const { id } of [inProject, ...made]) await remove(token, id);
  });

  // Nine syncs, each with an index and a comparison: half a minute on an idle machine.
  test("a watcher is notified of matches in the projects that they may read at that time, and of no others", async () => {
    const { server, people, viewer, projectId, commit, sync, hear, compared } = fixture;
    const { id } = await saved(people.admin.token, { name: "Shuttles", q: "shuttle", shared: true, watched: true });
    await server.call("PUT", `saved-searches/${id}/watch/`, { token: viewer.token });
    await compared(id);
    await compared(id, kiln.id);
    const [admin, watcher, other] = [
      await hear(people.admin.token),
      await hear(viewer.token),
      await hear(people.member.token),
    ];

    // In a project that the viewer may not read.
    kiln.commit({ "src/shuttleKiln.ts": "export const shuttle = 1;\n" });
    await sync("kiln");
    await expect.poll(() => matchesHeard(admin).length, { timeout: 20_000 }).toBe(1);
    expect(matchesHeard(admin)[0]).toMatchObject({ project: "kiln", href: "/projects/kiln?q=shuttle" });
    expect(matchesHeard(admin)[0]?.["title"]).toContain("Kiln");
    // In one that both may read.
    commit({ "src/shuttleLoom.ts": "export const shuttle = 1;\n" });
    await sync();
    await expect.poll(() => matchesHeard(admin).length, { timeout: 20_000 }).toBe(2);
    await expect.poll(() => matchesHeard(watcher).length).toBe(1);
    expect(matchesHeard(watcher)[0]).toMatchObject({ project: "loom" });
    expect(JSON.stringify(watcher.messages)).not.toContain("Kiln");

    // Access that is given is used from then on; access that is lost ends it.
    await addMember(server.db, kiln.id, viewer.id, "Viewer");
    await server.db
      .deleteFrom("project_members")
      .where("user_id", "=", viewer.id)
      .where("project_id", "=", projectId)
      .execute();
    kiln.commit({ "src/shuttleOven.ts": "export const shuttle = 2;\n" });
    commit({ "src/shuttleReed.ts": "export const shuttle = 2;\n" });
    await sync("kiln");
    await sync();
    await expect.poll(() => matchesHeard(admin).length, { timeout: 20_000 }).toBe(4);
    await expect.poll(() => matchesHeard(watcher).length).toBe(2);
    expect(matchesHeard(watcher)[1]).toMatchObject({ project: "kiln" });
    expect(matchesHeard(watcher)[1]?.["body"]).toContain("shuttleOven");
    expect(JSON.stringify(watcher.messages)).not.toMatch(/shuttleReed|shuttleKiln/);
    expect(matchesHeard(other)).toEqual([]);

    // A user who has left the company is a member of nothing of it.
    await addMember(server.db, projectId, viewer.id, "Viewer");
    await server.db.updateTable("users").set({ company_id: null }).where("id", "=", viewer.id).execute();
    commit({ "src/shuttleSley.ts": "export const shuttle = 3;\n" });
    await sync();
    await expect.poll(() => matchesHeard(admin).length, { timeout: 20_000 }).toBe(5);
    expect(matchesHeard(watcher)).toHaveLength(2);
    await server.db.updateTable("users").set({ company_id: people.companyId }).where("id", "=", viewer.id).execute();
    await server.db
      .deleteFrom("project_members")
      .where("user_id", "=", viewer.id)
      .where("project_id", "=", kiln.id)
      .execute();
    await remove(people.admin.token, id);
  }, 180_000);

  test("a search over chosen projects is compared in these alone", async () => {
    const { server, people, commit, sync, hear, compared, storedOf } = fixture;
    const { token } = people.admin;
    const facets = { project: ["kiln"], kind: ["code"] };
    const search = await saved(token, { name: "Chosen", q: "bobbin", facets, watched: true });
    expect(search.facets).toEqual(facets);
    await compared(search.id, kiln.id);
    const admin = await hear(token);
    commit({ "src/bobbin.ts": "export const bobbin = 1;\n" });
    await sync();
    kiln.commit({ "src/bobbinKiln.ts": "export const bobbin = 1;\n" });
    await sync("kiln");
    await expect.poll(() => matchesHeard(admin).length, { timeout: 20_000 }).toBe(1);
    expect(matchesHeard(admin)[0]).toMatchObject({ href: "/projects/kiln?q=bobbin&kind=code" });
    expect((await storedOf(search.id)).compared).toBeNull();
    // A search of one project has no other projects to choose from.
    const inProject = await fixture.saved(token, { name: "One", q: "bobbin", facets });
    expect(inProject.facets).toEqual({ kind: ["code"] });
    for (const { id } of [search, inProject]) await remove(token, id);
    expect(
      await server.db.selectFrom("search_matches").selectAll().where("search_id", "=", search.id).execute(),
    ).toEqual([]);
  });

  test("that there are too many matches in a project is shown to those who may read it", async () => {
    const { server, people, viewer, compared } = fixture;
    const { id } = await saved(people.admin.token, { name: "Broad", q: "glaze", shared: true, watched: true });
    await compared(id, kiln.id);
    await server.db
      .updateTable("search_matches")
      .set({ is_too_broad: true })
      .where("search_id", "=", id)
      .where("project_id", "=", kiln.id)
      .execute();
    expect((await listed(people.admin.token))[0]).toMatchObject({ too_broad: true });
    expect((await listed(viewer.token))[0]).toMatchObject({ too_broad: false });
    await remove(people.admin.token, id);
  });

  test("a watcher who begins later is not notified of what happened while no user watched the project", async () => {
    const { server, people, viewer, commit, sync, hear, compared, storedOf } = fixture;
    const { id } = await saved(people.admin.token, { name: "Later", q: "treadle", shared: true, watched: true });
    await compared(id);
    await compared(id, kiln.id);
    const path = `saved-searches/${id}/watch/`;
    await server.call("PUT", path, { token: viewer.token });
    await server.call("DELETE", path, { token: people.admin.token });
    // The viewer watches one project; in the other no user is left.
    kiln.commit({ "src/treadle.ts": "export const treadle = 1;\n" });
    await sync("kiln");
    const [admin, watcher] = [await hear(people.admin.token), await hear(viewer.token)];
    const before = (await storedOf(id)).seen;
    await server.call("PUT", path, { token: people.admin.token });
    await expect.poll(async () => (await storedOf(id, kiln.id)).seen?.length, { timeout: 20_000 }).toBeGreaterThan(0);
    expect((await storedOf(id)).seen).toEqual(before);
    commit({ "src/treadleLoom.ts": "export const treadle = 1;\n" });
    await sync();
    await expect.poll(() => matchesHeard(admin).length, { timeout: 20_000 }).toBe(1);
    await expect.poll(() => matchesHeard(watcher).length, { timeout: 20_000 }).toBe(1);
    expect(matchesHeard(admin)[0]).toMatchObject({ project: "loom" });
    await remove(people.admin.token, id);
  });

  test("a search over all projects names the sources that it cannot find anything of, of the caller's projects alone", async () => {
    const { server, people, viewer } = fixture;
    const unsearchable = async (token: string, more = "") => {
      const { body } = await server.call("GET", `search/?q=warp${more}`, { token });
      return SearchAllAnswer.parse(body).unsearchable;
    };
    expect(await unsearchable(people.admin.token)).toEqual({ total: 0, sources: [] });
    const { id } = await server.db
      .selectFrom("sources")
      .select("id")
      .where("project_id", "=", kiln.id)
      .executeTakeFirstOrThrow();
    const set = (values: object) => server.db.updateTable("sources").set(values).where("id", "=", id).execute();
    const before = await server.db.selectFrom("sources").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    const named = { id, name: before.name, project: { slug: "kiln", name: "Kiln" } };

    for (const [values, reason] of [
      [{ sync_state: "failed", sync_items: 0, sync_step: null }, "failed"],
      [{ sync_state: "running", sync_step: "files" }, "indexing"],
      [{ sync_state: "queued", sync_step: "waiting", waits_for: "disk" }, "quota"],
      [{ waits_for: null, paused_at: new Date() }, "paused"],
    ] as const) {
      await set(values);
      expect(await unsearchable(people.admin.token)).toEqual({
        total: 1,
        sources: [{ ...named, reason, error: null }],
      });
    }
    expect(await unsearchable(viewer.token)).toEqual({ total: 0, sources: [] });
    expect(await unsearchable(people.stranger.token)).toEqual({ total: 0, sources: [] });
    expect(await unsearchable(people.admin.token, "&project=loom")).toEqual({ total: 0, sources: [] });
    // Its files are searchable while the history is read, and a source that has an index stays searchable when a later sync fails.
    await set({ paused_at: null, sync_state: "running", sync_step: "history" });
    expect(await unsearchable(people.admin.token)).toEqual({ total: 0, sources: [] });
    await set({ sync_state: "failed", sync_step: null, sync_items: 3 });
    expect(await unsearchable(people.admin.token)).toEqual({ total: 0, sources: [] });
    await set({ sync_state: before.sync_state, sync_items: before.sync_items });
  });
});
