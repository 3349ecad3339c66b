/** Second factors in a browser with a virtual authenticator. Passkeys belong to a host name, so the server is at localhost. */
import { join } from "node:path";
import { sql } from "kysely";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../../scripts/freePort.ts";
import { totpCodeAt } from "../../server/access/passwords/totp.ts";
import { addPeople, PASSWORD, startTestServer, type TestServer } from "../server/http/testServer.ts";
import { accessibilityFaults, launchBrowser, overflow, visit, type Visitor } from "./browser.ts";

const ADMIN = "admin@example.org";
const MEMBER = "member@example.org";

let server: TestServer;
let browser: Browser;
let url: string;
let admin: Visitor;
let member: Visitor;

beforeAll(async () => {
  const port = await freePort();
  url = `http://localhost:${port}`;
  const environment = {
    PORT: String(port),
    CLEW_PUBLIC_URL: url,
    CLEW_DIST: join(import.meta.dirname, "../../dist"),
  };
  [server, browser] = await Promise.all([startTestServer("pglite", { environment }), launchBrowser()]);
  await addPeople(server.db);
  admin = await visit(browser, { url });
  member = await visit(browser, { url, width: 360, height: 740 });
  for (const { page } of [admin, member]) page.setDefaultTimeout(20_000);
  const cdp = await admin.page.context().newCDPSession(admin.page);
  await cdp.send("WebAuthn.enable");
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function enterPassword(page: Page, email: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.removeItem("authToken"));
}

test("a passkey is added, signs in alone, and confirms a sensitive change in place of the password", async () => {
  const { page } = admin;
  await enterPassword(page, ADMIN);
  await page.waitForURL("/");
  await page.goto("/settings/password");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a passkey" });
  await dialog.getByLabel("Name").fill("Work laptop");
  await dialog.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("heading", { name: "Your recovery codes" }).waitFor();
  expect(await page.getByText(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/).count()).toBe(10);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "I have stored them" }).click();
  await page.getByText(/Not used yet/).waitFor();

  await signOut(page);
  await page.goto("/login?next=/settings/password");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.waitForURL("/settings/password");
  await page.getByText(/Last used/).waitFor();

  await sql`update sessions set created_at = now() - interval '1 day', confirmed_at = null`.execute(server.db);
  await page.getByRole("button", { name: "Remove Work laptop" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByRole("button", { name: "Use a passkey instead" }).click();
  await page.getByText("No passkey yet.").waitFor();
  // The removed passkey is refused in words, and the password alone signs in again.
  await signOut(page);
  await page.goto("/login");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByText(/The passkey was not accepted/).waitFor();
  await enterPassword(page, ADMIN);
  await page.waitForURL("/");
});

test("an authenticator app is set up on a phone, and its codes and recovery codes sign in", async () => {
  const { page } = member;
  await enterPassword(page, MEMBER);
  await page.waitForURL("/");
  await page.goto("/settings/password");
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  const dialog = page.getByRole("dialog", { name: "Set up an authenticator app" });
  await dialog.getByRole("img", { name: /^QR code/ }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const secret = ((await dialog.locator("code").textContent()) ?? "").replaceAll(" ", "");
  await dialog.getByLabel("Code of the app").fill("000");
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await dialog.getByText(/The code is not right/).waitFor();
  // The code of the step before is good too, and leaves the present one for the sign-in.
  await dialog.getByLabel("Code of the app").fill(totpCodeAt(secret, new Date(Date.now() - 30_000)));
  await dialog.getByRole("button", { name: "Confirm" }).click();
  const codes = page.getByText(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
  await codes.first().waitFor();
  const recovery = (await codes.first().textContent()) ?? "";
  expect(await overflow(page)).toBe(0);

  await signOut(page);
  await enterPassword(page, MEMBER);
  await page.getByLabel("Code").fill("000");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText(/The code is not right, or was used already/).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  await page.getByLabel("Code").fill(totpCodeAt(secret, new Date()));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL("/");

  await signOut(page);
  await enterPassword(page, MEMBER);
  await page.getByLabel("Code").fill(recovery.toUpperCase());
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL("/");
  await page.goto("/settings/password");
  await page.getByText(/^9 codes are left/).waitFor();
});

test("too many wrong codes are refused in words", async () => {
  const { page } = member;
  await signOut(page);
  await enterPassword(page, MEMBER);
  await page.getByLabel("Code").waitFor();
  for (let tries = 0; tries < 11; tries += 1) {
    await page.getByLabel("Code").fill(`wrong ${tries}`);
    const answer = page.waitForResponse((response) => response.url().endsWith("/users/second-factor/"));
    await page.getByRole("button", { name: "Continue" }).click();
    if ((await answer).status() === 429) break;
  }
  await page.getByText(/Too many failed attempts/).waitFor();
  await page.getByRole("button", { name: "Sign in as another user" }).click();
  await page.getByLabel("Password", { exact: true }).waitFor();
});

test("an Admin resets the second factor of a member, who then signs in by the password", async () => {
  const { page } = admin;
  await page.goto("/settings/company");
  await page.getByRole("button", { name: "Reset the second factor of member" }).click();
  await page.getByRole("button", { name: "Reset", exact: true }).click();
  await page.getByText("The second factor of member was reset").waitFor();
  await page.getByRole("button", { name: /^Reset the second factor/ }).waitFor({ state: "detached" });
  await enterPassword(member.page, MEMBER);
  await member.page.waitForURL("/");
});

test("an Admin requires a second factor, and a member sets one up before anything else", async () => {
  const { page } = admin;
  // Refused, so the switch is off again at once.
  await page.getByRole("switch", { name: "Require a second factor" }).click({ force: true });
  await page.getByText(/Set up a second factor for yourself first/).waitFor();
  await page.goto("/settings/password");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("button", { name: "I have stored them" }).click();
  await page.goto("/settings/company");
  await page.getByRole("switch", { name: "Require a second factor" }).check({ force: true });
  await page.getByText("Saved", { exact: true }).waitFor();

  const phone = member.page;
  await phone.goto("/projects");
  await phone.waitForURL(/\/login/);
  await enterPassword(phone, MEMBER);
  await phone.waitForURL("/second-factor-required");
  await phone.goto("/projects");
  await phone.waitForURL("/second-factor-required");
  expect(await accessibilityFaults(phone)).toEqual([]);
  expect(await overflow(phone)).toBe(0);
  await phone.getByRole("button", { name: "Continue" }).click();
  await phone.getByText("No second factor is set up yet.").waitFor();
  await phone.getByRole("button", { name: "Set up an authenticator app" }).click();
  const dialog = phone.getByRole("dialog");
  const secret = ((await dialog.locator("code").textContent()) ?? "").replaceAll(" ", "");
  await dialog.getByLabel("Code of the app").fill(totpCodeAt(secret, new Date()));
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await phone.getByRole("button", { name: "I have stored them" }).click();
  await phone.getByRole("button", { name: "Continue" }).click();
  await phone.waitForURL("/");
  // Refused calls are logged: the wrong codes, the removed passkey and the ended session.
  const faults = [...admin.complaints, ...member.complaints].filter((text) => !/ failed: 4\d\d$/.test(text));
  expect(faults).toEqual([]);
});
