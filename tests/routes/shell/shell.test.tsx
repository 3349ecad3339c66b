import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { CompanyPlan } from "../../../contract/access/companies.ts";
import type { User } from "../../../contract/access/users.ts";
import { syncSocketToRoute } from "../../../src/routes/connection/syncSocketToRoute.ts";
import { companyPlan, user } from "../../fixtures/people.ts";
import { project } from "../../fixtures/projects.ts";
import { failWith, type Handler } from "../../fixtures/handlers.ts";
import { createTestStore } from "../../createTestStore.ts";
import { memoryStorage } from "../../fixtures/memoryStorage.ts";
import { NOW, renderApp, type RenderOptions } from "../../renderApp.tsx";
import { ok } from "../../../src/services/result.ts";

const dashboard = vi.fn<Handler<"getDashboard">>();
const me = vi.fn<Handler<"getMe">>();
const login = vi.fn<Handler<"login">>();
const logout = vi.fn<Handler<"logout">>();
const companies = vi.fn<Handler<"listCompanies">>();
const companyPlanOf = vi.fn<Handler<"getCompanyPlan">>();

// Loaded by themselves: with a stopped clock the first test would not wait for them.
beforeAll(() =>
  Promise.all([
    import("../../../src/routes/shell/TrialNotice.tsx"),
    import("../../../src/routes/shell/IntegrationNotice.tsx"),
  ]),
);
beforeEach(() => {
  dashboard.mockReset().mockResolvedValue(ok({ issues: [], recent_projects: [project()] }));
  me.mockReset().mockResolvedValue(ok(user()));
  login.mockReset().mockResolvedValue(ok({ token: "t" }));
  logout.mockReset().mockResolvedValue(ok(null));
  companies.mockReset().mockResolvedValue(ok([{ id: "c-acme", name: "Acme", role: "Admin" }]));
  companyPlanOf.mockReset().mockResolvedValue(ok(companyPlan()));
});
afterEach(() => {
  vi.useRealTimers();
});

const person = (part: Partial<User> = {}, plan: Partial<CompanyPlan> = {}): User =>
  user({ ...part, company_plan: companyPlan(plan) });
const mount = (path: string, as: User | null = person(), part: Partial<RenderOptions> = {}) =>
  renderApp({
    path,
    as,
    handlers: {
      getDashboard: dashboard,
      getMe: me,
      login,
      logout,
      listCompanies: companies,
      getCompanyPlan: companyPlanOf,
    },
    ...part,
  });

