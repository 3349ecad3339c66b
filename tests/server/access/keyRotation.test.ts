/** The master key is rotated during reads and writes, and a kill at any moment loses nothing. */
import { createCipheriv } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  checkMasterKey,
  countForeignValues,
  storedFingerprint,
} from "../../../server/access/keys/masterKeyFingerprint.ts";
import { deriveKey, KeyRing, masterKeyFingerprint, readKeyRing } from "../../../server/access/keys/KeyRing.ts";
import { rotateKey, watchKey } from "../../../server/access/keys/keyRotation.ts";
import { createCodeHash } from "../../../server/access/registrations.ts";
import { startSession } from "../../../server/access/sessions/sessions.ts";
import { hashToken } from "../../../server/access/tokens/tokens.ts";
import { createSeal, createSecrets } from "../../../server/access/keys/secrets.ts";
import { sendToRunningServer } from "../../../server/cli/operator/adminSocket.ts";
import { type Db, openDb } from "../../../server/db/openDb.ts";
import { createMail, openEmail } from "../../../server/mail/Mail.ts";
import { serverProcess } from "../growth/serverProcess.ts";
import { addCompany, addUser } from "../rows.ts";
import { makeStorage, onEachDatabase, openTestDb, type TestDb } from "../testDb.ts";
import { isWholeRun } from "../../wholeRun.ts";

const [OLD, NEW] = ["the old master key, 32 characters", "the new master key, 32 characters"];
const bytes = (text: string): Buffer => Buffer.from(text, "utf8");

/** The format of the previous version: without the id of the key. */
function sealedBefore(masterKey: Buffer, purpose: string, text: string, about: string): Buffer {
  const iv = Buffer.alloc(12, 3);
  const cipher = createCipheriv("aes-256-gcm", deriveKey(masterKey, purpose), iv).setAAD(Buffer.from(about));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([Buffer.of(1), iv, cipher.getAuthTag(), body]);
}

/** Credentials, mails and sign-in rounds, half of the credentials as the version before stored them. */
async function fill(db: Db, ring: KeyRing, count: number): Promise<Map<string, string>> {
  const tokens = new Map<string, string>();
  const companyId = await addCompany(db);
  for (let n = 0; n < count; n += 1) {
    const id = await createSecrets(ring).store(db, companyId, { token: `token ${n}` });
    tokens.set(id, `token ${n}`);
    if (n % 2 === 0) continue;
    const cipher = sealedBefore(ring.current, "secrets", JSON.stringify({ token: `token ${n}` }), `secrets:${id}`);
    await db.updateTable("secrets").set({ cipher }).where("id", "=", id).execute();
  }
  const mail = createMail({ isSent: false, seal: createSeal(ring, "mail"), publicUrl: () => "http://127.0.0.1" });
  for (let n = 0; n < 5; n += 1) {
    const facts = { signIn: `http://127.0.0.1/${n}`, forgot: "http://127.0.0.1/forgot" };
    await mail.post(db, "accountExists", { to: "ada@example.org", language: "EN", facts });
  }
  const userId = await addUser(db, { companyId });
  await db
    .insertInto("oauth_states")
    .values({
      state_hash: "state",
      user_id: userId,
      session_hash: hashToken(await startSession(db, userId)),
      browser_hash: "browser",
      provider: "github",
      sealed: Buffer.from(createSeal(ring, "oauth").seal("round", "oauth:state")),
      expires_at: new Date(Date.now() + 60_000),
    })
    .execute();
  return tokens;
}

/** Every value decrypts with these keys to what was stored. */
async function expectReadable(db: Db, ring: KeyRing, tokens: ReadonlyMap<string, string>): Promise<void> {
  const found = new Map<string, string>();
  for (const { id } of await db.selectFrom("secrets").select("id").execute()) {
    found.set(id, (await createSecrets(ring).open(db, id)).token);
  }
  expect(found).toEqual(tokens);
  const mails = await db.selectFrom("outbox").select(["id", "content"]).execute();
  expect(mails).toHaveLength(5);
  for (const { id, content } of mails) {
    expect(openEmail(createSeal(ring, "mail"), { id, content: content ?? Buffer.alloc(0) }).text).toContain(
      "http://127.0.0.1",
    );
  }
  const round = await db.selectFrom("oauth_states").select("sealed").executeTakeFirstOrThrow();
  expect(createSeal(ring, "oauth").open(round.sealed, "oauth:state")).toBe("round");
}

