import { AUDIT_ACTIONS } from "../../../contract/access/auditActions.ts";
import type { AuditLogFilter } from "../../components/company/AuditLogFilters.tsx";
import type { AuditQuery } from "../../services/companies.ts";
import { DAY_MS } from "../../../contract/durations.ts";

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const dayOf = (text: string | null): string =>
  text !== null && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : "";

/** Reads the filter from an address; invalid values are ignored. */
export const readAuditFilter = (search: URLSearchParams): AuditLogFilter => ({
  person: (search.get("person") ?? "").slice(0, 200),
  action: AUDIT_ACTIONS.find((action) => action === search.get("action")) ?? "",
  from: dayOf(search.get("from")),
  to: dayOf(search.get("to")),
});

/** Midnight of a day in the reader's time zone. */
const startOf = (day: string): number => new Date(`${day}T00:00:00`).getTime();
/** The last day is included in full. A distant date may be invalid. */
const momentOf = (time: number): string | undefined => (Number.isNaN(time) ? undefined : new Date(time).toISOString());

/** The filter as a query of the request. */
export const auditQuery = ({ person, action, from, to }: AuditLogFilter): AuditQuery => ({
  // Empty values are omitted: an empty string is not a valid action.
  person: person.trim() || undefined,
  action: action || undefined,
  from: from === "" ? undefined : momentOf(startOf(from)),
  to: to === "" ? undefined : momentOf(startOf(to) + DAY_MS),
});
