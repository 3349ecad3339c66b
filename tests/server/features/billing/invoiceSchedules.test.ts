/** Invoices on a schedule: one draft and one invoice for each period, whatever fails before it, mailed with the PDF. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OutgoingEvent } from "../../../../contract/notices/outgoingWebhooks.ts";
import { BillingRunner } from "../../../../server/access/billing/BillingRunner.ts";
import { readInvoiceFile } from "../../../../server/access/billing/readInvoiceFile.ts";
import { periodStart } from "../../../../server/access/billing/period.ts";
import { readKeyRing } from "../../../../server/access/keys/KeyRing.ts";
import { createSeal } from "../../../../server/access/keys/secrets.ts";
import { startSession } from "../../../../server/access/sessions/sessions.ts";
import type { OperatorContext } from "../../../../server/cli/operator/command.ts";
import { runCommand } from "../../../../server/cli/operator/runCommand.ts";
import { openDb } from "../../../../server/db/openDb.ts";
import { newId } from "../../../../server/db/newId.ts";
import { migrate } from "../../../../server/db/migrate.ts";
import { outgoingEvent } from "../../../../server/features/outgoingWebhooks/outgoingEvent.ts";
import { createMail, type Mail, openEmail } from "../../../../server/mail/Mail.ts";
import type { Seal } from "../../../../server/Seal.ts";
import { addCompany, addUser } from "../../rows.ts";
import { makeStorage, onOneDatabase, openTestDb, type TestDb } from "../../testDb.ts";

const at = (day: string): Date => new Date(`${day}T00:30:00Z`);

onOneDatabase("invoices on a schedule", (engine) => {
  let database: TestDb;
  let seal: Seal;
  let mail: Mail;
  const operate = (line: string, ...more: string[]) =>
    runCommand({ db: database.db, mail } as unknown as OperatorContext, [...line.split(" "), ...more, "--json"]);
  const ok = async (line: string, ...more: string[]): Promise<Record<string, unknown>[]> => {
    const { status, out, err } = await operate(line, ...more);
    expect([status, err]).toEqual([0, ""]);
    return JSON.parse(out) as Record<string, unknown>[];
  };
  const errors: unknown[] = [];
  const runAt = (day: string, given: Mail = mail): Promise<void> =>
    new BillingRunner({
      db: database.db,
      mail: given,
      onError: (error) => errors.push(error),
      now: () => at(day),
      clock: { isTrusted: () => true },
    }).run();
  const invoices = (companyId: string) =>
    database.db
      .selectFrom("invoices")
      .selectAll()
      .where("company_id", "=", companyId)
      .where("kind", "=", "invoice")
      .orderBy("sequence")
      .execute();
  const drafts = (companyId: string) => ok("draft list --company", companyId);
  const problemOf = async (companyId: string): Promise<string | null> =>
    (
      await database.db
        .selectFrom("billing_schedules")
        .select("problem")
        .where("company_id", "=", companyId)
        .executeTakeFirstOrThrow()
    ).problem;
  const mailsTo = async (address: string) => {
    const rows = await database.db.selectFrom("outbox").selectAll().where("recipient", "=", address).execute();
    return rows.map(({ id, content, language }) => ({
      language,
      ...(content === null ? { subject: "", text: "" } : openEmail(seal, { id, content })),
    }));
  };

  beforeAll(async () => {
    database = await openTestDb(engine);
    seal = createSeal(readKeyRing({ masterKey: undefined, dataDir: database.dataDir }), "outbox");
    mail = createMail({ isSent: false, seal, publicUrl: () => "https://clew.example" });
    await ok("seller set --currency EUR --tax-percent 20 --prefix S- --name", "Loom Ltd");
    await ok("price set --plan Premium --period monthly --amount 100 --included-seats 1 --seat-amount 10");
    await ok("price set --plan Premium --period yearly --amount 1000");
  });
  afterAll(() => database.close());

  test("a draft when the period has ended, by the seats used in it, and the invoice some days later, once", async () => {
    const id = await addCompany(database.db);
    const admin = await addUser(database.db, { companyId: id, role: "Admin" });
    const other = await addUser(database.db, { companyId: id });
    for (const user of [admin, other]) await startSession(database.db, user, at("2026-12-05"));
    await startSession(database.db, await addUser(database.db, { companyId: id }), at("2027-01-01"));
    await ok("schedule set --from 2026-12-01 --draft-days 5 --company", id);
    await runAt("2026-12-31");
    expect(await drafts(id)).toEqual([]);
    await Promise.all([runAt("2027-01-01"), runAt("2027-01-01"), runAt("2027-01-01")]);
    expect(await drafts(id)).toMatchObject([{ from: "2026-12-01", to: "2026-12-31", amount: "132.00" }]);
    expect(await ok("draft show --from 2026-12-01 --company", id)).toMatchObject([
      { row: "plan" },
      { row: "seats", about: "1", amount: "10.00" },
      { row: "net" },
      { row: "tax" },
      { row: "total", amount: "132.00" },
    ]);
    expect(await invoices(id)).toHaveLength(0);
    await runAt("2027-01-05");
    expect(await invoices(id)).toHaveLength(0);
    await Promise.all([runAt("2027-01-07"), runAt("2027-01-07"), runAt("2027-01-07")]);
    await runAt("2027-01-08");
    expect(await drafts(id)).toEqual([]);
    const [invoice, ...more] = await invoices(id);
    expect(more).toEqual([]);
    expect(invoice).toMatchObject({ amount_cents: 13200, status: "open", due_at: new Date("2027-01-21T00:30:00Z") });
    expect(errors).toEqual([]);
  });

  test("the mail has the invoice of each receiver's language, and the webhook what the contract describes", async () => {
    const id = await addCompany(database.db);
    const admin = await addUser(database.db, { companyId: id, role: "Admin", email: "admin@mails.example" });
    await addUser(database.db, { companyId: id, email: "member@mails.example" });
    await database.db.updateTable("users").set({ language: "TR" }).where("id", "=", admin).execute();
    await ok("buyer set --email books@mails.example --reference PO-7 --name", "Işık Ltd", "--company", id);
    const webhookId = newId();
    await database.db
      .insertInto("outgoing_webhooks")
      .values({
        id: webhookId,
        company_id: id,
        project_id: null,
        kind: "webhook",
        label: "w",
        origin: "https://w.example",
        sealed: Buffer.from(""),
        events: JSON.stringify(["invoice.issued"]),
        language: "EN",
        disabled_reason: null,
        failing_since: null,
        resume_at: null,
        leased_until: null,
        served_at: null,
        old_secret_until: null,
      })
      .execute();
    await ok("schedule set --from 2026-11-01 --draft-days 0 --company", id);
    await runAt("2026-12-01");
    const [invoice] = await invoices(id);
    const number = invoice?.number ?? "";
    const [toAdmin] = await mailsTo("admin@mails.example");
    expect(toAdmin).toMatchObject({ language: "TR", subject: `Fatura ${number}`, invoice: { number } });
    const [toBooks] = await mailsTo("books@mails.example");
    expect(toBooks?.text).toContain("EUR 120.00");
    expect(await mailsTo("member@mails.example")).toEqual([]);
    const bytes = await readInvoiceFile(database.db, id, invoice?.id ?? "");
    const { text } = await extractText(await getDocumentProxy(Uint8Array.from(bytes)), { mergePages: true });
    for (const word of ["Işık Ltd", "PO-7", number]) expect(text).toContain(word);
    const deliveries = await database.db
      .selectFrom("webhook_deliveries")
      .selectAll()
      .where("webhook_id", "=", webhookId)
      .execute();
    expect(deliveries).toHaveLength(1);
    const [delivery] = deliveries;
    const subject = { is_there: true, slug: null, project_name: null } as Parameters<typeof outgoingEvent>[1];
    const event = delivery && outgoingEvent(delivery, subject, (path) => `https://clew.example${path}`);
    expect(OutgoingEvent.strict().parse(event)).toMatchObject({
      type: "invoice.issued",
      data: {
        url: "https://clew.example/settings/company",
        subject: { kind: "invoice", name: number },
        invoice: {
          number,
          kind: "invoice",
          amount_cents: 12000,
          currency: "EUR",
          from: "2026-11-01",
          to: "2026-11-30",
        },
      },
    });
  });

  test("periods that were missed get a draft each, and a month with fewer days moves none", async () => {
    const id = await addCompany(database.db);
    await ok("schedule set --from 2026-01-31 --draft-days hand --company", id);
    await runAt("2026-05-01");
    const made = await drafts(id);
    expect(made.map(({ from, to }) => [from, to])).toEqual([
      ["2026-01-31", "2026-02-27"],
      ["2026-02-28", "2026-03-30"],
      ["2026-03-31", "2026-04-29"],
    ]);
    await runAt("2026-12-01");
    expect(await invoices(id)).toHaveLength(0);
    await ok("draft issue --from 2026-02-28 --company", id);
    expect(await invoices(id)).toMatchObject([{ content: { from: "2026-02-28", to: "2026-03-30" } }]);
    await ok("draft discard --from 2026-01-31 --company", id);
    await runAt("2026-12-02");
    expect((await drafts(id)).map(({ from }) => from)).not.toContain("2026-01-31");
    expect((await operate("draft issue --from 2026-01-31 --company", id)).err).toContain("no draft");
  });

  test("a period that has an invoice gets no other, and one that overlaps stops the schedule with a reason", async () => {
    const id = await addCompany(database.db);
    await ok("invoice issue --from 2026-06-01 --company", id);
    await ok("schedule set --from 2026-06-01 --draft-days 0 --company", id);
    await runAt("2026-07-01");
    expect(await invoices(id)).toHaveLength(1);
    expect(await problemOf(id)).toBeNull();
    // By hand for half of the next period.
    await ok("invoice issue --from 2026-07-15 --company", id);
    await runAt("2026-08-01");
    expect(await invoices(id)).toHaveLength(2);
    expect(await problemOf(id)).toContain("2026-07-15 to 2026-08-14");
    await ok("schedule set --from 2026-08-15 --company", id);
    await runAt("2026-09-15");
    expect((await invoices(id)).map(({ content }) => content?.from)).toEqual([
      "2026-06-01",
      "2026-07-15",
      "2026-08-15",
    ]);
    // A draft whose period is invoiced by hand goes with it.
    await ok("schedule set --draft-days 9 --company", id);
    await runAt("2026-10-15");
    expect(await drafts(id)).toHaveLength(1);
    await ok("invoice issue --from 2026-09-15 --company", id);
    expect(await drafts(id)).toEqual([]);
    await runAt("2026-10-31");
    expect(await invoices(id)).toHaveLength(4);
  });

  test("a company that does not pay is left out, and one on trial pays for the plan before", async () => {
    const expired = await addCompany(database.db, { status: "expired" });
    await ok("schedule set --from 2026-10-01 --draft-days 0 --company", expired);
    const onTrial = await addCompany(database.db);
    await ok("schedule set --from 2026-10-01 --draft-days 0 --company", onTrial);
    await ok("trial start --plan Enterprise --ends 2999-01-01 --company", onTrial);
    await runAt("2026-11-01");
    expect(await invoices(expired)).toEqual([]);
    expect(await problemOf(expired)).toBe("2026-10-01 to 2026-10-31 was left out: expired.");
    expect(await invoices(onTrial)).toMatchObject([{ content: { plan: "Premium" } }]);
  });

  test("what cannot be issued waits with its reason and does not stop others", async () => {
    const id = await addCompany(database.db, { plan: "Standard" });
    const next = await addCompany(database.db);
    for (const company of [id, next]) await ok("schedule set --from 2026-03-01 --draft-days 0 --company", company);
    await runAt("2026-04-01");
    expect(await problemOf(id)).toContain("Standard has no monthly price");
    expect(await invoices(next)).toHaveLength(1);
    await ok("price set --plan Standard --period monthly --amount 5");
    await runAt("2026-04-02");
    expect(await invoices(id)).toMatchObject([{ amount_cents: 600 }]);
    expect(await problemOf(id)).toBeNull();
    // A draft with another tax is not issued silently.
    await ok("schedule set --draft-days 1 --company", id);
    await runAt("2026-05-01");
    await ok("seller set --tax-percent 10");
    await runAt("2026-05-03");
    expect((await drafts(id))[0]?.["problem"]).toContain("draft refresh");
    await ok("draft refresh --from 2026-04-01 --company", id);
    await runAt("2026-05-03");
    expect(await invoices(id)).toMatchObject([{}, { amount_cents: 550 }]);
    await ok("seller set --tax-percent 20");
  });

  test("a transaction that fails leaves neither a number, a mail nor an invoice", async () => {
    const id = await addCompany(database.db);
    await addUser(database.db, { companyId: id, role: "Admin", email: "late@mails.example" });
    await ok("schedule set --from 2026-02-01 --draft-days 0 --company", id);
    const [before] = await ok("seller show");
    await runAt("2026-03-01", { ...mail, postAll: () => Promise.reject(new Error("killed")) });
    expect(errors.splice(0)).toHaveLength(1);
    expect(await invoices(id)).toEqual([]);
    expect(await ok("seller show")).toEqual([before]);
    await runAt("2026-03-01");
    expect(await invoices(id)).toHaveLength(1);
    expect(await mailsTo("late@mails.example")).toHaveLength(1);
  });

  test("switching it off keeps drafts, and each step is in the audit log", async () => {
    const id = await addCompany(database.db);
    expect((await operate("schedule set --company", id)).err).toContain("--from 2026-12-01");
    await ok("schedule set --period yearly --from 2025-01-01 --draft-days hand --due-days 30 --company", id);
    await runAt("2026-01-01");
    await ok("schedule stop --company", id);
    await runAt("2028-01-01");
    expect(await drafts(id)).toMatchObject([{ from: "2025-01-01", to: "2025-12-31", amount: "1200.00" }]);
    await ok("draft discard --from 2025-01-01 --company", id);
    const log = await database.db
      .selectFrom("audit_log")
      .select("action")
      .where("company_id", "=", id)
      .orderBy("id")
      .execute();
    expect(log.map(({ action }) => action)).toEqual([
      "invoice.schedule_changed",
      "invoice.drafted",
      "invoice.schedule_changed",
      "invoice.draft_discarded",
    ]);
  });
});

test("periods are counted from the first day", () => {
  const first = new Date("2024-02-29T00:00:00Z");
  const days = (period: "monthly" | "yearly", count: number): string[] =>
    Array.from({ length: count }, (_, number) => periodStart(first, period, number).toISOString().slice(0, 10));
  expect(days("yearly", 5)).toEqual(["2024-02-29", "2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29"]);
  expect(days("monthly", 3)).toEqual(["2024-02-29", "2024-03-29", "2024-04-29"]);
});

/** Runs what is due in an endless loop, and prints each invoice that is stored. */
const ISSUER = `
  const at = (path) => import(${JSON.stringify(join(import.meta.dirname, "../../../../server/"))} + path);
  const { openDb } = await at("db/openDb.ts");
  const { makeDrafts, issueDueDrafts } = await at("access/billing/schedules.ts");
  const { db } = await openDb({ dataDir: process.argv[1] });
  console.log("ready");
  const now = new Date("2027-01-01T00:30:00Z");
  const fail = (error) => { throw error; };
  await makeDrafts(db, now, fail);
  console.log("drafted");
  await issueDueDrafts({ db, mail: undefined }, now, fail);
  console.log("issued");
`;

