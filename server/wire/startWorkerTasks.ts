import type { Seal } from "../Seal.ts";
import { PeriodicTask } from "../concurrency.ts";
import { MINUTE_MS } from "../../contract/durations.ts";
import { NoticeMailer } from "../features/notices/NoticeMailer.ts";
import { WeeklyMailer } from "../features/notices/WeeklyMailer.ts";
import { WebhookSender } from "../features/outgoingWebhooks/WebhookSender.ts";
import { ChatSender } from "../features/chats/ChatSender.ts";
import { slackClient } from "../features/slack/slackClient.ts";
import { teamsClient } from "../features/teams/teamsClient.ts";
import { endLdapSessions } from "../features/sso/ldapSessions.ts";
import type { Mail } from "../mail/Mail.ts";
import type { Egress } from "../sources/egress/egress.ts";
import { type ProcessTaskName, reportFailure, startTasks } from "./processTasks.ts";
import { createMailSender } from "./createMailSender.ts";
import { type ProcessChats, deliverDepsOf } from "./integrationDeps.ts";
import type { Jobs } from "./createJobs.ts";
import type { Storage } from "./openStorage.ts";
import type { ServerProcess } from "./ServerProcess.ts";
import { startBackups } from "./startBackups.ts";

const DIRECTORY_INTERVAL_MS = 15 * MINUTE_MS;

/**
 * Starts the tasks of the role `worker`. Mails are sent and written only where the operator has named a mail server.
 * @throws CannotStart when the folder of backups must not be used
 */
export async function startWorkerTasks(
  server: ServerProcess,
  storage: Storage,
  {
    egress,
    mail,
    seal,
    jobs,
    chats,
  }: {
    readonly egress: Egress;
    readonly mail: Mail;
    readonly seal: Seal;
    readonly jobs: Pick<Jobs, "backtests" | "modelOrders">;
    readonly chats: ProcessChats;
  },
): Promise<void> {
  const { database, secrets } = storage;
  const { db } = database;
  const failed = (task: ProcessTaskName) => reportFailure(server, task);
  const directories = new PeriodicTask(
    () => endLdapSessions({ db, secrets, egress, allowsPlainLdap: server.settings.allowsPlainLdap }, server.app.log),
    DIRECTORY_INTERVAL_MS,
    failed("directories"),
  );
  const backtests = new PeriodicTask(
    async () => {
      for (const kind of [jobs.backtests, jobs.modelOrders]) await kind.endLost(new Date());
    },
    MINUTE_MS,
    failed("backtests"),
  );
  const { smtp } = server.settings;
  const { slack, teams } = chats;
  await startTasks(server, [
    ...(smtp ? [createMailSender(server, storage, { smtp, seal, mail })] : []),
    ...(smtp ? [new NoticeMailer({ db, mail, onError: failed("notice_mails") })] : []),
    ...(smtp ? [new WeeklyMailer({ db, mail, onError: failed("weekly_mails") })] : []),
    new WebhookSender({ ...deliverDepsOf(storage, egress, chats), database, onError: failed("webhooks") }),
    new ChatSender(slack, slackClient(slack), failed("slack_messages")),
    new ChatSender(teams, teamsClient(teams), failed("teams_messages")),
    directories,
    backtests,
  ]);
  startBackups(server, storage);
}
