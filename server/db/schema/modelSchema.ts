/** Tables of the language model of a company. */
import type { ColumnType } from "kysely";
import type { Created, Json, Time } from "../columns.ts";

/** The model that a company has set up: an OpenAI-compatible address, its limits and its prices. */
export interface CompanyModelsTable {
  company_id: string;
  is_enabled: boolean;
  /** The base of the API. */
  address: string;
  model: string;
  secret_id: string | null;
  request_tokens: number;
  answer_tokens: number;
  /** Tokens of one user and day, sent and received. */
  day_tokens: number;
  /** Price of a million tokens, in the currency in which the company pays. */
  price_sent: number;
  price_received: number;
  /** What all users of the company may spend in a month; null: no limit. */
  month_cost: number | null;
  /** Whether it words the openings of digests. */
  words_digests: ColumnType<boolean, boolean | undefined, boolean>;
  changed_at: Time;
}

/** What a user has used of the model of a company on a day (`2026-11-21`, UTC). */
export interface ModelUsageTable {
  company_id: string;
  user_id: string;
  day: string;
  requests: number;
  tokens: number;
  cost: number;
}

/** A run of the model's order on the past of a project. */
export interface ModelOrderRunsTable {
  id: string;
  project_id: string;
  started_by: string | null;
  /** The base of the API, the name of the model and the version of the request that it measures. */
  address: string;
  model: string;
  prompt_version: number;
  state: "queued" | "running" | "done" | "failed" | "cancelled";
  total: number | null;
  error: string | null;
  result: Json<Record<string, unknown>> | null;
  created_at: Created;
  finished_at: Time | null;
}

/** One fixed issue of a run. */
export interface ModelOrderCasesTable {
  run_id: string;
  issue_id: string;
  ranks: Json<Record<string, unknown>>;
  requests: number;
  tokens: number;
  cost: number;
}

/** Whether the files of a project are ordered by the model, and by which. */
export interface ModelOrderSwitchesTable {
  project_id: string;
  is_on: boolean;
  /** A stored message; null while on, and where a user turned it off. */
  off_reason: string | null;
  address: string;
  model: string;
  prompt_version: number;
  changed_at: Time;
}

/** The order that a model gave for exactly one request. */
export interface ModelAnswersTable {
  company_id: string;
  digest: string;
  /** Null: what the model answered was no order. */
  numbers: Json<number[]> | null;
  created_at: Time;
}
