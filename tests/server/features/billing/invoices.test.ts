/** Issued invoices: what they charge, their numbers, and that they stay as they are. */
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startSession } from "../../../../server/access/sessions/sessions.ts";
import type { OperatorContext } from "../../../../server/cli/operator/command.ts";
import { runCommand } from "../../../../server/cli/operator/runCommand.ts";
import { openDb } from "../../../../server/db/openDb.ts";
import { issuePeriod } from "../../../../server/access/billing/issueInvoice.ts";
import { addCompany, addProject, addSource, addUser } from "../../rows.ts";
import { ONE_ENGINE, onOneDatabase, openTestDb, type TestDb } from "../../testDb.ts";

onOneDatabase("invoices", (engine) => {
  let database: TestDb;
  const run = (line: string, ...more: string[]) =>
    // These commands use the database alone.
    runCommand({ db: database.db } as unknown as OperatorContext, [...line.split(" "), ...more, "--json"]);
  const rows = async (line: string, ...more: string[]): Promise<Record<string, unknown>[]> => {
    const { status, out, err } = await run(line, ...more);
    expect([status, err]).toEqual([0, ""]);
    return JSON.parse(out) as Record<string, unknown>[];
  };
  const company = async (plan: "Standard" | "Premium" | "Enterprise" = "Premium") => addCompany(database.db, { plan });
  const member = (companyId: string) => addUser(database.db, { companyId, email: `${randomUUID()}@example.org` });

  beforeAll(async () => {
    database = await openTestDb(engine);
    await rows("seller set --currency eur --tax-percent 20 --prefix A- --name", "Loom Ltd");
    await rows("price set --plan Premium --period monthly --amount 100 --included-seats 1 --seat-amount 10");
    await rows("price set --plan Enterprise --period monthly --amount 310 --included-seats 9");
  });
  afterAll(() => database.close());

  test("charge plan, used seats and discounts, and a dry run shows the same without a number", async () => {
    const id = await company();
    const [one, two, gone] = [await member(id), await member(id), await member(id)];
    for (const user of [one, two, gone, one]) await startSession(database.db, user, new Date("2026-12-05T10:00:00Z"));
    await startSession(database.db, await member(id), new Date("2027-01-01T00:00:00Z"));
    await database.db.updateTable("users").set({ deactivated_at: new Date() }).where("id", "=", gone).execute();
    await rows("discount add --percent 10 --name Early --company", id);
    await rows("discount add --amount 9 --currency EUR --name Voucher --company", id);
    await rows("discount add --percent 50 --plan Enterprise --name Other --company", id);
    await rows("discount add --percent 50 --from 2026-12-02 --name Later --company", id);
    const expected = [
      { row: "plan", amount: "100.00" },
      { row: "seats", about: "1", amount: "10.00" },
      { row: "discount", about: "Early", amount: "-11.00" },
      { row: "discount", about: "Voucher", amount: "-9.00" },
      { row: "net", amount: "90.00" },
      { row: "tax", amount: "18.00" },
      { row: "total", amount: "108.00" },
    ];
    const before = await rows("seller show");
    expect(await rows("invoice issue --from 2026-12-01 --dry-run yes --company", id)).toMatchObject(expected);
    expect(await rows("seller show")).toEqual(before);
    const [issued] = await rows("invoice issue --from 2026-12-01 --company", id);
    expect(issued).toMatchObject({ kind: "invoice", amount: "108.00", currency: "EUR", status: "open" });
    expect(await run("invoice issue --from 2026-12-01 --company", id)).toMatchObject({ status: 1 });
  });

  test("do not change after they were issued, also not by a statement", async () => {
    const id = await company();
    const [issued] = await rows("invoice issue --from 2026-12-01 --company", id);
    const number = String(issued?.["number"]);
    await expect(
      database.db.updateTable("invoices").set({ amount_cents: 1 }).where("number", "=", number).execute(),
    ).rejects.toThrow("An issued invoice does not change.");
    await expect(database.db.deleteFrom("invoices").where("number", "=", number).execute()).rejects.toThrow(
      "An issued invoice does not change.",
    );
    expect((await run("invoice set --status void --number", number, "--company", id)).err).toContain("invoice credit");
    await rows("invoice set --status paid --number", number, "--company", id);
    const all = await rows("invoice credit --number", number, "--company", id);
    expect(all.find((row) => row["number"] === number)).toMatchObject({ status: "void", amount: "120.00" });
    expect(all.find((row) => row["kind"] === "credit_note")).toMatchObject({ status: "open", amount: "-120.00" });
    expect((await run("invoice credit --number", number, "--company", id)).err).toContain("is void");
    // The company's log has each.
    const log = await database.db.selectFrom("audit_log").selectAll().where("company_id", "=", id).execute();
    const credit = String(all.find((row) => row["kind"] === "credit_note")?.["number"]);
    const logged = log.map(({ action, subject_name: name }) => `${action} ${name}`);
    for (const entry of [`invoice.issued ${number}`, `invoice.issued ${credit}`, `invoice.status_changed ${number}`])
      expect(logged).toContain(entry);
    // Paid, and then void.
    expect(logged).toHaveLength(4);
    expect(log.find(({ action }) => action === "invoice.issued")?.after).toMatchObject({ amount: "120.00 EUR" });
    // The period is free again.
    await rows("invoice issue --from 2026-12-01 --company", id);
  });

  test("a change of plan within a period gives back and charges by days", async () => {
    const id = await company();
    const [issued] = await rows("invoice issue --from 2026-12-01 --company", id);
    const change = ["--number", String(issued?.["number"]), "--company", id];
    expect(await rows("invoice change --plan Enterprise --on 2026-12-22 --dry-run yes", ...change)).toMatchObject([
      { row: "unused", about: "Premium", amount: "-32.26" },
      { row: "rest", about: "Enterprise", amount: "100.00" },
      { row: "net", amount: "67.74" },
      { row: "tax", amount: "13.55" },
      { row: "total", amount: "81.29" },
    ]);
    expect((await run("invoice change --plan Enterprise --on 2027-01-01", ...change)).err).toContain("not within");
    const [changed] = await rows("invoice change --plan Enterprise --on 2026-12-22", ...change);
    expect(changed).toMatchObject({ kind: "invoice", amount: "81.29" });
  });

  test("the rest of a period is given back once, also by changes at once, and not again by a credit note", async () => {
    const id = await company();
    await rows("price set --plan Standard --period monthly --amount 10");
    const number = String((await rows("invoice issue --from 2026-12-01 --company", id))[0]?.["number"]);
    const change = ["invoice change --plan Standard --on 2026-12-22 --number", number, "--company", id] as const;
    const answers = await Promise.all([run(...change), run(...change)]);
    expect(answers.filter(({ err }) => err.includes("was changed by"))).toHaveLength(1);
    const changes = (await rows("invoice list --company", id)).filter((row) => row["kind"] === "credit_note");
    expect(changes).toHaveLength(1);
    expect((await run("invoice credit --number", number, "--company", id)).err).toContain("was changed by");
    await rows("invoice credit --number", String(changes[0]?.["number"]), "--company", id);
    const all = await rows("invoice credit --number", number, "--company", id);
    // Nothing is left of it: what was given back twice would be below zero.
    expect(all.reduce((sum, row) => sum + Number(row["amount"]), 0)).toBeCloseTo(0);
  });

  test("are written as PDF to a new file alone, in the language of the company", async () => {
    const id = await company();
    await rows("buyer set --language TR --name", "Işık Ğ", "--address", "Sokak 1; İzmir", "--company", id);
    const [issued] = await rows("invoice issue --from 2026-12-01 --company", id);
    const file = join(database.dataDir, `${randomUUID()}.pdf`);
    const write = ["--number", String(issued?.["number"]), "--company", id, "--file"];
    await rows("invoice pdf", ...write, file);
    const { text } = await extractText(await getDocumentProxy(Uint8Array.from(readFileSync(file))), {
      mergePages: true,
    });
    for (const word of ["Işık Ğ", "İzmir", "Genel toplam", String(issued?.["number"])]) expect(text).toContain(word);
    expect((await run("invoice pdf", ...write, file)).err).toContain("EEXIST");
    expect((await run("invoice pdf", ...write, "invoice.pdf")).err).toContain("whole path");
    expect(existsSync("invoice.pdf")).toBe(false);
  });

  test("numbers have no gap, also when two processes issue at once and some fail", async () => {
    const companies = await Promise.all(Array.from({ length: 12 }, () => company()));
    const [{ last_number: before } = {}] = await rows("seller show");
    // The embedded database belongs to one process.
    const other = engine === "postgres" ? await openDb(database) : undefined;
    const order = { period: "monthly", from: new Date("2026-12-01"), credit: { name: "-", cents: 0 } } as const;
    const times = { now: new Date(), due: null };
    const results = await Promise.allSettled(
      companies.flatMap((id, at) => {
        const db = at % 2 === 0 || !other ? database.db : other.db;
        // The second one of a company fails after it has taken a number.
        return [issuePeriod(db, id, order, times), issuePeriod(other?.db ?? database.db, id, order, times)];
      }),
    );
    await other?.close();
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(12);
    const given = await database.db
      .selectFrom("invoices")
      .select("sequence")
      .where("sequence", ">", Number(before))
      .orderBy("sequence")
      .execute();
    expect(given.map(({ sequence }) => sequence)).toEqual(given.map((_, at) => Number(before) + at + 1));
    expect(given).toHaveLength(12);
  });

  describe.runIf(engine === ONE_ENGINE)("before a change of plan", () => {
    test("the operator sees what the company uses that the other plan lacks", async () => {
      const id = await company("Enterprise");
      const owner = await member(id);
      const projects = [
        await addProject(database.db, { companyId: id, ownerId: owner }),
        await addProject(database.db, { companyId: id, ownerId: owner }),
      ];
      for (const project of projects) await addSource(database.db, project, `https://example.org/${project}.git`);
      await database.db
        .insertInto("dashboards")
        .values({
          id: randomUUID(),
          company_id: id,
          owner_id: owner,
          name: "D",
          sharing: "private",
          layout: "[]",
          updated_by: owner,
        })
        .execute();
      const losses = await rows("plan preview --plan Standard --company", id);
      expect(losses[0]).toEqual({ what: "projects", used: 2, allowed: 1, effect: "kept; no other can be made" });
      expect(losses).toContainEqual({ what: "dashboards", used: 1, allowed: 0, effect: "kept; hidden" });
      // What the company does not use is no loss, nor is a limit that it keeps.
      expect(losses.map(({ what }) => what)).not.toContain("rules");
      expect(losses.map(({ what }) => what)).not.toContain("sources");
      expect(await rows("plan preview --plan Enterprise --company", id)).toEqual([]);
      expect(await rows("company set --plan Standard --dry-run yes --company", id)).toEqual(losses);
      expect(await rows("company list")).toContainEqual(expect.objectContaining({ id, plan: "Enterprise" }));
      expect((await run("company set --dry-run yes --company", id)).err).toContain("Name --plan");
    });

    test("seats are counted by month, with open invitations", async () => {
      const id = await company();
      await startSession(database.db, await member(id));
      const month = new Date().toISOString().slice(0, 7);
      expect(await rows("seat list --company", id)).toEqual([{ month, used: 1, included: 1, open_invitations: 0 }]);
    });
  });
});
