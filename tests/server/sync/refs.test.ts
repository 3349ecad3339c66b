/** Branches and tags that a project names, compared with git after each push. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { search } from "../../../server/engines/search/search.ts";
import { openBlobs } from "../../../server/index/blobs/openBlobs.ts";
import { IndexCache } from "../../../server/index/IndexCache.ts";
import { blobsOf } from "../../../server/index/manifest.ts";
import { manifestAt, refsIn } from "../../../server/index/refs.ts";
import { matchRefs, refMatcher } from "../../../server/sync/repository/refPatterns.ts";
import { readStoredManifest } from "../../../server/sync/store/storedManifest.ts";
import { startGitHost } from "../../providers/gitHost.ts";
import { randomNumbers } from "../index/naiveBm25f.ts";
import { git, makeRepository, temporaryFolder } from "../sources/gitFixture.ts";
import { type TestDb, onOneDatabase, openTestDb } from "../testDb.ts";
import { type TestSync, addSource, makeProject, startSync, whenSettled } from "./syncFixture.ts";
import { sampled } from "../../wholeRun.ts";

/** A word that each file has. */
const EVERYWHERE = "anchorword";

/** Changes branches of a bare repository as people do. */
class RandomBranches {
  readonly origin: string;
  readonly #random: () => number;
  #next = 0;

