import { stripVTControlCharacters } from "node:util";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ServerProcess } from "../../scripts/startServerProcess.ts";
import { type NameServer, startNameServer } from "../providers/nameServer.ts";
import { type OidcProvider, startOidcProvider } from "../providers/oidcProvider.ts";
import { type SamlHost, startSamlHost } from "../providers/samlHost.ts";
import { accessibilityFaults, launchBrowser, overflow, visit, type Visitor } from "./browser.ts";
import { startPreparedServer } from "./startPreparedServer.ts";

const DOMAIN = "acme.example";
const SAML_DOMAIN = "saml.example";
const PASSWORD = "a long thread";

let provider: OidcProvider;
let saml: SamlHost;
let names: NameServer;
let product: ServerProcess;
let browser: Browser;
let admin: Visitor;
let person: Visitor;

beforeAll(async () => {
  [provider, saml, names] = await Promise.all([
    startOidcProvider(DOMAIN),
    startSamlHost(`selin@${SAML_DOMAIN}`),
    startNameServer(),
  ]);
  [product, browser] = await Promise.all([
    startPreparedServer({
      env: { CLEW_DEMO: "off", CLEW_ALLOWED_NETWORKS: "127.0.0.0/8", CLEW_DNS_SERVERS: names.address },
    }),
    launchBrowser(),
  ]);
  admin = await visit(browser, { url: product.url });
  admin.page.setDefaultTimeout(20_000);
  person = await visit(browser, { url: product.url, width: 360, height: 740, theme: "dark" });
  person.page.setDefaultTimeout(20_000);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await provider?.stop();
  await saml?.stop();
  names?.stop();
});

const textAfter = async (page: Page, label: string): Promise<string> =>
  (await page.getByText(label).locator("xpath=following-sibling::div[1]//code").textContent()) ?? "";

/** The provider's own pages: its form, and the question whether Clew may know the person. */
async function signInAtProvider(page: Page, login: string): Promise<void> {
  await page.locator("input[name=login]").fill(login);
  await page.locator("input[name=password]").fill("any");
  await page.locator("[type=submit]").click();
  await page.getByText("Authorize").waitFor();
  await page.locator("[type=submit]").click();
}

test("an Admin sets up a provider, proves the domain and turns it on", async () => {
  const { page } = admin;
  await page.goto("/login");
  await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  expect(await page.getByText("single sign-on").count()).toBe(0);
  await page.goto(/\/register\?token=[0-9a-f-]{36}/.exec(stripVTControlCharacters(product.printed()))?.[0] ?? "/");
  await page.getByLabel("Email").fill(`root@${DOMAIN}`);
  await page.getByLabel("Name").fill("Root Admin");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Password again").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL("/");
  await page.goto("/settings/sso");
  await page.getByRole("button", { name: "Add an OpenID Connect provider" }).click();
  await page.getByLabel("Name").fill("Acme login");
  await page.getByLabel("Issuer").fill("http://10.0.0.1");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText(/private network/).waitFor();
  await page.getByLabel("Issuer").fill(provider.issuer);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Test Acme login" }).waitFor();
  provider.register({
    redirect: await textAfter(page, "Redirect address, to register at the provider"),
    logout: await textAfter(page, "Logout address, for back-channel logout and after signing out"),
  });
  const edit = page.getByRole("form", { name: "Edit Acme login" });
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Client ID").fill(provider.clientId);
  await page.getByLabel("Client secret").fill("wrong");
  await edit.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Test Acme login" }).click();
  await page.getByText("The provider does not accept the client ID and the client secret.").waitFor();
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Client secret").fill(provider.clientSecret);
  await edit.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Test Acme login" }).click();
  await page.getByText("The provider accepts the client ID and the client secret.").waitFor();
  await page.getByRole("textbox", { name: "Domain" }).fill(DOMAIN);
  await page.getByRole("button", { name: "Add the domain" }).click();
  await page.getByRole("button", { name: `Verify ${DOMAIN}` }).click();
  await page.getByText(/has no TXT record with this text yet/).waitFor();
  names.records.set(DOMAIN, [await textAfter(page, `Add this TXT record to ${DOMAIN}`)]);
  await page.getByRole("button", { name: `Verify ${DOMAIN}` }).click();
  await page.getByText("Verified", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByRole("button", { name: "Turn off" }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await overflow(page)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });
});

