import { z } from "zod";
import { discardDraft, issueDraft, refreshDraft } from "../../access/billing/schedules.ts";
import type { Db } from "../../db/openDb.ts";
import { findInvoiceByNumber } from "../../db/tables/companies/billing.ts";
import { findDraft, listDrafts } from "../../db/tables/companies/billingSchedules.ts";
import { command, type AnswerRow } from "./command.ts";
import { CompanyOption, findCompany } from "./findCompany.ts";
import { contentRows } from "./invoiceRows.ts";
import { orSay } from "./orSay.ts";
import { Day, OperatorError } from "./options.ts";

const ofDraft = z.strictObject({ company: CompanyOption, from: Day });

const drafts = async (db: Db, companyId?: string): Promise<AnswerRow[]> =>
  (await listDrafts(db, companyId)).map(({ name, content, issue_at: issueAt, problem }) => ({
    company: name,
    from: content.from,
    to: content.to,
    amount: (content.gross / 100).toFixed(2),
    currency: content.currency,
    issued_on: issueAt?.toISOString() ?? null,
    problem,
  }));

function requireDraft<T>(draft: T | undefined | false, company: string, from: Date): asserts draft is T {
  if (draft === undefined || draft === false)
    throw new OperatorError(`${company} has no draft from ${from.toISOString().slice(0, 10)} on.`);
}

export const draftCommands = {
  "draft list": command(
    "drafts of invoices, of all companies or of one, and when each is issued",
    z.strictObject({ company: CompanyOption.optional() }),
    async ({ db }, { company }) => drafts(db, company === undefined ? undefined : (await findCompany(db, company)).id),
  ),
  "draft show": command("the rows of a draft", ofDraft, async ({ db }, { company, from }) => {
    const draft = await findDraft(db, (await findCompany(db, company)).id, from);
    requireDraft(draft, company, from);
    return contentRows(draft.content);
  }),
  "draft refresh": command(
    "makes a draft again, with the prices, seats and discounts of now",
    ofDraft,
    async ({ db }, { company, from }) => {
      const { id } = await findCompany(db, company);
      requireDraft(await orSay(refreshDraft(db, id, from)), company, from);
      return drafts(db, id);
    },
  ),
  "draft issue": command("issues a draft now", ofDraft, async ({ db, mail }, { company, from }) => {
    const { id } = await findCompany(db, company);
    const number = await orSay(issueDraft(db, id, from, { now: new Date(), mail }));
    requireDraft(number, company, from);
    const invoice = await findInvoiceByNumber(db, id, number);
    return [{ number, amount: ((invoice?.amount_cents ?? 0) / 100).toFixed(2), currency: invoice?.currency ?? "" }];
  }),
  "draft discard": command(
    "deletes a draft; its period is not drafted again",
    ofDraft,
    async ({ db }, { company, from }) => {
      const { id } = await findCompany(db, company);
      requireDraft(await discardDraft(db, id, from), company, from);
      return drafts(db, id);
    },
  ),
};
