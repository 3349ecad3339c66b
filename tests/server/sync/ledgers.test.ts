import { afterAll, afterEach, beforeAll } from "vitest";
import { CONTRACT_PROVIDERS } from "../../providers/contractProviders.ts";
import { ContractServer } from "../../providers/ContractStage.ts";
import { describeLedger } from "../../providers/ledgers.ts";
import { openTestDb } from "../testDb.ts";

let server: ContractServer;
beforeAll(async () => {
  server = new ContractServer(await openTestDb());
  await server.start();
});
afterEach(() => {
  // What went wrong that no host caused.
  for (const error of server.running.errors) throw error;
});
afterAll(async () => {
  await server.stop();
  await server.database.close();
});

for (const row of CONTRACT_PROVIDERS) describeLedger(row, () => server);
