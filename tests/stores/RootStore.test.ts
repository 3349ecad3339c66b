import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Integration } from "../../contract/access/users.ts";
import { err, ok, type ApiError } from "../../src/services/result.ts";
import { createTestStore } from "../createTestStore.ts";
import { failWith, respond, type Handler } from "../fixtures/handlers.ts";
import { memoryStorage } from "../fixtures/memoryStorage.ts";
import { companyPlan, notification, user } from "../fixtures/people.ts";
import { project } from "../fixtures/projects.ts";

const refuse = failWith({ status: 401, text: "No.", requestId: null });
/** The refusal as the app reads it. */
const refused: ApiError = {
  kind: "http",
  status: 401,
  text: "No.",
  code: null,
  fields: { detail: ["No."] },
  requestId: null,
};

describe("theme", () => {
  test.each([
    [null, "light", "light"],
    ["dark", "dark", "dark"],
    ["light", "light", "light"],
    ["DARK", "light", "DARK"],
    ["", "light", ""],
    ["solarized", "light", "solarized"],
  ])("stored %s gives %s, and the storage then holds %s", (stored, theme, kept) => {
    const storage = memoryStorage(stored === null ? {} : { theme: stored });
    expect(createTestStore({ storage }).theme.value).toBe(theme);
    expect(storage.kept["theme"]).toBe(kept);
  });

  test("a change is stored", () => {
    const storage = memoryStorage();
    createTestStore({ storage }).theme.toggle();
    expect(storage.kept["theme"]).toBe("dark");
  });
});

describe("session", () => {
  test("a token in the storage means signed in", () => {
    expect(createTestStore({ storage: memoryStorage({ authToken: "t" }) }).session.isSignedIn).toBe(true);
    expect(createTestStore().session.isSignedIn).toBe(false);
  });

  test("login stores the token and loads the user", async () => {
    const storage = memoryStorage();
    const { session } = createTestStore({
      storage,
      handlers: { login: respond({ token: "t" }), getMe: respond(user()), listCompanies: respond([]) },
    });
    expect(await session.login({ email: "ada@acme.example", password: "secret" })).toEqual(ok(null));
    expect(storage.kept["authToken"]).toBe("t");
    expect(session.user?.name).toBe("Ada Kaya");
    expect(session.isCompanyAdmin).toBe(true);
  });

  test("a refused login reports the reason and stores nothing", async () => {
    const storage = memoryStorage();
    const { session } = createTestStore({ storage, handlers: { login: refuse } });
    expect(await session.login({ email: "ada@acme.example", password: "wrong" })).toEqual(err(refused));
    expect(storage.kept["authToken"]).toBeUndefined();
  });

  test("an account with a second factor gets a ticket, which is no session", async () => {
    const storage = memoryStorage();
    const { session } = createTestStore({ storage, handlers: { login: respond({ second_factor: "ticket" }) } });
    expect(await session.login({ email: "ada@acme.example", password: "secret" })).toEqual(ok("ticket"));
    expect(session.isSignedIn).toBe(false);
    expect(storage.kept["authToken"]).toBeUndefined();
  });

  test("a user who cannot be loaded ends the session", async () => {
    const storage = memoryStorage({ authToken: "old" });
    const { session } = createTestStore({ storage, handlers: { getMe: refuse } });
    expect(await session.load()).toEqual(refused);
    expect(session.isSignedIn).toBe(false);
    expect(storage.kept["authToken"]).toBeUndefined();
  });

  test("discards an answer for a user who has signed out", async () => {
    const { promise: me, resolve } = Promise.withResolvers<Awaited<ReturnType<Handler<"getMe">>>>();
    const { session } = createTestStore({
      storage: memoryStorage({ authToken: "t" }),
      handlers: { getMe: () => me, listCompanies: respond([]) },
    });
    const loading = session.load();
    session.clear();
    resolve(ok(user()));
    await loading;
    expect(session.user).toBeNull();
  });

  test("logout removes the token at once, for any answer of the host", async () => {
    const storage = memoryStorage({ authToken: "t" });
    const { session } = createTestStore({ storage, handlers: { logout: refuse } });
    const leaving = session.logout();
    expect(session.isSignedIn).toBe(false);
    await leaving;
    expect(storage.kept["authToken"]).toBeUndefined();
  });

  test("logout of a session of a provider names the page that signs out there, and ends here for any answer", async () => {
    const page = "https://login.example/end?state=1";
    const answers: readonly Handler<"logoutAtProvider">[] = [
      respond({ sign_out_url: page }),
      respond({ sign_out_url: null }),
      refuse,
    ];
    for (const [at, answer] of answers.entries()) {
      const storage = memoryStorage({ authToken: "t" });
      const { session } = createTestStore({
        storage,
        snapshot: { session: { token: "t", user: user({ signs_out_at: "Acme login" }) } },
        handlers: { logoutAtProvider: answer },
      });
      const leaving = session.logout();
      expect([session.isSignedIn, storage.kept["authToken"]]).toEqual([false, undefined]);
      expect(await leaving).toBe(at === 0 ? page : null);
    }
  });

  test("nothing of one person is left for the next", () => {
    const store = createTestStore({
      snapshot: { session: { token: "t", user: user() }, plan: { current: companyPlan() } },
    });
    store.projectsFilter.setText("atlas");
    store.notifications.push(notification());
    store.forgetUser();
    expect(store.session.user).toBeNull();
    expect(store.plan.current).toBeNull();
    expect(store.projectsFilter.text).toBe("");
    expect(store.notifications.queue).toEqual([]);
  });
});

