import type { JsonValue } from "./hostAnswers.ts";

const DOCS = "https://docs.github.com";

/** The bodies of the answers with an error status. `topic` is the part of the documentation that the host points at. */
export const errorAnswers = {
  badCredentials: (): JsonValue => ({ message: "Bad credentials", documentation_url: `${DOCS}/rest`, status: "401" }),
  requiresAuthentication: (topic: string): JsonValue => ({
    message: "Requires authentication",
    documentation_url: `${DOCS}/rest/${topic}`,
    status: "401",
  }),
  notFound: (topic: string): JsonValue => ({
    message: "Not Found",
    documentation_url: `${DOCS}/rest/${topic}`,
    status: "404",
  }),
  rateLimited: (who: string): JsonValue => ({
    message: `API rate limit exceeded for ${who}.`,
    documentation_url: `${DOCS}/rest/overview/rate-limits-for-the-rest-api`,
    status: "403",
  }),
  invalid: (field: string, value: string): JsonValue => ({
    message: "Validation Failed",
    errors: [{ resource: "Issue", code: "invalid", field, value }],
    documentation_url: `${DOCS}/rest/issues/issues#list-repository-issues`,
    status: "422",
  }),
  invalidField: (resource: string, field: string, code: string): JsonValue => ({
    message: "Validation Failed",
    errors: [{ resource, code, field }],
    documentation_url: `${DOCS}/rest/issues`,
    status: "422",
  }),
  refused: (words: string, status: number): JsonValue => ({
    message: words,
    documentation_url: `${DOCS}/rest/issues`,
    status: String(status),
  }),
  issuesOff: (): JsonValue => ({
    message: "Issues are disabled for this repo",
    documentation_url: `${DOCS}/v3/issues/`,
    status: "410",
  }),
  moved: (url: string): JsonValue => ({
    message: "Moved Permanently",
    url,
    documentation_url: `${DOCS}/rest/guides/best-practices-for-using-the-rest-api#follow-redirects`,
  }),
};
