import type { OutgoingEvent } from "../../../contract/notices/outgoingWebhooks.ts";
import { type Message, message } from "../../messages/messages.ts";

/** What a chat says about an event, without its project. */
export function eventSentence({ type, data }: OutgoingEvent): Message {
  const item = data.issue ?? data.request;
  const subject = item ? `${item.key} ${item.title}`.trim() : (data.source?.name ?? data.subject?.name ?? "");
  const actor = data.actor?.name ?? "?";
  const role = data.role ?? "";
  switch (type) {
    case "issue.opened":
      return message("outgoing.issue_opened", { subject });
    case "issue.changed":
      return message("outgoing.issue_changed", { subject });
    case "issue.closed":
      return message("outgoing.issue_closed", { subject });
    case "issue.reopened":
      return message("outgoing.issue_reopened", { subject });
    case "issue.commented":
      return message("outgoing.issue_commented", { subject });
    case "request.opened":
      return message("outgoing.request_opened", { subject });
    case "request.merged":
      return message("outgoing.request_merged", { subject });
    case "request.closed":
      return message("outgoing.request_closed", { subject });
    case "sync.failed":
      return message("outgoing.sync_failed", { subject });
    case "sync.recovered":
      return message("outgoing.sync_recovered", { subject });
    case "search.matched":
      return message("outgoing.search_matched", {
        search: data.search?.name ?? "",
        count: data.search?.new_matches ?? 0,
      });
    case "backtest.finished":
      return data.backtest?.state === "failed"
        ? message("outgoing.backtest_failed")
        : message("outgoing.backtest_finished");
    case "invoice.issued":
      return message(`outgoing.${data.invoice?.kind ?? "invoice"}_issued`, { subject });
    case "rule.matched":
      return message("outgoing.rule_matched", { rule: data.rule?.name ?? "", subject });
    case "webhook.test":
      return message("outgoing.test");
    case "company.joined":
      return message("outgoing.company_joined", { subject });
    case "user.role_changed":
      return message("outgoing.user_role_changed", { actor, subject, role });
    case "user.removed":
      return message("outgoing.user_removed", { actor, subject });
    case "project.created":
      return message("outgoing.project_created", { actor, subject });
    case "project.deleted":
      return message("outgoing.project_deleted", { actor, subject });
    case "member.added":
      return message("outgoing.member_added", { actor, subject });
    case "member.removed":
      return message("outgoing.member_removed", { actor, subject });
    case "member.role_changed":
      return message("outgoing.member_role_changed", { actor, subject, role });
  }
}