describe("plan", () => {
  const withPlan = (name: "Standard" | "Premium" | "Enterprise", projects: number) =>
    createTestStore({
      snapshot: {
        session: { token: "t", user: user({ projects_count: projects }) },
        plan: { current: companyPlan({ plan: { name } }) },
      },
    });

  test.each([
    ["Standard", 0, true, false],
    ["Standard", 1, false, false],
    ["Premium", 5, true, false],
    ["Enterprise", 5, true, true],
  ] as const)("%s with %i projects: may create %s, has insights %s", (name, projects, mayCreate, hasInsights) => {
    const store = withPlan(name, projects);
    expect([store.canCreateProject, store.plan.hasInsights]).toEqual([mayCreate, hasInsights]);
  });
});

describe("projects filter", () => {
  const list = [
    project({ name: "Atlas", slug: "atlas" }),
    project({ name: "İstanbul", slug: "istanbul", role: "Viewer" }),
    project({ name: "Payments INIT", slug: "pay", created_by: { name: "Bora", email: "bora@acme.example" } }),
  ];
  test.each([
    ["name contains, whatever the case", { text: "TLA" }, ["atlas"]],
    ["spaces around the text do not count", { text: "  atlas " }, ["atlas"]],
    ["a Turkish capital is found by its small letter", { text: "istanbul" }, ["istanbul"]],
    ["an identifier is found without a language", { text: "init" }, ["pay"]],
    ["created by me", { myProjects: true }, ["atlas", "istanbul"]],
    ["a role", { myRoles: "Viewer" as const }, ["istanbul"]],
    ["all of it together", { text: "a", myProjects: true, myRoles: "Owner" as const }, ["atlas"]],
    ["nothing given", {}, ["atlas", "istanbul", "pay"]],
  ])("%s", (_name, projectsFilter, slugs) => {
    const store = createTestStore({ snapshot: { projectsFilter } });
    expect(store.projectsFilter.apply(list, "ada@acme.example").map(({ slug }) => slug)).toEqual(slugs);
  });
});

