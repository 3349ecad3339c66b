import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type OauthHost, startOauthHost } from "../../../providers/oauthHost.ts";
import { addPeople, startTestServer, type TestServer } from "../../http/testServer.ts";
import { type Mailbox, openMailbox } from "../../mail/mailbox.ts";

/** Answers as GitHub does: a refusal has status 200. */
async function startGithub(): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
    request.on("end", () => {
      const isKnown = new URLSearchParams(body).get("client_secret") === "secret";
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ error: isKnown ? "bad_verification_code" : "incorrect_client_credentials" }));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe("the setup of an installation", () => {
  let oauth: OauthHost;
  let github: Awaited<ReturnType<typeof startGithub>>;
  let mailbox: Mailbox;
  let server: TestServer;
  let people: Awaited<ReturnType<typeof addPeople>>;

  beforeAll(async () => {
    oauth = await startOauthHost();
    github = await startGithub();
    mailbox = await openMailbox();
    server = await startTestServer("pglite", {
      environment: {
        CLEW_ALLOWED_NETWORKS: "127.0.0.0/8",
        CLEW_SMTP_URL: mailbox.url,
        CLEW_MAIL_FROM: "Clew <clew@example.org>",
        CLEW_GITHUB_CLIENT_ID: "id",
        CLEW_GITHUB_CLIENT_SECRET: "secret",
        CLEW_GITHUB_URL: github.url,
        CLEW_GITLAB_CLIENT_ID: "id",
        CLEW_GITLAB_CLIENT_SECRET: "mistyped",
        CLEW_GITLAB_URL: oauth.url,
        CLEW_GOOGLE_CALENDAR_CLIENT_ID: "id",
        CLEW_GOOGLE_CALENDAR_CLIENT_SECRET: "secret",
        CLEW_GOOGLE_CALENDAR_URL: oauth.url,
        CLEW_JIRA_CLIENT_ID: "id",
        CLEW_JIRA_CLIENT_SECRET: "secret",
        CLEW_JIRA_URL: "http://127.0.0.1:1",
      },
    });
    people = await addPeople(server.db);
  });
  afterAll(async () => {
    await server.stop();
    await mailbox.stop();
    await oauth.stop();
    github.server.close();
  });

  const path = () => `companies/${people.companyId}/setup/`;
  const tryPart = async (part: string, { of = server, who = people, language = "en" } = {}) => {
    const { status, body } = await of.call("POST", `companies/${who.companyId}/setup/test/`, {
      token: who.admin.token,
      body: { part },
      language,
    });
    expect(status).toBe(200);
    return body as { passed: boolean; text: string };
  };

  test("shows an Admin what is set, what is not, and what to register; no secret is part of it", async () => {
    const { body } = await server.call("GET", path(), { token: people.admin.token });
    expect(body).toMatchObject({
      callback_url: `${server.url}/api/v1/users/oauth/callback/`,
      public_address: { url: server.url, is_set: false },
      mail: { is_set: true, from: "Clew <clew@example.org>" },
    });
    const { providers } = body as { providers: Record<string, unknown>[] };
    expect(providers.filter(({ is_set }) => is_set).map(({ name }) => name)).toEqual([
      "github",
      "gitlab",
      "jira",
      "google_calendar",
    ]);
    expect(providers.find(({ name }) => name === "bitbucket")).toEqual({
      name: "bitbucket",
      is_set: false,
      register_url: expect.stringMatching(/^https:\/\/bitbucket\.org\//),
      variables: ["CLEW_BITBUCKET_CLIENT_ID", "CLEW_BITBUCKET_CLIENT_SECRET"],
      scopes: ["account", "repository", "pullrequest"],
    });
    expect(JSON.stringify(body)).not.toContain("mistyped");
  });

  test("no other user may read or test it", async () => {
    for (const { token } of [people.member, people.stranger]) {
      expect((await server.call("GET", path(), { token })).status).toBeGreaterThanOrEqual(403);
      const test = await server.call("POST", `${path()}test/`, { token, body: { part: "mail" } });
      expect(test.status).toBeGreaterThanOrEqual(403);
    }
    expect(mailbox.received).toEqual([]);
  });

  test("a test of the mail server sends the Admin a mail", async () => {
    const result = await tryPart("mail");
    expect(result).toEqual({ passed: true, text: expect.stringContaining("admin@example.org") });
    expect(mailbox.received.map(({ to }) => to)).toEqual([["admin@example.org"]]);
    expect(mailbox.received[0]?.text).toContain(`${server.url}/settings/setup`);
  });

  test("a test of a registration shows whether the provider accepts id and secret", async () => {
    expect(await tryPart("github")).toEqual({
      passed: true,
      text: expect.stringContaining("GitHub accepts the client ID and the secret"),
    });
    expect((await tryPart("google_calendar")).passed).toBe(true);
    expect(await tryPart("gitlab")).toEqual({
      passed: false,
      text: expect.stringContaining("GitLab does not accept the client ID or the secret"),
    });
    expect(await tryPart("jira")).toEqual({ passed: false, text: expect.stringContaining("127.0.0.1") });
    expect(await tryPart("bitbucket")).toEqual({
      passed: false,
      text: expect.stringContaining("No registration at Bitbucket is set"),
    });
  });

  test("an address that only this machine reaches is no public address", async () => {
    expect(await tryPart("public_address")).toEqual({
      passed: false,
      text: expect.stringContaining("only on its own machine"),
    });
  });

  test("the number of tests is limited", async () => {
    const { companyId, stranger } = { ...people, companyId: people.otherCompanyId };
    const ask = () =>
      server.call("POST", `companies/${companyId}/setup/test/`, { token: stranger.token, body: { part: "bitbucket" } });
    const statuses: number[] = [];
    for (let count = 0; count < 21; count += 1) statuses.push((await ask()).status);
    expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(statuses[20]).toBe(429);
  });

  test("without mail server and at a wrong address the reason is given in the caller's language", async () => {
    const bare = await startTestServer("pglite", { environment: { CLEW_PUBLIC_URL: github.url } });
    try {
      const who = await addPeople(bare.db);
      await bare.db.updateTable("users").set({ language: "TR" }).where("id", "=", who.admin.id).execute();
      expect(await tryPart("mail", { of: bare, who })).toEqual({
        passed: false,
        text: expect.stringContaining("E-posta sunucusu ayarlanmamış"),
      });
      expect((await tryPart("public_address", { of: bare, who })).text).toContain("başka bir şey yanıt veriyor");
      const { body } = await bare.call("GET", `companies/${who.companyId}/setup/`, { token: who.admin.token });
      expect(body).toMatchObject({ public_address: { url: github.url, is_set: true }, mail: { is_set: false } });
    } finally {
      await bare.stop();
    }
  });
});
