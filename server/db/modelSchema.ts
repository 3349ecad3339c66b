/** Tables of the language model of a company. */
import type { Time } from "./columns.ts";

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
  /** Of one user and day. */
  day_tokens: number;
  /** Of a million tokens. */
  price_sent: number;
  price_received: number;
  /** Of the company and month; null: no limit. */
  month_cost: number | null;
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