describe("a killed process", () => {
  test(
    "leaves each period with one draft or one invoice, and the next one makes the rest",
    { timeout: 120_000 },
    async () => {
      const storage = await makeStorage("pglite");
      try {
        const opened = await openDb({ dataDir: storage.dataDir });
        await migrate(opened.db);
        const context = { db: opened.db } as unknown as OperatorContext;
        const id = await addCompany(opened.db);
        for (const line of [
          "seller set --currency EUR --name Loom",
          "price set --plan Premium --period monthly --amount 1",
          `schedule set --from 2024-01-01 --draft-days 0 --company ${id}`,
        ])
          expect((await runCommand(context, line.split(" "))).err).toBe("");
        await opened.close();
        for (const delay of [40, 150, 300]) {
          const child = spawn(process.execPath, ["--input-type=module-typescript", "--eval", ISSUER, storage.dataDir], {
            stdio: ["ignore", "pipe", "inherit"],
          });
          for await (const line of createInterface({ input: child.stdout })) {
            if (line === "ready") setTimeout(() => child.kill("SIGKILL"), delay);
          }
        }
        const { db, close } = await openDb({ dataDir: storage.dataDir });
        const runner = new BillingRunner({
          db,
          mail: createMail({
            isSent: false,
            seal: createSeal(readKeyRing({ masterKey: undefined, dataDir: storage.dataDir }), "outbox"),
            publicUrl: () => "",
          }),
          onError: (error) => expect.fail(String(error)),
          now: () => at("2027-01-01"),
          clock: { isTrusted: () => true },
        });
        await runner.run();
        const rows = await db.selectFrom("invoices").select(["sequence", "period_start"]).orderBy("sequence").execute();
        expect(rows.map(({ sequence }) => Number(sequence))).toEqual(Array.from({ length: 36 }, (_, n) => n + 1));
        expect(new Set(rows.map(({ period_start: start }) => start?.toISOString())).size).toBe(36);
        await close();
      } finally {
        await storage.remove();
      }
    },
  );
});
