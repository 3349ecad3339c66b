import { KeyRing } from "../../../server/access/keys/KeyRing.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runCommand } from "../../../server/cli/operator/runCommand.ts";
import { sendToRunningServer } from "../../../server/cli/operator/adminSocket.ts";
import { createMail } from "../../../server/mail/Mail.ts";
import { readSettings } from "../../../server/settings.ts";
import { RecentErrors } from "../../../server/observability/RecentErrors.ts";
import type { BundleLine } from "../../../server/observability/supportBundle.ts";
import { redact } from "../../../server/observability/redact.ts";
import { addProject, addSource } from "../rows.ts";
import { openTestDb } from "../testDb.ts";
import { addPeople, startTestServer, type TestServer } from "../http/testServer.ts";

/** What must never get into a bundle, wherever it was planted. */
const PLANTED = {
  metrics: "planted-metrics-token-4711",
  master: "planted-master-key-that-is-long-enough-4712",
  smtp: "planted-smtp-password-4713",
  client: "planted-client-secret-4714",
  person: "planted.person@example.org",
  operator: "planted.operator@example.org",
  project: "planted-project-name",
  source: "planted-source-name",
  code: "plantedFunctionOfTheirCode(loom)",
};

describe("the support bundle of a running server", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer("pglite", {
      environment: {
        CLEW_METRICS_TOKEN: PLANTED.metrics,
        CLEW_MASTER_KEY: PLANTED.master,
        CLEW_SMTP_URL: `smtp://mailer:${PLANTED.smtp}@127.0.0.1:1`,
        CLEW_MAIL_FROM: `Clew <${PLANTED.operator}>`,
        CLEW_SUPPORT_EMAIL: PLANTED.operator,
        CLEW_GITHUB_CLIENT_ID: "planted-client-id",
        CLEW_GITHUB_CLIENT_SECRET: PLANTED.client,
      },
    });
  });
  afterAll(() => server.stop());

  const bundle = async (): Promise<{ lines: readonly BundleLine[]; text: string }> => {
    const outcome = await sendToRunningServer(server.dataDir, ["support", "bundle", "--json"]);
    expect([outcome?.status, outcome?.err]).toEqual([0, ""]);
    const text = outcome?.out ?? "";
    return { lines: JSON.parse(text) as BundleLine[], text };
  };
  const value = (lines: readonly BundleLine[], part: BundleLine["part"], name: string) =>
    lines.find((line) => line.part === part && line.name === name)?.value;

  test("has what a helper asks for, and nothing of what people keep in it", async () => {
    const { admin, companyId } = await addPeople(server.db);
    const projectId = await addProject(server.db, { companyId, ownerId: admin.id, slug: PLANTED.project });
    const source = await addSource(server.db, projectId, `https://example.org/${PLANTED.source}.git`);
    await server.db
      .updateTable("sources")
      .set({ name: PLANTED.source, sync_state: "failed", sync_error: PLANTED.code })
      .where("id", "=", source)
      .execute();
    await server.db.updateTable("users").set({ email: PLANTED.person }).where("id", "=", admin.id).execute();
    // A failure whose words hold a value of a row, and one that names a token.
    await server.db.schema.alterTable("project_members").renameTo("hidden_members").execute();
    const failed = await server.call("GET", `projects/${PLANTED.project}/?token=${PLANTED.client}`, {
      token: admin.token,
    });
    expect(failed.status).toBe(500);
    await server.db.schema.alterTable("hidden_members").renameTo("project_members").execute();

    const { lines, text } = await bundle();
    for (const [where, planted] of Object.entries(PLANTED)) expect(text, where).not.toContain(planted);
    expect(text).not.toContain(admin.token);
    expect(text).not.toMatch(/[\w.]+@[\w.]+\.\w+/);

    expect(value(lines, "about", "version")).toMatch(/^\d+\.\d+\.\d+/);
    expect(value(lines, "about", "server")).toBe("runs");
    expect(value(lines, "settings", "masterKey")).toBe("[set]");
    expect(value(lines, "settings", "roles.0")).toBe("web");
    expect(value(lines, "table", "users")).toBe(3);
    expect(value(lines, "table", "sources")).toBe(1);
    expect(value(lines, "migration", "0001_first")).toMatch(/^\d{4}-/);
    expect(value(lines, "state", "sources.0.state")).toBe("failed");
    expect(value(lines, "metric", "clew_database_up")).toBe(1);
    const error = lines.find(
      ({ part, name }) => part === "error" && name.includes(failed.headers.get("x-request-id") ?? "none"),
    );
    expect(error?.value).toContain("request failed: DatabaseError");
    expect(error?.value).toContain("server/");
    expect(error?.value).not.toContain(process.cwd());
  });
});

test("without a server the bundle has the facts of the database, and reports that none runs", async () => {
  const database = await openTestDb();
  try {
    const settings = readSettings({ CLEW_METRICS_TOKEN: PLANTED.metrics });
    const seal = { seal: () => Buffer.alloc(0), open: () => "" };
    const mail = createMail({ isSent: false, seal, publicUrl: () => "http://127.0.0.1" });
    const keys = new KeyRing([Buffer.alloc(32, 1)]);
    const rotation = { database, keys, dataDir: database.dataDir, masterKey: undefined };
    const context = { db: database.db, mail, seal, settings, quotas: settings.companyQuotas, rotation };
    const { status, out } = await runCommand(context, ["support", "bundle"]);
    expect(status).toBe(0);
    expect(out).toContain("does not run");
    expect(out).not.toContain(PLANTED.metrics);
  } finally {
    await database.close();
  }
});

describe("the last errors", () => {
  test("are the troubles of the log, the last hundred, and nothing else", () => {
    const errors = new RecentErrors();
    const line = (level: number, msg: string) => JSON.stringify({ level, time: 1_700_000_000_000, msg });
    errors.onLogLine(line(30, "fine"));
    errors.onLogLine("no json");
    errors.onLogLine('{"level":50,"time":"broken"}');
    for (let index = 0; index < 120; index += 1) errors.onLogLine(line(index % 2 ? 40 : 50, `trouble ${index}`));
    expect(errors.list()).toHaveLength(100);
    expect(errors.list().at(-1)).toMatchObject({ at: "2023-11-14T22:13:20.000Z", level: 40, text: "trouble 119" });
  });

  test.each([
    ["duplicate key (email)=(ada@example.org) already exists", "duplicate key [value] already exists"],
    ['cannot parse "const secret = 1" here', "cannot parse [value] here"],
    ["asked https://user:pass@host/x?token=1 twice", "asked [url] twice"],
    ["token ghp_abcdefghijklmnopqrstuvwxyz0123 refused", "token [long] refused"],
    ["relation is gone", "relation is gone"],
  ])("%s", (text, cleaned) => {
    expect(redact(text)).toBe(cleaned);
  });
});
