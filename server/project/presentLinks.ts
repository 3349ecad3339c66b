import { issueAddress } from "../../contract/addresses/issueAddress.ts";
import { type IssueLinkEntry, MAX_ISSUE_LINKS } from "../../contract/issues/issueWorkflow.ts";
import { LINK_KINDS, type LinkKind } from "../../contract/issues/linkKinds.ts";
import type { Db } from "../db/openDb.ts";
import { listIssuesWithSharedKey } from "../db/tables/issues/issues.ts";
import { listCommandedDuplicates } from "../db/tables/chats/replies.ts";
import {
  type LinkEnd,
  type LinkedIssue,
  findLinkedIssues,
  listLinksTo,
  listOwnLinks,
} from "../db/tables/issues/trackerLinks.ts";

/** How a link reads from its other end. */
const INVERSE: Readonly<Record<LinkKind, LinkKind>> = {
  parent: "child",
  child: "parent",
  duplicates: "duplicated_by",
  duplicated_by: "duplicates",
  blocked_by: "blocks",
  blocks: "blocked_by",
  caused_by: "causes",
  causes: "caused_by",
  clones: "cloned_by",
  cloned_by: "clones",
  relates: "relates",
  mentions: "mentioned_by",
  mentioned_by: "mentions",
  // The words of the other end are not known.
  other: "relates",
};

interface FoundLink {
  readonly kind: LinkKind;
  readonly name: string | null;
  readonly issue: LinkedIssue | null;
  readonly key: string;
  readonly title: string | null;
  readonly url: string | null;
}

/** All links of an issue, or those of some kinds and their inverses, each once, by kind. */
async function findLinks(
  db: Db,
  issue: LinkEnd,
  kinds?: readonly LinkKind[],
): Promise<{ readonly links: FoundLink[]; readonly isCut: boolean }> {
  const [outgoing, incoming] = await Promise.all([listOwnLinks(db, issue.id, kinds), listLinksTo(db, issue, kinds)]);
  const linked = await findLinkedIssues(db, issue, outgoing);
  const links = new Map<string, FoundLink>();
  const ends = new Set<string>();
  for (const link of outgoing) {
    const { kind, name, other_key: key, other_place: place, other_title: title, other_url: url } = link;
    const other = linked.get(link) ?? null;
    if (other?.id === issue.id) continue;
    const end = other?.id ?? url ?? `${place ?? ""}${key}`;
    ends.add(end);
    links.set(`${kind} ${name ?? ""} ${end}`, {
      kind,
      name,
      issue: other,
      key: other?.key ?? `${place ?? ""}${key}`,
      title: other?.title ?? title,
      url: other?.url ?? url,
    });
  }
  for (const { kind, ...other } of incoming.slice(0, MAX_ISSUE_LINKS)) {
    if (kind === "other" && ends.has(other.id)) continue;
    const name = `${INVERSE[kind]}  ${other.id}`;
    if (!links.has(name))
      links.set(name, {
        kind: INVERSE[kind],
        name: null,
        issue: other,
        key: other.key,
        title: other.title,
        url: other.url,
      });
  }
  const sorted = [...links.values()].sort((a, b) => LINK_KINDS.indexOf(a.kind) - LINK_KINDS.indexOf(b.kind));
  return {
    links: sorted.slice(0, MAX_ISSUE_LINKS),
    isCut: sorted.length > MAX_ISSUE_LINKS || incoming.length > MAX_ISSUE_LINKS,
  };
}

/** The links of an issue as the wire has them. */
export async function presentLinks(
  db: Db,
  issue: LinkEnd & { readonly more_links: number },
): Promise<{ readonly links: IssueLinkEntry[]; readonly links_capped: boolean }> {
  const { links, isCut } = await findLinks(db, issue);
  const shared = await listIssuesWithSharedKey(
    db,
    links.flatMap((link) => link.issue?.id ?? []),
  );
  return {
    links: links.map(({ kind, name, issue: other, key, title, url }) => ({
      kind,
      name,
      key,
      title,
      url,
      issue: other && { id: other.id, address: issueAddress(other, shared.has(other.id)), state: other.state },
    })),
    links_capped: isCut || issue.more_links > 0,
  };
}

/** Ids of the project's issues that the tracker has as duplicates of this one, or this one as a duplicate of. */
export async function listMarkedDuplicates(db: Db, issue: LinkEnd): Promise<ReadonlySet<string>> {
  // By themselves: an epic with hundreds of children may be a duplicate too.
  const [{ links }, commanded] = await Promise.all([
    findLinks(db, issue, ["duplicates", "duplicated_by"]),
    listCommandedDuplicates(db, issue.id),
  ]);
  return new Set([...links.flatMap(({ issue: other }) => (other ? [other.id] : [])), ...commanded]);
}
