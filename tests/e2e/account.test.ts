import { stripVTControlCharacters } from "node:util";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ServerProcess } from "../../scripts/startServerProcess.ts";
import { accessibilityFaults, launchBrowser, overflow, type Theme, visit, type Visitor } from "./browser.ts";
import { type MailHost, startMailHost } from "./mailHost.ts";
import { startPreparedServer } from "./startPreparedServer.ts";

let mails: MailHost;
let product: ServerProcess;
let browser: Browser;
let ada: Visitor;
let bora: Visitor;

const PASSWORD = "a long thread";
const ADA = "ada@acme.example";
const BORA = "bora@acme.example";

beforeAll(async () => {
  mails = await startMailHost();
  [product, browser] = await Promise.all([
    startPreparedServer({
      env: {
        CLEW_DEMO: "off",
        CLEW_SMTP_URL: mails.url,
        CLEW_MAIL_FROM: "Clew <clew@acme.example>",
        CLEW_SUPPORT_EMAIL: "help@acme.example",
      },
    }),
    launchBrowser(),
  ]);
  ada = await visit(browser, { url: product.url });
  bora = await visit(browser, { url: product.url, width: 360, height: 740 });
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await mails?.stop();
});

/** The link of a mail, as a path of this server. */
const linkIn = (mail: string, path: string): string => {
  const found = new RegExp(`/${path}\\?token=[0-9a-f-]{36}`).exec(mail)?.[0];
  if (!found) throw new Error(`No link to ${path} in:\n${mail}`);
  return found;
};

async function register(page: Page, { name, email }: { name: string; email?: string }): Promise<void> {
  if (email !== undefined) await page.getByLabel("Email").fill(email);
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Password again").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.removeItem("authToken"));
  await page.goto("/login");
}

describe("the first person", () => {
  test("registers by the link that the server prints", async () => {
    const link = /\/register\?token=[0-9a-f-]{36}/.exec(stripVTControlCharacters(product.printed()))?.[0];
    await ada.page.goto(link ?? "/");
    await ada.page.getByText("At least 10 characters").waitFor();
    await register(ada.page, { name: "Ada Kaya", email: ADA });
    await ada.page.waitForURL("/");
  });

  test("invites a person, sends the mail, and lists the invitation until it is accepted", async () => {
    await ada.page.goto("/settings/company");
    // The buyer of the invoices has an email too.
    await ada.page.getByLabel("Email", { exact: true }).fill(BORA);
    await ada.page.getByRole("button", { name: "Invite", exact: true }).click();
    await ada.page.getByRole("list", { name: "Invitations" }).getByText(BORA).waitFor();
    expect(await mails.mailTo(BORA)).toContain("/register?token=");
    expect(await ada.page.getByText(/A company needs an Admin/).isVisible()).toBe(true);
  });

  test("sends it again: the new link works, the old one is reported as invalid", async () => {
    const old = linkIn(await mails.mailTo(BORA), "register");
    const seen = mails.count(BORA);
    await ada.page.getByRole("button", { name: `Resend the invitation of ${BORA}` }).click();
    const fresh = linkIn(await mails.mailTo(BORA, seen), "register");
    expect(fresh).not.toBe(old);
    await bora.page.goto(old);
    await bora.page.getByRole("heading", { name: "This invitation cannot be used" }).waitFor();
  });
});

describe("an invited person, on a phone", () => {
  test("sees the company and the address, and registers", async () => {
    await bora.page.goto(linkIn(await mails.mailTo(BORA), "register"));
    await bora.page.getByRole("heading", { name: /^Join / }).waitFor();
    expect(await bora.page.getByLabel("Email").inputValue()).toBe(BORA);
    await register(bora.page, { name: "Bora Yılmaz" });
    await bora.page.waitForURL("/");
    await ada.page.goto("/settings/company");
    await ada.page.getByRole("list", { name: "Users" }).getByText("Bora Yılmaz").waitFor();
    await ada.page.getByText("No open invitations.").waitFor();
  });

  test("has lost the password, gets a link, chooses a new one and signs in", async () => {
    const { page } = bora;
    await signOut(page);
    const seen = mails.count(BORA);
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await page.getByRole("heading", { name: "Forgot your password?" }).waitFor();
    await page.getByLabel("Email").fill(BORA);
    await page.getByRole("button", { name: "Send the link" }).click();
    await page.getByText(`If ${BORA} has an account`).waitFor();
    const link = linkIn(await mails.mailTo(BORA, seen), "reset-password");
    await page.goto(link);
    await page.getByLabel("New password", { exact: true }).fill("another thread");
    await page.getByLabel("New password again").fill("another thread");
    await page.getByRole("button", { name: "Save the new password" }).click();
    await page.getByText("Your password is changed. Sign in with the new one.").waitFor();
    await signIn(page, BORA, "another thread");
    await page.waitForURL("/");
    await signOut(page);
    await page.goto(link);
    await page.getByRole("heading", { name: "This link does not work any more" }).waitFor();
    // A link to a line leads there after the sign-in.
    await page.goto("/help?from=mail#L12-L20");
    await page.waitForURL(/\/login\?next=/);
    await signIn(page, BORA, "another thread");
    await page.waitForURL("/help?from=mail#L12-L20");
  });

  test("changes the password; the old one is refused at its field first", async () => {
    const { page } = bora;
    await page.goto("/settings/password");
    await page.getByLabel("Current password").fill("not the one");
    await page.getByLabel("New password", { exact: true }).fill("the third thread");
    await page.getByLabel("New password again").fill("the third thread");
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByText("The old password is not right").waitFor();
    await page.getByLabel("Current password").fill("another thread");
    await page.getByRole("button", { name: "Change password" }).click();
    await expect.poll(() => page.getByLabel("Current password").inputValue()).toBe("");
  });

  test("becomes Admin, and finds the company in the settings", async () => {
    expect(await bora.page.getByRole("link", { name: "Company" }).count()).toBe(0);
    const role = ada.page.getByRole("combobox", { name: "Role of Bora Yılmaz" });
    await role.selectOption({ label: "Admin" });
    await ada.page.getByRole("combobox", { name: "Role of Ada Kaya" }).waitFor();
    await bora.page.goto("/settings/company");
    await bora.page.getByRole("link", { name: "Company" }).waitFor();
    await bora.page.getByRole("combobox", { name: "Role of Ada Kaya" }).selectOption({ label: "Member" });
    await bora.page.getByText(/A company needs an Admin/).waitFor();
    expect(await bora.page.getByRole("combobox", { name: "Role of Bora Yılmaz" }).count()).toBe(0);
  });
});

