/** What may be sent to the model of a company, and what of its answer may be shown. */
import { z } from "zod";
import type { AskBody, Extracts, ModelAnswer, ModelAnswerLine } from "../../../contract/search/ask.ts";
import { ASK_LIMITS } from "../../../contract/search/askLimits.ts";
import { MINUTE_MS } from "../../../contract/durations.ts";
import { type ProjectAccess, projectFor } from "../../access/policy.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import { type CompanyModelRow, findCompanyModel } from "../../db/tables/companies/companyModels.ts";
import { ApiError, Conflict } from "../../errors.ts";
import { formatMessage, message } from "../../messages/messages.ts";
import { type Sentence, SentenceChecker } from "./checkSentences.ts";
import { completeByParts, completionsUrl } from "./ModelClient.ts";
import type { Completed } from "./readCompletion.ts";
import type { AskDeps } from "./askDeps.ts";
import { findPassages } from "./findPassages.ts";
import { createModelRequest, estimatedTokens, type ModelQuestion, modelTokensOfBytes } from "./modelRequest.ts";
import { modelAddressOf } from "./modelSettings.ts";
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
  { project: slug, task, question, passages: limit, by_parts: byParts }: AskBody,
  signal: AbortSignal,
): Promise<Extracts> {
  const project = await projectFor(deps.db, user, slug, "project.search");
  const passages = await findPassages(deps, { user, slug, task, question, limit, signal });
  const model = await findCompanyModel(deps.db, project.companyId);
  if (!model?.is_enabled || passages.length === 0) return { passages, model: null, refusal: null };
  return { passages, ...(await offerOf(deps, user, project, model, { task, question, passages, byParts })) };
}

async function offerOf(
  { db, ticketSeal, now }: AskDeps,
  user: Principal,
  project: ProjectAccess,
  model: CompanyModelRow,
  question: Pick<ModelQuestion, "task" | "question" | "passages" | "byParts">,
): Promise<Pick<Extracts, "model" | "refusal">> {
  const { language } = user;
  const refused = (text: Parameters<typeof formatMessage>[0]) => ({
    model: null,
    refusal: formatMessage(text, language),
  });
  const request = createModelRequest({
    ...question,
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

export interface SealedModelRequest {
  readonly project: string;
  readonly ticket: string;
}
export type AnswerEnd = Omit<ModelAnswer, "sentences">;

/**
 * Sends what was shown, and returns the sentences of the answer that cite it.
 * @throws Conflict for a ticket that is not (any more) the caller's to send, and where a limit is reached; ApiError as of `complete`
 */
export async function askModel(
  deps: AskDeps,
  user: Principal,
  request: SealedModelRequest,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  const sentences: Sentence[] = [];
  const { end, failure } = await wordAnswer(deps, user, request, signal, (sentence) => void sentences.push(sentence));
  if (failure !== null) throw failure;
  return { sentences, ...end };
}

/**
 * The same, with a line for each sentence once it is checked, and a last one. What fails after the first line is said in the last.
 * @throws the same before the first line; the signal's reason where the user has gone
 */
export async function streamModelAnswer(
  deps: AskDeps,
  user: Principal,
  request: SealedModelRequest,
  signal: AbortSignal,
  emit: (line: ModelAnswerLine) => void,
): Promise<void> {
  let shown = 0;
  const { end, failure } = await wordAnswer(deps, user, request, signal, (sentence) => {
    shown += 1;
    emit({ type: "sentence", ...sentence });
  });
  if (failure !== null && shown === 0) throw failure;
  emit({ type: "end", ...end, failure: failure && formatMessage(failure.text, user.language) });
}

/** Sends what a ticket seals, once, and settles what it has used however that ends. */
async function wordAnswer(
  deps: AskDeps,
  user: Principal,
  { project: slug, ticket: sealed }: SealedModelRequest,
  signal: AbortSignal,
  onSentence: (sentence: Sentence) => void,
): Promise<{ readonly end: AnswerEnd; readonly failure: ApiError | null }> {
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
  const address = await modelAddressOf(deps, model);
  const reservation = await reserveTokens(deps.db, model, user, { sent, received: model.answer_tokens }, deps.now());
  // What was sent and what has arrived counts although no whole answer came: the model has read and written it.
  let used = { sent, received: 0 };
  let bytes = 0;
  const checker = new SentenceChecker(ticket.citable);
  const endOf = (rest: Pick<ModelAnswer, "is_cut" | "is_estimated">): AnswerEnd => ({
    dropped: checker.dropped,
    tokens_sent: used.sent,
    tokens_received: used.received,
    cost: shownCost(model, used),
    ...rest,
  });
  let failure: ApiError | null = null;
  let completed: Completed | null = null;
  try {
    completed = await completeByParts(deps.egress, address, ticket.body, {
      signal,
      onPart: (text, thought) => {
        bytes += Buffer.byteLength(text) + Buffer.byteLength(thought);
        used = { sent, received: modelTokensOfBytes(bytes) };
        checker.push(text).forEach(onSentence);
      },
    });
    used = { sent: completed.sent ?? sent, received: completed.received ?? used.received };
    checker.end().forEach(onSentence);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    failure = error;
  } finally {
    await reservation.settle(used);
  }
  const isEstimated = completed === null || completed.sent === null || completed.received === null;
  return { end: endOf({ is_cut: completed?.isCut === true, is_estimated: isEstimated }), failure };
}

/** @returns null for what this server has not sealed for this user */
function openTicket({ ticketSeal }: Pick<AskDeps, "ticketSeal">, user: Principal, sealed: string): Ticket | null {
  try {
    return Ticket.parse(JSON.parse(ticketSeal.open(Buffer.from(sealed, "base64url"), aboutOf(user))));
  } catch {
    return null;
  }
}
