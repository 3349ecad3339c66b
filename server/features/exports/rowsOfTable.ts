/** The rows of a table over projects, page by page. */
import type { ExportTable } from "../../../contract/insights/exportTables.ts";
import type { Db } from "../../db/openDb.ts";
import {
  type ExportedRow,
  type ExportScope,
  exportCommitLinks,
  exportCommits,
  exportIssueComments,
  exportIssueEvents,
  exportIssueLabels,
  exportIssueLinks,
  exportIssues,
  exportPages,
  exportRequestComments,
  exportRequestLinks,
  exportRequests,
  exportReviews,
} from "../../db/tables/operations/exportRows.ts";
import { loadPersons } from "../../project/loadPersons.ts";
import type { ExportRow } from "./fileOfRows.ts";

type Read = (db: Db, scope: ExportScope) => AsyncGenerator<readonly Omit<ExportedRow, "cursor">[]>;

/** People are few, and who belongs together is decided over all of them. */
async function* peoplePages(db: Db, { projectId }: ExportScope): AsyncGenerator<Omit<ExportedRow, "cursor">[]> {
  yield (await loadPersons(db, projectId)).flatMap(({ name: person, isBot, identities }) =>
    identities.map(({ key, name, login }) => ({
      id: key,
      person_id: identities[0]?.key ?? key,
      person: withoutAddress(person),
      name: withoutAddress(name),
      // The login of an author of commits is read from their address.
      login: key.startsWith("account:") ? login : null,
      is_bot: isBot,
    })),
  );
}

/** A person without a name is known by an address, which leaves no product by an export. */
const withoutAddress = (name: string): string => (/^\S+@\S+$/.test(name) ? (name.split("@")[0] ?? "") : name);

const READERS: Record<ExportTable, readonly Read[]> = {
  issues: [exportIssues],
  issue_events: [exportIssueEvents],
  issue_labels: [exportIssueLabels],
  comments: [exportIssueComments, exportRequestComments],
  links: [exportIssueLinks, exportCommitLinks, exportRequestLinks],
  requests: [exportRequests],
  reviews: [exportReviews],
  commits: [exportCommits],
  pages: [exportPages],
  people: [peoplePages],
};

/** A page is read when the one before has been taken; the signal ends it between two pages. */
export async function* rowsOfTable(
  db: Db,
  table: ExportTable,
  projects: readonly { readonly id: string; readonly slug: string }[],
  since: Date | null,
  signal: AbortSignal,
): AsyncGenerator<ExportRow[]> {
  for (const { id: projectId, slug: project } of projects)
    for (const read of READERS[table])
      for await (const rows of read(db, { projectId, since })) {
        signal.throwIfAborted();
        yield rows.map((row) => ({ ...(row as ExportRow), project }));
      }
}
