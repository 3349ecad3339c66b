import type { Json } from "./hostAnswers.ts";

const DOCS = "https://docs.github.com";

/** The bodies of the answers with an error status. `topic` is the part of the documentation that the host points at. */
export const errorAnswers = {
  badCredentials: (): Json => ({ message: "Bad credentials", documentation_url: `${DOCS}/rest`, status: "401" }),
  requiresAuthentication: (topic: string): Json => ({
    message: "Requires authentication",
    documentation_url: `${DOCS}/rest/${topic}`,
    status: "401",
  }),
  notFound: (topic: string): Json => ({
    message: "Not Found",
    documentation_url: `${DOCS}/rest/${topic}`,
    status: "404",
  }),
  rateLimited: (who: string): Json => ({
    message: `API rate limit exceeded for ${who}.`,
    documentation_url: `${DOCS}/rest/overview/rate-limits-for-the-rest-api`,
    status: "403",
  }),
  invalid: (field: string, value: string): Json => ({
    message: "Validation Failed",
    errors: [{ resource: "Issue", code: "invalid", field, value }],
    documentation_url: `${DOCS}/rest/issues/issues#list-repository-issues`,
    status: "422",
  }),
  invalidField: (resource: string, field: string, code: string): Json => ({
    message: "Validation Failed",
    errors: [{ resource, code, field }],
    documentation_url: `${DOCS}/rest/issues`,
    status: "422",
  }),
  refused: (words: string, status: number): Json => ({
    message: words,
    documentation_url: `${DOCS}/rest/issues`,
    status: String(status),
  }),
  issuesOff: (): Json => ({
    message: "Issues are disabled for this repo",
    documentation_url: `${DOCS}/v3/issues/`,
    status: "410",
  }),
  moved: (url: string): Json => ({
    message: "Moved Permanently",
    url,
    documentation_url: `${DOCS}/rest/guides/best-practices-for-using-the-rest-api#follow-redirects`,
  }),
};
