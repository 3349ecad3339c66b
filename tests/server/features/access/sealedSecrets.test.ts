/** Sealed credentials are deleted with what refers to them, also when two calls replace one at the same time. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createSecrets } from "../../../../server/access/keys/secrets.ts";
import { deleteExpiredRows } from "../../../../server/db/housekeeping.ts";
import { newId } from "../../../../server/db/newId.ts";
import { createConnectionTokens, storeTokens } from "../../../../server/features/connections/connectionTokens.ts";
import { deleteProject } from "../../../../server/features/projects/deleteProject.ts";
import { renewAccess } from "../../../../server/features/sources/renewAccess.ts";
import { createWebhook, removeWebhook } from "../../../../server/features/webhooks/service.ts";
import type { OauthClient } from "../../../../server/sources/oauth/OauthClient.ts";
import { addCompany, addProject, addUser, READ_SOURCE } from "../../rows.ts";
import { onEachDatabase, openTestDb, type TestDb } from "../../testDb.ts";

const HOUR = 60 * 60 * 1000;
const URL = "https://github.com/acme/loom";
const ORIGIN = "https://github.com";

onEachDatabase("sealed credentials", (engine) => {
  let database: TestDb;
  const secrets = createSecrets(randomBytes(32));
  let companyId: string;
  let userId: string;
  let project: { id: string; slug: string; name: string; companyId: string; role: "Owner" };
  let sourceId: string;
  const by = () => ({ id: userId, name: "Ada", email: "ada@example.org", companyId, address: "" });
  const stored = async (): Promise<string[]> =>
    (await database.db.selectFrom("secrets").select("id").orderBy("id").execute()).map(({ id }) => id);
  const source = () =>
    database.db
      .selectFrom("sources")
      .select(["secret_id", "webhook_secret_id"])
      .where("id", "=", sourceId)
      .executeTakeFirstOrThrow();

  beforeAll(async () => {
    database = await openTestDb(engine);
    companyId = await addCompany(database.db);
    userId = await addUser(database.db, { companyId });
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    const { db } = database;
    await db.deleteFrom("connections").execute();
    await db.deleteFrom("projects").execute();
    await db.deleteFrom("secrets").execute();
    const id = await addProject(db, { companyId, ownerId: userId });
    project = { id, slug: id, name: "Loom", companyId, role: "Owner" };
    sourceId = newId();
    const secret = await secrets.store(db, companyId, { token: "first" }, ORIGIN);
    await db
      .insertInto("sources")
      .values({
        ...READ_SOURCE,
        id: sourceId,
        project_id: id,
        kind: "repository",
        provider: "github",
        url: URL,
        name: "acme/loom",
        secret_id: secret,
      })
      .execute();
  });

  const note = () => Promise.resolve();
  const makeWebhook = () =>
    createWebhook({ db: database.db, secrets }, project, sourceId, "https://clew.example", note);

  test("two new webhooks of one source at once leave one secret", async () => {
    await Promise.all([makeWebhook(), makeWebhook(), makeWebhook()]);
    const { secret_id: own, webhook_secret_id: webhook } = await source();
    expect(new Set(await stored())).toEqual(new Set([own, webhook]));
    const isRemoved = await database.db.transaction().execute((tx) => removeWebhook(tx, project.id, sourceId));
    expect(isRemoved).toBe(true);
    expect(await stored()).toEqual([own]);
  });

  test("two renewals of one source at once leave one secret", async () => {
    const facts = { url: URL, name: "acme/loom", visibility: "private" } as const;
    const sources = {
      validateRepository: () => Promise.resolve({ ...facts, defaultBranch: "main", notes: [] }),
      validateTracker: () => Promise.reject(new Error("not called")),
      validateWiki: () => Promise.reject(new Error("not called")),
    };
    const sync = { request: () => Promise.resolve() };
    const renew = (token: string) =>
      renewAccess(
        { db: database.db, secrets, sources, sync },
        project,
        { id: userId },
        sourceId,
        { credential: { token } },
        by(),
      );
    await Promise.all([renew("second"), renew("third"), renew("fourth")]);
    expect(await stored()).toEqual([(await source()).secret_id]);
  });

  test("a deleted project leaves neither the credential of a source nor its webhook's secret", async () => {
    await makeWebhook();
    await deleteProject({ db: database.db, sync: { forget: () => Promise.resolve() } }, project, by());
    expect(await stored()).toEqual([]);
  });

  test("two processes that renew one account at once keep one token, and both get it", async () => {
    const { db } = database;
    const tokens = { access: "old", refresh: "once", expiresAt: new Date(0), scopes: "" };
    const connectionId = newId();
    await db
      .insertInto("connections")
      .values({
        id: connectionId,
        user_id: userId,
        provider: "github",
        origin: ORIGIN,
        account: "ada",
        scopes: "",
        secret_id: await storeTokens(secrets, db, companyId, tokens),
        expires_at: new Date(0),
        failed_at: null,
      })
      .execute();
    const both = Promise.withResolvers<void>();
    let asked = 0;
    // A provider that accepts a refresh token twice.
    const refresh = async () => {
      const access = `new ${++asked}`;
      if (asked === 2) both.resolve();
      await both.promise;
      return { access, refresh: "next", expiresAt: new Date(Date.now() + HOUR), scopes: "" };
    };
    const client = { origin: ORIGIN, refresh } as Partial<OauthClient> as OauthClient;
    const processes = [1, 2].map(() => createConnectionTokens({ db, secrets, clientOf: () => client }));
    const [one, two] = await Promise.all(processes.map((token) => token(connectionId, false)));
    expect(one).toEqual(two);
    expect(one?.token).toMatch(/^new [12]$/);
    const { secret_id: kept } = await db.selectFrom("connections").select("secret_id").executeTakeFirstOrThrow();
    expect(new Set(await stored())).toEqual(new Set([kept, (await source()).secret_id]));
    expect((await secrets.open(db, kept)).token).toBe(one?.token);
  });

  test("what nothing refers to is deleted after an hour", async () => {
    const { db } = database;
    await makeWebhook();
    const orphan = await secrets.store(db, companyId, { token: "orphan" });
    const referenced = (await stored()).filter((id) => id !== orphan);
    await deleteExpiredRows(db);
    expect(await stored()).toHaveLength(3);
    await deleteExpiredRows(db, new Date(Date.now() + 2 * HOUR));
    expect(await stored()).toEqual(referenced);
  });
});
