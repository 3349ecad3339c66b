import type { Notice } from "../../../contract/notices/notices.ts";
import { hrefTo } from "../paths.ts";

/** The page of what a notice is about; that of its project for what has none. */
export function noticeHref({ kind, project, subject, data }: Notice): string {
  if (kind === "webhook_disabled" || kind === "rule_paused") {
    return project === null ? hrefTo.settings("webhooks") : hrefTo.projectTab(project.slug, "settings");
  }
  if (kind === "trial_ending") return hrefTo.settings("company");
  if (project === null) return data.change === "joined" ? hrefTo.settings("company") : hrefTo.notifications();
  if (kind === "membership") return hrefTo.project(project.slug);
  if (kind === "model_order_off") return hrefTo.projectTab(project.slug, "backtest");
  if (subject === null)
    return kind === "sync_failed" ? hrefTo.projectTab(project.slug, "sources") : hrefTo.issues(project.slug);
  switch (subject.kind) {
    case "issue":
      return hrefTo.issue(project.slug, subject.address);
    case "search":
      return subject.href;
    case "source":
      if (kind === "sync_failed") return hrefTo.projectTab(project.slug, "sources");
      return hrefTo.codeAt(project.slug, { source: subject.id, path: data.path });
  }
}
