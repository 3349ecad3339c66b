/** Trials: what is mailed before the end, once, and where the company is afterwards. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readKeyRing } from "../../../../server/access/keys/KeyRing.ts";
import { createSeal } from "../../../../server/access/keys/secrets.ts";
import { previewPlanChange } from "../../../../server/access/billing/planChange.ts";
import { BillingRunner } from "../../../../server/access/billing/BillingRunner.ts";
import { findPrincipal, startSession } from "../../../../server/access/sessions/sessions.ts";
import type { OperatorContext } from "../../../../server/cli/operator/command.ts";
import { runCommand } from "../../../../server/cli/operator/runCommand.ts";
import { readCompanyPlan } from "../../../../server/features/companies/companyPlan.ts";
import { createMail, type Mail, openEmail } from "../../../../server/mail/Mail.ts";
import type { Seal } from "../../../../server/Seal.ts";
import { addCompany, addProject, addUser } from "../../rows.ts";
import { onOneDatabase, openTestDb, type TestDb } from "../../testDb.ts";

const DAY = 24 * 60 * 60 * 1000;

onOneDatabase("trials", (engine) => {
  let database: TestDb;
  let seal: Seal;
  let mail: Mail;
  beforeAll(async () => {
    database = await openTestDb(engine);
    seal = createSeal(readKeyRing({ masterKey: undefined, dataDir: database.dataDir }), "outbox");
    mail = createMail({ isSent: false, seal, publicUrl: () => "https://clew.example" });
  });
  afterAll(() => database.close());

  const operate = (line: string, ...more: string[]) =>
    runCommand({ db: database.db, mail } as unknown as OperatorContext, [...line.split(" "), ...more, "--json"]);
  const ok = async (line: string, ...more: string[]): Promise<Record<string, unknown>[]> => {
    const { status, out, err } = await operate(line, ...more);
    expect([status, err]).toEqual([0, ""]);
    return JSON.parse(out) as Record<string, unknown>[];
  };
  const runAt = async (at: number, given: { mail?: Mail; isTrusted?: boolean } = {}): Promise<void> => {
    const errors: unknown[] = [];
    const clock = { isTrusted: () => given.isTrusted ?? true };
    const onError = (error: unknown): void => void errors.push(error);
    await new BillingRunner({
      db: database.db,
      mail: given.mail ?? mail,
      onError,
      now: () => new Date(at),
      clock,
    }).run();
    if (!given.mail) expect(errors).toEqual([]);
  };
  const mails = async (companyId: string) => {
    const rows = await database.db
      .selectFrom("outbox")
      .selectAll()
      .where("kind", "=", "trialEnding")
      .where("recipient", "in", (from) => from.selectFrom("users").select("email").where("company_id", "=", companyId))
      .orderBy("created_at")
      .execute();
    return rows.map((row) => {
      const { id, content } = row;
      return { ...row, text: content === null ? "" : openEmail(seal, { id, content }).text };
    });
  };
  const notices = (userId: string) =>
    database.db.selectFrom("notices").selectAll().where("user_id", "=", userId).execute();
  const companyOf = (id: string) =>
    database.db.selectFrom("companies").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const actions = async (companyId: string): Promise<string[]> => {
    const rows = await database.db
      .selectFrom("audit_log")
      .select(["action", "id"])
      .where("company_id", "=", companyId)
      .orderBy("id")
      .execute();
    return rows.map(({ action }) => action);
  };
  /** A company on trial of Enterprise for ten days, with an Admin who reads Turkish, one who is deactivated, and a member. */
  const onTrial = async () => {
    const companyId = await addCompany(database.db, { plan: "Standard" });
    const admin = await addUser(database.db, { companyId, role: "Admin" });
    const turkish = await addUser(database.db, { companyId, role: "Admin" });
    const gone = await addUser(database.db, { companyId, role: "Admin" });
    const member = await addUser(database.db, { companyId });
    await database.db.updateTable("users").set({ language: "TR" }).where("id", "=", turkish).execute();
    await database.db.updateTable("users").set({ deactivated_at: new Date() }).where("id", "=", gone).execute();
    const ends = new Date(Date.now() + 10 * DAY).toISOString();
    await ok("trial start --plan Enterprise --ends", ends, "--company", companyId);
    for (let count = 0; count < 2; count += 1) await addProject(database.db, { companyId, ownerId: admin });
    return { companyId, admin, turkish, gone, member, ends: Date.parse(ends) };
  };

  test("Admins are mailed and notified 7 days and 1 day before the end, each once, with what is lost", async () => {
    const { companyId, admin, turkish, gone, member, ends } = await onTrial();
    await runAt(ends - 8 * DAY);
    expect(await mails(companyId)).toHaveLength(0);
    // Several processes at the same time, and again after a restart.
    await Promise.all([runAt(ends - 7 * DAY), runAt(ends - 7 * DAY), runAt(ends - 7 * DAY)]);
    await runAt(ends - 3 * DAY);
    const first = await mails(companyId);
    expect(first.map(({ language }) => language).toSorted()).toEqual(["EN", "TR"]);
    const english = first.find(({ language }) => language === "EN")?.text;
    expect(english).toContain("Standard");
    expect(english).toContain("- 2 projects, and 1 is allowed: all are kept, and no other can be created.");
    expect(english).toContain("- Insights are hidden.");
    expect(first.find(({ language }) => language === "TR")?.text).toContain("- İçgörüler gizlenir.");
    await Promise.all([runAt(ends - DAY), runAt(ends - DAY)]);
    await runAt(ends - 1000);
    expect(await mails(companyId)).toHaveLength(4);
    for (const user of [admin, turkish]) {
      const own = await notices(user);
      expect(own.map(({ kind, data }) => [kind, data.plan, data.returns_to])).toEqual([
        ["trial_ending", "Enterprise", "Standard"],
        ["trial_ending", "Enterprise", "Standard"],
      ]);
    }
    expect(await notices(member)).toHaveLength(0);
    expect(await notices(gone)).toHaveLength(0);
  });

  test("a server that was down writes the last warning alone, and a process that dies writes it the next time", async () => {
    const { companyId, admin, ends } = await onTrial();
    const dying: Mail = { ...mail, postAll: () => Promise.reject(new Error("killed")) };
    await runAt(ends - DAY / 2, { mail: dying });
    expect(await notices(admin)).toHaveLength(0);
    await runAt(ends - DAY / 2);
    expect(await mails(companyId)).toHaveLength(2);
    await runAt(ends - DAY / 4);
    expect(await mails(companyId)).toHaveLength(2);
  });

  test("a lengthened trial is warned of again before its new end", async () => {
    const { companyId, ends } = await onTrial();
    await runAt(ends - DAY);
    await ok("trial set --ends", new Date(ends + 30 * DAY).toISOString(), "--company", companyId);
    await runAt(ends);
    expect(await mails(companyId)).toHaveLength(2);
    expect(await companyOf(companyId)).toMatchObject({ plan: "Enterprise", subscription_status: "trial" });
    await runAt(ends + 24 * DAY);
    expect(await mails(companyId)).toHaveLength(4);
  });

  test("at its end the company has the plan before, at once for its users, and in the row after the next run", async () => {
    const { companyId, admin, ends } = await onTrial();
    const token = await startSession(database.db, admin, new Date(ends - DAY));
    const during = await findPrincipal(database.db, token, new Date(ends - 1000));
    expect(during).toMatchObject({ plan: "Enterprise", subscriptionStatus: "trial" });
    const after = await findPrincipal(database.db, token, new Date(ends + 1000));
    expect(after).toMatchObject({ plan: "Standard", subscriptionStatus: "active" });
    expect(await readCompanyPlan(database.db, companyId, new Date(ends + 1000))).toMatchObject({
      plan: { name: "Standard" },
      subscription_status: "active",
      days_until_trial_end: null,
    });
    await Promise.all([runAt(ends + 1000), runAt(ends + 1000)]);
    await runAt(ends + DAY);
    expect(await companyOf(companyId)).toMatchObject({
      plan: "Standard",
      subscription_status: "active",
      trial_ends_at: null,
      plan_before_trial: null,
    });
    expect(await actions(companyId)).toEqual(["trial.started", "trial.ended"]);
  });

  test("without a plan before, the company has expired", async () => {
    const ends = Date.now() + 10 * DAY;
    const companyId = await addCompany(database.db, { plan: "Premium", status: "trial", trialEndsAt: new Date(ends) });
    await addUser(database.db, { companyId, role: "Admin" });
    await runAt(ends - DAY);
    const [warning] = await mails(companyId);
    expect(warning?.text).toContain("can only open its plan and its invoices");
    await Promise.all([runAt(ends), runAt(ends)]);
    await runAt(ends + DAY);
    const planAt = async (at: number) =>
      (await readCompanyPlan(database.db, companyId, new Date(at))).subscription_status;
    expect(await planAt(ends + DAY)).toBe("expired");
    expect(await actions(companyId)).toEqual(["trial.ended"]);
    // It continues by a new end.
    await ok("trial set --ends", new Date(ends + 3 * DAY).toISOString(), "--company", companyId);
    expect(await planAt(ends + DAY)).toBe("trial");
    await ok("trial end --company", companyId);
    expect(await planAt(Date.now() + 1000)).toBe("expired");
    await runAt(Date.now() + 1000);
    expect(await actions(companyId)).toEqual(["trial.ended", "trial.changed", "trial.ended"]);
  });

  test("a clock that was set forward ends no trial", async () => {
    const { companyId, ends } = await onTrial();
    await runAt(ends + DAY, { isTrusted: false });
    expect(await companyOf(companyId)).toMatchObject({ subscription_status: "trial" });
    expect(await mails(companyId)).toHaveLength(0);
  });

  test("a plan that is set during a trial is not taken back at its end: the operator names what is meant", async () => {
    const { companyId, ends } = await onTrial();
    const set = (line: string) => operate(`company set ${line}`, "--company", companyId);
    const day = new Date(ends).toISOString().slice(0, 10);
    const refused = await set("--plan Premium");
    expect(refused.status).toBe(1);
    expect(refused.err).toContain(`on trial of Enterprise until ${day} and returns to Standard then`);
    expect(refused.err).toContain("--status active --trial-ends none");
    expect(await companyOf(companyId)).toMatchObject({ plan: "Enterprise", plan_before_trial: "Standard" });
    // Nothing is asked where no other plan is named.
    expect((await set("--plan Enterprise --name Loom")).status).toBe(0);
    expect((await set("--plan Standard --status trial")).err).toContain(`returns to Standard on ${day} already`);
    // Another plan until the same day, and the same return.
    expect((await set("--plan Premium --status trial")).status).toBe(0);
    expect(await companyOf(companyId)).toMatchObject({ plan: "Premium", plan_before_trial: "Standard" });
    expect(await readCompanyPlan(database.db, companyId, new Date())).toMatchObject({
      trial: { ends_at: new Date(ends).toISOString(), returns_to: "Standard" },
    });
    // For good: the return is cancelled.
    expect((await set("--plan Premium --status active --trial-ends none")).status).toBe(0);
    await runAt(ends + DAY);
    expect(await companyOf(companyId)).toMatchObject({ plan: "Premium", subscription_status: "active" });
    expect(await readCompanyPlan(database.db, companyId, new Date())).toMatchObject({ trial: null });
  });

  test("a plan that is set after the end of a trial, and before the clock has run, stays", async () => {
    const { companyId } = await onTrial();
    await database.db
      .updateTable("companies")
      .set({ trial_ends_at: new Date(Date.now() - 1000) })
      .where("id", "=", companyId)
      .execute();
    const { losses } = await previewPlanChange(database.db, companyId, "Standard");
    expect(losses.filter(({ used }) => used === null)).toEqual([]);
    await ok("company set --plan Premium --company", companyId);
    await runAt(Date.now());
    expect(await companyOf(companyId)).toMatchObject({ plan: "Premium", subscription_status: "active" });
  });

  test("the operator ends a trial, and is refused what makes no sense", async () => {
    const { companyId } = await onTrial();
    const listed = (await ok("trial list")).filter((row) => row["returns_to"] === "Standard");
    expect(listed.length).toBeGreaterThan(0);
    const later = "2999-12-31";
    const refused = async (line: string, id = companyId): Promise<string> => {
      const { status, err } = await operate(line, "--company", id);
      expect(status).toBe(1);
      return err;
    };
    expect(await refused(`trial start --plan Premium --ends ${later}`)).toContain("has a trial already");
    expect(await refused("trial set --ends 2020-01-01")).toContain("in the future");
    // What is no day of the calendar, or of no time zone, is not read as another one.
    for (const text of ["2999-02-29", "2999-13-01", "2999-1-1", "2999-06-01T12:00", "3000", "31.12.2999"])
      expect(await refused(`trial set --ends ${text}`), text).toContain("must be a day");
    await ok("trial end --company", companyId);
    expect(await companyOf(companyId)).toMatchObject({ plan: "Standard", subscription_status: "active" });
    expect(await refused("trial end")).toContain("no trial");
    expect(await refused(`trial set --ends ${later}`)).toContain("no trial");
    expect(await refused(`trial start --plan Standard --ends ${later}`)).toContain("the plan Standard already");
    expect(await refused("trial end", randomUUID())).not.toBe("");
    // The older command begins a trial with the same return.
    await ok(`company set --plan Premium --status trial --trial-ends ${later} --company`, companyId);
    expect(await companyOf(companyId)).toMatchObject({ plan_before_trial: "Standard" });
    await ok("company set --status active --trial-ends none --company", companyId);
    expect(await companyOf(companyId)).toMatchObject({ plan: "Premium", plan_before_trial: null });
  });

  test("a company whose step fails does not keep those of others from being done", async () => {
    const [broken, right] = [await onTrial(), await onTrial()];
    const earlier = new Date(right.ends - 60_000);
    await database.db
      .updateTable("companies")
      .set({ trial_ends_at: earlier })
      .where("id", "=", broken.companyId)
      .execute();
    const name = { name: "Broken" };
    await database.db.updateTable("companies").set(name).where("id", "=", broken.companyId).execute();
    const failing: Mail = {
      ...mail,
      postAll: async (transaction, kind, posted) => {
        if (JSON.stringify(posted).includes('"Broken"')) throw new Error("This mail cannot be written.");
        return mail.postAll(transaction, kind, posted);
      },
    };
    await runAt(right.ends - 7 * DAY, { mail: failing });
    expect([(await mails(broken.companyId)).length, (await mails(right.companyId)).length]).toEqual([0, 2]);
    await runAt(right.ends - 7 * DAY);
    expect((await mails(broken.companyId)).length).toBe(2);
  });
});
