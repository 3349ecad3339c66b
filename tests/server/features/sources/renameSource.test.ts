/** A source gets another name: wherever it is shown, in filters, and in the addresses of its files. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeRepository } from "../../sources/gitFixture.ts";
import { onOneDatabase } from "../../testDb.ts";
import { type SearchServer, startSearchServer } from "../search/searchServer.ts";

onOneDatabase("the name of a source", (engine) => {
  let fixture: SearchServer;
  let first: string;
  let second: string;

  const sources = () =>
    fixture.server.db.selectFrom("sources").select(["id", "name", "url"]).orderBy("created_at").execute();
  const call = (method: "GET" | "POST" | "PUT", path: string, body?: object, who = fixture.people.admin) =>
    fixture.server.call(method, path, { token: who.token, ...(body && { body }) });
  const rename = (id: string, name: string, who = fixture.people.admin) =>
    call("PUT", `sources/${id}/name/`, { name }, who);

  beforeAll(async () => {
    fixture = await startSearchServer(engine);
    // A second mirror whose folder has the same name.
    const folder = join(fixture.server.dataDir, "other", "loom");
    makeRepository(folder, [{ message: "first", files: { "src/shuttle.ts": "export const weft = 2;\n" } }]);
    const linked = await call("POST", "projects/loom/repositories/", { provider: "git", url: folder });
    if (linked.status !== 201) throw new Error(JSON.stringify(linked.body));
    await fixture.sync();
    [first = "", second = ""] = (await sources()).map(({ id }) => id);
  }, 120_000);
  afterAll(() => fixture.stop());

  test("two mirrors of one folder name have different names in results, filters and addresses", async () => {
    expect((await sources()).map(({ name }) => name)).toEqual(["loom", "loom"]);
    const renamed = await rename(second, "  loom (2019) ");
    expect([renamed.status, renamed.body]).toMatchObject([200, { id: second }]);
    expect((await sources()).map(({ name }) => name)).toEqual(["loom", "loom (2019)"]);
    const { body } = await call("GET", `projects/loom/search/?q=${encodeURIComponent('weft repo:"loom (2019)"')}`);
    expect(JSON.stringify(body)).toContain("src/shuttle.ts");
    const place = new URLSearchParams({ repository: "loom (2019)", path: "src/shuttle.ts" }).toString();
    expect((await call("GET", `projects/loom/code/content/?${place}`)).body).toMatchObject({
      kind: "text",
      text: "export const weft = 2;\n",
    });
  });

  test("a sync keeps it, and the address at the host stays", async () => {
    const before = await sources();
    await fixture.sync();
    expect(await sources()).toEqual(before);
  });

  test("a name that another source of the kind has, an empty one and a long one are refused", async () => {
    for (const name of ["loom", "LOOM", " ", "n".repeat(121)]) {
      const { status, body } = await rename(second, name);
      expect([status, Object.keys(body as object)], name).toEqual([400, expect.arrayContaining(["name"])]);
    }
    expect((await sources())[1]?.name).toBe("loom (2019)");
    expect((await rename(second, "loom (2019)")).status).toBe(200);
  });

  test("who may not change sources may not rename them; a change is in the audit log, once", async () => {
    for (const who of [fixture.people.member, fixture.people.stranger]) {
      const { status } = await rename(first, "mine", who);
      expect(status).toBeGreaterThanOrEqual(403);
    }
    const logged = await fixture.server.db
      .selectFrom("audit_log")
      .select(["before", "after"])
      .where("action", "=", "source.renamed")
      .execute();
    expect(logged).toMatchObject([{ before: { name: "loom" }, after: { name: "loom (2019)" } }]);
  });
});
