/** Imported items in the form of all connectors. */
import type {
  ImportComment,
  ImportIssue,
  ImportPage,
  ImportPerson,
  ImportRequest,
} from "../../../../contract/sources/imports.ts";
import { keyOf, linkOf } from "../../../../contract/sources/importRules.ts";
import type { TrackerPerson } from "../../connector/connectorTypes.ts";
import type { HostRequest, RequestDetails } from "../../connector/requestTypes.ts";
import type { TrackerComment, TrackerIssue } from "../../connector/trackerTypes.ts";
import type { WikiPage } from "../../connector/wikiTypes.ts";

/** The largest number of a 32-bit column. */
const MAX_NUMBER = 2 ** 31 - 1;

const personOf = (person: ImportPerson | undefined): TrackerPerson | null =>
  person === undefined
    ? null
    : {
        externalId: person.id,
        login: person.login ?? person.id,
        name: person.name ?? person.login ?? person.id,
        email: person.email ?? null,
        avatarUrl: null,
        isBot: person.is_bot ?? false,
      };
const peopleOf = (people: readonly ImportPerson[] = []): TrackerPerson[] =>
  people.flatMap((person) => personOf(person) ?? []);

const timeOf = (text: string | null | undefined): Date | null =>
  text === null || text === undefined ? null : new Date(text);

export function issueOf(item: ImportIssue, template: string): TrackerIssue {
  const key = keyOf(item);
  const number = /^#(\d+)$/.exec(key)?.[1];
  return {
    externalId: item.id,
    number: number !== undefined && Number(number) <= MAX_NUMBER ? Number(number) : null,
    key,
    title: item.title,
    body: item.body ?? "",
    state: item.state,
    url: item.url ?? linkOf(template, { id: item.id, key }),
    author: personOf(item.author),
    assignees: peopleOf(item.assignees),
    labels: item.labels ?? [],
    type: item.type ?? null,
    priority: item.priority ?? null,
    workflow: {
      status: item.status ? { name: item.status.name, category: item.status.category ?? null } : null,
      resolution: item.resolution ?? null,
      milestones: item.milestones ?? [],
      components: item.components ?? [],
      facts: {
        ...(item.due_on !== undefined && { due_on: item.due_on }),
        ...(item.custom_fields && { custom_fields: item.custom_fields }),
      },
      links: (item.links ?? []).map((link) => ({
        kind: link.kind,
        name: link.name ?? null,
        key: link.key,
        place: null,
        title: null,
        url: null,
      })),
    },
    commentsCount: item.comments?.length ?? 0,
    createdAt: new Date(item.created_at),
    updatedAt: new Date(item.updated_at),
    closedAt: item.state === "closed" ? (timeOf(item.closed_at) ?? new Date(item.updated_at)) : null,
  };
}

export const commentsOf = (item: ImportIssue): TrackerComment[] =>
  (item.comments ?? []).map((comment) => ({ ...textOf(comment), issueKey: keyOf(item) }));

function textOf({ id, author, body, url, created_at, updated_at }: ImportComment) {
  return {
    externalId: id,
    author: personOf(author),
    body,
    url: url ?? null,
    createdAt: new Date(created_at),
    updatedAt: new Date(updated_at ?? created_at),
  };
}

export function requestOf(item: ImportRequest, template: string): HostRequest {
  const key = `#${item.number}`;
  const updatedAt = new Date(item.updated_at);
  const mergedAt = item.state === "merged" ? (timeOf(item.merged_at) ?? updatedAt) : null;
  return {
    externalId: item.id,
    number: item.number,
    key,
    title: item.title,
    body: item.body ?? "",
    state: item.state,
    isDraft: item.is_draft ?? false,
    author: personOf(item.author),
    sourceBranch: item.source_branch ?? null,
    targetBranch: item.target_branch ?? null,
    headHash: null,
    mergeHash: item.merge_commit ?? null,
    url: item.url ?? linkOf(template, { id: item.id, key: String(item.number) }),
    createdAt: new Date(item.created_at),
    updatedAt,
    mergedAt,
    closedAt: item.state === "open" ? null : (timeOf(item.closed_at) ?? mergedAt ?? updatedAt),
    labels: item.labels ?? [],
    assignees: peopleOf(item.assignees),
    reviewers: peopleOf(item.reviewers),
    baseHash: null,
    mergedBy: null,
  };
}

export const requestDetailsOf = (item: ImportRequest): RequestDetails => ({
  reviews: [],
  files: [],
  comments: (item.comments ?? []).map((comment) => ({
    ...textOf(comment),
    thread: null,
    review: null,
    replyTo: null,
    place: null,
    isResolved: null,
  })),
  commits: [],
  events: [],
  checks: null,
  isCut: false,
});

export const pageOf = (
  item: ImportPage,
  source: { name: string; linkTemplate: string },
  version: number,
): WikiPage => ({
  externalId: item.id,
  kind: "page",
  spaceKey: "pages",
  spaceName: source.name,
  parentId: item.parent_id ?? null,
  position: item.position ?? 0,
  title: item.title,
  version,
  author: personOf(item.author),
  labels: item.labels ?? [],
  attachments: [],
  versions: [{ number: version, author: personOf(item.author), createdAt: new Date(item.updated_at) }],
  body: item.body ?? "",
  url: item.url ?? linkOf(source.linkTemplate, { id: item.id, key: keyOf(item) }),
  createdAt: new Date(item.created_at),
  updatedAt: new Date(item.updated_at),
});