describe("a user with a different address", () => {
  test("is asked for the code that was mailed there, also after a reload", async () => {
    await bora.page.getByLabel("Email", { exact: true }).fill("cem@acme.example");
    await bora.page.getByRole("button", { name: "Invite", exact: true }).click();
    const cem = await visit(browser, { url: product.url });
    await cem.page.goto(linkIn(await mails.mailTo("cem@acme.example"), "register"));
    await cem.page.getByRole("button", { name: "Use another email" }).click();
    await register(cem.page, { name: "Cem Öz", email: "cem@home.example" });
    await cem.page.getByRole("heading", { name: "Check your email" }).waitFor();
    const code =
      /\b\d{6}\b/.exec((await mails.mailTo("cem@home.example")).split("\r\n\r\n").slice(1).join("\n"))?.[0] ?? "";
    await cem.page.reload();
    await cem.page.getByLabel("Code").fill(code === "000000" ? "111111" : "000000");
    await cem.page.getByRole("button", { name: "Verify" }).click();
    await cem.page.getByText(/This code is not right/).waitFor();
    await cem.page.getByLabel("Code").fill(code);
    await cem.page.getByRole("button", { name: "Verify" }).click();
    await cem.page.waitForURL("/");
    await cem.close();
  });
});

test("a token for an agent is shown once and can be revoked", async () => {
  const { page } = bora;
  await page.goto("/settings/mcp");
  await page.getByRole("link", { name: "MCP tokens" }).waitFor();
  await page.getByText(/A token opens projects, and there is none yet/).waitFor();
  const answer = await page.evaluate(async () => {
    const response = await fetch("/api/v1/projects/", {
      method: "POST",
      headers: {
        authorization: `Token ${localStorage.getItem("authToken") ?? ""}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ name: "Loom", repositories: [], trackers: [], wikis: [] }),
    });
    return response.status;
  });
  expect(answer).toBe(201);
  await page.reload();
  await page.getByRole("button", { name: "Create a token" }).click();
  await page.getByLabel("Name").fill("Editor");
  await page.getByRole("button", { name: "Create token" }).click();
  const fresh = page.getByRole("region", { name: "The token Editor is ready" });
  await fresh.waitFor();
  expect(await fresh.textContent()).toContain(`${product.url}/mcp`);
  await fresh.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Revoke Editor" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await page.getByText("There is no token yet.").waitFor();
});

test("contact goes to the operator's address", async () => {
  await bora.page.goto("/support");
  const href = await bora.page.getByText("Open email").locator("xpath=ancestor-or-self::a").getAttribute("href");
  expect(href).toMatch(/^mailto:help@acme\.example\?/);
});

const SCREENS = [
  "/settings",
  "/settings/password",
  "/settings/integrations",
  "/settings/company",
  "/settings/mcp",
  "/help",
  "/support",
];
const PUBLIC = [
  "/login",
  "/forgot-password",
  "/reset-password?token=0b9c5f0e-6d1a-4c3b-9f2e-1a2b3c4d5e6f",
  "/register?token=0b9c5f0e-6d1a-4c3b-9f2e-1a2b3c4d5e6f",
];

describe.for<Theme>(["light", "dark"])("in %s", (theme) => {
  const look = async ({ page }: Visitor, path: string): Promise<void> => {
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForLoadState("networkidle");
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await overflow(page)).toBe(0);
      expect(await accessibilityFaults(page)).toEqual([]);
    }
  };
  test.for(PUBLIC)("%s has no fault for assistive tools, and fits a phone", async (path) => {
    const stranger = await visit(browser, { url: product.url, theme });
    await look(stranger, path);
    await stranger.close();
  });
  test.for(SCREENS)("%s has no fault for assistive tools, and fits a phone", async (path) => {
    await bora.page.evaluate((chosen) => localStorage.setItem("theme", chosen), theme);
    await look(bora, path);
  });
});

test("no script reported an error, except for calls that the test made fail", () => {
  const wrong = [...ada.complaints, ...bora.complaints].filter(
    (line) => !/^(?:GET|POST) \S+ failed: 40[04]$/.test(line),
  );
  expect(wrong).toEqual([]);
});
