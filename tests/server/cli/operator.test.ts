import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../http/testServer.ts";
import { tokenIn } from "../mail/mailbox.ts";
import { makeStorage, onEachDatabase, type TestStorage } from "../testDb.ts";
import { productEntry } from "../support/productEntry.ts";

const entry = productEntry("clew");

interface Said {
  readonly status: number | null;
  readonly out: string;
  readonly said: string;
}

const clew = (environment: Record<string, string | undefined>, ...args: string[]): Promise<Said> =>
  clewIn(process.cwd(), environment, ...args);

async function clewIn(cwd: string, environment: Record<string, string | undefined>, ...args: string[]): Promise<Said> {
  const { TEST_DATABASE_URL: _, DATABASE_URL: __, ...others } = process.env;
  const child = spawn(process.execPath, [entry, "operator", ...args], { cwd, env: { ...others, ...environment } });
  const [out, said, status] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once("close", resolve)),
  ]);
  return { status, out, said };
}

onEachDatabase("clew operator", (engine) => {
  let server: TestServer;
  let environment: Record<string, string>;
  const run = (...args: string[]) => clew(environment, ...args);
  const rows = async (...args: string[]): Promise<Record<string, unknown>[]> => {
    const { status, out, said } = await run(...args, "--json");
    expect([status, said]).toEqual([0, ""]);
    return JSON.parse(out) as Record<string, unknown>[];
  };

  describe("with a running server", () => {
    beforeAll(async () => {
      server = await startTestServer(engine);
      // The server has the lock of the embedded database: only the server itself can execute the command.
      environment = { CLEW_DATA: server.dataDir };
    });
    afterAll(() => server.stop());

    test("makes a company and its first Admin, who registers by the printed link", async () => {
      const [company] = await rows("company", "create", "--name", "Labyrinth", "--plan", "Premium");
      expect(company).toMatchObject({ name: "Labyrinth", plan: "Premium", status: "active", trial_ends: null });
      const [invitation] = await rows(
        "invitation",
        "create",
        "--company",
        "Labyrinth",
        "--email",
        "Daedalus@Example.org",
        "--role",
        "Admin",
      );
      expect(invitation).toMatchObject({ email: "daedalus@example.org", role: "Admin", mail: "kept in the outbox" });
      expect(String(invitation?.["link"])).toContain(`${server.url}/register?token=`);
      const token = tokenIn({ text: String(invitation?.["link"]) });
      const password = "seven green bicycles";
      const body = { name: "Daedalus", email: "daedalus@example.org", password, confirm_password: password };
      const answer = await server.call("POST", `users/register/?invitation_token=${token}`, { body });
      expect(answer.status).toBe(201);
      const session = (answer.body as { token: string }).token;
      expect((await server.call("GET", "users/me/", { token: session })).body).toMatchObject({
        company: { name: "Labyrinth", role: "Admin" },
        company_plan: { plan: { name: "Premium" } },
      });

      await rows("company", "set", "--company", "Labyrinth", "--status", "trial", "--trial-ends", "2999-12-31");
      await rows("discount", "add", "--company", "Labyrinth", "--name", "Early", "--percent", "12.5");
      await rows(
        "invoice",
        "add",
        "--company",
        "Labyrinth",
        "--number",
        "2026-1",
        "--amount",
        "19.99",
        "--currency",
        "eur",
      );
      await rows("invoice", "set", "--company", "Labyrinth", "--number", "2026-1", "--status", "paid");
      const id = String(company?.["id"]);
      expect((await server.call("GET", `companies/${id}/plans/`, { token: session })).body).toMatchObject({
        subscription_status: "trial",
        discounts: [{ name: "Early", percent: 12.5, ends_at: null }],
      });
      expect((await server.call("GET", `companies/${id}/invoices/`, { token: session })).body).toMatchObject([
        { number: "2026-1", amount_cents: 1999, currency: "EUR", status: "paid" },
      ]);
      expect(await rows("person", "list", "--company", id)).toMatchObject([{ email: "daedalus@example.org" }]);
      const [discount] = await rows("discount", "list", "--company", id);
      expect(await rows("discount", "remove", "--company", id, "--id", String(discount?.["id"]))).toEqual([]);
    });

    test("lists, sets and clears the quotas of a company, and records it in the company's audit log", async () => {
      const quota = async (...args: string[]) => (await rows("quota", ...args))[0];
      const byDefault = { name: "Labyrinth", disk_mb: "none", sources: "none", syncs: 2, own: "no" };
      const set = (...args: string[]) => quota("set", "--company", "Labyrinth", ...args);
      expect(await quota("list", "--company", "Labyrinth")).toMatchObject({
        ...byDefault,
        disk_used_mb: 0,
        sources_linked: 0,
        syncs_running: 0,
      });
      expect(await set("--disk-mb", "500", "--sources", "7")).toMatchObject({
        disk_mb: 500,
        sources: 7,
        syncs: 2,
        own: "yes",
      });
      // What is not named stays.
      expect(await set("--syncs", "none")).toMatchObject({ disk_mb: 500, sources: 7, syncs: "none" });
      expect(await set("--disk-mb", "default")).toMatchObject({ disk_mb: "none", sources: 7, syncs: "none" });
      expect(await quota("clear", "--company", "Labyrinth")).toMatchObject(byDefault);
      expect(await server.db.selectFrom("company_quotas").selectAll().execute()).toEqual([]);
      const events = await server.db
        .selectFrom("audit_log")
        .select(["before", "after"])
        .where("action", "=", "company.quota_changed")
        .orderBy("id")
        .execute();
      expect(events).toHaveLength(4);
      expect(events[0]).toMatchObject({ before: { source_quota: "default" }, after: { source_quota: 7 } });
      expect(await run("quota", "set", "--company", "Labyrinth")).toMatchObject({
        status: 1,
        said: "Name what to set: --disk-mb, --sources or --syncs.\n",
      });
      expect(await run("quota", "set", "--company", "Labyrinth", "--sources=-1")).toMatchObject({ status: 1 });
      expect(await run("quota", "set", "--company", "Unknown", "--sources", "1")).toMatchObject({ status: 1 });
    });

    test("lists the outbox, shows a mail, and does not report it as sent", async () => {
      const [mail] = await rows("outbox", "list", "--state", "kept");
      expect(mail).toMatchObject({ to: "daedalus@example.org", subject: "You are invited to Labyrinth on Clew" });
      const [shown] = await rows("outbox", "show", "--id", String(mail?.["id"]));
      expect(shown?.["text"]).toContain("/register?token=");
      expect(await run("outbox", "send", "--all", "true")).toMatchObject({
        status: 1,
        said: "No mail server is set: CLEW_SMTP_URL and CLEW_MAIL_FROM name it.\n",
      });
    });

    test("removes the second factors of the only Admin, whose password then signs in", async () => {
      const email = "daedalus@example.org";
      const login = () => server.call("POST", "users/login/", { body: { email, password: "seven green bicycles" } });
      const { id } = await server.db
        .selectFrom("users")
        .select("id")
        .where("email", "=", email)
        .executeTakeFirstOrThrow();
      await server.db
        .insertInto("passkeys")
        .values({
          id: "lost",
          user_id: id,
          credential_id: "lost",
          public_key: Buffer.from("lost"),
          counter: 0,
          name: "Lost phone",
          is_synced: false,
        })
        .execute();
      expect((await login()).body).toHaveProperty("second_factor");
      const [reset] = await rows("second-factor", "reset", "--email", email);
      expect(reset).toEqual({ email, ended_sessions: 1, mail: "kept in the outbox" });
      expect((await login()).body).toHaveProperty("token");
    });

    test("prints a link for a forgotten password", async () => {
      const [reset] = await rows("password", "reset", "--email", "daedalus@example.org");
      const token = tokenIn({ text: String(reset?.["link"]) });
      expect((await server.call("GET", `users/reset-password/validate/?token=${token}`)).body).toEqual({ valid: true });
    });

    test.each([
      [["company", "list", "--nonsense"], 2, "clew operator company list has no option --nonsense."],
      [["weave"], 2, "There is no command weave."],
      [["compny", "list"], 2, "There is no command compny list. Did you mean company list?"],
      [["company", "list", "--fromat", "tsv"], 2, "Did you mean --format?"],
      [["company", "list", "--format", "xml"], 2, "--format has no value xml."],
      [["company", "create"], 1, "--name is needed."],
      [["company", "create", "--name", "X", "--plan", "Gold"], 1, "--plan "],
      [["company", "create", "--name", "X", "--status", "trial"], 1, "A trial needs an end: --trial-ends 2026-12-31"],
      [["company", "set", "--company", "Nowhere"], 1, "There is no company Nowhere."],
      [
        ["invoice", "add", "--company", "Labyrinth", "--number", "1", "--amount", "1,5", "--currency", "EUR"],
        1,
        "12.50",
      ],
      [["second-factor", "reset", "--email", "daedalus@example.org"], 1, "daedalus@example.org has no second factor."],
      [["password", "reset", "--email", "nobody@example.org"], 1, "No user has the address nobody@example.org."],
      [["outbox", "show", "--id", "none"], 1, "There is no mail none."],
    ])("refuses %j with a sentence", async (args, status, sentence) => {
      const answer = await run(...args);
      expect(answer.status).toBe(status);
      expect(answer.out).toBe("");
      expect(answer.said).toContain(sentence);
    });

    test("the door's file is its owner's alone, and without its token the door stays shut", async () => {
      const path = `${server.dataDir}/operator.json`;
      expect(statSync(path).mode & 0o777).toBe(0o600);
      const { readFile } = await import("node:fs/promises");
      const { port } = JSON.parse(await readFile(path, "utf8")) as { port: number };
      const knock = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: '{"args": ["company", "list"]}' });
      expect(knock.status).toBe(401);
    });
  });

  describe("without a server", () => {
    let storage: TestStorage;
    beforeAll(async () => {
      storage = await makeStorage(engine, { isEmpty: true });
      environment = { CLEW_DATA: storage.dataDir, ...(storage.databaseUrl && { DATABASE_URL: storage.databaseUrl }) };
    });
    afterAll(() => storage.remove());

    // Two processes that each open a database: slow on a busy machine.
    test("opens the database itself, and answers in lines", { timeout: 60_000 }, async () => {
      expect(await run("company", "list")).toEqual({ status: 0, out: "Nothing.\n", said: "" });
      const made = await run("company", "create", "--name", "Naxos");
      const lines = made.out
        .trim()
        .split("\n")
        .map((line) => line.split(/\s+/));
      expect(lines.slice(1)).toEqual([
        ["name", "Naxos"],
        ["plan", "Standard"],
        ["status", "active"],
        ["trial_ends", "-"],
        ["returns_to", "-"],
      ]);
    });

    test("a command that no setting leads to a database creates none", async () => {
      const home = mkdtempSync(join(tmpdir(), "clew-home-"));
      const { status, out, said } = await clewIn(home, { CLEW_DATA: undefined }, "company", "list");
      expect([status, out]).toEqual([1, ""]);
      expect(said).toMatch(/There is no database in .*Set CLEW_DATA/);
      expect(readdirSync(home)).toEqual([]);
    });
    test("--help lists the commands, and a call without a command ends with 2", async () => {
      const { status, out } = await run("--help");
      expect(status).toBe(0);
      for (const name of ["company create --name", "invoice add", "outbox list", "password reset --email"]) {
        expect(out).toContain(`clew operator ${name}`);
      }
      expect((await run()).status).toBe(2);
    });
  });
});
