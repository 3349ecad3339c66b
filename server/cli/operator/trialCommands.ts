import { z } from "zod";
import { PLAN_NAMES } from "../../../contract/constants.ts";
import { CannotChangeTrial, changeTrialEnd, endTrial, startTrial } from "../../access/billing/trials.ts";
import type { Db } from "../../db/openDb.ts";
import { listTrials } from "../../db/tables/companies/billingTrials.ts";
import { command, type AnswerRow } from "./command.ts";
import { CompanyOption, findCompany } from "./findCompany.ts";
import { Moment, OperatorError } from "./options.ts";

const trials = async (db: Db): Promise<AnswerRow[]> =>
  (await listTrials(db)).map(({ name, plan, plan_before_trial: before, trial_ends_at: ends }) => ({
    company: name,
    plan,
    ends: ends?.toISOString() ?? null,
    returns_to: before,
  }));

/** Says to the operator why nothing was changed. */
async function orSay(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (error instanceof CannotChangeTrial) throw new OperatorError(error.message, { cause: error });
    throw error;
  }
}

export const trialCommands = {
  "trial list": command("companies on trial, and the plan to which each returns", z.strictObject({}), ({ db }) =>
    trials(db),
  ),
  "trial start": command(
    "gives a company another plan until a day; then it returns to the plan that it has now",
    z.strictObject({ company: CompanyOption, plan: z.enum(PLAN_NAMES), ends: Moment }),
    async ({ db }, { company, plan, ends }) => {
      await orSay(startTrial(db, (await findCompany(db, company)).id, { plan, ends }, new Date()));
      return trials(db);
    },
  ),
  "trial set": command(
    "lengthens or shortens a trial; one that has expired continues",
    z.strictObject({ company: CompanyOption, ends: Moment }),
    async ({ db }, { company, ends }) => {
      await orSay(changeTrialEnd(db, (await findCompany(db, company)).id, ends, new Date()));
      return trials(db);
    },
  ),
  "trial end": command(
    "ends a trial now; plan preview shows what the company loses",
    z.strictObject({ company: CompanyOption }),
    async ({ db }, { company }) => {
      await orSay(endTrial(db, (await findCompany(db, company)).id, new Date()));
      return trials(db);
    },
  ),
};
