import { afterAll, afterEach, beforeAll } from "vitest";
import { CONTRACT_PROVIDERS } from "../../providers/contractProviders.ts";
import { ContractServer, ContractStage } from "../../providers/ContractStage.ts";
import { openTestDb } from "../testDb.ts";

export interface ContractStages {
  /** The server of all stages of the file. Available in tests and their hooks. */
  readonly server: ContractServer;
  /** Links a source at the simulated host of a provider. Closed after the test. */
  open(provider: string): Promise<ContractStage>;
}

/** Registers the hooks of a file whose tests each sync one source of a simulated host. */
export function contractStages(): ContractStages {
  let server: ContractServer | undefined;
  let stage: ContractStage | undefined;
  const running = (): ContractServer => {
    if (!server) throw new Error("The server runs only in tests.");
    return server;
  };
  beforeAll(async () => {
    server = new ContractServer(await openTestDb());
    await server.start();
  });
  afterEach(async () => {
    await stage?.close();
    stage = undefined;
  });
  afterAll(async () => {
    await running().stop();
    await running().database.close();
  });
  return {
    get server() {
      return running();
    },
    async open(provider) {
      const row = CONTRACT_PROVIDERS.find(({ name }) => name === provider);
      if (!row) throw new Error(`There is no ${provider}.`);
      stage = await ContractStage.open(row, running());
      return stage;
    },
  };
}
