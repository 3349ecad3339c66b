import type { FailedCall } from "../../services/http.ts";
import type { RootStore } from "../../stores/RootStore.ts";
import { hrefTo } from "../paths.ts";

const SENT_AWAY = new Set([401, 403, 404]);

/**
 * Whether an address has `projects` as one of its segments: `/api/v1/projects/atlas/` has, `users/mcp-tokens/project-options/` does not.
 */
export const isProjectCall = (url: string): boolean => {
  const path = url.replace(/^[a-z]+:\/\/[^/]+/i, "").split(/[?#]/)[0] ?? "";
  return path.split("/").includes("projects");
};

export interface FailurePolicy {
  readonly store: RootStore;
  readonly goTo: (href: string) => void;
  readonly log: (message: string) => void;
}

/**
 * The policy for a failed request, for all callers (specification, sections 2 and 8): one line in the log with address and status; a
 * redirect to /404 from a project's address; and a token that the host rejects ends the session that has it.
 */
export function onFailedCall({ store, goTo, log }: FailurePolicy, { method, url, error, token }: FailedCall): void {
  log(`${method} ${url} failed: ${error.status ?? error.kind}`);
  store.notifications.noteFailure(error.requestId);
  if (error.status === null || !SENT_AWAY.has(error.status)) return;
  if (isProjectCall(url)) goTo(hrefTo.notFound());
  else if (error.status === 401 && token !== null && token === store.session.token) {
    store.forgetUser();
    // A limit of the company: the sentence says what to do.
    if (error.code?.startsWith("access.")) store.notifications.show(error.text, "error");
    const { pathname, search, hash } = window.location;
    goTo(hrefTo.login(pathname + search + hash));
  }
}
