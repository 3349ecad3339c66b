import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSecrets } from "../../../server/access/keys/secrets.ts";
import { type DemoHost, startTernHost } from "../../../server/demo/demoHost.ts";
import { seedDemo } from "../../../server/demo/seedDemo.ts";
import { loadTernData, loadTernWiki, ternStart } from "../../../server/demo/data/ternData.ts";
import type { Sources } from "../../../server/sources/sourceTypes.ts";
import { createSources } from "../../../server/sources/createSources.ts";
import { openTestDb } from "../testDb.ts";

const NOW = Date.UTC(2027, 1, 3, 15, 30);
const start = ternStart(NOW);
const wiki = loadTernWiki(start);

describe("the wiki of the sample project", () => {
  let folder: string;
  let host: DemoHost;
  let sources: Sources;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "clew-wiki-"));
    host = await startTernHost(folder, NOW);
    const { allowedNetworks, allowedPaths } = host;
    sources = createSources({ dataDir: folder, allowedNetworks, allowedPaths });
  });
  afterAll(async () => {
    await sources.close();
    await host.stop();
    rmSync(folder, { recursive: true });
  });
  const fetchPage = (path: string) => fetch(new URL(path, host.wikiUrl ?? ""), { headers: { accept: "text/html" } });

  test("is read by the connector: every page, with its writers by name and its text", async () => {
    const signal = AbortSignal.timeout(60_000);
    const source = sources.openWiki({ provider: "confluence", url: host.wikiUrl ?? "" });
    expect((await source.describe(signal)).name).toBe("Tern handbook (TERN)");
    const ids: string[] = [];
    for await (const entries of source.entries(signal)) ids.push(...entries.map(({ externalId }) => externalId));
    expect(ids).toEqual(wiki.pages.map(({ id }) => String(id)));
    const page = await source.page({ externalId: "3", kind: "page" }, signal);
    expect(page).toMatchObject({ title: "A phone sends nothing any more", parentId: "1", version: 3 });
    expect(page?.author).toMatchObject({ name: "Priya Raman", email: "priya@tern.example" });
    expect(page?.body).toContain("`src/sync/queue.ts`");
  });

  test("names issues that there are, pages that there are, people that there are, and no day that has not come", () => {
    const numbers = new Set(loadTernData(start).issues.map(({ number }) => number));
    const titles = new Set(wiki.pages.map(({ title }) => title));
    const people = new Set(wiki.people.map(({ accountId }) => accountId));
    for (const { body, parent, versions } of wiki.pages) {
      for (const [, number] of body.matchAll(/issue #(\d+)/g)) expect(numbers).toContain(Number(number));
      for (const [, title] of body.matchAll(/ri:content-title="([^"]+)"/g)) expect(titles).toContain(title);
      expect(parent === null || wiki.pages.some(({ id }) => id === parent)).toBe(true);
      for (const { author, at } of versions) {
        expect(people).toContain(author);
        expect(Date.parse(at)).toBeLessThan(NOW);
      }
      expect(versions.map(({ at }) => at)).toEqual(versions.map(({ at }) => at).toSorted());
    }
  });

  test("names files that there are, and one that was renamed since, so that stale references are shown", () => {
    const files = execFileSync("git", ["-C", host.repositoryPath ?? "", "ls-tree", "-r", "--name-only", "main"], {
      encoding: "utf8",
    }).split("\n");
    const named = new Set(
      wiki.pages.flatMap(({ body }) =>
        [...body.matchAll(/<code>([\w/]+\.(?:ts|py))<\/code>/g)].map(([, path]) => path),
      ),
    );
    expect([...named].filter((path) => !files.includes(path ?? ""))).toEqual(["src/sync/queue.ts"]);
  });

  test("a person who follows a link from Clew reads the page, by its number and by its title", async () => {
    for (const path of ["/wiki/spaces/TERN/pages/8", "/wiki/display/TERN/Words%20of%20the%20depot"]) {
      const answer = await fetchPage(path);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
      expect(await answer.text()).toContain("<h1>Words of the depot</h1>");
    }
    expect(await (await fetchPage("/wiki/spaces/TERN")).text()).toContain('href="/wiki/spaces/TERN/pages/2"');
    expect((await fetchPage("/wiki/spaces/TERN/pages/99")).status).toBe(404);
    expect((await fetchPage("/wiki/display/TERN/%E0%A4%A")).status).toBe(404);
  });

  test("is linked with the rest of its project, and followed to another port", async () => {
    const database = await openTestDb("pglite");
    try {
      const sync = { request: async () => {}, forget: async () => {} };
      const deps = { db: database.db, secrets: createSecrets(randomBytes(32)), sources, sync };
      await seedDemo(deps, [host]);
      const urls = async () =>
        (await database.db.selectFrom("sources").select(["kind", "url"]).orderBy("kind").execute()).map(
          ({ kind, url }) => `${kind} ${new URL(url, "file:").pathname}`,
        );
      expect(await urls()).toEqual([
        expect.stringContaining("repository "),
        "tracker /tern/tern",
        "wiki /wiki/spaces/TERN",
      ]);
      const origin = "http://127.0.0.1:1";
      const at = (url: string | null) => origin + new URL(url ?? "").pathname;
      await seedDemo(deps, [
        {
          ...host,
          movedFrom: new URL(host.trackerUrl).origin,
          trackerUrl: at(host.trackerUrl),
          wikiUrl: at(host.wikiUrl),
        },
      ]);
      const moved = await database.db.selectFrom("sources").select("url").where("kind", "!=", "repository").execute();
      expect(moved.map(({ url }) => new URL(url).origin)).toEqual([origin, origin]);
    } finally {
      await database.close();
    }
  });
});
