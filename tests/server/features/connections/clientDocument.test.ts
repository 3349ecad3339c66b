/** Clients that describe themselves by a document at their id: what is read, how often, and what is refused. */
import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { findClient, isDocumentId } from "../../../../server/features/mcpClients/clientDocument.ts";
import { createEgress, type Egress } from "../../../../server/sources/egress/egress.ts";
import { addPeople, startTestServer, type TestServer } from "../../http/testServer.ts";
import { onOneDatabase } from "../../testDb.ts";

onOneDatabase("client ID metadata documents", (engine) => {
  let server: TestServer;
  let host: Server;
  let egress: Egress;
  let userId: string;
  let token: string;
  let reads = 0;
  let answer: (response: ServerResponse) => void;
  const send = (document: unknown) => (response: ServerResponse) => {
    response.setHeader("content-type", "application/json").end(JSON.stringify(document));
  };
  beforeAll(async () => {
    server = await startTestServer(engine);
    const { member } = await addPeople(server.db, { plan: "Enterprise" });
    [userId, token] = [member.id, member.token];
    host = createServer((_, response) => {
      reads += 1;
      answer(response);
    }).listen(0, "127.0.0.1");
    await once(host, "listening");
    egress = createEgress({ allowed: ["127.0.0.0/8"] });
  });
  afterAll(async () => {
    await egress.close();
    host.close();
    host.closeAllConnections();
    await server.stop();
  });
  beforeEach(async () => {
    await server.db.deleteFrom("oauth_clients").execute();
    reads = 0;
  });

  const ID = "https://client.example/oauth/client.json";
  /** The egress with a name that leads to the host of the test, which has no certificate. */
  const deps = () => ({
    db: server.db,
    egress: {
      fetch: (address: string | URL, request?: Parameters<Egress["fetch"]>[1]) =>
        egress.fetch(
          String(address).replace("https://client.example", `http://127.0.0.1:${(host.address() as AddressInfo).port}`),
          request,
        ),
    },
  });
  const right = { client_id: ID, client_name: "Agent", redirect_uris: ["https://client.example/cb"] };

  test("a document is the client for an hour, and then what it has by then", async () => {
    answer = send(right);
    expect(await findClient(deps(), ID, userId)).toMatchObject({ id: ID, kind: "document", name: "Agent" });
    answer = send({ ...right, client_name: "Other" });
    expect((await findClient(deps(), ID, userId)).name).toBe("Agent");
    expect(reads).toBe(1);
    await server.db
      .updateTable("oauth_clients")
      .set({ read_at: new Date(Date.now() - 3_600_001) })
      .execute();
    expect((await findClient(deps(), ID, userId)).name).toBe("Other");
    // One that has become wrong is no longer a client.
    await server.db
      .updateTable("oauth_clients")
      .set({ read_at: new Date(0) })
      .execute();
    answer = (response) => response.writeHead(404).end();
    await expect(findClient(deps(), ID, userId)).rejects.toMatchObject({ status: 400 });
  });

  test.each<[string, (response: ServerResponse) => void]>([
    ["of another id", send({ ...right, client_id: "https://client.example/other.json" })],
    ["with a secret", send({ ...right, client_secret: "x" })],
    ["that wants to authenticate", send({ ...right, token_endpoint_auth_method: "private_key_jwt" })],
    ["with an address that is no redirect", send({ ...right, redirect_uris: ["http://client.example/cb"] })],
    ["without addresses", send({ client_id: ID })],
    ["that is a list", send([right])],
    ["that is no JSON", (response) => response.end("<html>")],
    ["that is large", send({ ...right, more: "x".repeat(20_000) })],
    ["that is very large", send({ ...right, more: "x".repeat(200_000) })],
    ["that redirects", (response) => response.writeHead(302, { location: "/elsewhere.json" }).end()],
    ["that breaks off", (response) => void response.socket?.destroy()],
  ])("a document %s is none", async (_, given) => {
    answer = given;
    await expect(findClient(deps(), ID, userId)).rejects.toMatchObject({ status: 400 });
    expect(reads).toBeGreaterThan(0);
    expect(await server.db.selectFrom("oauth_clients").selectAll().execute()).toEqual([]);
  });

  test("no document is read at an address that is not plain https with a path, or within a private network", async () => {
    const refused = [
      "http://client.example/x",
      "https://client.example",
      "https://client.example/",
      "https://user@client.example/x",
      "https://client.example/../x",
      "https://client.example/x#y",
      "https://CLIENT.example/x",
      "https:client.example/x",
      "https://client.example/a b",
      `https://client.example/${"x".repeat(500)}`,
    ];
    for (const id of refused) expect([id, isDocumentId(id)]).toEqual([id, false]);
    expect(isDocumentId(ID)).toBe(true);
    // The server itself: the operator has allowed nothing.
    for (const id of [
      "https://127.0.0.1/x",
      "https://169.254.169.254/latest",
      "https://[::1]/x",
      "https://localhost/x",
    ]) {
      const body = { query: new URLSearchParams({ client_id: id }).toString() };
      const { status, body: refusal } = await server.call("POST", "users/mcp-consent/", { token, body });
      expect([id, status, JSON.stringify(refusal)]).toEqual([id, 400, expect.stringContaining("cannot be read")]);
    }
  });

  test("a user can have thirty read within ten minutes", async () => {
    answer = send(right);
    const outcomes = [];
    for (let count = 0; count < 40; count += 1)
      outcomes.push(
        await findClient(deps(), `https://client.example/${count}.json`, "another user").then(
          () => 0,
          ({ status }: { status: number }) => status,
        ),
      );
    expect(new Set(outcomes)).toEqual(new Set([400, 429]));
    expect(reads).toBe(30);
  });
});
