/** A remote MCP client with the official SDK, and its user in a browser: sign-in, consent, the answer to a program that listens. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { auth } from "@modelcontextprotocol/sdk/client/auth.js";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect } from "../server/mcp/mcpProject.ts";
import { StoredClient } from "../server/mcp/oauthClient.ts";
import { addProject } from "../server/rows.ts";
import { addPeople, PASSWORD, startTestServer, type TestServer } from "../server/http/testServer.ts";
import { accessibilityFaults, launchBrowser, overflow, visit } from "./browser.ts";

let server: TestServer;
let browser: Browser;
let program: Server;
let redirect: string;
/** What the program has received. */
const received: URL[] = [];

beforeAll(async () => {
  program = createServer((request, response) => {
    const url = new URL(request.url ?? "/", redirect);
    if (url.pathname !== "/favicon.ico") received.push(url);
    response.setHeader("content-type", "text/html").end("<title>Program</title>The program continues.");
  }).listen(0, "127.0.0.1");
  await once(program, "listening");
  redirect = `http://127.0.0.1:${(program.address() as AddressInfo).port}/callback`;
  const environment = { CLEW_DIST: join(import.meta.dirname, "../../dist") };
  [server, browser] = await Promise.all([startTestServer("pglite", { environment }), launchBrowser()]);
  const { companyId, member } = await addPeople(server.db, { plan: "Enterprise" });
  await addProject(server.db, { companyId, ownerId: member.id, slug: "sample" });
  await addProject(server.db, { companyId, ownerId: member.id, slug: "other" });
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  program?.close();
});

const newClient = () => new StoredClient({ client_name: "<b>Ed</b>itor", redirect_uris: [redirect] });
const ask = async (client: StoredClient): Promise<string> => {
  expect(await auth(client, { serverUrl: `${server.url}/mcp` })).toBe("REDIRECT");
  return client.asked?.href ?? "";
};
async function signIn(page: Page): Promise<void> {
  await page.getByLabel("Email").fill("member@example.org");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Refuse" }).waitFor();
}

test("the user signs in on the way, allows one project, and the client works with it", async () => {
  const client = newClient();
  const { page, complaints, close } = await visit(browser, { url: server.url });
  await page.goto(await ask(client));
  // Signed out: the page of the sign-in comes first, and the request is not lost by it.
  await signIn(page);
  expect(new URL(page.url()).search).toBe(client.asked?.search);
  await page.getByText("<b>Ed</b>itor").waitFor();
  await page.getByText(new URL(redirect).host).waitFor();
  expect(await page.getByRole("checkbox", { checked: true }).count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Allow access" }).click();
  await page.getByText("This field is required").waitFor();
  expect(received).toEqual([]);
  await page.getByText("sample", { exact: true }).click();
  await page.getByRole("button", { name: "Allow access" }).click();
  await page.waitForURL(/\/callback\?/);
  const answer = received.at(-1)?.searchParams;
  expect([answer?.get("state"), answer?.get("iss")]).toEqual([client.expectedState, server.url]);
  const authorizationCode = answer?.get("code") ?? "";
  expect(await auth(client, { serverUrl: `${server.url}/mcp`, authorizationCode })).toBe("AUTHORIZED");
  const mcp = await connect(server, client.stored?.access_token ?? "");
  const { resources } = await mcp.listResources();
  expect(resources.map(({ uri }) => uri)).toEqual(["clew://project/sample"]);
  await mcp.close();
  // It is in the list of the settings, without a secret to rotate, and ends there.
  await page.goto(`${server.url}/settings/mcp`);
  await page.getByText("connected by OAuth from a computer").waitFor();
  expect(await page.getByRole("button", { name: /^Rotate/ }).count()).toBe(0);
  await page.getByRole("button", { name: "Revoke <b>Ed</b>itor" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect
    .poll(() =>
      connect(server, client.stored?.access_token ?? "").then(
        () => "open",
        () => "closed",
      ),
    )
    .toBe("closed");
  expect(complaints).toEqual([]);
  await close();
});

test("the user refuses on a phone in the dark, and a request that is wrong sends the browser nowhere", async () => {
  const client = newClient();
  const { page, close } = await visit(browser, { url: server.url, width: 360, height: 740, theme: "dark" });
  const address = await ask(client);
  await page.goto(address);
  await signIn(page);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  received.length = 0;
  const changed = new URL(address);
  changed.searchParams.set("redirect_uri", `http://127.0.0.1:${(program.address() as AddressInfo).port}/other`);
  await page.goto(changed.href);
  await page.getByText(/has not registered/).waitFor();
  expect(await page.getByRole("button", { name: "Allow access" }).count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  changed.searchParams.set("redirect_uri", redirect);
  changed.searchParams.delete("code_challenge");
  await page.goto(changed.href);
  await page.getByText(/asks in a way that is not safe/).waitFor();
  expect([received.length, await page.getByRole("button", { name: "Allow access" }).count()]).toEqual([0, 0]);
  await page.goto(address);
  await page.getByRole("button", { name: "Refuse" }).click();
  await page.waitForURL(/\/callback\?/);
  expect(received.at(-1)?.searchParams.get("error")).toBe("access_denied");
  await close();
});

test("a page of another origin cannot show the consent inside of it", async () => {
  const { page, close } = await visit(browser, { url: server.url });
  const address = await ask(newClient());
  await page.route("**/frame", (route) =>
    route.fulfill({ contentType: "text/html", body: `<iframe src="${address.replaceAll("&", "&amp;")}"></iframe>` }),
  );
  await page.goto(`${new URL(redirect).origin}/frame`);
  await page.waitForLoadState("networkidle");
  expect(page.frames().map((frame) => new URL(frame.url()).protocol)).toEqual(["http:", "chrome-error:"]);
  await close();
});
