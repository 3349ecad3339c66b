import { createSeal } from "../access/secrets.ts";
import { Browser, findBrowser } from "../printing/Browser.ts";
import { mountReports } from "../features/reports/routes.ts";
import { ReportRunner } from "../features/reports/ReportRunner.ts";
import { mountReportUnsubscribe } from "../features/reports/reportUnsubscribe.ts";
import type { Invoker } from "../http/invoker.ts";
import type { WebDeps } from "./webDeps.ts";

/** Answers the calls of reports, and sends those that are due. */
export async function startReports(
  { server, storage, mail }: WebDeps,
  { mount, invoke }: Invoker,
  inBackground: (work: () => Promise<void>) => void,
): Promise<void> {
  const { app, settings, options, onClose } = server;
  const { db } = storage.database;
  const seal = createSeal(storage.keys, "reports");
  const path = findBrowser(settings.browser);
  const browser = path === undefined ? undefined : new Browser(path);
  const now = options.now ?? (() => new Date());
  const runner = new ReportRunner({
    db,
    mail,
    invoke,
    browser,
    seal,
    now,
    log: app.log,
    onError: (error) => app.log.error({ err: error }, "a report could not be made"),
  });
  await mountReportUnsubscribe(app, { db, seal });
  mountReports(mount, { db, browser, sendsMail: mail.isSent, link: (to) => mail.link(to), now }, () =>
    inBackground(() => runner.run()),
  );
  runner.start();
  onClose(() => runner.stop());
}
