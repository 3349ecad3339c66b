/**
 * Imports the bugs of a product of Bugzilla: `node bugzilla.ts`, with the addresses and tokens in the environment. Its REST API is described
 * at https://bugzilla.readthedocs.io/en/latest/api/core/v1/bug.html.
 */
import { ClewImport, type ImportIssue, type ImportLinkKind, type ImportPerson } from "../clewImport.ts";

interface BugzillaUser {
  readonly id: number;
  /** The sign-in, often an address. */
  readonly name: string;
  readonly real_name: string;
}
interface Bug {
  readonly id: number;
  readonly summary: string;
  readonly status: string;
  readonly resolution: string;
  readonly is_open: boolean;
  readonly component: string;
  readonly severity: string;
  readonly priority: string;
  readonly target_milestone?: string;
  readonly keywords: readonly string[];
  readonly creator_detail: BugzillaUser;
  readonly assigned_to_detail: BugzillaUser;
  readonly creation_time: string;
  readonly last_change_time: string;
  readonly cf_last_resolved?: string | null;
  readonly deadline: string | null;
  readonly depends_on: readonly number[];
  readonly blocks: readonly number[];
  readonly dupe_of: number | null;
  /** Groups whose members alone see the bug. */
  readonly groups: readonly string[];
}
interface BugComment {
  readonly id: number;
  /** 0: the text of the bug itself. */
  readonly count: number;
  readonly text: string;
  readonly creator: string;
  readonly creation_time: string;
  readonly is_private: boolean;
}

const PAGE_SIZE = 100;
const FIELDS =
  "id,summary,status,resolution,is_open,component,severity,priority,target_milestone,keywords,creator,assigned_to,creation_time,last_change_time,cf_last_resolved,deadline,depends_on,blocks,dupe_of,groups";
/** What a field has where nothing was chosen. */
const isChosen = (value: string | undefined): value is string => value !== undefined && !/^(?:-*|n\/a)$/i.test(value);

/** A person is known by the sign-in, since comments have nothing else. */
const personOf = ({ name, real_name: realName }: BugzillaUser): ImportPerson => ({ id: name, name: realName || name });

const linksTo = (kind: ImportLinkKind, ids: readonly number[]) => ids.map((id) => ({ kind, key: `#${id}` }));

/** A bug in the form of the import. Private comments are left out: all members of the project may read what is imported. */
export function issueOf(bug: Bug, comments: readonly BugComment[]): ImportIssue {
  const shown = comments.filter((comment) => !comment.is_private);
  const people = new Map([bug.creator_detail, bug.assigned_to_detail].map((user) => [user.name, personOf(user)]));
  return {
    kind: "issue",
    id: String(bug.id),
    title: bug.summary,
    body: shown.find(({ count }) => count === 0)?.text ?? "",
    state: bug.is_open ? "open" : "closed",
    status: { name: bug.status, ...(!bug.is_open && { category: "done" as const }) },
    ...(isChosen(bug.resolution) && { resolution: bug.resolution }),
    ...(isChosen(bug.severity) && { type: bug.severity }),
    ...(isChosen(bug.priority) && { priority: bug.priority }),
    ...(isChosen(bug.target_milestone) && { milestones: [bug.target_milestone] }),
    components: [bug.component],
    labels: [...bug.keywords],
    author: personOf(bug.creator_detail),
    assignees: [personOf(bug.assigned_to_detail)],
    comments: shown
      .filter(({ count }) => count > 0)
      .map(({ id, text, creator, creation_time: at }) => ({
        id: String(id),
        body: text,
        author: people.get(creator) ?? { id: creator, name: creator },
        created_at: at,
      })),
    links: [
      ...linksTo("blocked_by", bug.depends_on),
      ...linksTo("blocks", bug.blocks),
      ...(bug.dupe_of === null ? [] : linksTo("duplicates", [bug.dupe_of])),
    ],
    ...(bug.deadline !== null && { due_on: bug.deadline }),
    created_at: bug.creation_time,
    updated_at: bug.last_change_time,
    closed_at: bug.is_open ? null : (bug.cf_last_resolved ?? null),
  };
}

/** All public bugs of a product with their comments, oldest first, so that an interrupted import continues. */
export async function* readBugzilla(site: string, product: string, key: string): AsyncGenerator<ImportIssue> {
  const read = async <T>(path: string): Promise<T> => {
    const response = await fetch(`${site}/rest/${path}`, { headers: { "x-bugzilla-api-key": key } });
    if (!response.ok) throw new Error(`Bugzilla answered with ${response.status} to ${path}.`);
    return (await response.json()) as T;
  };
  for (let offset = 0; ;) {
    const query = new URLSearchParams({
      product,
      include_fields: FIELDS,
      order: "bug_id",
      limit: String(PAGE_SIZE),
      offset: String(offset),
    });
    const { bugs } = await read<{ bugs: Bug[] }>(`bug?${query.toString()}`);
    // A server may have a lower limit than the one that is asked for.
    if (bugs.length === 0) return;
    for (const bug of bugs) {
      if (bug.groups.length > 0) continue;
      const answer = await read<{ bugs: Record<string, { comments: BugComment[] }> }>(`bug/${bug.id}/comment`);
      yield issueOf(bug, answer.bugs[String(bug.id)]?.comments ?? []);
    }
    offset += bugs.length;
  }
}

if (import.meta.main) {
  const {
    BUGZILLA = "",
    BUGZILLA_PRODUCT = "",
    BUGZILLA_KEY = "",
    CLEW = "",
    CLEW_SOURCE = "",
    CLEW_TOKEN = "",
  } = process.env;
  const clew = new ClewImport({ server: CLEW, source: CLEW_SOURCE, token: CLEW_TOKEN });
  const totals = await clew.importAll(readBugzilla(BUGZILLA, BUGZILLA_PRODUCT, BUGZILLA_KEY), {
    name: new Date().toISOString().slice(0, 10),
    deletesUnseen: true,
    onBatch: (count) => process.stderr.write(`${count} bugs\n`),
  });
  process.stdout.write(`${JSON.stringify(totals)}\n`);
}
