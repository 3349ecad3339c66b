import { createSeal } from "../access/keys/secrets.ts";
import { Browser, findBrowser } from "../printing/Browser.ts";
import { ReportRunner } from "../features/reports/ReportRunner.ts";
import type { Invoker } from "../http/invoker.ts";
import { reportFailure } from "./processTasks.ts";
import type { WebDeps } from "./webDeps.ts";

export type Reports = ReturnType<typeof createReports>;

/** What makes reports, for the calls about them and for those that are due. */
export function createReports({ server, storage, mail }: WebDeps, invoke: Invoker["invoke"]) {
  const { app, settings, options } = server;
  const { db } = storage.database;
  const seal = createSeal(storage.keys, "reports");
  const path = findBrowser(settings.browser);
  const browser = path === undefined ? undefined : new Browser(path);
  const now = options.now ?? (() => new Date());
  const onError = reportFailure(server, "reports");
  const runner = new ReportRunner({ db, mail, invoke, browser, seal, now, log: app.log, onError });
  return { db, browser, seal, now, runner, sendsMail: mail.isSent, link: (to: string) => mail.link(to) };
}
