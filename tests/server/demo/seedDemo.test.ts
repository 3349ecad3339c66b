import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hashPassword } from "../../../server/access/passwords/passwords.ts";
import { createSeal, createSecrets } from "../../../server/access/keys/secrets.ts";
import { SIGN_IN_LIMITS, RateLimiter } from "../../../server/access/limits/RateLimiter.ts";
import { signIn } from "../../../server/features/sessions/signIn.ts";
import { type DemoHost, startDemoHost } from "../../../server/demo/demoHost.ts";
import { openDemo } from "../../../server/demo/openDemo.ts";
import { createDemoPeople, DEMO_PEOPLE } from "../../../server/demo/demoPeople.ts";
import { seedDemo } from "../../../server/demo/seedDemo.ts";
import { updatePasswordHash } from "../../../server/db/tables/accounts/users.ts";
import { createMail } from "../../../server/mail/Mail.ts";
import type { Sources } from "../../../server/sources/sourceTypes.ts";
import { createSources } from "../../../server/sources/createSources.ts";
import { onOneDatabase, openTestDb, type TestDb } from "../testDb.ts";

const root = join(import.meta.dirname, "../../..");

onOneDatabase("the demo's seed", (engine) => {
  let database: TestDb;
  let host: DemoHost;
  let sources: Sources;
  let requestedIds: string[];

  /** What the server has at its start, without the sync: the sources that it was asked for are checked here. */
  const deps = () => ({
    db: database.db,
    secrets: createSecrets(randomBytes(32)),
    sources,
    sync: {
      request: async (ids: readonly string[]) => {
        requestedIds.push(...ids);
      },
      forget: async () => {},
    },
  });
  const startHost = async (checkout?: string): Promise<void> => {
    host = await startDemoHost(database.dataDir, checkout);
    sources = createSources({
      dataDir: database.dataDir,
      allowedNetworks: host.allowedNetworks,
      allowedPaths: host.allowedPaths,
    });
  };
  const stopHost = async (): Promise<void> => {
    await sources.close();
    await host.stop();
  };

  beforeEach(async () => {
    requestedIds = [];
    database = await openTestDb(engine);
  });
  afterEach(async () => {
    await stopHost();
    await database.close();
  });

  test("offers its people for a sign-in until they choose another password", async () => {
    await startHost();
    const listDemoPeople = createDemoPeople(database.db);
    expect(await listDemoPeople()).toEqual([]);
    await seedDemo(deps(), [host]);
    expect(await listDemoPeople()).toEqual(DEMO_PEOPLE);
    const [first, second] = DEMO_PEOPLE;
    const { id } = await database.db
      .selectFrom("users")
      .select("id")
      .where("email", "=", first.email)
      .executeTakeFirstOrThrow();
    await updatePasswordHash(database.db, id, await hashPassword("a password of her own"));
    expect(await listDemoPeople()).toEqual([second]);
  });

  test("makes a company on an active Enterprise plan whose people can sign in as printed", async () => {
    await startHost();
    const printed = await seedDemo(deps(), [host]);
    const company = await database.db.selectFrom("companies").selectAll().executeTakeFirstOrThrow();
    expect([company.plan, company.subscription_status]).toEqual(["Enterprise", "active"]);
    for (const { email, password } of DEMO_PEOPLE) {
      expect(printed.join("\n")).toMatch(new RegExp(`${email}\\s+${password}`));
      const { db } = database;
      const client = { address: "127.0.0.1", userAgent: "" };
      const mail = createMail({ isSent: false, seal: createSeal(Buffer.alloc(32, 1), "mail"), publicUrl: () => "" });
      const later = (): void => undefined;
      const answer = await signIn(
        { db, mail, limiter: new RateLimiter(db, SIGN_IN_LIMITS), inBackground: later },
        { email, password },
        client,
      );
      expect(answer).toHaveProperty("token");
    }
  });

  test("leaves no session behind", async () => {
    await startHost();
    await seedDemo(deps(), [host]);
    expect(await database.db.selectFrom("sessions").selectAll().execute()).toEqual([]);
  });

  describe.runIf(existsSync(join(root, ".git")))("in a clone", () => {
    test("links this repository and the tracker, for both people, and asks for their first sync", async () => {
      await startHost();
      await seedDemo(deps(), [host]);
      const linked = await database.db
        .selectFrom("sources")
        .select(["id", "kind", "provider", "url"])
        .orderBy("kind")
        .execute();
      expect(linked.map(({ kind, provider }) => [kind, provider])).toEqual([
        ["repository", "git"],
        ["tracker", "github"],
      ]);
      expect(linked[1]?.url).toBe(host.trackerUrl);
      expect(requestedIds.toSorted()).toEqual(linked.map(({ id }) => id).toSorted());
      const members = await database.db.selectFrom("project_members").select(["email", "user_id"]).execute();
      expect(members.map(({ email }) => email).toSorted()).toEqual(DEMO_PEOPLE.map(({ email }) => email).toSorted());
      expect(members.filter(({ user_id }) => user_id === null)).toEqual([]);
    });
  });

  test("outside of a clone it links the tracker only, and reports the reason", async () => {
    await startHost(database.dataDir);
    const printed = await seedDemo(deps(), [host]);
    expect(printed.at(-1)).toMatch(/Clew has its issues, but no repository: there is no git history/);
    expect((await database.db.selectFrom("sources").select("kind").execute()).map(({ kind }) => kind)).toEqual([
      "tracker",
    ]);
  });

  test("at a later start nothing is made twice, and a tracker that has moved is followed", async () => {
    await startHost(database.dataDir);
    await seedDemo(deps(), [host]);
    const moved = {
      ...host,
      movedFrom: new URL(host.trackerUrl).origin,
      trackerUrl: "http://127.0.0.1:1/clew/clew",
    };
    expect((await seedDemo(deps(), [moved])).join("\n")).toContain(DEMO_PEOPLE[0].email);
    const found = await database.db.selectFrom("sources").select("url").execute();
    expect(found).toEqual([{ url: "http://127.0.0.1:1/clew/clew" }]);
    expect((await database.db.selectFrom("users").select("id").execute()).length).toBe(DEMO_PEOPLE.length);
  });

  test("a database that is in use and never had the demo gets none", async () => {
    await startHost(database.dataDir);
    await seedDemo(deps(), [host]);
    expect(await openDemo(database.db, join(database.dataDir, "elsewhere"))).toBeUndefined();
    const again = await openDemo(database.db, database.dataDir);
    const allowed = again?.allowedPaths ?? [];
    const tern = join(database.dataDir, "demo", "tern.git");
    expect(allowed).toContain(tern);
    expect(allowed.includes(root)).toBe(existsSync(join(root, ".git")));
    // Besides the two repositories only what git itself reads for them: a linked work tree has its objects elsewhere.
    const rest = allowed.filter((path) => !path.startsWith(tern) && !path.startsWith(root));
    expect(rest.filter((path) => !/[/\\]\.git(?:[/\\]|$)/.test(path))).toEqual([]);
    await again?.stop();
  });
});
