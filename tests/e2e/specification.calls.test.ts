import type { Page } from "playwright-core";
import { beforeEach, describe, expect, test } from "vitest";
import type { SpecHost } from "./specHost.ts";
import { specSession } from "./specSession.ts";
import { open, SIGNED_IN, until } from "./specVisit.ts";
import { sampled } from "../wholeRun.ts";

/* Calls, errors and the filter of the specification (sections 2, 7 and 8), against a host that implements only the specification. */

let page: Page;
const { host, comeAs } = specSession((visited) => {
  page = visited;
});
describe("calls", () => {
  test("carry the token, end in a slash, and are JSON", async () => {
    await comeAs();
    await open(page, "/");
    await page.goto("/projects");
    await page.getByRole("link", { name: "Atlas" }).waitFor();
    expect(host.calls.length).toBeGreaterThan(3);
    for (const { path, headers } of host.calls) {
      expect(path).toMatch(/^\/api\/v1\/.*\/$/);
      expect(headers.authorization).toBe(`Token ${SIGNED_IN.authToken}`);
      expect(headers.accept).toMatch(/json/);
    }
  });

  test("a signed-out call carries no token, and its body is JSON", async () => {
    await comeAs({});
    await open(page, "/login");
    await page.getByLabel("Email").fill("ada@acme.example");
    await page.getByLabel("Password", { exact: true }).fill("x");
    await page.getByRole("button", { name: "Sign in" }).click();
    await until(() => expect(host.made("POST users/login/")).toHaveLength(1));
    const [login] = host.made("POST users/login/");
    expect(login?.headers["content-type"]).toMatch(/application\/json/);
    expect(login?.headers.authorization).toBeUndefined();
  });

  test("the user and the plan are requested once for a page, and not at all for a public one", async () => {
    await comeAs();
    await open(page, "/projects");
    await page.getByRole("link", { name: "Atlas" }).waitFor();
    expect(host.made("GET users/me/")).toHaveLength(1);
    expect(host.made("GET companies/")).toHaveLength(1);
    await comeAs({});
    host.calls.length = 0;
    await open(page, "/login");
    await page.getByLabel("Email").waitFor();
    expect(host.made("GET users/me/")).toHaveLength(0);
  });

  test("lists in a query are repeated keys without brackets", async () => {
    host.answer("GET projects/atlas/issues/", { json: { count: 0, next: null, results: [], facets: {} } });
    await comeAs();
    await page.goto("/projects/atlas/issues?label=ui&label=a%20b");
    await until(() => expect(host.made("GET projects/atlas/issues/").length).toBeGreaterThan(0));
    expect(host.made("GET projects/atlas/issues/")[0]?.query.getAll("label")).toEqual(["ui", "a b"]);
  });

  test("have no time-out: a slow answer is waited for", async () => {
    host.answer("GET users/dashboard/", { after: 8000, json: { issues: [], recent_projects: host.world.projects } });
    await comeAs();
    await page.goto("/");
    await page.getByText("Loading the page").waitFor();
    await page.getByRole("link", { name: "Atlas" }).waitFor({ timeout: 60_000 });
  });
});

describe("the error catalogue", () => {
  const signInWith = async (answer: Parameters<SpecHost["answer"]>[1]): Promise<void> => {
    await comeAs({});
    host.answer("POST users/login/", answer);
    await open(page, "/login");
    await page.getByLabel("Email").fill("ada@acme.example");
    await page.getByLabel("Password", { exact: true }).fill("wrong");
    await page.getByRole("button", { name: "Sign in" }).click();
  };

  test.for([
    ["an HTML page", { status: 500, html: "<html><body>Bad gateway</body></html>" }, "Something went wrong."],
    ["an empty object", { status: 400, json: {} }, "Something went wrong."],
    ["a field of ours", { status: 400, json: { email: ["Not known here"] } }, "email: Not known here"],
    [
      "another field",
      { status: 400, json: { captcha: ["Expired", "Try again"] } },
      "captcha: Expired\ncaptcha: Try again",
    ],
    ["nested fields", { status: 400, json: { profile: { phone: ["Too short"] } } }, "profile -> phone: Too short"],
    ["a plain text", { status: 403, json: { detail: "Your company is locked." } }, "Your company is locked."],
    [
      "a 429 in the server's own words",
      { status: 429, json: { detail: "Try again in 40 seconds." } },
      "Try again in 40 seconds.",
    ],
    ["no token in the answer", { json: {} }, "Something went wrong."],
    ["no JSON", { status: 200, html: "<p>Hello</p>" }, "Something went wrong."],
  ] as const)("%s", async ([, answer, text]) => {
    await signInWith(answer);
    for (const line of text.split("\n")) await page.getByText(line).first().waitFor();
    expect(new URL(page.url()).pathname).toBe("/login");
    expect(await page.getByLabel("Email").inputValue()).toBe("ada@acme.example");
  });

  test("a failed request is logged with its address and status", async () => {
    await comeAs();
    const lines: string[] = [];
    page.on("console", (message) => lines.push(message.text()));
    host.answer("GET users/dashboard/", { status: 502, html: "<h1>Bad gateway</h1>" });
    await open(page, "/");
    await page.getByRole("button", { name: "Retry" }).waitFor();
    await until(() =>
      expect(lines.some((line) => line.includes("/api/v1/users/dashboard/") && line.includes("502"))).toBe(true),
    );
  });

  test("required, email and format errors have the words of the specification", async () => {
    await comeAs({});
    await open(page, "/login");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("This field is required").first().waitFor();
    await page.getByLabel("Email").fill("no address");
    await page.getByText("Please enter a valid email").waitFor();
    expect(host.made("POST users/login/")).toEqual([]);
  });
});