onEachDatabase("a rotation of the master key", (engine) => {
  let database: TestDb;
  beforeEach(async () => {
    database = await openTestDb(engine);
  });
  afterEach(() => database.close());

  test("by the settings: both keys everywhere first, then one command", { timeout: 60_000 }, async () => {
    const { db, dataDir } = database;
    const before = new KeyRing([bytes(OLD)]);
    await checkMasterKey(db, before);
    const tokens = await fill(db, before, 250);
    const code = createCodeHash(before).of("registration", "123456");
    // Restarted with both: until the command the old key encrypts, so that a process with only the old key reads everything.
    const rings = [1, 2].map(() => readKeyRing({ masterKey: NEW, previousMasterKey: OLD, dataDir }));
    const [one, two] = rings;
    if (!one || !two) throw new Error("two rings");
    for (const ring of rings) await checkMasterKey(db, ring);
    expect(rings.map(({ current }) => current.toString())).toEqual([OLD, OLD]);
    const stop = await watchKey({ database, keys: two, dataDir, onWarning: () => {} });
    const company = await addCompany(db);
    let isOver = false;
    const writing = (async () => {
      while (!isOver) {
        tokens.set(
          await createSecrets(two).store(db, company, { token: `during ${tokens.size}` }),
          `during ${tokens.size}`,
        );
        await sleep(20);
      }
    })();
    const done = await rotateKey({ database, keys: one, dataDir, masterKey: NEW });
    isOver = true;
    await writing;
    stop();
    expect(done).toMatchObject({ unreadable: 0, previousFile: null });
    expect(done.sealed).toBeGreaterThanOrEqual(256);
    // The embedded database belongs to one process: there is no other that would have to notice.
    expect(two.current.toString()).toBe(engine === "postgres" ? NEW : OLD);
    if (engine === "pglite") await rotateKey({ database, keys: one, dataDir, masterKey: NEW });

    const after = new KeyRing([bytes(NEW)]);
    await checkMasterKey(db, after);
    await expectReadable(db, after, tokens);
    expect(await countForeignValues(db, after)).toBe(0);
    expect(createCodeHash(one).isOf(code, "registration", "123456")).toBe(true);
    expect(createCodeHash(one).isOf(code, "registration", "123457")).toBe(false);
    await expect(checkMasterKey(db, before)).rejects.toThrow("CLEW_MASTER_KEY_PREVIOUS names the other one");
    expect(await countForeignValues(db, before)).toBe(tokens.size + 6);
  });

  test("leaves what no key opens as it is, and counts it", async () => {
    const { db, dataDir } = database;
    const keys = new KeyRing([bytes(OLD)]);
    await checkMasterKey(db, keys);
    const tokens = await fill(db, keys, 3);
    const [id = ""] = tokens.keys();
    const cipher = Buffer.alloc(60, 1);
    await db.updateTable("secrets").set({ cipher }).where("id", "=", id).execute();
    keys.add(bytes(NEW));
    expect(await rotateKey({ database, keys, dataDir, masterKey: NEW })).toMatchObject({ sealed: 8, unreadable: 1 });
    const row = await db.selectFrom("secrets").select("cipher").where("id", "=", id).executeTakeFirstOrThrow();
    expect(Buffer.from(row.cipher)).toEqual(cipher);
  }, 60_000);

  test("describes what to do first where a new key cannot be introduced", async () => {
    const { db, dataDir } = database;
    const keys = readKeyRing({ masterKey: undefined, dataDir });
    await checkMasterKey(db, keys);
    const rotate = () => rotateKey({ database, keys, dataDir, masterKey: undefined });
    const said = async (): Promise<string> => rotate().then(() => "done", String);
    expect(await said()).toContain(
      engine === "postgres" ? "Give every process the new key as CLEW_MASTER_KEY" : "done",
    );
    if (engine === "postgres") return;
    expect(await said()).toContain("move it to a safe place");
    rmSync(join(dataDir, "master.key.previous"));
    expect(await said()).toBe("done");
  });
});

describe("a rotation with the key in the data folder", () => {
  test.runIf(isWholeRun)(
    "that is killed again and again is completed by the next one",
    { timeout: 240_000 },
    async () => {
      const storage = await makeStorage("pglite");
      const { dataDir } = storage;
      const opened = await openDb({ dataDir });
      const before = readKeyRing({ masterKey: undefined, dataDir });
      await checkMasterKey(opened.db, before);
      const tokens = await fill(opened.db, before, 400);
      await opened.close();
      const dist = join(dataDir, "dist");
      mkdirSync(dist, { recursive: true });
      const server = await serverProcess({ CLEW_DATA: dataDir, CLEW_DIST: dist });
      try {
        let status = 1;
        let kills = 0;
        for (let round = 0; status !== 0 && round < 12; round += 1) {
          await server.start();
          const rotation = sendToRunningServer(dataDir, ["key", "rotate"]).catch(() => undefined);
          if (round < 6) {
            // Early, and later: before and after the database names the new key, and among the rows.
            await sleep(10 + round * 60);
            await server.end("SIGKILL");
            kills += 1;
            await rotation;
            continue;
          }
          const outcome = await rotation;
          if (outcome?.status === 1 && outcome.err.includes("move it to a safe place")) status = 0;
          else status = outcome?.status ?? 1;
          expect(outcome?.err.replace(/^The key of the last rotation.*\n/, "")).toBe("");
          await server.end("SIGTERM");
        }
        expect([status, kills]).toEqual([0, 6]);
        expect(server.lines.filter((line) => line.startsWith("    at "))).toEqual([]);
        const after = Buffer.from(readFileSync(join(dataDir, "master.key"), "utf8"), "base64");
        expect(after).not.toEqual(before.current);
        expect(Buffer.from(readFileSync(join(dataDir, "master.key.previous"), "utf8"), "base64")).toEqual(
          before.current,
        );
        expect(existsSync(join(dataDir, "master.key.next"))).toBe(false);
        const { db, close } = await openDb({ dataDir });
        expect(await storedFingerprint(db)).toBe(masterKeyFingerprint(after));
        await expectReadable(db, new KeyRing([after]), tokens);
        await close();
      } finally {
        await server.end("SIGKILL");
        await storage.remove();
      }
    },
  );

  test("that was interrupted is reported at the next start", async () => {
    const database = await openTestDb();
    const { dataDir } = database;
    writeFileSync(join(dataDir, "master.key.next"), Buffer.alloc(32, 5).toString("base64"));
    const keys = readKeyRing({ masterKey: undefined, dataDir });
    await checkMasterKey(database.db, keys);
    expect(keys.keys).toHaveLength(2);
    const warnings: string[] = [];
    (await watchKey({ database, keys, dataDir, onWarning: (warning) => warnings.push(warning) }))();
    expect(warnings).toEqual([expect.stringContaining("A rotation of the master key was cut short. Finish it: ")]);
    await database.close();
  });
});
