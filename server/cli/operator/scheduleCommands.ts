import { z } from "zod";
import { BILLING_PERIODS } from "../../../contract/billing/invoices.ts";
import { setSchedule, periodStartOf, stopSchedule } from "../../access/billing/schedules.ts";
import type { Db } from "../../db/openDb.ts";
import { findSchedule, listSchedules } from "../../db/tables/companies/billingSchedules.ts";
import { command, type AnswerRow } from "./command.ts";
import { CompanyOption, findCompany } from "./findCompany.ts";
import { orSay } from "./orSay.ts";
import { Day, OperatorError } from "./options.ts";

const DEFAULT_DRAFT_DAYS = 7;
const DEFAULT_DUE_DAYS = 14;
const days = (maximum: number) =>
  z.coerce.number("must be a number").int("must be a whole number").min(0).max(maximum, `must be at most ${maximum}`);
/** Days from a draft to its invoice, or `hand`: by a command alone. */
const DraftDays = z.union([z.literal("hand").transform(() => null), days(90)]);

const schedules = async (db: Db): Promise<AnswerRow[]> =>
  (await listSchedules(db)).map((row) => ({
    company: row.name,
    period: row.period,
    next_from: periodStartOf(row).toISOString().slice(0, 10),
    drafted_on: row.period_end.toISOString().slice(0, 10),
    draft_days: row.draft_days ?? "hand",
    due_days: row.due_days,
    problem: row.problem,
  }));

export const scheduleCommands = {
  "schedule list": command("companies whose invoices are issued on a schedule", z.strictObject({}), ({ db }) =>
    schedules(db),
  ),
  "schedule set": command(
    "switches a schedule on or changes it: a draft when a month or year has ended, an invoice after --draft-days (7; hand: by a command)",
    z.strictObject({
      company: CompanyOption,
      period: z.enum(BILLING_PERIODS).optional(),
      from: Day.optional(),
      "draft-days": DraftDays.optional(),
      "due-days": days(365).optional(),
    }),
    async ({ db }, { company, period, from, "draft-days": draftDays, "due-days": dueDays }) => {
      const { id } = await findCompany(db, company);
      const before = await findSchedule(db, id);
      await orSay(
        setSchedule(db, id, {
          period: period ?? before?.period ?? "monthly",
          from,
          draftDays: draftDays === undefined ? (before ? before.draft_days : DEFAULT_DRAFT_DAYS) : draftDays,
          dueDays: dueDays ?? before?.due_days ?? DEFAULT_DUE_DAYS,
        }),
      );
      return schedules(db);
    },
  ),
  "schedule stop": command(
    "switches a schedule off; drafts that are there stay",
    z.strictObject({ company: CompanyOption }),
    async ({ db }, { company }) => {
      const { id } = await findCompany(db, company);
      if (!(await stopSchedule(db, id))) throw new OperatorError(`${company} has no schedule.`);
      return schedules(db);
    },
  ),
};
