import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import type { Principal } from "../../../../server/access/sessions/sessions.ts";
import { SOCKET_PATH } from "../../../../contract/constants.ts";
import { SocketHub } from "../../../../server/features/notifications/SocketHub.ts";
import { mountNotifications } from "../../../../server/features/notifications/routes.ts";
import { createApp } from "../../../../server/http/app.ts";
import { type TestDb, openTestDb } from "../../testDb.ts";

const ADA: Principal = {
  id: "ada",
  name: "Ada",
  email: "ada@example.org",
  language: "EN",
  companyId: null,
  companyRole: "Member",
  plan: "Premium",
  subscriptionStatus: "active",
  sessionHash: "hash",
};

let database: TestDb;
let app: FastifyInstance;
let hub: SocketHub;
let url: string;
/** What the check of a token waits for. */
let gate: PromiseWithResolvers<void>;
let checks = 0;

beforeAll(async () => {
  database = await openTestDb();
  app = await createApp({
    settings: { distDir: database.dataDir, logLevel: "warn" },
    logStream: { write: () => undefined },
  });
  hub = new SocketHub(database.db, (error) => expect.fail(String(error)), { limits: { perUser: 1, total: 10 } });
  mountNotifications(app, {
    hub,
    authenticate: async () => {
      checks += 1;
      await gate.promise;
      return ADA;
    },
    redeem: () => Promise.resolve(undefined),
    isOriginAllowed: () => true,
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  url = `ws://127.0.0.1:${(app.server.address() as AddressInfo).port}${SOCKET_PATH}?token=ada`;
});
afterAll(async () => {
  hub.stop();
  await app.close();
  await database.close();
});

test("a socket that closes while its token is checked takes no place of its user", async () => {
  gate = Promise.withResolvers();
  const early = new WebSocket(url);
  await once(early, "open");
  await expect.poll(() => checks).toBe(1);
  early.terminate();
  await expect.poll(() => app.websocketServer.clients.size).toBe(0);
  gate.resolve();
  const late = new WebSocket(url);
  await expect.poll(() => checks).toBe(2);
  await expect.poll(() => hub.size).toBe(1);
  hub.ping();
  expect(late.readyState).toBe(WebSocket.OPEN);
  late.close();
  await expect.poll(() => hub.size).toBe(0);
});
