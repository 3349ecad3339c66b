import type { Page } from "playwright-core";
import { beforeEach, describe, expect, test } from "vitest";
import { specSession } from "./specSession.ts";
import { arrives, open, SIGNED_IN, stored, until } from "./specVisit.ts";

/* Section 2 of the specification, in the built app, against a host that implements only the specification. */

let page: Page;
const { host, comeAs } = specSession((visited) => {
  page = visited;
});

const UUID = "3f2b8c1e-9d4a-4b6f-8a7c-0123456789ab";
const NOT_PUBLIC = [
  "/",
  "/projects",
  "/wizard",
  "/projects/atlas",
  "/projects/atlas/issues",
  "/projects/atlas/issues/1",
  "/insights",
  "/settings",
  "/help",
  "/support",
  "/subscription-required",
  "/404",
  "/no/such/path",
];

describe("signed out", () => {
  beforeEach(() => comeAs({}));

  test.for(NOT_PUBLIC)("%s goes to login, and nothing but public facts is asked of the host", async (path) => {
    await page.goto(path);
    await arrives(page, "/login");
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    // The sign-in page of a demo offers its people.
    expect(host.calls.filter((call) => call.path !== "/api/v1/installation/")).toEqual([]);
  });

  test.for(["/login", "/forgot-password", `/register?token=${UUID}`, `/reset-password?token=${UUID}`])(
    "%s is public",
    async (path) => {
      expect(await open(page, path)).toBe(path.split("?")[0]);
    },
  );

  test.for([
    ["no token", ""],
    ["an empty token", "?token="],
    ["not a UUID", "?token=abc"],
    ["version 1", `?token=${UUID.replace("-4b6f", "-1b6f")}`],
    ["variant c", `?token=${UUID.replace("-8a7c", "-ca7c")}`],
    ["a digit short", `?token=${UUID.slice(0, -1)}`],
    ["a digit more", `?token=${UUID}0`],
    ["no dashes", `?token=${UUID.replaceAll("-", "")}`],
  ])("register and reset-password with %s go to login", async ([, query]) => {
    for (const path of ["/register", "/reset-password"]) {
      await page.goto(path + (query ?? ""));
      await arrives(page, "/login");
    }
  });

  test.for(["8", "9", "a", "b", "A", "B"])("a UUID whose fourth group starts with %s is one", async (digit) => {
    expect(await open(page, `/register?token=${UUID.replace("-8a7c", `-${digit}a7c`)}`)).toBe("/register");
    const [looked] = host.calls.filter(({ path }) => path.startsWith("/api/v1/invitations/"));
    expect(looked?.path).toMatch(/^\/api\/v1\/invitations\/[0-9a-fA-F-]{36}\/$/);
  });

  test("login stores the token, loads the user and leads home", async () => {
    await open(page, "/login");
    await page.getByLabel("Email").fill("ada@acme.example");
    await page.getByLabel("Password", { exact: true }).fill("correct horse");
    await page.getByRole("button", { name: "Sign in" }).click();
    await arrives(page, "/");
    expect((await stored(page))["authToken"]).toBe(SIGNED_IN.authToken);
    expect(host.made("POST users/login/")[0]?.body).toEqual({ email: "ada@acme.example", password: "correct horse" });
    await until(() => expect(host.made("GET users/me/")).toHaveLength(1));
  });
});

