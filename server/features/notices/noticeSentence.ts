import type { ReadableNotice } from "../../db/tables/notices/notices.ts";
import { type Message, message } from "../../messages/messages.ts";

/** What a notice says in a mail. The web app has the same sentences in its own catalogue. */
export function noticeSentence(
  row: Pick<ReadableNotice, "kind" | "subject_kind" | "subject_key" | "subject_title" | "project_name" | "data"> & {
    readonly count: number;
  },
): Message {
  const { kind, count, data } = row;
  const subject = [row.subject_key, row.subject_title].filter((part) => part !== null).join(" ");
  const actor = data.actor ?? "?";
  const project = row.project_name ?? data.project_name ?? "";
  if (kind === "trial_ending") {
    const trial = { plan: data.plan ?? "", ends: Date.parse(data.ends_at ?? "") || 0 };
    return data.returns_to === undefined
      ? message("notice.trial_ending", trial)
      : message("notice.trial_returns", { ...trial, before: data.returns_to });
  }
  if (row.subject_kind === null && kind !== "membership" && data.webhook === undefined && data.rule === undefined)
    return message("notice.many", { count });
  switch (kind) {
    case "assigned":
      return message("notice.assigned", { subject });
    case "mentioned":
      return message("notice.mentioned", { actor, subject });
    case "commented":
      return message("notice.commented", { actor, subject, count });
    case "closed":
      return message("notice.closed", { subject });
    case "reopened":
      return message("notice.reopened", { subject });
    case "files_changed":
      return message("notice.files_changed", { count: data.files ?? count, path: data.path ?? "" });
    case "sync_failed":
      return message("notice.sync_failed", { source: subject });
    case "search_matched":
      return message("notice.search_matched", { search: subject, count });
    case "webhook_disabled":
      return message("notice.webhook_disabled", { webhook: data.webhook ?? "" });
    case "rule_matched":
      return subject === ""
        ? message("notice.rule_matched_some", { rule: data.rule ?? "" })
        : message("notice.rule_matched", { rule: data.rule ?? "", subject });
    case "rule_paused":
      return message("notice.rule_paused", { rule: data.rule ?? "" });
    case "model_order_off":
      return message("notice.model_order_off", { project });
    case "membership":
      return membership(data.change, { actor, project, role: data.role ?? "" });
  }
}

function membership(
  change: ReadableNotice["data"]["change"],
  { actor, project, role }: { readonly actor: string; readonly project: string; readonly role: string },
): Message {
  switch (change) {
    case "removed":
      return message("notice.removed", { project });
    case "role":
      return message("notice.role", { actor, project, role });
    case "company_role":
      return message("notice.company_role", { actor, role });
    case "joined":
      return message("notice.joined", { actor });
    case "added":
    case undefined:
      return message("notice.added", { actor, project });
  }
}
