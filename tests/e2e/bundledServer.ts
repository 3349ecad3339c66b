import type { ServerProcessOptions } from "../../scripts/startServerProcess.ts";
import { productEntry } from "../server/support/productEntry.ts";

/** The server of this clone, bundled: it starts with two thirds of the processor time. */
export const bundledServer = (): NonNullable<ServerProcessOptions["installed"]> => ({
  command: [process.execPath, productEntry("main")],
  cwd: process.cwd(),
  environment: process.env,
});
