import type { Notice, NoticeSubject } from "../../../contract/notices/notices.ts";
import { issueAddress } from "../../../contract/addresses/issueAddress.ts";
import { searchPath } from "../../../contract/addresses/searchAddress.ts";
import type { ReadableNotice } from "../../db/tables/notices/notices.ts";

/** @param shared ids of issues whose key another issue of the project has */
export function presentNotice(row: ReadableNotice, shared: ReadonlySet<string>): Notice {
  return {
    id: row.id,
    kind: row.kind,
    project: row.slug === null ? null : { slug: row.slug, name: row.project_name ?? row.slug },
    subject: presentSubject(row, shared),
    count: row.count,
    data: row.data,
    at: row.at.toISOString(),
    read: row.read_at !== null,
    resolved: row.resolved_at !== null,
  };
}

function presentSubject(row: ReadableNotice, shared: ReadonlySet<string>): NoticeSubject | null {
  const { subject_kind: kind, subject_id: id, subject_key: key, subject_query: query } = row;
  if (kind === null || id === null) return null;
  const title = row.subject_title ?? "";
  switch (kind) {
    case "issue":
      return { kind, id, key: key ?? "", title, address: issueAddress({ id, key: key ?? "" }, shared.has(id)) };
    case "search":
      return {
        kind,
        id,
        title,
        href: searchPath(row.slug ?? "", { q: query ?? "", facets: row.subject_facets ?? {} }),
      };
    case "source":
      return { kind, id, title };
  }
}
