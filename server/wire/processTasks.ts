/** What a process does without a call of a user. docs/OPERATING.md prints this table, and a test compares them. */
import type { ServerProcess } from "./ServerProcess.ts";

interface ProcessTask {
  /** The role of the processes that do it. Tasks of the role `web` ask calls or engine threads, which only such a process has. */
  readonly role: "web" | "worker" | "web or worker";
  readonly about: string;
  /** The log line of a failure. */
  readonly failure: string;
  /** Default: an error. A warning where the task itself tries again, and Health counts what it gives up. */
  readonly isWarning?: boolean;
}

export const PROCESS_TASKS = {
  held_changes: {
    role: "web",
    about: "sends changes of several issues and of rules to trackers",
    failure: "changes of several issues could not be sent",
  },
  unanswered_changes: {
    role: "web",
    about: "finds out whether changes have arrived whose answers were lost",
    failure: "changes to trackers could not be looked for",
  },
  rules: { role: "web", about: "decides about events by the rules of projects", failure: "rules could not be run" },
  replies: { role: "web", about: "writes replies on issues", failure: "replies could not be written" },
  checks: {
    role: "web",
    about: "reports on requests at their host",
    failure: "checks of requests could not be reported",
  },
  reports: { role: "web", about: "makes reports and puts them into the outbox", failure: "a report could not be made" },
  mails: {
    role: "worker",
    about: "sends the mails of the outbox",
    failure: "a mail could not be sent",
    isWarning: true,
  },
  notice_mails: {
    role: "worker",
    about: "puts mails about notifications into the outbox",
    failure: "notifications could not be mailed",
  },
  weekly_mails: {
    role: "worker",
    about: "puts weekly mails into the outbox",
    failure: "weekly mails could not be written",
  },
  webhooks: { role: "worker", about: "sends outgoing webhooks", failure: "webhooks could not be served" },
  slack_messages: { role: "worker", about: "sends messages to Slack", failure: "messages could not be sent" },
  teams_messages: {
    role: "worker",
    about: "sends messages to Microsoft Teams",
    failure: "messages could not be sent",
  },
  directories: {
    role: "worker",
    about: "ends the sessions of users who left an LDAP directory",
    failure: "the people of directories could not be checked",
  },
  backtests: {
    role: "worker",
    about: "ends backtests, also of a model’s order, that were interrupted too often",
    failure: "interrupted backtests could not be ended",
  },
  backups: { role: "worker", about: "makes backups and restore drills", failure: "the backup failed" },
  access: {
    role: "web or worker",
    about: "asks hosts who may see mirrored sources, and closes and opens memberships",
    failure: "the access of members could not be checked",
  },
  housekeeping: {
    role: "web or worker",
    about: "deletes expired rows, and warns of tokens that end and of a missing backup",
    failure: "housekeeping failed",
  },
  billing: {
    role: "web or worker",
    about: "ends trials, makes drafts of invoices and issues them",
    failure: "trials or invoices could not be processed",
  },
} as const satisfies Record<string, ProcessTask>;

export type ProcessTaskName = keyof typeof PROCESS_TASKS;

/** Logs a failure of a task, with its name. */
export const reportFailure =
  ({ app }: Pick<ServerProcess, "app">, task: ProcessTaskName) =>
  (error: unknown, about: object = {}): void => {
    const { failure, isWarning = false }: ProcessTask = PROCESS_TASKS[task];
    app.log[isWarning ? "warn" : "error"]({ err: error, task, ...about }, failure);
  };

/** What can be started, and ends with the server. */
interface Startable {
  readonly start: (intervalMs?: number) => void | Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts tasks of this process; each is stopped when the server stops. */
export async function startTasks({ onClose }: ServerProcess, tasks: readonly Startable[], pollMs?: number) {
  for (const task of tasks) {
    await task.start(pollMs);
    onClose(() => task.stop());
  }
}
