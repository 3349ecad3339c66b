import type { OutgoingEvent } from "../../../contract/notices/outgoingWebhooks.ts";
import { TEST_EVENT } from "../../../contract/notices/outgoingEvents.ts";
import type { DeliveredSubject, DeliveryRow } from "../../db/tables/sources/webhookDeliveries.ts";

/** The path in the web app to what a delivery reports. */
function pathOf({ event, subject_kind: kind, subject_id: id }: DeliveryRow, slug: string | null): string {
  if (slug === null && event === "invoice.issued") return "/settings/company";
  if (slug === null) return event === TEST_EVENT ? "/" : "/settings/audit";
  const base = `/projects/${slug}`;
  switch (kind) {
    case "issue":
      return `${base}/issues/${encodeURIComponent(id ?? "")}`;
    case "request":
      return `${base}/requests/${encodeURIComponent(id ?? "")}`;
    case "source":
      return `${base}/sources`;
    case "backtest":
      return `${base}/backtest`;
    case "search":
    case null:
      return base;
  }
}

/**
 * The event as a webhook is sent it, with the titles that may be shown now.
 * @returns null where what it reports is gone, or restricted by its host
 */
export function outgoingEvent(
  row: DeliveryRow,
  subject: DeliveredSubject,
  link: (path: string) => string,
): OutgoingEvent | null {
  const { event: type, data } = row;
  if (!subject.is_there || (row.project_id !== null && subject.slug === null)) return null;
  const project = subject.slug === null ? null : { slug: subject.slug, name: subject.project_name ?? subject.slug };
  return {
    type,
    timestamp: row.occurred_at.toISOString(),
    data: {
      project,
      url: link(pathOf(row, subject.slug)),
      ...subjectOf(row, subject),
      ...(data.actor && { actor: data.actor }),
      ...(data.subject && { subject: data.subject }),
      ...(data.rule && { rule: data.rule }),
      ...(data.role !== undefined && { role: data.role }),
      ...(data.invoice && { invoice: data.invoice }),
    },
  };
}

function subjectOf(
  { subject_kind: kind, subject_id, data }: DeliveryRow,
  { key, title, state, author, source_url, source_kind }: DeliveredSubject,
): Partial<OutgoingEvent["data"]> {
  const id = subject_id ?? "";
  const item = { id, key: key ?? "", title: title ?? "", author, source_url: source_url ?? "" };
  switch (kind) {
    case "issue":
      return { issue: { ...item, state: state === "closed" ? "closed" : "open" } };
    case "request":
      return { request: { ...item, state: state === "closed" || state === "merged" ? state : "open" } };
    case "source":
      return { source: { id, kind: source_kind ?? "repository", name: title ?? "" } };
    case "search":
      return { search: { id, name: title ?? "", new_matches: data.count ?? 0 } };
    case "backtest":
      return { backtest: { id, state: state ?? "done" } };
    case null:
      return {};
  }
}
