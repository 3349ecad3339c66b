/** A project that is limited to folders of a repository: nothing outside of them is in any answer. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { SourceDetail } from "../../../../contract/sources/sources.ts";
import { occurrencesIn, scipIndex } from "../../../fixtures/scip.ts";
import { onOneDatabase } from "../../testDb.ts";
import { CodeRepository } from "../code/codeRepository.ts";
import { FOLDERS, OUTSIDE, fillMonorepo } from "../code/monorepo.ts";
import { type SearchServer, startSearchServer } from "../search/searchServer.ts";

onOneDatabase("folders of a repository", (engine) => {
  let fixture: SearchServer;
  let origin: string;
  let work: CodeRepository;
  let commits: ReturnType<typeof fillMonorepo>;
  let source: string;

  const call = async (method: string, path: string, body?: object, token = fixture.people.admin.token) =>
    fixture.server.call(method, path, { token, ...(body && { body }) });
  const get = async (path: string, query: Record<string, string> = {}) => {
    const { status, body } = await call("GET", `${path}?${new URLSearchParams(query).toString()}`);
    return { status, body: body as never, text: JSON.stringify(body) };
  };
  const of = (path: string, more: Record<string, string> = {}) => ({ repository: source, path, ...more });
  const synced = async (slug: string) => {
    await vi.waitFor(
      async () => {
        const { text, body } = await get(`projects/${slug}/`);
        expect((body as { repositories: { sync: { state: string } }[] }).repositories[0]?.sync.state, text).toBe(
          "ready",
        );
      },
      { timeout: 30_000, interval: 100 },
    );
  };

  /** Chooses folders, and waits until the index and the history are of these. */
  const chosen = async (folders: readonly string[]) => {
    expect((await call("PUT", `sources/${source}/folders/`, { folders: [...folders] })).status).toBe(200);
    await vi.waitFor(
      async () => {
        const { cursor, sync_state } = await fixture.server.db
          .selectFrom("sources")
          .select(["cursor", "sync_state"])
          .where("id", "=", source)
          .executeTakeFirstOrThrow();
        expect([sync_state, cursor?.["folders"]]).toEqual(["ready", [...folders].sort()]);
      },
      { timeout: 30_000, interval: 100 },
    );
  };

  beforeAll(async () => {
    fixture = await startSearchServer(engine);
    await fixture.server.db.updateTable("companies").set({ plan: "Enterprise" }).execute();
    work = new CodeRepository(join(fixture.server.dataDir, "work"));
    commits = fillMonorepo(work);
    origin = join(fixture.server.dataDir, "mono.git");
    work.git("clone", "--quiet", "--bare", ".", origin);
    const body = {
      name: "Payments",
      repositories: [{ provider: "git", url: origin, folders: ["services/pay", "libs/money"] }],
    };
    const made = await call("POST", "projects/", body);
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
    source = (made.body as { repositories: { id: string }[] }).repositories[0]?.id ?? "";
    await synced("payments");
    await call("PUT", `sources/${source}/refs/`, { patterns: ["release"] });
    await synced("payments");
  }, 120_000);
  afterAll(async () => {
    await fixture.stop();
  });

  test("what is in them is found", async () => {
    expect((await get("projects/payments/")).body).toMatchObject({ repositories: [{ folders: FOLDERS }] });
    const search = await get("projects/payments/search/", { q: "chargeCard" });
    expect(search.text).toContain("services/pay/charge.ts");
    const commitSearch = await get("projects/payments/search/", { q: "tariffs", kind: "commit" });
    expect(commitSearch.text).toContain(commits.moved);
    const root = await get("projects/payments/code/content/", of(""));
    expect((root.body as { entries: { path: string }[] }).entries.map(({ path }) => path)).toEqual([
      "libs",
      "services",
    ]);
    const services = await get("projects/payments/code/content/", of("services"));
    expect((services.body as { entries: { path: string }[] }).entries.map(({ path }) => path)).toEqual([
      "services/pay",
    ]);
    const raw = await call("GET", `code/payments/raw/?${new URLSearchParams(of("services/pay/charge.ts")).toString()}`);
    expect(raw.status).toBe(200);
    const blame = await get("code/payments/blame/", of("services/pay/moved.ts"));
    expect(blame.body).toMatchObject({
      status: "shown",
      commits: [{ hash: commits.moved, path: "services/pay/moved.ts" }],
    });
    const history = await get("code/payments/history/", of("services/pay/moved.ts"));
    expect(history.body).toMatchObject({
      entries: [{ hash: commits.moved, change: "added", old_path: null }],
      total: 1,
    });
  });

  test("a precise index may be uploaded for the head, which changes nothing in them", async () => {
    await call("PUT", `sources/${source}/refs/`, { patterns: [] });
    await synced("payments");
    const upload = async (revision: string) => {
      const query = new URLSearchParams({ project: "payments", source, revision }).toString();
      const { status } = await fetch(`${fixture.server.url}/api/v1/scip/?${query}`, {
        method: "POST",
        headers: {
          authorization: `Token ${fixture.people.admin.token}`,
          "content-type": "application/octet-stream",
        },
        body: new Uint8Array(scipIndex([{ path: "services/pay/charge.ts", occurrences: [] }])),
      });
      return status;
    };
    await vi.waitFor(async () => {
      const of = fixture.server.db.selectFrom("sources").where("id", "=", source);
      expect(await of.select("ref_states").executeTakeFirst()).toEqual({ ref_states: [] });
    }, 20_000);
    expect(await upload(commits.outside)).toBe(400);
    expect(await upload(commits.head)).toBeLessThan(300);
    const { body } = await get("projects/payments/code/");
    expect(body).toMatchObject([{ head: commits.head, updated_at: expect.any(String) }]);
    await call("PUT", `sources/${source}/refs/`, { patterns: ["release"] });
    await synced("payments");
  });

  test("the ignore file at the root holds for them", async () => {
    expect((await get("projects/payments/search/", { q: "generatedThing" })).text).not.toContain("gen.ts");
    const { body } = await get("sources/", { project: "payments" });
    expect(JSON.stringify(body)).toMatch(/clewignore[^"]*1/);
  });

  test("the stored commits are those that git lists for the folders, a merge among them", async () => {
    const rows = await fixture.server.db
      .selectFrom("git_commits")
      .select("hash")
      .where("source_id", "=", source)
      .execute();
    const listed = work.git("rev-list", "--full-history", "main", "--", ...FOLDERS).split("\n");
    expect(rows.map(({ hash }) => hash).toSorted()).toEqual(listed.toSorted());
    expect(listed).toContain(commits.merge);
    expect(listed).not.toContain(commits.head);
    const { body } = await get(`projects/payments/commits/${commits.merge}/`, { source });
    expect(body).toMatchObject({
      commit: { is_merge: true, parents: [{ hash: commits.moved }, { hash: commits.side }] },
    });
  });

  test("a tag of a commit that changes nothing in them has the history before it", async () => {
    const { body } = await get(`projects/payments/commits/${commits.moved}/`, { source });
    expect(JSON.stringify((body as { commit: { releases: unknown } }).commit.releases)).toContain("v2.0");
    expect((await get("projects/payments/code/content/", of("services/pay", { revision: "v2.0" }))).body).toMatchObject(
      {
        kind: "folder",
      },
    );
  });

  test("no answer has anything of the outside", async () => {
    const port = `services/${OUTSIDE}/port.ts`;
    const scip = scipIndex([
      {
        path: port,
        occurrences: occurrencesIn(`export function ${OUTSIDE}Port() {}`, `${OUTSIDE}Port`, "s port().", 1),
      },
      {
        path: "services/pay/charge.ts",
        occurrences: occurrencesIn("export function chargeCard(amount: number) {\n", "chargeCard", "s charge().", 1),
      },
    ]);
    const sent = await fetch(
      `${fixture.server.url}/api/v1/scip/?${new URLSearchParams({ project: "payments", source, revision: commits.head }).toString()}`,
      {
        method: "POST",
        headers: {
          authorization: `Token ${fixture.people.admin.token}`,
          "content-type": "application/octet-stream",
        },
        body: new Uint8Array(scip),
      },
    );
    expect(sent.status).toBeLessThan(300);
    const project = { project: "payments" };
    const ASKED: readonly [string, Record<string, string>][] = [
      ["projects/payments/search/", { q: "export" }],
      ["projects/payments/search/", { q: "port", kind: "commit" }],
      ["projects/payments/search/", { q: "harbour", kind: "commit" }],
      ["projects/payments/search/", { q: "export branch:release" }],
      ["projects/payments/search/", { q: "author:zoe" }],
      ["projects/payments/search/", { q: "path:services" }],
      ["projects/payments/search/matches/", { q: "export", source, path: port }],
      ["code-matches/", { ...project, pattern: "Port|Harbour" }],
      ["code-matches/", { ...project, pattern: "Port|Harbour", revision: "release" }],
      ["projects/payments/documents/", { source }],
      ["projects/payments/documents/", { source, path: "services" }],
      ["projects/payments/documents/find/", { q: "README" }],
      ["projects/payments/documents/stale-references/", { source, path: "services/pay/guide.md" }],
      ["projects/payments/code/content/", of("")],
      ["projects/payments/code/content/", of("services")],
      ["projects/payments/code/content/", of("services", { revision: "v2.0" })],
      ["projects/payments/code/content/", of("services", { revision: commits.outside })],
      ["code/payments/blame/", of("services/pay/moved.ts")],
      ["code/payments/history/", of("services/pay/moved.ts")],
      ["code/payments/history/", of("services/pay/moved.ts", { from: "1", to: "3" })],
      ["code/payments/compare/", { repository: source, base: commits.first, head: "main" }],
      ["code/payments/compare/", { repository: source, base: commits.first, head: "main", path: "services" }],
      ["code/payments/refs/", { repository: source, q: "" }],
      [`projects/payments/commits/${commits.merge}/`, { source }],
      [`projects/payments/commits/${commits.moved}/diff/`, { source }],
      [`projects/payments/commits/${commits.merge}/diff/`, { source }],
      [`projects/payments/commits/${commits.outside}/`, {}],
      [`projects/payments/commits/${commits.outside.slice(0, 10)}/`, {}],
      [`projects/payments/commits/${commits.outside}/diff/`, { source }],
      ["commits/", { ...project, hash: commits.outside }],
      ["projects/payments/experts/", { q: "port" }],
      ["projects/payments/experts/map/", {}],
      ["persons/", project],
      ["overview/", project],
      ["sources/", project],
      ["insights/", { ...project, period: "5y", granularity: "yearly" }],
      ["insights/options/", project],
      ["named-things/", { ...project, name: "port.ts" }],
      ["go-to/", { q: "port" }],
      ["search/", { q: "export" }],
      ["search/", { q: "harbour" }],
      ["search/filter-values/", { ...project, filter: "path", q: "" }],
      ["search/filter-values/", { ...project, filter: "author", q: "" }],
      ["connected/", { ...project, kind: "commit", id: commits.moved, source }],
      ["references/", { ...project, source, path: "services/pay/charge.ts", line: "1", column: "18" }],
      ["definitions/", { ...project, source, path: "services/pay/charge.ts", line: "1", column: "18" }],
    ];
    const leaks: unknown[] = [];
    for (const [path, query] of ASKED) {
      const { status, text } = await get(path, query);
      const answered = text.replaceAll(JSON.stringify(query["path"] ?? "").slice(1, -1), "").toLowerCase();
      if (status !== 200 || answered.includes(OUTSIDE)) leaks.push([path, query, status, text.slice(0, 600)]);
    }
    expect(leaks).toEqual([]);
    const diff = await get(`projects/payments/commits/${commits.outside}/diff/`, { source });
    expect(diff.body).toMatchObject({ status: "unavailable", parents: [] });
    const ofLines = await get("code/payments/history/", of("services/pay/moved.ts", { from: "1", to: "3" }));
    expect(ofLines.body).toMatchObject({ status: "shown", entries: [{ hash: commits.moved, old_path: null }] });
    const localized = await call("POST", "projects/payments/localize/", { text: `Crash in the port and the harbour` });
    expect(JSON.stringify(localized.body).toLowerCase()).not.toContain(OUTSIDE);
  });

  test.each([
    ["a file", `services/${OUTSIDE}/port.ts`],
    ["a file at the root", "README.md"],
    ["the ignore file", ".clewignore"],
    ["a file next to a folder", "services/pay.md"],
    ["a way out", "services/pay/../../README.md"],
  ])("a path outside is not found at any revision: %s", async (_, path) => {
    for (const revision of [undefined, "v1.0", "v2.0", "release", commits.first, commits.outside]) {
      const at = of(path, revision === undefined ? {} : { revision });
      const raw = await get("code/payments/raw/", at);
      expect([path, revision, raw.status >= 400 && raw.status < 500, raw.text.includes("export")]).toEqual([
        path,
        revision,
        true,
        false,
      ]);
      const content = (await get("projects/payments/code/content/", at)).body as {
        kind?: string;
        text?: string | null;
      };
      expect([content.kind ?? "missing", content.text ?? null]).toEqual(["missing", null]);
      for (const part of ["blame", "history"]) {
        const { body } = await get(`code/payments/${part}/`, at);
        expect([part, (body as { status?: string }).status]).not.toEqual([part, "shown"]);
      }
    }
  });

  test("the counts of Insights are of the folders", async () => {
    const rows = await fixture.server.db
      .selectFrom("git_changes")
      .innerJoin("git_paths", "git_paths.id", "git_changes.path_id")
      .select("git_paths.path")
      .where("git_paths.source_id", "=", source)
      .execute();
    expect(rows.filter(({ path }) => !FOLDERS.some((folder) => path.startsWith(`${folder}/`)))).toEqual([]);
    await vi.waitFor(async () => {
      const counted = await fixture.server.db
        .selectFrom("git_commits")
        .select(["hash", "added"])
        .where("source_id", "=", source)
        .where("hash", "=", commits.moved)
        .executeTakeFirstOrThrow();
      // Twelve lines came from outside.
      expect(counted.added).toBe(12);
    }, 20_000);
  });

  test("the same repository in another project has other folders", async () => {
    const body = { name: "Port", repositories: [{ provider: "git", url: origin, folders: [`services/${OUTSIDE}`] }] };
    expect((await call("POST", "projects/", body)).status).toBe(201);
    await synced("port");
    expect((await get("projects/port/search/", { q: "export" })).text).toContain(`${OUTSIDE}/port.ts`);
    expect((await get("projects/port/search/", { q: "chargeCard" })).text).not.toContain("charge.ts");
  });

  test("folders that cannot be chosen are refused with the reason, in both languages", async () => {
    const REFUSED: readonly [readonly string[], string, string][] = [
      [["/services/pay"], "absolute path", "mutlak bir yol"],
      [["C:/pay"], "absolute path", "mutlak bir yol"],
      [["services\\pay"], "backslash", "ters eğik çizgi"],
      [["services/../pay"], "..", ".."],
      [["./pay"], "whole path", "tam yazın"],
      [["services//pay"], "empty part", "boş bir parça"],
      [["services/pay/"], "empty part", "boş bir parça"],
      [["services", "services/pay"], "inside of “services”", "“services” klasörünün içinde"],
      [["a".repeat(301)], "300", "300"],
      [["a\u0001b"], "characters", "karakterler"],
      [Array.from({ length: 51 }, (__, at) => `f${at}`), "50", "50"],
    ];
    for (const [folders, english, turkish] of REFUSED) {
      for (const [language, sentence] of [
        ["EN", english],
        ["TR", turkish],
      ] as const) {
        await fixture.server.db
          .updateTable("users")
          .set({ language })
          .where("id", "=", fixture.people.admin.id)
          .execute();
        const changed = await call("PUT", `sources/${source}/folders/`, { folders });
        expect([folders.slice(0, 2), changed.status, JSON.stringify(changed.body)]).toEqual([
          folders.slice(0, 2),
          400,
          expect.stringContaining(sentence),
        ]);
        const linked = await call("POST", "projects/loom/repositories/", { provider: "git", url: origin, folders });
        expect([linked.status, JSON.stringify(linked.body)]).toEqual([400, expect.stringContaining(sentence)]);
      }
    }
    await fixture.server.db
      .updateTable("users")
      .set({ language: "EN" })
      .where("id", "=", fixture.people.admin.id)
      .execute();
    // Names are bytes: a pattern, another case and another normal form are names of other folders.
    for (const folders of [["*"], [":(top)x"], ["Services/Pay"], ["u\u0308bung", "\u00fcbung"]])
      expect((await call("PUT", `sources/${source}/folders/`, { folders })).status).toBe(200);
    await chosen(FOLDERS);
  });

  test("only those who may change sources choose them, of sources of their own", async () => {
    const viewer = await call("PUT", `sources/${source}/folders/`, { folders: [] }, fixture.viewer.token);
    expect(viewer.status).toBe(404);
    const ofLoom = await fixture.server.db
      .selectFrom("sources")
      .select("id")
      .where("project_id", "=", fixture.projectId)
      .executeTakeFirstOrThrow();
    expect((await call("PUT", `sources/${ofLoom.id}/folders/`, { folders: [] }, fixture.viewer.token)).status).toBe(
      403,
    );
    expect((await call("PUT", "sources/nothing/folders/", { folders: [] })).status).toBe(404);
  });

  test("after another choice neither the warning nor the comparison of the former one counts", async () => {
    const { db } = fixture.server;
    await chosen([...FOLDERS, "services/gone"]);
    const isOutdated = async () => {
      const { body } = await get("source-ledgers/", { project: "payments" });
      return (body as { is_outdated: boolean }[])[0]?.is_outdated;
    };
    // A comparison that an earlier choice requested may still be in progress.
    await vi.waitFor(
      async () => {
        const { body } = await get("source-ledgers/", { project: "payments" });
        const [{ state, is_outdated }] = body as [{ state: string; is_outdated: boolean }];
        if (is_outdated) await call("POST", `sources/${source}/compare/`);
        expect({ state, is_outdated }).toEqual({ state: "done", is_outdated: false });
      },
      { timeout: 30_000, interval: 500 },
    );
    const ledger = db.updateTable("source_ledgers").where("source_id", "=", source);
    await ledger.set({ counted_at: new Date(Date.now() + 3_600_000), follows_up: false }).execute();
    expect(await isOutdated()).toBe(false);
    expect((await get("sources/", { project: "payments" })).text).toContain("services/gone.");
    const { body } = await call("PUT", `sources/${source}/folders/`, { folders: FOLDERS });
    expect(JSON.stringify(body)).not.toContain("services/gone");
    expect(await isOutdated()).toBe(true);
    const repeated = db.selectFrom("source_ledgers").select("follows_up").where("source_id", "=", source);
    expect(await repeated.executeTakeFirst()).toEqual({ follows_up: true });
    await chosen(FOLDERS);
    expect((await get("sources/", { project: "payments" })).text).not.toContain("missing_folders");
  });

  test("a folder that is not there gives a warning with its name, until it is", async () => {
    await chosen([...FOLDERS, "services/later"]);
    const [detail] = (await get("sources/", { project: "payments" })).body as SourceDetail[];
    expect(detail?.notes.find(({ code }) => code === "missing_folders")?.text).toContain(": services/later.");
    expect((await get("projects/payments/search/", { q: "chargeCard" })).text).toContain("charge.ts");
    work.write("services/later/soon.ts", "export const laterThing = 1;\n");
    work.commit("Begin later");
    work.git("push", "--quiet", origin, "main");
    await fixture.sync("payments");
    expect((await get("projects/payments/search/", { q: "laterThing" })).text).toContain("services/later/soon.ts");
    expect((await get("sources/", { project: "payments" })).text).not.toContain("missing_folders");
  });
});