describe("signed in", () => {
  beforeEach(() => comeAs(SIGNED_IN));

  test.for(["/login", "/forgot-password", `/register?token=${UUID}`, `/reset-password?token=${UUID}`, "/register"])(
    "%s goes home",
    async (path) => {
      await page.goto(path);
      await arrives(page, "/");
    },
  );

  test("user and plan are loaded once, however many screens are opened", async () => {
    await open(page, "/");
    await page.getByRole("button", { name: "Projects" }).click();
    await page.getByRole("menuitem", { name: "View all projects" }).click();
    await arrives(page, "/projects");
    await page.getByRole("link", { name: "Atlas" }).click();
    await arrives(page, "/projects/atlas");
    await page.getByRole("banner").getByRole("link").first().click();
    await arrives(page, "/");
    await until(() => expect(host.made("GET companies/7/plans/")).toHaveLength(1));
    expect(host.made("GET users/me/")).toHaveLength(1);
    expect(host.made("GET companies/")).toHaveLength(1);
  });

  test.for([401, 403, 404, 500])("a user fetch that fails with %i clears the session", async (status) => {
    host.answer("GET users/me/", { status, json: { detail: "No." } });
    await page.goto("/projects");
    await arrives(page, "/login");
    expect(await stored(page)).not.toHaveProperty("authToken");
    expect(host.made("GET projects/")).toEqual([]);
  });

  test.for([
    ["html", { status: 200, html: "<h1>Proxy</h1>" }],
    ["null", { json: null }],
    ["a cut answer", { json: { name: "Ada" }, isCut: true }],
  ] as const)("a user fetch that answers with %s clears the session as well", async ([, answer]) => {
    host.answer("GET users/me/", answer);
    await page.goto("/help");
    await arrives(page, "/login");
    expect(await stored(page)).not.toHaveProperty("authToken");
  });

  test.for([
    "/",
    "/projects",
    "/wizard",
    "/projects/atlas",
    "/insights",
    "/settings",
    "/help",
    "/support",
    "/404",
    "/nowhere",
    "/login",
  ])("an expired subscription leads from %s to subscription-required", async (path) => {
    host.world.plan["subscription_status"] = "expired";
    host.world.user["company_plan"] = host.world.plan;
    await page.goto(path);
    await arrives(page, "/subscription-required");
    await page.getByRole("main").getByRole("heading").first().waitFor();
  });

  test.for(["users/me", "companies/{id}/plans"])("recognizes an expired subscription by %s alone", async (teller) => {
    const expired = { plan: { name: "Premium" }, subscription_status: "expired" };
    if (teller === "users/me") {
      host.world.user["company_plan"] = expired;
      host.answer("GET companies/", { status: 404, json: {} });
    } else {
      host.world.plan = expired;
      delete host.world.user["company_plan"];
    }
    await page.goto("/projects");
    await arrives(page, "/subscription-required");
  });

  test("one that has not expired leads from subscription-required home", async () => {
    await page.goto("/subscription-required");
    await arrives(page, "/");
  });

  test.for([
    ["Standard", 1, "/"],
    ["Standard", 0, "/wizard"],
    ["Premium", 5, "/wizard"],
    ["Enterprise", 5, "/wizard"],
  ] as const)("the wizard on %s with %i projects: %s", async ([name, count, path]) => {
    host.world.plan["plan"] = { name };
    host.world.user["company_plan"] = host.world.plan;
    host.world.user["projects_count"] = count;
    expect(await open(page, "/wizard")).toBe(path);
  });

  test.for([
    ["Standard", "/"],
    ["Premium", "/"],
    ["Enterprise", "/insights"],
  ] as const)("insights on %s: %s", async ([name, path]) => {
    host.world.plan["plan"] = { name };
    host.world.user["company_plan"] = host.world.plan;
    expect(await open(page, "/insights")).toBe(path);
  });

  test.for(["/404", "/nowhere", "/projects/atlas/x/y", "/settings/x"])(
    "%s shows that nothing is here",
    async (path) => {
      await open(page, path);
      await page.getByRole("heading", { name: "404" }).waitFor();
      await page.getByRole("heading", { name: "Page not found" }).waitFor();
    },
  );

  /* The guard checks the matched route, not the text of the path. */
  const spellings = (path: string): string[] => [
    path.toUpperCase(),
    path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    path.replace(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`),
    `${path}/`,
    `${path}//`,
    `/x/..${path}`,
    `/%2E${path}`,
  ];
  test.for([
    ["Standard", "active", "/insights"],
    ["Premium", "active", "/insights"],
    ["Standard", "active", "/wizard"],
    ["Enterprise", "active", "/login"],
    ["Enterprise", "active", "/register"],
    ["Enterprise", "active", "/forgot-password"],
    ["Enterprise", "active", "/subscription-required"],
    ["Enterprise", "expired", "/settings"],
  ] as const)("on %s, %s, no spelling of %s is let through", async ([name, status, path]) => {
    host.world.plan = { plan: { name }, subscription_status: status };
    host.world.user["company_plan"] = host.world.plan;
    const end = status === "expired" ? "/subscription-required" : "/";
    for (const spelling of spellings(path)) {
      await page.goto(spelling);
      await arrives(page, end);
    }
    // Two slashes at the start match no route: not found, for a signed-in user.
    await page.goto(`${new URL(page.url()).origin}/${path}`);
    if (status === "expired") await arrives(page, end);
    else await page.getByRole("heading", { name: "404" }).waitFor();
  });

  test("/login?next=/settings leads home", async () => {
    await page.goto("/login?next=/settings");
    await arrives(page, "/");
  });

  test.for([401, 403, 404])("a request to a projects address that fails with %i leads to /404", async (status) => {
    host.answer("GET projects/atlas/", { status, json: { detail: "No." } });
    await page.goto("/projects/atlas");
    await arrives(page, "/404");
    expect((await stored(page))["authToken"]).toBe(SIGNED_IN.authToken);
  });

  test.for([401, 403, 404])("so does the list of projects (%i), and a change", async (status) => {
    host.answer("GET projects/", { status, html: "<p>No</p>" });
    await page.goto("/projects");
    await arrives(page, "/404");
    host.answer("POST projects/*", { status, json: {} });
    await page.goto("/projects/atlas/people");
    host.answer("GET projects/*", { status, json: {} });
    await page.reload();
    await arrives(page, "/404");
  });

  test("a 500 of a project stays where it is and offers to try again", async () => {
    host.answer("GET projects/atlas/", { status: 500, html: "<h1>Oops</h1>" });
    await page.goto("/projects/atlas");
    await page.getByText("Something went wrong.").waitFor();
    host.answer("GET projects/atlas/", { json: host.world.projects[0] });
    await page.getByRole("button", { name: "Retry" }).click();
    await page.getByRole("heading", { name: "Atlas" }).waitFor();
  });
});

describe("the websocket", () => {
  beforeEach(() => comeAs(SIGNED_IN));
  const isOpen = () => host.sockets.filter(({ closedAt }) => closedAt === null).length;

  test("is opened on a project's page with the token in the query, and on no other", async () => {
    await open(page, "/projects");
    expect(host.sockets).toHaveLength(0);
    await page.getByRole("link", { name: "Atlas" }).click();
    await until(() => expect(isOpen()).toBe(1));
    expect([...(host.sockets[0]?.query.values() ?? [])]).toContain(SIGNED_IN.authToken);
    await page.getByRole("banner").getByRole("link").first().click();
    await arrives(page, "/");
    await until(() => expect(isOpen()).toBe(0));
    for (const path of ["/", "/projects/atlas/issues", "/settings", "/help", "/wizard"]) await page.goto(path);
    expect(host.sockets).toHaveLength(1);
  });

  test("is closed when a redirect leaves the project", async () => {
    await open(page, "/projects/atlas");
    await until(() => expect(isOpen()).toBe(1));
    host.answer("GET projects/atlas/*", { status: 404, json: {} });
    await page.getByRole("link", { name: "People" }).first().click();
    await arrives(page, "/404");
    await until(() => expect(isOpen()).toBe(0));
  });

  test("reconnects once, 5000 ms after a drop", async () => {
    await open(page, "/projects/atlas");
    await until(() => expect(isOpen()).toBe(1));
    const droppedAt = Date.now();
    host.sockets[0]?.drop();
    await until(() => expect(host.sockets).toHaveLength(2));
    // tests/services/socket.test.ts checks the exact delay with a fake clock.
    expect((host.sockets[1]?.openedAt ?? 0) - droppedAt).toBeGreaterThanOrEqual(4950);
  });

  test("what is no message of ours does not break the page, and a message is queued under the bell", async () => {
    await open(page, "/projects/atlas");
    await until(() => expect(isOpen()).toBe(1));
    const [socket] = host.sockets;
    for (const text of [
      "not json",
      "null",
      "[]",
      "7",
      '{"id":1,"type":"new.kind"}',
      '{"message":"Hello from the host"}',
      '"a plain string"',
      "[1,2]",
      '{"id":"s","type":"sync.progress","data":{"project":"atlas","source":null,"sync":null}}',
      '{"id":"t","type":"sync.progress","data":{"project":"atlas","source":{"id":"r-1","kind":"x"},"sync":{}}}',
      '{"id":"9","type":"announcement","title":"Maintenance tonight"}',
    ])
      socket?.send(text);
    await page.getByRole("button", { name: /^Notifications, 10 unread/ }).click();
    for (const text of ["Maintenance tonight", "Hello from the host", "a plain string", "[1,2]", "null", "7"])
      await page.getByText(text, { exact: true }).first().waitFor();
  });
});