  constructor(origin: string, random: () => number) {
    this.origin = origin;
    this.#random = random;
    const files = Object.fromEntries(Array.from({ length: 20 }, (_, file) => [this.#path(file), this.#text(file)]));
    makeRepository(origin, [{ message: "first", files }]);
  }

  #path = (number: number): string => `src/${number % 4}/file${number}.${["ts", "py", "md"][number % 3] ?? ""}`;
  #text = (number: number): string => `# ${EVERYWHERE}\nclass Name${number}Of${this.#next++} { run() {} }\n`;
  #below = (count: number): number => Math.floor(this.#random() * count);
  tip = (branch: string): string => git(this.origin, "rev-parse", `refs/heads/${branch}`);
  branches = (): string[] =>
    git(this.origin, "for-each-ref", "--format=%(refname:short)", "refs/heads/release", "refs/heads/topic")
      .split("\n")
      .filter(Boolean);

  commit(branch: string): void {
    const files: Record<string, string | null> = {};
    for (let change = 0; change < 1 + this.#below(4); change++) {
      const number = this.#below(30);
      const there = git(this.origin, "ls-tree", "--name-only", `refs/heads/${branch}`, this.#path(number)) !== "";
      const kind = this.#random();
      if (there && kind < 0.3) files[this.#path(number)] = null;
      else if (there && kind < 0.5) {
        // Renamed, with the same content.
        files[`moved/file${number}.ts`] = git(this.origin, "show", `refs/heads/${branch}:${this.#path(number)}`) + "\n";
        files[this.#path(number)] = null;
      } else files[this.#path(number)] = this.#text(number);
    }
    makeRepository(this.origin, [{ message: `commit ${this.#next++}`, files }], { branch, from: this.tip(branch) });
  }

  step(): void {
    const names = this.branches();
    const one = names[this.#below(names.length)];
    const kind = this.#random();
    if (one === undefined || kind < 0.25)
      git(this.origin, "branch", "--force", `${this.#random() < 0.7 ? "release" : "topic"}/${this.#below(5)}`, "main");
    else if (kind < 0.5) this.commit(one);
    else if (kind < 0.6) this.commit("main");
    // A force push to another line of history.
    else if (kind < 0.7)
      git(
        this.origin,
        "branch",
        "--force",
        one,
        `main${git(this.origin, "rev-list", "--count", "main") === "1" ? "" : "~1"}`,
      );
    else if (kind < 0.8) git(this.origin, "branch", "-D", one);
    else if (kind < 0.9)
      git(
        this.origin,
        "-c",
        "user.name=a",
        "-c",
        "user.email=a@b",
        "tag",
        "--force",
        "-a",
        "-m",
        "t",
        `v1.${this.#below(3)}`,
        one,
      );
    else {
      // A merge with a tree of its own.
      const tree = git(this.origin, "rev-parse", `refs/heads/${one}^{tree}`);
      const merge = git(
        this.origin,
        "-c",
        "user.name=a",
        "-c",
        "user.email=a@b",
        "commit-tree",
        tree,
        "-p",
        this.tip("main"),
        "-p",
        this.tip(one),
        "-m",
        "merge",
      );
      git(this.origin, "update-ref", `refs/heads/${one}`, merge);
    }
  }
}

onOneDatabase("branches and tags that a project names", (engine) => {
  let folder: ReturnType<typeof temporaryFolder>;
  let database: TestDb;
  let running: TestSync;
  let host: Awaited<ReturnType<typeof startGitHost>>;
  let projectId: string;
  beforeAll(async () => {
    folder = temporaryFolder();
    database = await openTestDb(engine);
    projectId = (await makeProject(database)).projectId;
    host = await startGitHost({ root: folder.path });
    running = await startSync({
      database,
      dataDir: database.dataDir,
      databaseUrl: database.databaseUrl,
      allowedPaths: [folder.path],
    });
  });
  afterAll(async () => {
    await running.stop();
    await host.stop();
    await database.close();
    folder.remove();
  });

  const blobs = () => openBlobs({ driver: "files", folder: join(database.dataDir, "blobs") });
  const link = async (url: string, patterns: readonly string[]): Promise<string> => {
    const id = await addSource(database, projectId, { kind: "repository", provider: "git", url });
    await name(id, patterns);
    return id;
  };
  const name = (id: string, patterns: readonly string[]) =>
    database.db
      .updateTable("sources")
      .set({ ref_patterns: JSON.stringify(patterns) })
      .where("id", "=", id)
      .execute();
  const synced = async (id: string) => {
    await running.sync.request([id], false);
    const row = await whenSettled(database, id);
    expect(row).toMatchObject({ sync_state: "ready", sync_error: null });
    return row;
  };
  const treeOf = (origin: string, ref: string): string[] =>
    git(origin, "ls-tree", "-r", ref)
      .split("\n")
      .filter(Boolean)
      .map((line) => {
        const [meta = "", path = ""] = line.split("\t");
        return `${path} ${meta.split(" ")[2] ?? ""}`;
      })
      .sort();

  /** What a search of a branch can find: by the index, and by the engine for a word that each file has. */
  const searchable = async (source: string, ref: string | null) => {
    const manifest = await readStoredManifest(database.db, projectId);
    const index = await new IndexCache(blobs()).open(ref === null ? manifest : manifestAt(manifest, ref));
    const code = index.code.filter(({ part }) => part.source === source);
    const files = code.flatMap(({ files: table }) =>
      Array.from({ length: table.length }, (_, file) => `${table.path(file)} ${table.oid(file)}`),
    );
    const q = `${EVERYWHERE} repo:${source}${ref === null ? "" : ` ref:${ref}`}`;
    const { results, total } = search(index, { q, limit: 500, sourceNames: new Map([[source, source]]) });
    return { files: files.sort(), paths: results.map(({ path }) => path ?? "").sort(), total };
  };

  test.each(sampled([1, 2, 3], 3, 0))(
    "have exactly the files of git after each push, seed %i",
    async (seed) => {
      const branches = new RandomBranches(join(folder.path, `random${seed}.git`), randomNumbers(seed));
      const { origin } = branches;
      const id = await link(seed === 3 ? origin : `${host.url}/random${seed}.git`, ["release/*", "v*"]);
      for (let round = 0; round < 8; round++) {
        for (let step = 0; step < 3; step++) branches.step();
        const row = await synced(id);
        const wanted = git(origin, "for-each-ref", "--format=%(refname)", "refs/heads/release/*", "refs/tags/v*")
          .split("\n")
          .filter(Boolean);
        expect(
          row.ref_states
            .filter(({ state }) => state !== "missing")
            .map(({ name: ref, state }) => `${ref} ${state}`)
            .sort(),
        ).toEqual(wanted.map((ref) => `${ref} ready`));
        for (const ref of [...wanted.map((full) => full.replace(/^refs\/(heads|tags)\//, "")), null]) {
          const tree = treeOf(origin, ref ?? "main");
          const paths = tree.map((line) => line.slice(0, line.lastIndexOf(" ")));
          const found = await searchable(id, ref);
          expect(found, String(ref)).toEqual({ files: tree, paths: paths.sort(), total: paths.length });
        }
        const gone = ["release/0", "release/1", "release/2", "release/3", "release/4", "topic/0"].filter(
          (ref) => !wanted.includes(`refs/heads/${ref}`),
        );
        for (const ref of gone) expect((await searchable(id, ref)).files, ref).toEqual([]);
      }
      await name(id, []);
      await synced(id);
      expect((await readStoredManifest(database.db, projectId)).refs.filter(({ source }) => source === id)).toEqual([]);
      // Branches and tags outside of the default branch can still be opened.
      const commit = "%(if)%(*objectname)%(then)%(*objectname)%(else)%(objectname)%(end)";
      const tagged = git(
        origin,
        "for-each-ref",
        `--format=${commit}`,
        "--no-merged=main",
        "refs/heads",
        "refs/tags",
      ).split("\n");
      const kept = new Set(tagged.filter(Boolean).map((hash) => `refs/clew/tagged/${hash}`));
      expect(
        git(running.sources.mirrorFolder(id), "for-each-ref", "--format=%(refname)", "refs/clew").split("\n"),
      ).toEqual(["refs/clew/head", ...[...kept].sort()]);
    },
    300_000,
  );

  test("store what differs from the default branch alone", async () => {
    const origin = join(folder.path, "shared.git");
    const files = Object.fromEntries(
      Array.from({ length: 60 }, (_, file) => [
        `f${file}.ts`,
        `// ${EVERYWHERE} ${file}\nexport const v${file} = ${file};\n`,
      ]),
    );
    const first = makeRepository(origin, [{ message: "one", files }]);
    git(origin, "branch", "stable/one", "main");
    makeRepository(origin, [{ message: "fix", files: { "f1.ts": `// ${EVERYWHERE} fixed\n`, "f2.ts": null } }], {
      branch: "stable/one",
      from: first,
    });
    const id = await link(origin, ["stable/one", "release/absent", "main"]);
    const row = await synced(id);
    expect(row.ref_states.map(({ name: ref, state, files: count }) => [ref, state, count])).toEqual([
      ["refs/heads/stable/one", "ready", 59],
      ["refs/heads/main", "default", 60],
      ["release/absent", "missing", 0],
    ]);
    const manifest = await readStoredManifest(database.db, projectId);
    const main = manifest.code.find(({ source }) => source === id);
    const [ref] = manifest.refs.filter(({ source }) => source === id);
    expect(ref?.layers[0]).toEqual(main?.layers[0]);
    expect(ref?.layers.map((layer) => layer.files)).toEqual([60, 1]);
    expect(blobsOf(manifest)).toContain(ref?.layers[1]?.table);
    expect(refsIn(manifest)).toEqual(expect.arrayContaining([{ name: "stable/one", files: 59 }]));
    // A query without a ref finds each file once.
    const { total } = await searchable(id, null);
    expect(total).toBe(60);
    // An unknown one says so, with what it could be.
    const index = await new IndexCache(blobs()).open(manifestAt(manifest, "stable/oen"));
    const { results, mistakes } = search(index, { q: `${EVERYWHERE} ref:stable/oen` });
    expect(results).toEqual([]);
    expect(mistakes).toMatchObject([{ code: "unknownValue", found: "ref:stable/oen", fix: "ref:stable/one" }]);
  }, 120_000);
});

describe("a pattern of refs names what git's does", () => {
  const folder = temporaryFolder();
  afterAll(() => folder.remove());

  test.each([1, 2, 3, 4])("with random names and patterns, seed %i", (seed) => {
    const random = randomNumbers(seed);
    const below = (count: number): number => Math.floor(random() * count);
    const origin = join(folder.path, `names${seed}.git`);
    const commit = makeRepository(origin, [{ message: "one", files: { a: "a" } }]);
    const parts = ["release", "rel", "v1", "v1.0", "10", "9", "x-y", "ö"];
    const randomName = (): string => Array.from({ length: 1 + below(3) }, () => parts[below(parts.length)]).join("/");
    for (let made = 0; made < 40; made++) {
      const ref = `refs/${random() < 0.5 ? "heads" : "tags"}/${randomName()}`;
      try {
        git(origin, "update-ref", ref, commit);
      } catch {
        // A branch of the name of a folder.
      }
    }
    const all = git(origin, "for-each-ref", "--format=%(refname)", "refs/heads", "refs/tags")
      .split("\n")
      .map((one) => ({ name: one }));
    for (let tried = 0; tried < 60; tried++) {
      const pattern = randomName().replaceAll(/[a-z1]/g, (sign) =>
        random() < 0.15 ? "*" : random() < 0.1 ? "**" : sign,
      );
      const expected = git(
        origin,
        "for-each-ref",
        "--format=%(refname)",
        `refs/heads/${pattern}`,
        `refs/tags/${pattern}`,
      )
        .split("\n")
        .filter(Boolean);
      const matches = refMatcher(pattern);
      expect(
        all.filter(({ name }) => matches(name)).map(({ name }) => name),
        pattern,
      ).toEqual(expected);
      const { refs, beyond, unmatched } = matchRefs([pattern], all, 5);
      expect([...refs, ...beyond].map(({ name }) => name).sort()).toEqual(expected.sort());
      expect(refs.length).toBe(Math.min(5, expected.length));
      expect(unmatched).toEqual(expected.length === 0 ? [pattern] : []);
    }
  });

  test("the highest versions come first", () => {
    const all = ["release/9", "release/10", "release/2"].map((one) => ({ name: `refs/heads/${one}` }));
    expect(matchRefs(["release/*"], all, 2).refs.map(({ name }) => name)).toEqual([
      "refs/heads/release/10",
      "refs/heads/release/9",
    ]);
  });
});
