import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hashPassword, verifyPassword } from "../../../server/access/passwords/passwords.ts";
import { readKeyRing } from "../../../server/access/keys/KeyRing.ts";
import { createSeal, createSecrets } from "../../../server/access/keys/secrets.ts";
import { endSessions, findPrincipal, startSession, validSessions } from "../../../server/access/sessions/sessions.ts";
import { hashToken, newToken } from "../../../server/access/tokens/tokens.ts";
import { PROJECT_ROLES } from "../../../contract/constants.ts";
import { mayInProject, PROJECT_POLICY, type ProjectAction } from "../../../contract/access/policy.ts";
import { projectFor, requireCompany } from "../../../server/access/policy.ts";
import { Forbidden, NotFound, TooMany } from "../../../server/errors.ts";
import { addCompany, addMember, addProject, addUser } from "../rows.ts";
import { openTestDb, type TestDb } from "../testDb.ts";

describe("passwords", () => {
  test("are stored as distinguishable argon2id PHC strings", async () => {
    const stored = await hashPassword("correct horse");
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(stored).not.toBe(await hashPassword("correct horse"));
    expect(await verifyPassword("correct horse", stored)).toBe(true);
    expect(await verifyPassword("correct horsf", stored)).toBe(false);
    expect(await verifyPassword("", stored)).toBe(false);
  });

  test("a hash of other costs is verified by its own", async () => {
    // argon2id of "password" with m=64, t=3, p=1: what an earlier version could have stored.
    const { argon2Sync } = await import("node:crypto");
    const nonce = randomBytes(16);
    const hash = argon2Sync("argon2id", {
      message: "password",
      nonce,
      memory: 64,
      passes: 3,
      parallelism: 1,
      tagLength: 24,
    });
    const text = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
    const stored = `$argon2id$v=19$m=64,t=3,p=1$${text(nonce)}$${text(hash)}`;
    expect(await verifyPassword("password", stored)).toBe(true);
    expect(await verifyPassword("Password", stored)).toBe(false);
  });

  test("rejects every password without a stored hash, and reads an invalid hash without an error", async () => {
    expect(await verifyPassword("anything", undefined)).toBe(false);
    expect(await verifyPassword("anything", "plain text")).toBe(false);
  });

  test("are the same however the letters were typed", async () => {
    expect(await verifyPassword("caf\u00e9 society", await hashPassword("cafe\u0301 society"))).toBe(true);
  });

  test("more at once than can be served soon are sent away", async () => {
    const results = await Promise.allSettled(Array.from({ length: 80 }, () => verifyPassword("x", undefined)));
    const refused = results.filter((result) => result.status === "rejected");
    expect(refused.length).toBeGreaterThan(0);
    for (const { reason } of refused) expect(reason).toBeInstanceOf(TooMany);
    expect(await verifyPassword("x", undefined)).toBe(false);
  });
});

describe("sessions", () => {
  let database: TestDb;
  let userId: string;
  beforeAll(async () => {
    database = await openTestDb();
    const companyId = await addCompany(database.db, {
      plan: "Standard",
      status: "trial",
      trialEndsAt: new Date("2026-06-01"),
    });
    userId = await addUser(database.db, { companyId, email: "ada@example.org", role: "Admin" });
  });
  afterAll(() => database.close());

  test("does not store the token in the database", async () => {
    const token = await startSession(database.db, userId);
    expect(token).toHaveLength(43);
    const rows = await database.db.selectFrom("sessions").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(rows.map((row) => row.token_hash)).toContain(hashToken(token));
  });

  test("a token finds its person with company, plan and the status as it is today", async () => {
    const token = await startSession(database.db, userId, new Date("2026-05-20"));
    const during = await findPrincipal(database.db, token, new Date("2026-05-21"));
    expect(during).toMatchObject({ id: userId, companyRole: "Admin", plan: "Standard", subscriptionStatus: "trial" });
    const after = await findPrincipal(database.db, token, new Date("2026-06-01"));
    expect(after?.subscriptionStatus).toBe("expired");
  });

  test("use makes a session last longer, up to its whole life", async () => {
    const { db } = database;
    const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n));
    const token = await startSession(db, userId, day(0));
    expect(await findPrincipal(db, token, day(29))).toBeDefined();
    expect(await findPrincipal(db, token, day(58))).toBeDefined();
    expect(await findPrincipal(db, token, day(89))).toBeUndefined();
    const busy = await startSession(db, userId, day(0));
    for (const n of [25, 50, 75, 100, 125, 150, 175])
      expect(await findPrincipal(db, busy, day(n)), String(n)).toBeDefined();
    expect(await findPrincipal(db, busy, day(181))).toBeUndefined();
  });

  test("finds no user for an invalid, an empty and a very long token", async () => {
    for (const token of ["", "nonsense", newToken(), "x".repeat(100_000), "'; delete from sessions; --"]) {
      expect(await findPrincipal(database.db, token)).toBeUndefined();
    }
  });

  test("ending all but one leaves that one", async () => {
    const { db } = database;
    const [mine, other] = [await startSession(db, userId), await startSession(db, userId)];
    await endSessions(db, userId, hashToken(mine));
    expect(await findPrincipal(db, mine)).toBeDefined();
    expect(await findPrincipal(db, other)).toBeUndefined();
    const valid = await validSessions(db, [hashToken(mine), hashToken(other)]);
    expect([...valid.keys()]).toEqual([hashToken(mine)]);
  });
});

