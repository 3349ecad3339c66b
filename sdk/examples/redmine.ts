/**
 * Imports the issues of a Redmine project: `node redmine.ts`, with the addresses and tokens in the environment. Redmine's REST API is
 * described at https://www.redmine.org/projects/redmine/wiki/Rest_Issues.
 */
import { ClewImport, type ImportIssue, type ImportLinkKind, type ImportPerson } from "../clewImport.ts";

interface Named {
  readonly id: number;
  readonly name: string;
}
interface RedmineIssue {
  readonly id: number;
  readonly tracker: Named;
  readonly status: Named & { readonly is_closed?: boolean };
  readonly priority: Named;
  readonly author: Named;
  readonly assigned_to?: Named;
  readonly category?: Named;
  readonly fixed_version?: Named;
  readonly subject: string;
  readonly description: string | null;
  readonly due_date: string | null;
  readonly created_on: string;
  readonly updated_on: string;
  readonly closed_on: string | null;
  readonly custom_fields?: readonly (Named & { readonly value: string | readonly string[] | null })[];
  readonly journals?: readonly {
    readonly id: number;
    readonly user: Named;
    readonly notes: string | null;
    readonly created_on: string;
    readonly private_notes?: boolean;
  }[];
  readonly relations?: readonly {
    readonly issue_id: number;
    readonly issue_to_id: number;
    readonly relation_type: string;
  }[];
  readonly is_private?: boolean;
}

const PAGE_SIZE = 100;
const LINKS: Readonly<Record<string, readonly [from: ImportLinkKind, to: ImportLinkKind]>> = {
  relates: ["relates", "relates"],
  duplicates: ["duplicates", "duplicated_by"],
  blocks: ["blocks", "blocked_by"],
  copied_to: ["cloned_by", "clones"],
};

const personOf = ({ id, name }: Named): ImportPerson => ({ id: String(id), name });

/** An issue in the form of the import. Private notes are left out: all members of the project may read what is imported. */
export function issueOf(issue: RedmineIssue): ImportIssue {
  const isClosed = issue.status.is_closed ?? issue.closed_on !== null;
  return {
    kind: "issue",
    id: String(issue.id),
    title: issue.subject,
    body: issue.description ?? "",
    state: isClosed ? "closed" : "open",
    status: { name: issue.status.name, ...(isClosed && { category: "done" as const }) },
    type: issue.tracker.name,
    priority: issue.priority.name,
    author: personOf(issue.author),
    assignees: issue.assigned_to ? [personOf(issue.assigned_to)] : [],
    ...(issue.category && { components: [issue.category.name] }),
    ...(issue.fixed_version && { milestones: [issue.fixed_version.name] }),
    ...(issue.due_date !== null && { due_on: issue.due_date }),
    comments: (issue.journals ?? [])
      .filter(({ notes, private_notes: isPrivate = false }) => !isPrivate && (notes ?? "") !== "")
      .map(({ id, user, notes, created_on: at }) => ({
        id: String(id),
        author: personOf(user),
        body: notes ?? "",
        created_at: at,
      })),
    links: (issue.relations ?? []).flatMap(({ issue_id: from, issue_to_id: to, relation_type: type }) => {
      const kinds = LINKS[type];
      if (!kinds) return [];
      const [kind, other] = from === issue.id ? [kinds[0], to] : [kinds[1], from];
      return [{ kind, key: `#${other}` }];
    }),
    custom_fields: (issue.custom_fields ?? []).flatMap(({ name, value }) => {
      const values = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === "string" && one !== "");
      return values.length === 0 ? [] : [{ name, type: "choices" as const, values: values as string[] }];
    }),
    created_at: issue.created_on,
    updated_at: issue.updated_on,
    closed_at: issue.closed_on,
  };
}

/** All issues of a project with their notes, oldest first, so that an interrupted import continues. */
export async function* readRedmine(site: string, project: string, key: string): AsyncGenerator<ImportIssue> {
  const read = async <T>(path: string): Promise<T> => {
    const response = await fetch(`${site}/${path}`, { headers: { "x-redmine-api-key": key } });
    if (!response.ok) throw new Error(`Redmine answered with ${response.status} to ${path}.`);
    return (await response.json()) as T;
  };
  for (let offset = 0; ; offset += PAGE_SIZE) {
    const query = new URLSearchParams({
      project_id: project,
      status_id: "*",
      sort: "id",
      limit: String(PAGE_SIZE),
      offset: String(offset),
    });
    const { issues, total_count: total } = await read<{ issues: { id: number }[]; total_count: number }>(
      `issues.json?${query.toString()}`,
    );
    for (const { id } of issues) {
      const { issue } = await read<{ issue: RedmineIssue }>(`issues/${id}.json?include=journals,relations`);
      if (issue.is_private !== true) yield issueOf(issue);
    }
    if (offset + issues.length >= total || issues.length === 0) return;
  }
}

if (import.meta.main) {
  const {
    REDMINE = "",
    REDMINE_PROJECT = "",
    REDMINE_KEY = "",
    CLEW = "",
    CLEW_SOURCE = "",
    CLEW_TOKEN = "",
  } = process.env;
  const clew = new ClewImport({ server: CLEW, source: CLEW_SOURCE, token: CLEW_TOKEN });
  const totals = await clew.importAll(readRedmine(REDMINE, REDMINE_PROJECT, REDMINE_KEY), {
    name: new Date().toISOString().slice(0, 10),
    deletesUnseen: true,
    onBatch: (count) => process.stderr.write(`${count} issues\n`),
  });
  process.stdout.write(`${JSON.stringify(totals)}\n`);
}