describe("coming in and going out", () => {
  test("a visitor is sent to login before any request of the screen leaves, and back after it", async () => {
    const { address } = await mount("/help?x=1", null);
    await screen.findByRole("heading", { name: "Sign in" });
    expect(address()).toBe("/login?next=%2Fhelp%3Fx%3D1");
    expect(me).not.toHaveBeenCalled();
    await userEvent.type(screen.getByLabelText("Email"), "ada@acme.example");
    await userEvent.type(screen.getByLabelText("Password"), "correct horse");
    await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
    await screen.findByRole("heading", { level: 1, name: "Help & Support" });
    expect(address()).toBe("/help?x=1");
    expect(login.mock.lastCall?.[0].body).toEqual({ email: "ada@acme.example", password: "correct horse" });
  });

  test("missing fields are reported before anything is sent", async () => {
    await mount("/login", null);
    await userEvent.click(await screen.findByRole("button", { name: "Sign in" }));
    expect(screen.getAllByText("This field is required")).toHaveLength(2);
    await userEvent.type(screen.getByLabelText("Email"), "ada@acme");
    expect(screen.getByText("Please enter a valid email")).toBeInTheDocument();
    expect(login).not.toHaveBeenCalled();
  });

  test("a refused sign-in is reported and keeps the typed text", async () => {
    login.mockImplementation(failWith({ status: 401, text: "Email or password is wrong." }));
    await mount("/login", null);
    await userEvent.type(await screen.findByLabelText("Email"), "ada@acme.example");
    await userEvent.type(screen.getByLabelText("Password"), "wrong");
    await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
    expect(await screen.findByText("Email or password is wrong.")).toBeInTheDocument();
    expect(screen.getByLabelText("Email")).toHaveValue("ada@acme.example");
  });

  test("a stored token whose user cannot be loaded ends at login", async () => {
    me.mockImplementation(failWith({ status: 401 }));
    const storage = memoryStorage({ authToken: "old" });
    const { address } = await mount("/", null, { storage });
    await screen.findByRole("heading", { name: "Sign in" });
    expect(address()).toBe("/login");
    expect(storage.kept["authToken"]).toBeUndefined();
    expect(dashboard).not.toHaveBeenCalled();
  });

  test("user and plan are loaded once for several screens", async () => {
    const { router, store } = await mount("/", null, { storage: memoryStorage({ authToken: "t" }) });
    await screen.findByRole("heading", { name: "Hello, Ada Kaya" });
    await act(() => router.navigate("/help"));
    await screen.findByRole("heading", { level: 1, name: "Help & Support" });
    expect(me).toHaveBeenCalledOnce();
    expect(companies).toHaveBeenCalledOnce();
    expect(companyPlanOf).toHaveBeenCalledOnce();
    expect(companyPlanOf.mock.lastCall?.[0].params).toEqual({ id: "c-acme" });
    expect(store.plan.name).toBe("Premium");
  });

  test("a plan that turns out to have expired after the first paint blocks the page that is open", async () => {
    let say: (plan: CompanyPlan) => void = () => undefined;
    companyPlanOf.mockReturnValue(new Promise((resolve) => (say = (plan) => resolve(ok(plan)))));
    const { address } = await mount("/help", null, { storage: memoryStorage({ authToken: "t" }) });
    await screen.findByRole("heading", { level: 1, name: "Help & Support" });
    await act(async () => {
      say(companyPlan({ subscription_status: "expired" }));
      await Promise.resolve();
    });
    await screen.findByRole("heading", { name: "Your subscription has expired" });
    expect(address()).toBe("/subscription-required");
  });

  test("waits for a host that reports the plan in the company alone", async () => {
    me.mockResolvedValue(ok(user({ company_plan: null })));
    companyPlanOf.mockResolvedValue(ok(companyPlan({ subscription_status: "expired" })));
    const { address } = await mount("/help", null, { storage: memoryStorage({ authToken: "t" }) });
    await screen.findByRole("heading", { name: "Your subscription has expired" });
    expect(address()).toBe("/subscription-required");
  });

  test("applies a sign-out, a sign-in as another user, a theme and preferences of another tab", async () => {
    const { store, address } = await mount("/help");
    await screen.findByRole("heading", { level: 1, name: "Help & Support" });
    const otherTabWrites = (key: string, newValue: string | null) =>
      act(async () => {
        window.dispatchEvent(new StorageEvent("storage", { key, newValue }));
        await Promise.resolve();
      });
    await otherTabWrites("theme", "dark");
    expect(document.documentElement).toHaveClass("bp6-dark");
    await otherTabWrites("theme", null);
    expect(document.documentElement).not.toHaveClass("bp6-dark");
    await otherTabWrites("clew.preferences", JSON.stringify({ version: 1, language: "TR", singleKeyEnabled: false }));
    expect(store.preferences).toMatchObject({ language: "TR", singleKeyEnabled: false });

    await otherTabWrites("authToken", null);
    await screen.findByRole("heading", { name: "Oturum aç" });
    expect(address()).toBe("/login");
    expect(store.session.user).toBeNull();

    me.mockResolvedValue(ok(user({ name: "Cem Öz" })));
    await otherTabWrites("authToken", "another");
    await screen.findByRole("heading", { name: "Hello, Cem Öz" });
    expect(address()).toBe("/");
  });

  test("logout goes to login and leaves nothing", async () => {
    const { store, address } = await mount("/");
    await userEvent.click(await screen.findByRole("button", { name: "Ada Kaya" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Logout" }));
    await screen.findByRole("heading", { name: "Sign in" });
    expect(address()).toBe("/login");
    expect(store.session.isSignedIn).toBe(false);
    expect(logout).toHaveBeenCalledOnce();
  });
});

describe("the bar", () => {
  test("Standard with a project: creating another explains what it needs", async () => {
    const { address } = await mount("/", person({ projects_count: 1 }, { plan: { name: "Standard" } }));
    await userEvent.click(await screen.findByRole("button", { name: "Projects" }));
    expect(await screen.findByRole("menuitem", { name: "View all projects" })).toHaveAttribute("href", "/projects");
    await userEvent.click(screen.getByRole("menuitem", { name: "Create project" }));
    expect(await screen.findByText("Upgrade Required")).toBeInTheDocument();
    expect(screen.getByText("You need to upgrade your plan to create multiple projects.")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Contact us" })).toHaveAttribute("href", "/support?topic=upgrade");
    expect(address()).toBe("/");
  });

  test.each(["Standard", "Premium"] as const)("%s: insights explain what they need", async (name) => {
    await mount("/", person({ projects_count: 0 }, { plan: { name } }));
    await userEvent.click(await screen.findByRole("button", { name: "Insights" }));
    expect(
      await screen.findByText("You need to upgrade your plan to access actionable insights. Please contact support."),
    ).toBeInTheDocument();
  });

  test("Premium may create: the menu leads to the wizard", async () => {
    await mount("/", person({ projects_count: 4 }));
    await userEvent.click(await screen.findByRole("button", { name: "Projects" }));
    expect(await screen.findByRole("menuitem", { name: "Create project" })).toHaveAttribute("href", "/wizard");
  });

  test("the theme button changes the page and what is stored", async () => {
    const storage = memoryStorage();
    await mount("/", person(), { storage });
    await userEvent.click(await screen.findByRole("button", { name: "Switch to the dark theme" }));
    expect(document.documentElement).toHaveClass("bp6-dark");
    expect(storage.kept["theme"]).toBe("dark");
    await userEvent.click(screen.getByRole("button", { name: "Switch to the light theme" }));
    expect(document.documentElement).not.toHaveClass("bp6-dark");
  });

  test("an unknown path shows not found, inside the frame", async () => {
    await mount("/no/such/place");
    expect(await screen.findByRole("heading", { name: "Page not found" })).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Projects" })).toBeInTheDocument();
  });

  test("follows a plain link without a page load", async () => {
    const { address } = await mount("/help");
    const link = await screen.findByRole("link", { name: "Clew, home" });
    expect(fireEvent.click(link)).toBe(false); // the browser's own way is cancelled
    await waitFor(() => {
      expect(address()).toBe("/");
    });
    expect(fireEvent.click(link, { ctrlKey: true })).toBe(true);
  });
});

describe("the trial banner (specification, section 4)", () => {
  const HOUR = 3_600_000;
  const trial = (days: number | null) => ({ subscription_status: "trial" as const, days_until_trial_end: days });
  const banner = () => screen.queryByRole("complementary", { name: "Trial" });

  async function show(days: number | null, part: Partial<RenderOptions> = {}) {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { store } = await mount("/help", person({}, trial(days)), part);
    await screen.findByRole("heading", { level: 1, name: "Help & Support" });
    return store;
  }
  /** Half an hour at a time: a page redraws between two steps, and only then starts the timers that follow from it. */
  const pass = async (milliseconds: number): Promise<void> => {
    for (let left = milliseconds; left > 0; left -= HOUR / 2) {
      await act(() => vi.advanceTimersByTimeAsync(Math.min(left, HOUR / 2)));
    }
  };

  test.each([
    [7, "7 days left of your free trial", true],
    [4, "4 days left of your free trial", true],
    [3, "3 days left of your free trial", false],
    [2, "2 days left of your free trial", false],
    [1, "Last day", false],
    [0, "Last day", false],
  ])("%i days left: %s, dismissible %s", async (days, text, isDismissible) => {
    await show(days);
    await pass(500);
    expect(banner()).toHaveTextContent(text);
    expect(screen.queryByRole("button", { name: "Dismiss for 12 hours" }) !== null).toBe(isDismissible);
  });

  test.each([8, -1, null])("%s days left: no banner", async (days) => {
    await show(days);
    await pass(2000);
    expect(banner()).toBeNull();
  });

  test("another status: no banner", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await mount("/help", person({}, { subscription_status: "active", days_until_trial_end: 2 }));
    await screen.findByRole("heading", { level: 1, name: "Help & Support" });
    await pass(2000);
    expect(banner()).toBeNull();
  });

  test("it comes 500 ms after its conditions hold", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { store } = await mount("/help", person({}, { subscription_status: "active", days_until_trial_end: 2 }));
    await screen.findByRole("heading", { level: 1, name: "Help & Support" });
    vi.useFakeTimers(); // from here on only the test moves the time
    act(() => {
      store.plan.set(companyPlan(trial(2)));
    });
    await pass(499);
    expect(banner()).toBeNull();
    await pass(1);
    expect(banner()).not.toBeNull();
  });

  test("dismissed, it stays away for 12 hours, and comes back on a page that was left open", async () => {
    const storage = memoryStorage();
    await show(5, { storage });
    await pass(500);
    fireEvent.click(screen.getByRole("button", { name: "Dismiss for 12 hours" }));
    expect(banner()).toBeNull();
    for (let hours = 1; hours < 12; hours += 1) {
      await pass(HOUR);
      expect([hours, banner()]).toEqual([hours, null]);
    }
    await pass(HOUR - 2000);
    expect(banner()).toBeNull();
    await pass(2000);
    await pass(500);
    expect(banner()).not.toBeNull();
  });

  test("dismissed six hours ago on another page: still away", async () => {
    const dismissed = { version: 1, trialBannerDismissedAt: Date.parse(NOW) - 6 * HOUR };
    await show(5, { storage: memoryStorage({ "clew.preferences": JSON.stringify(dismissed) }) });
    await pass(2000);
    expect(banner()).toBeNull();
  });

  test("dismissed in another tab, it leaves this one", async () => {
    const storage = memoryStorage();
    const store = await show(5, { storage });
    await pass(500);
    expect(banner()).not.toBeNull();
    createTestStore({ storage, now: () => Date.parse(NOW) }).preferences.dismissTrialBanner();
    act(() => store.preferences.follow(storage.getItem("clew.preferences")));
    expect(banner()).toBeNull();
  });
});

describe("the snackbars", () => {
  test("the integration warning stays until it is closed", async () => {
    await mount("/help", person({ suggested: ["jira"], providers: ["github"] }));
    expect(
      await screen.findByText("Not connected to your account: Jira, Google Calendar, and Outlook Calendar."),
    ).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Open integrations" })).toHaveAttribute("href", "/settings/integrations");
    await userEvent.click(screen.getByRole("button", { name: "Close" }));
    expect(screen.queryByText(/Not connected/)).toBeNull();
  });

  test("reports a missing calendar only", async () => {
    await mount("/help", person({ suggested: [], providers: ["github"] }));
    expect(await screen.findByText(/^No calendar is connected/)).toBeInTheDocument();
  });
});

describe("the socket", () => {
  test("is open on a route that needs it, and closed after leaving by a redirect", async () => {
    const connect = vi.fn<() => void>();
    const disconnect = vi.fn<() => void>();
    const { router, store } = await mount("/help");
    await screen.findByRole("heading", { level: 1, name: "Help & Support" });
    const end = syncSocketToRoute(router, { connect, disconnect });
    expect(connect).not.toHaveBeenCalled();
    const projectRoute = router.routes[0]?.children
      ?.find(({ id }) => id === "shell")
      ?.children?.[0]?.children?.find(({ id }) => id === "project-frame")
      ?.children?.find(({ id }) => id === "project");
    expect(projectRoute?.path).toBe("/projects/:slug");

    // The screen itself is another test's; what counts here is that it is on screen.
    for (const route of [projectRoute, ...(projectRoute?.children ?? [])]) {
      Object.assign(route ?? {}, { lazy: undefined, element: null });
    }
    await act(() => router.navigate("/projects/atlas/issues"));
    expect(connect).not.toHaveBeenCalled();
    await act(() => router.navigate("/projects/atlas"));
    expect(connect).toHaveBeenCalled();
    const closedBefore = disconnect.mock.calls.length;
    act(() => {
      store.session.clear();
    });
    await act(() => router.navigate("/projects/atlas/people")); // the guard redirects to login
    expect(router.state.location.pathname).toBe("/login");
    expect(disconnect.mock.calls.length).toBeGreaterThan(closedBefore);
    end();
  });
});
