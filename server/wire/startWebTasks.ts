import { runTask } from "./engineTasks.ts";
import { CheckReporter } from "../features/checks/CheckReporter.ts";
import { checkLanguage } from "../features/checks/publishReport.ts";
import { HeldWriteSender } from "../features/issueWrites/HeldWriteSender.ts";
import { WriteReconciler } from "../features/issueWrites/WriteReconciler.ts";
import type { ReportRunner } from "../features/reports/ReportRunner.ts";
import { ReplyRunner } from "../features/replies/ReplyRunner.ts";
import { RuleRunner } from "../features/rules/RuleRunner.ts";
import type { Invoker } from "../http/invoker.ts";
import { askExpertsOf, takeSnapshotOf } from "./askExperts.ts";
import { type ProcessTaskName, reportFailure, startTasks } from "./processTasks.ts";
import type { Engines } from "./engines.ts";
import { replyDeps } from "./integrationDeps.ts";
import type { WebDeps } from "./webDeps.ts";

/** Starts the tasks of the role `web`. */
export async function startWebTasks(
  deps: WebDeps,
  engines: Engines,
  { invoke, reports }: Pick<Invoker, "invoke"> & { readonly reports: ReportRunner },
): Promise<void> {
  const { server, storage, connected, jobs } = deps;
  const { sources, connections, appTokens } = connected;
  const { db } = storage.database;
  const writeDeps = { db, secrets: storage.secrets, sources, connections, sync: jobs.sync };
  const failed = (task: ProcessTaskName) => reportFailure(server, task);
  await startTasks(server, [new WriteReconciler({ ...writeDeps, appTokens }, failed("unanswered_changes")), reports]);
  await startTasks(
    server,
    [
      new HeldWriteSender({ ...writeDeps, appTokens }, failed("held_changes")),
      new RuleRunner(
        { ...writeDeps, askExperts: askExpertsOf(db, engines), takeSnapshot: takeSnapshotOf(db, engines) },
        failed("rules"),
      ),
      new ReplyRunner(replyDeps(deps, invoke), failed("replies")),
      createCheckReporter(deps, engines),
    ],
    server.options.pollMs,
  );
}

/** Reports on requests at their host, with texts that engine threads compose. */
function createCheckReporter({ server, storage, connected }: WebDeps, engines: Engines): CheckReporter {
  return new CheckReporter(
    {
      db: storage.database.db,
      secrets: storage.secrets,
      egress: connected.sources.egress,
      sources: connected.sources,
      connections: connected.connections,
      compose: async (run, signal) => {
        const { id: requestId, project_id: id, slug, company_id: companyId } = run;
        const input = { project: { id, slug, companyId }, requestId, language: checkLanguage(run) };
        return runTask(engines, "composeCheck", input, { principal: null, key: slug, company: companyId, signal });
      },
      link: (path) => server.publicUrl() + path,
    },
    reportFailure(server, "checks"),
  );
}
