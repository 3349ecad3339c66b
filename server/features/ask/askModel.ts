/** What may be sent to the model of a company, and what of its answer may be shown. */
import { z } from "zod";
import type { AskBody, Extracts, ModelAnswer } from "../../../contract/search/ask.ts";
import { ASK_LIMITS } from "../../../contract/search/askLimits.ts";
import { MINUTE_MS } from "../../../contract/durations.ts";
import { type ProjectAccess, projectFor } from "../../access/policy.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import { type CompanyModelRow, findCompanyModel } from "../../db/tables/companyModels.ts";
import { Conflict } from "../../errors.ts";
import { formatMessage, message } from "../../messages/messages.ts";
import { checkSentences } from "./checkSentences.ts";
import { complete, completionsUrl } from "./ModelClient.ts";
import type { AskDeps } from "./askDeps.ts";
import { findPassages } from "./findPassages.ts";
import { createModelRequest, estimatedTokens } from "./modelRequest.ts";
import { addressOf } from "./modelSettings.ts";
import { limitReached, reserveTokens, shownCost } from "./usage.ts";

/** What a ticket seals: who may send what, and what of it can be cited. */
const Ticket = z.object({
  projectId: z.string(),
  role: z.string(),
  /** Milliseconds since 1970. */
  until: z.number(),
  /** The settings that were valid then. */
  changedAt: z.number(),
  body: z.string(),
  citable: z.array(z.object({ number: z.int(), first_line: z.int().nullable(), last_line: z.int().nullable() })),
});
type Ticket = z.infer<typeof Ticket>;

const aboutOf = ({ id }: Pick<Principal, "id">): string => `ask:${id}`;

/** Passages that answer a question, and what would be sent to the model of the company. @throws NotFound, Forbidden */
export async function ask(
  deps: AskDeps,
  user: Principal,
  { project: slug, task, question, passages: limit }: AskBody,
  signal: AbortSignal,
): Promise<Extracts> {
  const project = await projectFor(deps.db, user, slug, "project.search");
  const passages = await findPassages(deps, { user, slug, task, question, limit, signal });
  const model = await findCompanyModel(deps.db, project.companyId);
  if (!model?.is_enabled || passages.length === 0) return { passages, model: null, refusal: null };
  return { passages, ...(await offerOf(deps, user, project, model, { task, question, passages })) };
}

async function offerOf(
  { db, ticketSeal, now }: AskDeps,
  user: Principal,
  project: ProjectAccess,
  model: CompanyModelRow,
  asked: Pick<AskBody, "task" | "question"> & Pick<Extracts, "passages">,
): Promise<Pick<Extracts, "model" | "refusal">> {
  const { language } = user;
  const refused = (text: Parameters<typeof formatMessage>[0]) => ({
    model: null,
    refusal: formatMessage(text, language),
  });
  const request = createModelRequest({
    ...asked,
    language,
    model: model.model,
    requestTokens: model.request_tokens,
    answerTokens: model.answer_tokens,
  });
  if (request === null) return refused(message("ask.request_limit", { max: model.request_tokens }));
  const { body, tokens } = request;
  const counted = { sent: tokens, received: model.answer_tokens };
  const limit = await limitReached(db, model, user.id, counted, now());
  if (limit !== null) return refused(limit);
  const ticket: Ticket = {
    projectId: project.id,
    role: project.role,
    until: now().getTime() + ASK_LIMITS.ticketMinutes * MINUTE_MS,
    changedAt: model.changed_at.getTime(),
    body,
    citable: request.passages.map(({ number, first_line, last_line }) => ({ number, first_line, last_line })),
  };
  const sealed = ticketSeal.seal(JSON.stringify(ticket), aboutOf(user));
  return {
    model: {
      host: completionsUrl(model.address).host,
      model: model.model,
      body,
      tokens,
      answer_tokens: model.answer_tokens,
      cost: shownCost(model, counted),
      ticket: Buffer.from(sealed).toString("base64url"),
    },
    refusal: null,
  };
}

/**
 * Sends what was shown, and returns the sentences of the answer that cite it.
 * @throws Conflict for a ticket that is not (any more) the caller's to send, and where a limit is reached; ApiError as of `complete`
 */
export async function askModel(
  deps: AskDeps,
  user: Principal,
  { project: slug, ticket: sealed }: { readonly project: string; readonly ticket: string },
  signal: AbortSignal,
): Promise<ModelAnswer> {
  const project = await projectFor(deps.db, user, slug, "project.search");
  const ticket = openTicket(deps, user, sealed);
  const model = await findCompanyModel(deps.db, project.companyId);
  const isCurrent =
    ticket?.projectId === project.id &&
    ticket.role === project.role &&
    ticket.until > deps.now().getTime() &&
    model?.is_enabled === true &&
    model.changed_at.getTime() === ticket.changedAt;
  if (!isCurrent) throw new Conflict(message("ask.again"));

  const sent = estimatedTokens(ticket.body);
  const address = await addressOf(deps, model);
  const reservation = await reserveTokens(deps.db, model, user, { sent, received: model.answer_tokens }, deps.now());
  // What was sent counts although no answer came: the model may have read it.
  let used = { sent, received: 0 };
  try {
    const completed = await complete(deps.egress, address, ticket.body, signal);
    used = { sent: completed.sent ?? sent, received: completed.received ?? estimatedTokens(completed.text) };
    return {
      ...checkSentences(completed.text, ticket.citable),
      is_cut: completed.isCut,
      tokens_sent: used.sent,
      tokens_received: used.received,
      is_estimated: completed.sent === null || completed.received === null,
      cost: shownCost(model, used),
    };
  } finally {
    await reservation.settle(used);
  }
}

/** @returns null for what this server has not sealed for this user */
function openTicket({ ticketSeal }: Pick<AskDeps, "ticketSeal">, user: Principal, sealed: string): Ticket | null {
  try {
    return Ticket.parse(JSON.parse(ticketSeal.open(Buffer.from(sealed, "base64url"), aboutOf(user))));
  } catch {
    return null;
  }
}
