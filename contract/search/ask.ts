/** Questions about a project: the passages that answer them, and the model of a company that words an answer of these alone. */
import { z } from "zod";
import { ASK_LIMITS } from "./askLimits.ts";
import { PASSAGE_KINDS } from "./modelRequestLeads.ts";
import { Id, Slug } from "../fieldSchemas.ts";

export const AskBody = z.object({
  project: Slug,
  question: z.string().trim().min(1, "field.required").max(ASK_LIMITS.question),
  /** The greatest number of passages: fewer where a model takes less text. */
  passages: z.int().min(1).max(ASK_LIMITS.passages).default(ASK_LIMITS.passages),
  /** `plan`: the steps that an issue needs; the question names it by its key or number. */
  task: z.enum(["answer", "plan"]).default("answer"),
  /** The request that is offered asks the model to send its answer in parts. */
  by_parts: z.boolean().default(false),
});
export type AskBody = z.infer<typeof AskBody>;

export const PassageKind = z.enum(PASSAGE_KINDS);

/** A part of a text of the project. Lines are 1-based and null where the text has no lines in the app. */
export const Passage = z.object({
  /** How a sentence cites it: `P1`. */
  number: z.int().positive(),
  kind: PassageKind,
  id: Id,
  title: z.string(),
  /** The name of the repository, the tracker or the wiki. */
  source_name: z.string(),
  source: Id.nullable(),
  path: z.string().nullable(),
  /** How the address of the page of an issue or a request names it. */
  address: z.string().nullable(),
  /** The address of a wiki page at its host. */
  url: z.string().nullable(),
  first_line: z.int().positive().nullable(),
  last_line: z.int().positive().nullable(),
  text: z.string(),
});
export type Passage = z.infer<typeof Passage>;

/** What would be sent to the model of the company, before it is. */
export const ModelOffer = z.object({
  /** The host that gets it, and the name of the model. */
  host: z.string(),
  model: z.string(),
  /** The body of the request, byte by byte. */
  body: z.string(),
  /** Tokens of the body, estimated, and those that an answer may have. */
  tokens: z.int().nonnegative(),
  answer_tokens: z.int().nonnegative(),
  /** What both cost at most, by the prices of the settings; null without prices. */
  cost: z.number().nonnegative().nullable(),
  /** Sends exactly this, by the same user, for some minutes. */
  ticket: z.string(),
});
export type ModelOffer = z.infer<typeof ModelOffer>;

export const Extracts = z.object({
  passages: z.array(Passage),
  /** Null where the company has no model, or its limits are reached. */
  model: ModelOffer.nullable(),
  /** Why there is none although the company has one. */
  refusal: z.string().nullable(),
});
export type Extracts = z.infer<typeof Extracts>;

export const AskModelBody = z.object({ project: Slug, ticket: z.string().min(1).max(ASK_LIMITS.ticket) });

export const Citation = z.object({
  number: z.int().positive(),
  first_line: z.int().positive().nullable(),
  last_line: z.int().positive().nullable(),
});
export type Citation = z.infer<typeof Citation>;

const Sentence = z.object({ text: z.string(), citations: z.array(Citation) });
/** How an answer ended, apart from its sentences. */
const answerFields = {
  /** Sentences that cite nothing, or something that was not sent, or name a web address. */
  dropped: z.int().nonnegative(),
  /** The answer was cut at the limit of its tokens. */
  is_cut: z.boolean(),
  /** Tokens sent and received: as the model counted them, or estimated where it does not say. */
  tokens_sent: z.int().nonnegative(),
  tokens_received: z.int().nonnegative(),
  is_estimated: z.boolean(),
  cost: z.number().nonnegative().nullable(),
};
/** Sentences of a model, each with what it cites of what was sent. */
export const ModelAnswer = z.object({ sentences: z.array(Sentence), ...answerFields });
export type ModelAnswer = z.infer<typeof ModelAnswer>;

/** A line of an answer in parts: a sentence that was checked, and as the last line how the answer ended. */
export const ModelAnswerLine = z.union([
  z.object({ type: z.literal("sentence"), ...Sentence.shape }),
  z.object({
    type: z.literal("end"),
    ...answerFields,
    /** Why the model has not ended its answer, in words for the user; null where it has. */
    failure: z.string().nullable(),
  }),
]);
export type ModelAnswerLine = z.infer<typeof ModelAnswerLine>;

/** The base of an OpenAI-compatible API, without a query and a fragment: `https://models.example.org/v1`. */
function isModelAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === "" && password === "" && !/[?#\s]/.test(text);
}

const Price = z.number().min(0).max(100_000);
const modelFields = {
  is_enabled: z.boolean(),
  address: z.string().trim().max(500).refine(isModelAddress, "field.model_address"),
  model: z.string().trim().min(1, "field.required").max(200),
  /** Tokens of one request. */
  request_tokens: z.int().min(1000).max(100_000),
  /** Tokens of one answer. */
  answer_tokens: z.int().min(100).max(16_000),
  /** Tokens of one user and day, sent and received. */
  day_tokens: z.int().min(1000).max(100_000_000),
  /** Price of a million tokens, in the currency in which the company pays. */
  price_sent: Price,
  price_received: Price,
  /** What all users of the company may spend in a month; null: no limit. */
  month_cost: z.number().min(0).max(10_000_000).nullable(),
};

export const ModelSettingsBody = z.object({
  ...modelFields,
  /** Whether the model words the openings of digests. It is sent what each of them has, without a question of its receiver. */
  words_digests: z.boolean().default(false),
  /** Null: the stored one stays. Empty: none. */
  api_key: z.string().trim().max(2000).nullable(),
});
export type ModelSettingsBody = z.infer<typeof ModelSettingsBody>;

export const ModelSettings = z.object({
  ...modelFields,
  words_digests: z.boolean(),
  address: z.string(),
  model: z.string(),
  /** Whether a key is stored. It is never shown. */
  has_key: z.boolean(),
  /** What the users of the company have used this month (UTC). */
  used: z.object({ tokens: z.int().nonnegative(), cost: z.number().nonnegative(), requests: z.int().nonnegative() }),
});
export type ModelSettings = z.infer<typeof ModelSettings>;

/** What the model would be sent for a digest of the caller's last seven days. */
export const DigestPreview = z.object({
  host: z.string(),
  model: z.string(),
  /** The whole body of the request; null where the caller's week has nothing, or not even its first line fits. */
  body: z.string().nullable(),
  tokens: z.int().nonnegative(),
  answer_tokens: z.int().positive(),
  /** Its cost at most; null where the company has set no price. */
  cost: z.number().nonnegative().nullable(),
});
export type DigestPreview = z.infer<typeof DigestPreview>;

/** Whether the model answered a short question, and why not. */
export const ModelTest = z.object({ passed: z.boolean(), text: z.string() });
export type ModelTest = z.infer<typeof ModelTest>;
