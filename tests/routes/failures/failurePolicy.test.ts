import { expect, test, vi } from "vitest";
import { isProjectCall, onFailedCall } from "../../../src/routes/failures/failurePolicy.ts";
import type { FailedCall } from "../../../src/services/http.ts";
import { createTestStore } from "../../createTestStore.ts";
import { user } from "../../fixtures/people.ts";

test.each([
  ["/api/v1/projects/", true],
  ["https://host.example/api/v1/projects/atlas/issues/?q=1", true],
  ["/api/v1/companies/c/users/?next=/projects/", false],
  ["/api/v1/users/mcp-tokens/project-options/", false],
  ["https://projects.example/api/v1/users/me/", false],
  ["/api/v1/repositories/validate/", false],
])("%s has a projects segment: %s", (url, expected) => {
  expect(isProjectCall(url)).toBe(expected);
});

function fail(url: string, status: number | null, token: string | null = "t", code: string | null = null) {
  vi.stubGlobal("window", { location: { pathname: "/settings/password", search: "?a=b", hash: "#L3" } });
  const store = createTestStore({ snapshot: { session: { token: "t", user: user() } } });
  const goTo = vi.fn<(href: string) => void>();
  const log = vi.fn<(message: string) => void>();
  const failed: FailedCall = {
    method: "GET",
    url,
    token,
    error: {
      kind: status === null ? "network" : "http",
      status,
      text: "No.",
      code,
      fields: {},
      requestId: "r-9",
    },
  };
  onFailedCall({ store, goTo, log }, failed);
  vi.unstubAllGlobals();
  return { store, goTo, log };
}

test.each([401, 403, 404])("%i from a project's address goes to /404 and keeps the session", (status) => {
  const { store, goTo, log } = fail("/api/v1/projects/atlas/", status);
  expect(goTo.mock.calls).toEqual([["/404"]]);
  expect(store.session.isSignedIn).toBe(true);
  expect(log.mock.calls).toEqual([[`GET /api/v1/projects/atlas/ failed: ${status}`]]);
});

test.each([400, 409, 422, 429, 500, null])("%s from a project's address is the screen's to show", (status) => {
  expect(fail("/api/v1/projects/atlas/", status).goTo).not.toHaveBeenCalled();
});

test("a token that is not known any more ends the session, and the way back is kept", () => {
  const { store, goTo } = fail("/api/v1/users/dashboard/", 401);
  expect(store.session.isSignedIn).toBe(false);
  expect(goTo.mock.calls).toEqual([["/login?next=%2Fsettings%2Fpassword%3Fa%3Db%23L3"]]);
});

test("a limit of the company that ends the session is shown", () => {
  expect(fail("/api/v1/users/dashboard/", 401, "t", "access.idle").store.notifications.snackbar).toMatchObject({
    message: "No.",
    color: "error",
  });
  expect(fail("/api/v1/users/dashboard/", 401, "t", "session.ended").store.notifications.snackbar).toBeNull();
});

test("a wrong password is no ended session", () => {
  const { store, goTo } = fail("/api/v1/users/login/", 401, null);
  expect(store.session.isSignedIn).toBe(true);
  expect(goTo).not.toHaveBeenCalled();
});

test("the rejected token of a session that has ended leaves the session of the next user", () => {
  const { store, goTo } = fail("/api/v1/users/dashboard/", 401, "of-the-user-before");
  expect(store.session.isSignedIn).toBe(true);
  expect(goTo).not.toHaveBeenCalled();
});

test("keeps the id of the request for a support request", () => {
  expect(fail("/api/v1/users/dashboard/", 500).store.notifications.lastRequestId).toBe("r-9");
});
