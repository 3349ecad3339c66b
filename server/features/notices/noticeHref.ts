import { fileInAddress } from "../../../contract/addresses/fileAddress.ts";
import type { Notice } from "../../../contract/notices/notices.ts";

/** The path in the web app to what a notice is about. */
export function hrefOf({
  kind,
  project,
  subject,
  data,
}: Pick<Notice, "kind" | "project" | "subject" | "data">): string {
  if (kind === "webhook_disabled" || kind === "rule_paused")
    return project === null ? "/settings/webhooks" : `/projects/${project.slug}/settings`;
  if (kind === "trial_ending") return "/settings/company";
  if (project === null) return "/notifications";
  const base = `/projects/${project.slug}`;
  if (kind === "model_order_off") return `${base}/backtest`;
  if (subject === null) return base;
  switch (subject.kind) {
    case "issue":
      return `${base}/issues/${encodeURIComponent(subject.address)}`;
    case "search":
      return subject.href;
    case "source": {
      if (kind === "sync_failed") return `${base}/sources`;
      const { segments, query } = fileInAddress(data.path ?? "");
      const inQuery = new URLSearchParams(query).toString();
      return `${base}/code/${subject.id}${segments}${inQuery && `?${inQuery}`}`;
    }
  }
}
