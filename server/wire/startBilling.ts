import { BillingRunner } from "../access/billing/BillingRunner.ts";
import type { Db } from "../db/openDb.ts";
import type { Mail } from "../mail/Mail.ts";
import type { ServerProcess } from "./ServerProcess.ts";

/** Ends trials, and issues the invoices that the operator has put on a schedule. */
export function startBilling({ app, onClose }: ServerProcess, db: Db, mail: Mail): void {
  const runner = new BillingRunner({
    db,
    mail,
    onError: (error) => app.log.error({ err: error }, "trials or invoices could not be looked at"),
  });
  runner.start();
  onClose(() => runner.stop());
}
