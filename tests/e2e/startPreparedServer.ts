import { type ServerProcess, type ServerProcessOptions, startServerProcess } from "../../scripts/startServerProcess.ts";
import { makeStorage } from "../server/testDb.ts";
import { bundledServer } from "./bundledServer.ts";

/**
 * The real server on a copy of an empty, migrated database: creating one takes 8 s of processor time. tests/e2e/product.test.ts has the first
 * start.
 */
export async function startPreparedServer(options: Omit<ServerProcessOptions, "dataDir">): Promise<ServerProcess> {
  const storage = await makeStorage("pglite");
  const server = await startServerProcess({ installed: bundledServer(), ...options, dataDir: storage.dataDir });
  return {
    ...server,
    stop: async () => {
      await server.stop();
      await storage.remove();
    },
  };
}