test("a person signs in through it, and arrives where they wanted to go", async () => {
  const { page } = person;
  await page.goto("/projects?q=thread");
  await page.getByRole("button", { name: "Sign in with single sign-on" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  const form = page.getByRole("form", { name: "Sign in with single sign-on" });
  await form.getByLabel("Email").fill("bora@unknown.example");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText(/No company signs in with this address/).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  await form.getByLabel("Email").fill(`bora@${DOMAIN}`);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL((url) => url.origin === provider.issuer);
  await signInAtProvider(page, "bora");
  await page.waitForURL("/projects?q=thread");
  const stored = await page.evaluate(() => [localStorage.getItem("authToken"), sessionStorage.getItem("ssoAttempt")]);
  expect(stored).toEqual([expect.stringMatching(/^[\w-]{43}$/), null]);
  await page.goto("/settings/profile");
  await page.waitForFunction(() =>
    [...document.querySelectorAll("input")].some(({ value }) => value === "bora of acme.example"),
  );
  // The code of the sign-in is in no entry of the history.
  await page.goBack();
  await page.waitForURL("/projects?q=thread");
  // The address of an unknown company was refused.
  expect(person.complaints).toEqual(["POST /api/v1/users/sso/begin/ failed: 400"]);
});

test("a provider of SAML is set up by its metadata, and signs a person in from here and from its portal", async () => {
  const { page } = admin;
  await page.getByRole("button", { name: "Add a SAML provider" }).click();
  const form = page.getByRole("form", { name: "New SAML provider" });
  await form.getByLabel("Name").fill("Acme SAML");
  await page.getByLabel("Metadata address").fill("http://10.0.0.1/metadata");
  await form.getByRole("button", { name: "Save" }).click();
  await page.getByText(/private network/).waitFor();
  await page.getByLabel("Metadata address").fill(saml.metadataUrl);
  await page.getByLabel(/^Allow a sign-in that begins/).check({ force: true });
  await form.getByRole("button", { name: "Save" }).click();
  const card = page.getByRole("region", { name: "Acme SAML" });
  await card.getByText("Certificates of the provider").waitFor();
  saml.register({
    entityId: await textAfter(page, "Entity ID, and address of Clew’s metadata"),
    answers: await textAfter(page, "Address for answers (ACS)"),
  });
  await card.getByRole("textbox", { name: "Domain" }).fill(SAML_DOMAIN);
  await card.getByRole("button", { name: "Add the domain" }).click();
  names.records.set(SAML_DOMAIN, [await textAfter(page, `Add this TXT record to ${SAML_DOMAIN}`)]);
  await page.getByRole("button", { name: `Verify ${SAML_DOMAIN}` }).click();
  await card.getByText("Verified", { exact: true }).waitFor();
  await card.getByRole("button", { name: "Turn on" }).click();
  await card.getByRole("button", { name: "Turn off" }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);

  const visitor = await visit(browser, { url: product.url });
  await visitor.page.goto("/projects?q=thread");
  await visitor.page.getByRole("button", { name: "Sign in with single sign-on" }).click();
  await visitor.page.getByRole("form").getByLabel("Email").last().fill(`selin@${SAML_DOMAIN}`);
  await visitor.page.getByRole("button", { name: "Continue" }).click();
  await visitor.page.waitForURL("/projects?q=thread");
  expect(await visitor.page.evaluate(() => localStorage.getItem("authToken"))).toMatch(/^[\w-]{43}$/);
  await visitor.close();

  const fromPortal = await visit(browser, { url: product.url });
  await fromPortal.page.goto(saml.portalUrl);
  await fromPortal.page.waitForURL((url) => url.origin === product.url && url.pathname === "/");
  expect(await fromPortal.page.evaluate(() => localStorage.getItem("authToken"))).toMatch(/^[\w-]{43}$/);
  await fromPortal.close();
});

test("a refused or foreign return shows what to do, and starts no session", async () => {
  const visitor = await visit(browser, { url: product.url });
  const { page } = visitor;
  for (const [fragment, text] of [
    ["sso-failure=denied", /refused you, or you cancelled it/],
    ["sso-code=prepared-by-another-person", /took too long or was used already/],
  ] as const) {
    await page.goto("about:blank");
    await page.goto(`/login#${fragment}`);
    await page.getByText(text).waitFor();
    await page.waitForURL((url) => url.hash === "");
  }
  await page.goto("about:blank");
  await page.goto("/login#sso-failure=<script>");
  await page.getByRole("button", { name: "Sign in with single sign-on" }).waitFor();
  expect(await page.getByText("You could not be signed in").count()).toBe(0);
  expect(await page.evaluate(() => localStorage.getItem("authToken"))).toBeNull();
  await visitor.close();
});

test("single sign-on can be required, with an Admin who keeps the password", async () => {
  const { page } = admin;
  await page.getByLabel("Only single sign-on").check({ force: true });
  const form = page.getByRole("form", { name: "Require single sign-on" });
  await form.getByRole("button", { name: "Save" }).click();
  await page.getByText(/Name at least one Admin/).waitFor();
  await page.getByLabel(`Root Admin (root@${DOMAIN})`).check({ force: true });
  await form.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  await page.reload();
  expect(await page.getByLabel("Only single sign-on").isChecked()).toBe(true);
});

test("signing out at the provider ends the session here", async () => {
  const { page } = person;
  await page.goto(`${provider.issuer}/session/end`);
  await page.locator("button[name=logout]").click();
  await page.goto("/projects");
  await page.waitForURL(/\/login\?next=/);
});

test("signing out of Clew signs out at the provider too, where an Admin chooses it", async () => {
  const card = admin.page.getByRole("region", { name: "Acme login" });
  await card.getByRole("button", { name: "Edit" }).click();
  const edit = admin.page.getByRole("form", { name: "Edit Acme login" });
  await edit.getByLabel(/^Sign people out at the provider too/).check({ force: true });
  await edit.getByRole("button", { name: "Save" }).click();
  await card.getByRole("button", { name: "Edit" }).waitFor();
  const { page } = person;
  const begin = async (): Promise<void> => {
    await page.goto("/login");
    await page.getByRole("button", { name: "Sign in with single sign-on" }).click();
    const form = page.getByRole("form", { name: "Sign in with single sign-on" });
    await form.getByLabel("Email").fill(`bora@${DOMAIN}`);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL((url) => url.origin === provider.issuer);
  };
  await begin();
  await signInAtProvider(page, "bora");
  await page.waitForURL((url) => url.origin === product.url && url.pathname === "/");
  await page.getByRole("button", { name: "bora of acme.example" }).click();
  const item = page.getByRole("menuitem", { name: /Also signs you out at Acme login/ });
  await item.waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await item.click();
  await page.waitForURL((url) => url.origin === provider.issuer);
  await page.locator("button[name=logout]").click();
  await page.waitForURL((url) => url.origin === product.url && url.pathname === "/login");
  await page.getByText("You are signed out of Clew and at your company’s provider.").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  expect(await page.evaluate(() => localStorage.getItem("authToken"))).toBeNull();
  // The provider asks for the password again.
  await begin();
  await page.locator("input[name=password]").waitFor();
});