describe("the filter of the project list", () => {
  beforeEach(async () => {
    await comeAs();
    await open(page, "/projects");
    await page.getByRole("link", { name: "İstanbul Git" }).waitFor();
  });
  const shown = () => page.getByRole("main").getByRole("rowheader").getByRole("link").allTextContents();

  test.for([
    ["atl", ["Atlas"]],
    ["ATLAS", ["Atlas"]],
    ["istanbul", ["İstanbul Git"]],
    ["GIT", ["İstanbul Git"]],
    ["x", []],
  ] as const)("%s", async ([text, names]) => {
    await page.getByRole("searchbox").or(page.getByLabel("Search by name")).first().fill(text);
    await until(async () => expect(await shown()).toEqual(names));
  });

  test("created by me, and roles with All", async () => {
    await page.getByLabel("Created by me").click({ force: true });
    await until(async () => expect(await shown()).toEqual(["Atlas"]));
    await page.getByLabel("Created by me").click({ force: true });
    const roles = page.getByRole("combobox", { name: "Role" });
    expect((await roles.locator("option").allTextContents())[0]).toMatch(/All/);
    await roles.selectOption({ label: "Viewer" });
    await until(async () => expect(await shown()).toEqual(["İstanbul Git"]));
    expect(new URL(page.url()).search).toContain("role=Viewer");
  });
});

describe("a host that leaves out, adds or answers null", () => {
  const TABS = 4;
  const SCREENS = [
    "/",
    "/projects",
    "/wizard",
    "/projects/atlas",
    "/projects/atlas/sources",
    "/projects/atlas/people",
    "/projects/atlas/documents",
    "/projects/atlas/experts",
    "/projects/atlas?q=x",
    "/projects/atlas/issues",
    "/projects/atlas/issues/1",
    "/insights",
    "/settings",
    "/settings/integrations",
    "/settings/company",
    "/settings/tokens",
    "/settings/mcp",
    "/help",
    "/support",
    "/404",
  ];

  const ANSWERS: readonly (readonly [name: string, json: unknown])[] = [
    ["null everywhere", null],
    ["empty objects", {}],
    ["empty lists", []],
    ["a text", "ok"],
    ["entries that are none", [null, {}, 7, "x"]],
    ["lists that are none", { results: [{}], facets: {}, sources: null, projects: [{}] }],
  ];
  test.for(ANSWERS.entries().toArray())("%i %s: no screen stays blank or breaks", async ([at, [, json]]) => {
    host.world.user = {
      name: "Ada",
      email: "ada@acme.example",
      company_plan: "enterprise",
      providers: null,
      suggested: null,
      extra: { deep: [1] },
    };
    host.world.plan = { plan: { name: "Enterprise", price: 7 }, subscription_status: "grandfathered" };
    host.world.projects = [
      { name: "Atlas", slug: "atlas", created_by: null, role: "guest", repositories: null, trackers: null },
    ];
    for (const call of [
      "users/dashboard/",
      "users/mcp-tokens/*",
      "projects/atlas/*",
      "projects/atlas/users/",
      "companies/7/users/",
      "companies/7/invitations/",
      "companies/7/invoices/",
      "insights/*",
      "search/",
      "installation/*",
    ])
      host.answer(`GET ${call}`, { json });
    host.answer("GET projects/atlas/", { json: host.world.projects[0] });
    await comeAs();
    const blank: string[] = [];
    const broken: string[] = [];
    const look = async (tab: Page, path: string): Promise<void> => {
      await tab.goto(path);
      await tab.waitForLoadState("networkidle");
      const main = tab.getByRole("main");
      // A screen that leads to another one is empty until that is loaded, and one whose code is loaded late says so.
      await main
        .filter({ hasText: /\S{3}/, hasNotText: /^\s*Loading\s*$/ })
        .waitFor({ timeout: 30_000 })
        .catch(() => undefined);
      const text = (await main.count()) === 1 ? (await main.innerText()).trim() : "";
      if (text.length < 10) blank.push(`${path}: ${text}`);
      if (text.includes("This page failed")) broken.push(`${path}: This page failed`);
    };
    // Most of the time of a screen is waiting for idle, so several are checked in parallel.
    const left = [...sampled(SCREENS, 2, at)];
    await Promise.all(
      Array.from({ length: TABS }, async () => {
        const tab = await page.context().newPage();
        tab.on("pageerror", (error) => broken.push(`${new URL(tab.url()).pathname}: ${String(error)}`));
        for (let path = left.shift(); path !== undefined; path = left.shift()) await look(tab, path);
      }),
    );
    expect(blank).toEqual([]);
    expect(broken).toEqual([]);
  });
});
