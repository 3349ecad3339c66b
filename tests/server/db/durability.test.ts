/** What the embedded database promises about power, processes and folders. Each writer is a real process. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openDb } from "../../../server/db/openDb.ts";
import { makeStorage, type TestStorage } from "../testDb.ts";

/** Writes rows one by one in an endless loop, and prints each id once it is acknowledged. */
const WRITER = `
  import { openDb } from ${JSON.stringify(join(import.meta.dirname, "../../../server/db/openDb.ts"))};
  const { db, warnings } = await openDb({ dataDir: process.argv[1] });
  console.log(JSON.stringify({ warnings }));
  for (let n = Number(process.argv[2]); ; n += 1) {
    await db.insertInto("companies").values({ id: String(n), name: "n", plan: "Premium", subscription_status: "active", trial_ends_at: null }).execute();
    console.log(n);
  }
`;

let storage: TestStorage;
const children: ChildProcess[] = [];
beforeEach(async () => {
  storage = await makeStorage("pglite");
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  await storage.remove();
});

/** Starts a writer, kills it after a number of acknowledged rows, and returns its output. */
async function writeAndKill(from: number, rows: number): Promise<string[]> {
  const child = spawn(
    process.execPath,
    ["--input-type=module-typescript", "--eval", WRITER, storage.dataDir, String(from)],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  children.push(child);
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (lines.length === rows + 1) child.kill("SIGKILL");
  }
  return lines;
}

test("no acknowledged row is lost when the process is killed, again and again", { timeout: 120_000 }, async () => {
  const acknowledged = new Set<string>();
  for (let round = 0; round < 4; round += 1) {
    const [first, ...rows] = await writeAndKill(round * 10_000, 60);
    expect(first).toBe('{"warnings":[]}');
    for (const row of rows) acknowledged.add(row);
  }
  const database = await openDb({ dataDir: storage.dataDir });
  const stored = await database.db.selectFrom("companies").select("id").execute();
  await database.close();
  const ids = new Set(stored.map(({ id }) => id));
  expect(acknowledged.size).toBeGreaterThanOrEqual(240);
  expect([...acknowledged].filter((id) => !ids.has(id))).toEqual([]);
  expect(ids.size).toBe(stored.length);
});

test(
  "a second process is refused in a sentence, and let in when the first is killed",
  { timeout: 60_000 },
  async () => {
    const database = await openDb({ dataDir: storage.dataDir });
    const refused = spawn(
      process.execPath,
      ["--input-type=module-typescript", "--eval", WRITER, storage.dataDir, "0"],
      {
        stdio: ["ignore", "ignore", "pipe"],
      },
    );
    children.push(refused);
    let said = "";
    refused.stderr?.setEncoding("utf8").on("data", (text: string) => (said += text));
    expect(await once(refused, "exit")).toEqual([1, null]);
    expect(said).toContain(`The data folder ${storage.dataDir} is in use by another running server.`);
    await expect(openDb({ dataDir: storage.dataDir })).rejects.toThrow("is in use");
    await database.close();

    // More may be acknowledged before the signal arrives.
    expect((await writeAndKill(0, 3)).length).toBeGreaterThanOrEqual(4);
    const again = await openDb({ dataDir: storage.dataDir });
    expect(again.warnings).toEqual([]);
    await again.close();
  },
);

test("a folder of another PostgreSQL version is refused in a sentence", async () => {
  writeFileSync(join(storage.dataDir, "database", "PG_VERSION"), "17\n");
  await expect(openDb({ dataDir: storage.dataDir })).rejects.toThrow(
    "it is of PostgreSQL 17, and this version reads 18",
  );
});

test("a PostgreSQL that does not answer is reported in a sentence", async () => {
  const scratch = mkdtempSync(join(tmpdir(), "clew-test-"));
  const opening = openDb({ dataDir: scratch, databaseUrl: "postgres://unknown:secret@127.0.0.1:1/none" });
  const error = await opening.catch((caught: unknown) => caught);
  expect(String(error)).toContain("The database at DATABASE_URL does not answer");
  expect(String(error)).not.toContain("secret");
  rmSync(scratch, { recursive: true });
});
