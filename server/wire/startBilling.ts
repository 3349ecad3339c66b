import { BillingRunner } from "../access/billing/BillingRunner.ts";
import type { Db } from "../db/openDb.ts";
import type { Mail } from "../mail/Mail.ts";
import { reportFailure } from "./processTasks.ts";
import type { ServerProcess } from "./ServerProcess.ts";

/** Ends trials, and issues the invoices that the operator has put on a schedule. */
export function startBilling(server: ServerProcess, db: Db, mail: Mail): void {
  const runner = new BillingRunner({
    db,
    mail,
    onError: reportFailure(server, "billing"),
  });
  runner.start();
  server.onClose(() => runner.stop());
}
