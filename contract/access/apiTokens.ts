/** Personal API tokens: what a user lists, creates and shows of them. */
import { z } from "zod";
import { TEXT_LIMITS } from "../constants.ts";
import { Id, Name, Slug, Timestamp } from "../fieldSchemas.ts";
import { TOKEN_SCOPES } from "./tokenScopes.ts";

const Scope = z.enum(TOKEN_SCOPES);
const TokenProject = z.object({ slug: Slug, name: z.string().max(TEXT_LIMITS.name) });

/** A personal API token, without its secret. */
export const ApiToken = z.object({
  id: Id,
  name: z.string(),
  scope: Scope,
  /** The projects that it is limited to; null: all of its owner, also those to come. */
  projects: z.array(Slug).nullable(),
  /** The first characters of the secret. */
  preview: z.string(),
  created_at: Timestamp,
  expires_at: Timestamp,
  /** Kept to the minute, with the network and the program of that use; empty where unknown. */
  last_used_at: Timestamp.nullable(),
  last_address: z.string(),
  last_client: z.string(),
});
export type ApiToken = z.infer<typeof ApiToken>;

/** The secret is only in the answers that create and rotate a token. */
export const NewApiToken = ApiToken.extend({ token: z.string() });
export type NewApiToken = z.infer<typeof NewApiToken>;

export const ApiTokenBody = z.object({
  name: Name,
  scope: Scope,
  projects: z.array(Slug).min(1, "field.required").max(200).nullable(),
  expires_at: Timestamp,
});
export type ApiTokenBody = z.infer<typeof ApiTokenBody>;

/** What the caller can choose for a new token. */
export const ApiTokenOptions = z.object({
  projects: z.array(TokenProject),
  /** The greatest age in days. */
  max_days: z.number().int().positive(),
});
export type ApiTokenOptions = z.infer<typeof ApiTokenOptions>;

/** The API token of the request: its name, its scope and the projects that it opens now. */
export const CurrentApiToken = z.object({
  name: z.string(),
  scope: Scope,
  projects: z.array(TokenProject),
  expires_at: Timestamp,
});
export type CurrentApiToken = z.infer<typeof CurrentApiToken>;