describe("notifications", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  test("a snackbar is green unless it has another intent, and stays 2000 ms", () => {
    const { notifications } = createTestStore();
    notifications.show("Saved");
    expect(notifications.snackbar).toEqual({ message: "Saved", color: "success" });
    vi.advanceTimersByTime(1999);
    expect(notifications.snackbar).not.toBeNull();
    vi.advanceTimersByTime(1);
    expect(notifications.snackbar).toBeNull();
  });

  test("a second snackbar takes the first one's place for its own 2000 ms", () => {
    const { notifications } = createTestStore();
    notifications.show("One");
    vi.advanceTimersByTime(1500);
    const first = notifications.snackbar;
    notifications.show("Two", "error");
    // Another object: a component that passes it on is rendered again.
    expect(notifications.snackbar).not.toBe(first);
    vi.advanceTimersByTime(1500);
    expect(notifications.snackbar?.message).toBe("Two");
    vi.advanceTimersByTime(500);
    expect(notifications.snackbar).toBeNull();
  });

  test("messages are queued newest first and counted until read; one that is known changes nothing", () => {
    const { notifications } = createTestStore();
    for (const id of ["1", "2", "2"]) notifications.push(notification({ id }));
    expect(notifications.queue.map(({ id }) => id)).toEqual(["2", "1"]);
    expect(notifications.unread).toBe(2);
    notifications.markRead();
    expect(notifications.unread).toBe(0);
  });

  test("progress is stored by source, is no notification, and ends with the connection", () => {
    const { notifications, progress, receive } = createTestStore();
    const data = (done: number, state = "running") => ({
      project: "atlas",
      source: { kind: "repository", id: "r-1" },
      sync: { state, step: "history", done, total: 10, error: null, finished_at: null, items: 0 },
    });
    receive(notification({ id: "1", type: "sync.progress", data: data(3) }));
    receive(notification({ id: "2", type: "sync.progress", data: data(7) }));
    expect(progress.running.map(({ sync }) => sync.done)).toEqual([7]);
    expect([notifications.queue.length, notifications.unread]).toEqual([0, 0]);
    progress.disconnect();
    expect(progress.running).toEqual([]);
  });

  test.each([
    ["a suggested integration is not connected", { suggested: ["jira"], providers: ["outlook_calendar"] }, true],
    ["no calendar is connected", { suggested: [], providers: ["github"] }, true],
    ["all of it is connected", { suggested: ["jira"], providers: ["jira", "google_calendar"] }, false],
  ] as const)("integration warning: %s", (_name, { suggested, providers }, isWarned) => {
    const store = createTestStore({
      snapshot: { session: { token: "t", user: user({ suggested: [...suggested], providers: [...providers] }) } },
    });
    expect(store.hasIntegrationWarning).toBe(isWarned);
    vi.advanceTimersByTime(60_000);
    expect(store.hasIntegrationWarning).toBe(isWarned); // it stays until closed
    store.preferences.closeWarning(store.missingIntegrations);
    expect(store.hasIntegrationWarning).toBe(false);
  });

  test("a warning that was closed stays closed in every tab, but not for the next person", () => {
    const storage = memoryStorage();
    const snapshot = { session: { token: "t", user: user({ suggested: ["jira"], providers: [] }) } };
    const first = createTestStore({ storage, snapshot });
    first.preferences.closeWarning(first.missingIntegrations);
    const elsewhere = createTestStore({ storage, snapshot });
    expect(elsewhere.hasIntegrationWarning).toBe(false);
    elsewhere.forgetUser();
    expect(createTestStore({ storage, snapshot }).hasIntegrationWarning).toBe(true);
  });

  test("a warning that was closed comes back for what was not missing then, not for what is left of it", () => {
    const storage = memoryStorage();
    const missing = (suggested: readonly Integration[], providers: readonly Integration[]) => ({
      storage,
      snapshot: { session: { token: "t", user: user({ suggested: [...suggested], providers: [...providers] }) } },
    });
    const first = createTestStore(missing(["jira"], []));
    first.preferences.closeWarning(first.missingIntegrations);
    expect(createTestStore(missing(["jira"], ["jira"])).hasIntegrationWarning).toBe(false);
    expect(createTestStore(missing(["jira", "gitlab"], [])).hasIntegrationWarning).toBe(true);
  });

  test("shows no warning to a signed-out user", () => {
    expect(createTestStore().hasIntegrationWarning).toBe(false);
  });
});
