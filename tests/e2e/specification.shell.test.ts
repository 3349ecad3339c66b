import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { specSession } from "./specSession.ts";
import { arrives, open, SIGNED_IN, stored, until } from "./specVisit.ts";

/* The shell and its states in the specification (sections 2, 4 and 6), against a host that implements only the specification. */

let page: Page;
const { host, comeAs } = specSession((visited) => {
  page = visited;
});
const onPlan = (name: string, part: Record<string, unknown> = {}): void => {
  host.world.plan = { ...host.world.plan, plan: { name }, ...part };
  host.world.user["company_plan"] = host.world.plan;
};

describe("the bar", () => {
  test("has the logo, the menus and the words of the specification", async () => {
    onPlan("Enterprise");
    await comeAs();
    await open(page, "/help");
    const banner = page.getByRole("banner");
    await banner.getByRole("button", { name: "Projects" }).click();
    const all = page.getByRole("menuitem", { name: "View all projects" });
    expect(await all.getAttribute("href")).toBe("/projects");
    expect(await page.getByRole("menuitem", { name: "Create project" }).getAttribute("href")).toBe("/wizard");
    await page.keyboard.press("Escape");
    expect(await banner.getByRole("link", { name: "Insights" }).getAttribute("href")).toBe("/insights");
    const account = banner.getByRole("button", { name: "Ada Kaya", exact: true });
    expect(await account.locator("[data-initials]").getAttribute("data-initials")).toBe("AK");
    await account.click();
    await page.getByText("ada@acme.example").waitFor();
    expect(await page.getByRole("menuitem", { name: "Settings" }).getAttribute("href")).toBe("/settings");
    expect(await page.getByRole("menuitem", { name: "Help & Support" }).getAttribute("href")).toBe("/help");
    await page.keyboard.press("Escape");
    await banner.getByRole("link").first().click();
    await arrives(page, "/");
    expect(await page.getByRole("main").count()).toBe(1);
  });

  test("Logout removes the token and goes to login", async () => {
    await comeAs();
    await open(page, "/help");
    await page.getByRole("button", { name: "Ada Kaya" }).click();
    await page.getByRole("menuitem", { name: "Logout" }).click();
    await arrives(page, "/login");
    expect(await stored(page)).not.toHaveProperty("authToken");
    await until(() => expect(host.made("POST users/logout/")).toHaveLength(1));
    expect(host.made("POST users/logout/")[0]?.headers.authorization).toBe(`Token ${SIGNED_IN.authToken}`);
  });

  test("Standard with a project cannot create another", async () => {
    onPlan("Standard");
    await comeAs();
    await open(page, "/help");
    await page.getByRole("button", { name: "Projects" }).click();
    await page.getByRole("menuitem", { name: "Create project" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Upgrade Required", { exact: true }).waitFor();
    await dialog.getByText("You need to upgrade your plan to create multiple projects.", { exact: true }).waitFor();
    await dialog.getByText("Contact us", { exact: true }).click();
    await arrives(page, "/support");
  });

  test.for(["Standard", "Premium"])("%s cannot open insights", async (name) => {
    onPlan(name);
    await comeAs();
    await open(page, "/help");
    await page.getByRole("banner").getByText("Insights", { exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Upgrade Required", { exact: true }).waitFor();
    await dialog
      .getByText("You need to upgrade your plan to access actionable insights. Please contact support.", {
        exact: true,
      })
      .waitFor();
    await dialog.getByRole("button", { name: "Close" }).first().click();
    await dialog.waitFor({ state: "detached" });
    expect(new URL(page.url()).pathname).toBe("/help");
  });
});

describe("the theme", () => {
  test.for([
    [undefined, "light", "light"],
    ["light", "light", "light"],
    ["dark", "dark", "dark"],
    ["DARK", "light", "DARK"],
    ["blue", "light", "blue"],
    ["", "light", ""],
  ] as const)("stored %s: %s", async ([before, shown, after]) => {
    await comeAs(before === undefined ? {} : { theme: before });
    await open(page, "/login");
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe(shown);
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(background).toBe(shown === "dark" ? "rgb(18, 18, 18)" : "rgb(255, 255, 255)");
    expect((await stored(page))["theme"]).toBe(after);
  });

  test("the toggle stores what it shows, and a second tab follows", async () => {
    await comeAs({ ...SIGNED_IN, theme: "light" });
    await open(page, "/help");
    const second = await page.context().newPage();
    await open(second, "/help");
    await page.getByRole("button", { name: "Switch to the dark theme" }).click();
    expect((await stored(page))["theme"]).toBe("dark");
    await second.getByRole("button", { name: "Switch to the light theme" }).waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Switch to the light theme" }).click();
    expect((await stored(page))["theme"]).toBe("light");
  });
});

describe("the trial banner", () => {
  const HOUR = 3_600_000;
  test.for([
    [7, "7 days left of your free trial", true],
    [4, "4 days left of your free trial", true],
    [3, "3 days left of your free trial", false],
    [1, "Last day", false],
    [0, "Last day", false],
  ] as const)("%i days: %s", async ([days, text, isDismissible]) => {
    onPlan("Premium", { subscription_status: "trial", days_until_trial_end: days });
    await comeAs();
    await open(page, "/help");
    await page.getByText(text, { exact: true }).waitFor();
    expect(await page.getByRole("button", { name: "Dismiss for 12 hours" }).count()).toBe(isDismissible ? 1 : 0);
  });

  test.for([
    ["trial", 8],
    ["trial", -1],
    ["trial", null],
    ["active", 3],
    ["paused", 3],
  ] as const)("%s with %s days: none", async ([subscription_status, days_until_trial_end]) => {
    onPlan("Premium", { subscription_status, days_until_trial_end });
    await comeAs();
    await open(page, "/help");
    await page.waitForTimeout(900);
    expect(await page.getByText(/free trial|Last day/).count()).toBe(0);
  });

  test("dismissed, it stays hidden for 12 hours, over a reload too", async () => {
    onPlan("Premium", { subscription_status: "trial", days_until_trial_end: 5 });
    await comeAs();
    await page.clock.install();
    await open(page, "/help");
    await page.clock.runFor(600);
    await page.getByRole("button", { name: "Dismiss for 12 hours" }).click();
    await page.getByText("5 days left of your free trial").waitFor({ state: "detached" });
    await page.clock.fastForward(12 * HOUR - 60_000);
    await open(page, "/projects");
    await page.clock.runFor(2000);
    expect(await page.getByText("5 days left of your free trial").count()).toBe(0);
    await page.clock.fastForward(60_000);
    await page.clock.runFor(1000);
    await page.getByText("5 days left of your free trial").waitFor();
  });
});

describe("the snackbars", () => {
  test.for([
    ["a suggested integration that is missing", ["github", "outlook_calendar"], ["github", "jira"]],
    ["no calendar", ["github"], ["github"]],
  ] as const)("%s", async ([, providers, suggested]) => {
    host.world.user["providers"] = providers;
    host.world.user["suggested"] = suggested;
    await comeAs();
    await open(page, "/help");
    const close = page.getByRole("button", { name: "Close", exact: true });
    await close.waitFor();
    await page.waitForTimeout(2600); // it is no passing message
    await page.getByRole("link", { name: "Open integrations" }).waitFor();
    await close.click();
    await close.waitFor({ state: "detached" });
  });

  test("with nothing missing there is no warning", async () => {
    host.world.user["providers"] = ["github", "jira", "google_calendar"];
    host.world.user["suggested"] = ["jira"];
    await comeAs();
    await open(page, "/help");
    expect(await page.getByRole("button", { name: "Close", exact: true }).count()).toBe(0);
  });
});