describe("who may reach a project and a company", () => {
  let database: TestDb;
  afterAll(() => database.close());

  test("a project is there for its members alone, and for each of them by the table of roles", async () => {
    database = await openTestDb();
    const { db } = database;
    const callerOf = async (userId: string) => {
      const caller = await findPrincipal(db, await startSession(db, userId));
      if (!caller) throw new Error("The session has no caller.");
      return caller;
    };
    const [companyId, otherId] = [await addCompany(db), await addCompany(db)];
    const ownerId = await addUser(db, { companyId });
    const slug = `loom-${newToken().slice(0, 8).toLowerCase()}`;
    const projectId = await addProject(db, { companyId, ownerId, slug });
    const elsewhere = await addProject(db, { companyId, ownerId });
    const actions = Object.keys(PROJECT_POLICY) as ProjectAction[];

    // Neither a colleague, nor the company's Admin, nor a member of another project, nor a stranger learns that it exists.
    const colleague = await addUser(db, { companyId });
    const neighbour = await addUser(db, { companyId });
    await addMember(db, elsewhere, neighbour, "Owner");
    const outsiders = [
      colleague,
      neighbour,
      await addUser(db, { companyId, role: "Admin" }),
      await addUser(db, { companyId: otherId, role: "Admin" }),
      await addUser(db, { companyId: null }),
    ];
    for (const userId of outsiders) {
      const caller = await callerOf(userId);
      for (const action of actions) await expect(projectFor(db, caller, slug, action)).rejects.toThrow(NotFound);
      await expect(projectFor(db, caller, slug, "project.read")).rejects.toThrow("There is no such project.");
    }

    const verdicts: string[] = [];
    for (const role of PROJECT_ROLES) {
      const userId = role === "Owner" ? ownerId : await addUser(db, { companyId });
      if (role !== "Owner") await addMember(db, projectId, userId, role);
      const caller = await callerOf(userId);
      for (const action of actions) {
        const answer = await projectFor(db, caller, slug, action).then(
          ({ id, role: actual }) => (id === projectId && actual === role ? "allowed" : "another project"),
          (error: unknown) => (error instanceof Forbidden ? "forbidden" : "not found"),
        );
        verdicts.push(`${role} ${action} ${answer}`);
      }
    }
    const wanted = PROJECT_ROLES.flatMap((role) =>
      actions.map((action) => `${role} ${action} ${mayInProject(role, action) ? "allowed" : "forbidden"}`),
    );
    expect(verdicts).toEqual(wanted);

    const admin = await callerOf(await addUser(db, { companyId, role: "Admin" }));
    expect(requireCompany(admin, companyId, "company.update")).toBe(companyId);
    expect(() => requireCompany(admin, otherId, "company.read")).toThrow(NotFound);
    expect(() => requireCompany({ ...admin, companyId: null }, companyId, "company.read")).toThrow(NotFound);
    const member = await callerOf(colleague);
    expect(requireCompany(member, companyId, "company.read")).toBe(companyId);
    expect(() => requireCompany(member, companyId, "company.update")).toThrow(Forbidden);
  });
});

describe("secrets", () => {
  const key = randomBytes(32);
  const unsealWith = (masterKey: Buffer, sealed: Uint8Array, about: string): string =>
    createSeal(masterKey, "secrets").open(sealed, about);

  test("open only with the same key, for the same row and unchanged", () => {
    const sealed = createSeal(key, "secrets").seal("token ü", "secrets:1");
    expect(Buffer.from(sealed).includes("token")).toBe(false);
    expect(unsealWith(key, sealed, "secrets:1")).toBe("token ü");
    expect(() => unsealWith(randomBytes(32), sealed, "secrets:1")).toThrow();
    expect(() => unsealWith(key, sealed, "secrets:2")).toThrow();
    for (const place of [0, 5, 20, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
      expect(() => unsealWith(key, changed, "secrets:1"), String(place)).toThrow();
    }
    expect(() => unsealWith(key, Buffer.alloc(0), "secrets:1")).toThrow();
  });

  test("are stored encrypted, and a row's ciphertext does not open in another row", async () => {
    const database = await openTestDb();
    const { db } = database;
    const companyId = await addCompany(db);
    const secrets = createSecrets(key);
    const [one, two] = [
      await secrets.store(db, companyId, { token: "ghp_one", username: "ada" }),
      await secrets.store(db, companyId, { token: "ghp_two" }),
    ];
    expect(await secrets.open(db, one)).toEqual({ token: "ghp_one", username: "ada" });
    const row = await db.selectFrom("secrets").selectAll().where("id", "=", one).executeTakeFirstOrThrow();
    expect(Buffer.from(row.cipher).includes("ghp_one")).toBe(false);
    await db.updateTable("secrets").set({ cipher: row.cipher }).where("id", "=", two).execute();
    await expect(secrets.open(db, two)).rejects.toThrow("cannot be opened");
    await expect(createSecrets(randomBytes(32)).open(db, one)).rejects.toThrow("cannot be opened");
    await expect(secrets.open(db, "missing")).rejects.toThrow("is gone");
    await database.close();
  });

  test("the key file is made once, for its owner alone", () => {
    const dataDir = mkdtempSync(join(tmpdir(), "clew-key-"));
    const first = readKeyRing({ masterKey: undefined, dataDir }).current;
    const path = join(dataDir, "master.key");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    chmodSync(path, 0o644);
    expect(readKeyRing({ masterKey: undefined, dataDir }).current).toEqual(first);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    writeFileSync(path, "short");
    expect(() => readKeyRing({ masterKey: undefined, dataDir }).current).toThrow("too short");
    rmSync(path);
    expect(readKeyRing({ masterKey: "k".repeat(32), dataDir }).current).toEqual(Buffer.from("k".repeat(32)));
    expect(existsSync(path)).toBe(false);
    rmSync(dataDir, { recursive: true });
  });
});
