/** A data folder of each released version is migrated by the present server, which answers as that version did; the way back works. */
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answers, askQuestions, isComplete } from "../../../scripts/release/questions.ts";
import { makeReleaseRepository } from "../../../scripts/release/repository.ts";
import { TRACKER } from "../../../scripts/release/tracker.ts";
import { type ServerProcess, startServerProcess } from "../../../scripts/startServerProcess.ts";
import { MIGRATIONS, migrate } from "../../../server/db/migrate.ts";
import { type Db, openDb } from "../../../server/db/openDb.ts";
import { type GithubHost, startGithubHost } from "../../../server/demo/hosts/githubHost.ts";

const ROOT = join(import.meta.dirname, "../../..");
const RELEASES = join(ROOT, "tests/fixtures/releases");
const versions = readdirSync(RELEASES)
  .filter((name) => name.endsWith(".tar.zst"))
  .map((name) => name.replace(".tar.zst", ""));

test("every version of the changelog has a data folder", () => {
  const released = [...readFileSync(join(ROOT, "CHANGELOG.md"), "utf8").matchAll(/^## (\d+\.\d+\.\d+)/gm)];
  expect(released.length).toBeGreaterThan(0);
  expect(versions).toEqual(expect.arrayContaining(released.map(([, version]) => version)));
});

describe.each(versions)("a data folder of %s", (version) => {
  const answers = JSON.parse(readFileSync(join(RELEASES, `${version}.json`), "utf8")) as Answers;
  const scratch = mkdtempSync(join(tmpdir(), "clew-upgrade-"));
  const dataDir = join(scratch, "data");
  const backup = join(scratch, "backup");
  let server: ServerProcess | undefined;
  let host: GithubHost;

  const start = async (folder: string): Promise<ServerProcess> =>
    (server = await startServerProcess({
      dataDir: folder,
      env: {
        CLEW_DEMO: "off",
        CLEW_DIST: join(scratch, "no-app"),
        CLEW_ALLOWED_PATHS: scratch,
        CLEW_ALLOWED_NETWORKS: "127.0.0.0/8",
      },
    }));
  const stop = async (): Promise<void> => {
    await server?.stop();
    server = undefined;
  };
  const clew = (folder: string, ...args: string[]) => {
    const { status, stderr } = spawnSync(process.execPath, [join(ROOT, "server/cli/clew.ts"), ...args], {
      encoding: "utf8",
      env: { ...process.env, CLEW_DATA: folder },
    });
    return { status, stderr };
  };
  const opened = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
    const { db, close } = await openDb({ dataDir, isDurable: false });
    try {
      return await work(db);
    } finally {
      await close();
    }
  };

  /** Asks until the syncs that begin at the start have built an index of another format again. */
  const expectAnswers = async (): Promise<void> => {
    await expect.poll(() => askQuestions(server?.url ?? ""), { timeout: 60_000, interval: 500 }).toEqual(answers);
  };

  beforeAll(async () => {
    mkdirSync(dataDir);
    const packed = readFileSync(join(RELEASES, `${version}.tar.zst`));
    execFileSync("tar", ["-xf", "-", "-C", dataDir], { input: zstdDecompressSync(packed) });
    // The hosts of the folder have moved.
    makeReleaseRepository(join(scratch, "loom"));
    host = await startGithubHost({ data: TRACKER });
    await opened(async (db) => {
      await sql`update sources set url = ${join(scratch, "loom")} where kind = 'repository'`.execute(db);
      await sql`update sources set url = ${`${host.url}/ariadne/loom`} where kind = 'tracker'`.execute(db);
    });
  });
  afterAll(async () => {
    await stop();
    await host?.stop();
    rmSync(scratch, { recursive: true, force: true });
  });

  test("has answers of every kind", () => {
    expect(isComplete(answers)).toBe(true);
  });

  test("is migrated at the start, answers as before, and is whole", { timeout: 120_000 }, async () => {
    await start(dataDir);
    await expectAnswers();
    expect(clew(dataDir, "backup", backup)).toMatchObject({ status: 0 });
    await stop();
    expect(clew(dataDir, "verify")).toMatchObject({ status: 0 });
    expect(await opened((db) => migrate(db))).toEqual([]);
  });

  test(
    "that a newer version has migrated is refused by this one in a sentence, and not changed",
    { timeout: 120_000 },
    async () => {
      const newer: Record<string, Migration> = {
        ...MIGRATIONS,
        "9000_newer": {
          up: async (db) => {
            await sql`alter table companies add column colour text not null default 'red'`.execute(db);
          },
        },
      };
      await opened((db) => migrate(db, { migrations: newer }));
      const before = { rows: await opened(rowsOf), files: filesOf(dataDir) };
      await expect(start(dataDir)).rejects.toThrow(
        /ended with 1 [^]*A newer version of Clew has changed this database \(9000_newer\), and this version cannot read it\. Start the newer version, or restore a backup from before\./,
      );
      expect({ rows: await opened(rowsOf), files: filesOf(dataDir) }).toEqual(before);
      expect(await opened((db) => migrate(db, { migrations: newer }))).toEqual([]);
    },
  );

  test("comes back from the backup that was made before that", { timeout: 120_000 }, async () => {
    const restored = join(scratch, "restored");
    const key = join(dataDir, "master.key");
    expect(clew(restored, "restore", backup, "--key", key)).toMatchObject({ status: 0 });
    await start(restored);
    await expectAnswers();
    await stop();
  });
});

/** A sum of the rows of each table. */
async function rowsOf(db: Db): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by 1`.execute(db);
  const sums: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ sum: string }>`
      select concat(count(*), ' ', md5(coalesce(string_agg(t::text, ',' order by t::text), ''))) as sum
      from ${sql.raw(name)} t`.execute(db);
    sums[name] = rows[0]?.sum ?? "";
  }
  return sums;
}

/** A sum of each file but those of the embedded database, whose log grows when it is opened, and of the running process. */
function filesOf(dataDir: string): Record<string, string> {
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((path) => !/^(?:database\/|.*\.(?:lock|pid)$)/.test(path.slice(dataDir.length + 1)))
      .toSorted()
      .map((path) => [path, createHash("sha256").update(readFileSync(path)).digest("hex")]),
  );
}
