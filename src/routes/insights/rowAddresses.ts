/** Addresses of the rows of a drill-down. */
import { nameInAddress } from "../../../contract/addresses/personAddress.ts";
import type { InsightRow } from "../../../contract/insights/insights.ts";
import { hrefTo } from "../paths.ts";

/** By the id where it is known; by the name, the person's page lists those who have it. */
export const hrefOfPerson = ({ project, person, person_id }: InsightRow): string | null =>
  person === null
    ? null
    : person_id === null
      ? hrefTo.personAt(project, nameInAddress(person))
      : hrefTo.person(project, { id: person_id, name: person });

/** The address of a row in this app; null for one that has none. */
export function hrefOfRow(row: InsightRow): string | null {
  const { kind, id, project, address } = row;
  if (kind === "issue") return hrefTo.issue(project, address ?? id);
  if (kind === "person") return hrefOfPerson(row);
  // A release has its page at the host; a tag names its commit.
  if (kind === "commit" || (kind === "release" && row.url === null)) return hrefTo.commit(project, id);
  if (kind !== "file") return null;
  const [source = "", ...path] = id.split(":");
  return hrefTo.codeAt(project, { source, path: path.join(":") });
}
