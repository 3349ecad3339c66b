import { afterAll, beforeAll, expect, test } from "vitest";
import type { SearchAnswer } from "../../../../contract/search/search.ts";
import { addMember } from "../../rows.ts";
import { onOneDatabase } from "../../testDb.ts";
import { type SearchServer, matchesHeard, startSearchServer } from "./searchServer.ts";

onOneDatabase("watched searches", (engine) => {
  let fixture: SearchServer;
  beforeAll(async () => {
    fixture = await startSearchServer(engine);
  });
  afterAll(() => fixture.stop());

  test("a sync that changes nothing compares nothing", async () => {
    const { server, people, sync, saved, seenOf } = fixture;
    const { id } = await saved(people.admin.token, { name: "Idle", q: "warp", watched: true });
    await expect.poll(() => seenOf(id), { timeout: 20_000 }).not.toBeNull();
    // A comparison would store the matches again.
    await server.db
      .updateTable("search_matches")
      .set({ seen: new Uint8Array(8) })
      .where("search_id", "=", id)
      .execute();
    await sync();
    const other = await saved(people.admin.token, { name: "Later", q: "warp", watched: true });
    await expect.poll(() => seenOf(other.id), { timeout: 20_000 }).not.toBeNull();
    expect(await seenOf(id)).toHaveLength(8);
    for (const search of [id, other.id])
      await server.call("DELETE", `saved-searches/${search}/`, { token: people.admin.token });
  });

  test("a watch notifies of what begins to match, once, and of nothing that matched before", async () => {
    const { server, people, viewer, commit, sync, saved, hear, seenOf } = fixture;
    const { id } = await saved(people.admin.token, {
      name: "Shuttles",
      q: "shuttle OR warp",
      shared: true,
      watched: true,
    });
    await expect.poll(() => seenOf(id), { timeout: 20_000 }).not.toBeNull();
    await server.call("PUT", `saved-searches/${id}/watch/`, { token: viewer.token });
    const [admin, watcher, other] = [
      await hear(people.admin.token),
      await hear(viewer.token),
      await hear(people.member.token),
    ];

    commit({ "src/shuttle.ts": "export const shuttle = 2;\n", "src/heddle.ts": "export const heddle = 2;\n" });
    await sync();
    await expect.poll(() => matchesHeard(admin).length, { timeout: 20_000 }).toBe(1);
    await expect.poll(() => matchesHeard(watcher).length).toBe(1);
    const [message] = matchesHeard(admin);
    expect(message).toMatchObject({ project: "loom", href: "/projects/loom?q=shuttle+OR+warp" });
    expect(message?.title).toContain("Shuttles");
    expect(message?.body).toContain("src/shuttle.ts");
    expect(message?.body).not.toContain("loom.ts");
    expect(message?.body).not.toContain("heddle");

    commit({ "src/shuttle.ts": "export const shuttle = 3;\n" });
    await sync();
    commit({ "src/treadle.ts": "export const treadle = 'warp';\n" });
    await sync();
    await expect.poll(() => matchesHeard(admin).length, { timeout: 20_000 }).toBe(2);
    expect(matchesHeard(admin)[1]?.["body"]).toContain("treadle");
    expect(matchesHeard(admin)[1]?.["body"]).not.toMatch(/src\/shuttle|src\/loom/);
    expect(matchesHeard(other)).toEqual([]);
    await server.call("DELETE", `saved-searches/${id}/`, { token: people.admin.token });
  });

  test("a watcher who has left the project is not notified, nor those of a search that is no longer shared", async () => {
    const { server, people, viewer, projectId, commit, sync, saved, list, hear, seenOf } = fixture;
    const { id } = await saved(people.admin.token, { name: "Reeds", q: "reed", shared: true, watched: true });
    await server.call("PUT", `saved-searches/${id}/watch/`, { token: people.member.token });
    await server.call("PUT", `saved-searches/${id}/watch/`, { token: viewer.token });
    await expect.poll(() => seenOf(id), { timeout: 20_000 }).not.toBeNull();
    await server.db.deleteFrom("project_members").where("user_id", "=", people.member.id).execute();
    const [admin, left] = [await hear(people.admin.token), await hear(people.member.token)];
    commit({ "src/reed.ts": "export const reed = 1;\n" });
    await sync();
    await expect.poll(() => matchesHeard(admin).length, { timeout: 20_000 }).toBe(1);
    expect(matchesHeard(left)).toEqual([]);
    await server.call("PUT", `saved-searches/${id}/`, { token: people.admin.token, body: { shared: false } });
    expect(await list(viewer.token)).toEqual([]);
    const watchers = await server.db
      .selectFrom("search_watches")
      .select("user_id")
      .where("search_id", "=", id)
      .execute();
    expect(watchers).toEqual([{ user_id: people.admin.id }]);
    await addMember(server.db, projectId, people.member.id, "Developer");
  });

  test("after a change of the query only later matches are new", async () => {
    const { server, people, saved, hear, seenOf } = fixture;
    const { id } = await saved(people.admin.token, { name: "Changing", q: "nothingmatches", watched: true });
    await expect.poll(() => seenOf(id), { timeout: 20_000 }).toHaveLength(0);
    const admin = await hear(people.admin.token);
    await server.call("PUT", `saved-searches/${id}/`, { token: people.admin.token, body: { q: "warp" } });
    await expect.poll(async () => (await seenOf(id))?.length, { timeout: 20_000 }).toBeGreaterThan(0);
    expect(matchesHeard(admin)).toEqual([]);
  });

  test("a watch that begins again notifies of nothing from the time between", async () => {
    const { server, people, commit, sync, saved, hear, seenOf, compared } = fixture;
    const { token } = people.admin;
    const { id } = await saved(token, { name: "Pause", q: "bobbin", watched: true });
    await compared(id);
    await server.call("DELETE", `saved-searches/${id}/watch/`, { token });
    commit({ "src/bobbin.ts": "export const bobbin = 1;\n" });
    await sync();
    const admin = await hear(token);
    await server.call("PUT", `saved-searches/${id}/watch/`, { token });
    await expect.poll(async () => (await seenOf(id))?.length, { timeout: 20_000 }).toBeGreaterThan(0);
    commit({ "src/winder.ts": "export const winder = 'bobbin';\n" });
    await sync();
    await expect.poll(() => matchesHeard(admin).length, { timeout: 20_000 }).toBe(1);
    expect(matchesHeard(admin)[0]?.["body"]).toContain("winder");
    expect(matchesHeard(admin)[0]?.["body"]).not.toContain("bobbin.ts");
    await server.call("DELETE", `saved-searches/${id}/`, { token });
  });

  test("a repository that is linked later brings no notifications of its history", async () => {
    const { server, people, commit, sync, link, saved, hear, storedOf, compared } = fixture;
    const { token } = people.admin;
    const { id } = await saved(token, { name: "Linked", q: "sley", watched: true });
    await compared(id);
    const admin = await hear(token);
    const other = await link("other", { "src/sley.ts": "export const sley = 1;\n" });
    await expect
      .poll(async () => (await storedOf(id)).compared_sources, { timeout: 20_000 })
      .toEqual(expect.arrayContaining([other.id]));
    other.commit({ "src/dent.ts": "export const dent = 'sley';\n" });
    commit({ "src/unrelated.ts": "export const unrelated = 1;\n" });
    await sync();
    await expect.poll(() => matchesHeard(admin).length, { timeout: 20_000 }).toBe(1);
    expect(matchesHeard(admin)[0]?.["body"]).toContain("dent");
    expect(matchesHeard(admin)[0]?.["body"]).not.toContain("sley.ts");
    await server.call("DELETE", `saved-searches/${id}/`, { token });
  });

  test("no member watches a search that ceases to be shared at the same time", async () => {
    const { server, people, viewer, saved } = fixture;
    const { id } = await saved(people.admin.token, { name: "Raced", q: "warp", shared: true });
    const path = `saved-searches/${id}/`;
    for (let round = 0; round < 8; round++) {
      await server.call("PUT", path, { token: people.admin.token, body: { shared: true } });
      const calls = [
        () => server.call("PUT", `${path}watch/`, { token: viewer.token }),
        () => server.call("PUT", path, { token: people.admin.token, body: { shared: false } }),
        () => server.call("PUT", `${path}watch/`, { token: people.member.token }),
      ];
      const answers = await Promise.all((round % 2 === 0 ? calls : calls.toReversed()).map((call) => call()));
      for (const { status } of answers) expect([200, 404]).toContain(status);
      expect(await server.db.selectFrom("search_watches").selectAll().where("search_id", "=", id).execute()).toEqual(
        [],
      );
    }
    await server.call("DELETE", path, { token: people.admin.token });
  });

  test("a search by an author matches what any of the person's identities wrote, as the search does", async () => {
    const { server, people, saved, seenOf } = fixture;
    const { token } = people.admin;
    const { body } = await server.call("GET", "projects/loom/search/?q=another", { token });
    const { facets, results } = body as SearchAnswer;
    const [author] = facets.author;
    expect(author).toBeDefined();
    const searches = [
      { name: "Facet", q: "another", facets: { author: [author?.value ?? ""] } },
      { name: "Filter", q: `another author:"${author?.value ?? ""}"` },
    ];
    for (const search of searches) {
      const { id } = await saved(token, { ...search, watched: true });
      const count = results.filter((result) => result.author === author?.value).length;
      expect(count).toBeGreaterThan(0);
      await expect.poll(() => seenOf(id), { timeout: 20_000 }).toHaveLength(8 * count);
      await server.call("DELETE", `saved-searches/${id}/`, { token });
    }
  });

  test("saving a search without a change keeps what its watchers know", async () => {
    const { server, people, saved, storedOf, compared } = fixture;
    const { token } = people.admin;
    const facets = { author: ["Ada"], repository: ["x"], kind: ["code"] };
    const { id } = await saved(token, { name: "Kept", q: "warp", facets, watched: true });
    await compared(id);
    const before = await storedOf(id);
    await server.call("PUT", `saved-searches/${id}/`, { token, body: { name: "Renamed", q: "warp", facets } });
    expect(await storedOf(id)).toEqual(before);
    await server.call("DELETE", `saved-searches/${id}/`, { token });
  });
});
