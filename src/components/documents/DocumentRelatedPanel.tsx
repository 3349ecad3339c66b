import type { ReactNode } from "react";
import type { DocumentRelated } from "../../../contract/documents.ts";
import type { Person } from "../../../contract/fieldSchemas.ts";
import type { IssueCard } from "../../../contract/issues.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { CommitLine } from "../patterns/CommitLine.tsx";
import { IssueLink } from "../issues/IssueLink.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { ScrollableRegion } from "../ui/ScrollableRegion.tsx";
import { Stack } from "../ui/Stack.tsx";
import { TermList } from "../ui/TermList.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./DocumentRelatedPanel.module.css";

export interface DocumentRelatedPanelProps {
  related: DocumentRelated;
  issueHref: (issue: IssueCard) => string;
  /** The address of a page or a file. */
  pageHref: (page: { source: string; path: string }) => string;
  /** A file of a repository. */
  fileHref: (file: { source: string; path: string }) => string;
  /** The page of a commit. */
  commitHref: (hash: string) => string;
  personHref: (person: Person) => string;
}

/** Items related to a document: experts, references, changes. */
export function DocumentRelatedPanel(props: DocumentRelatedPanelProps) {
  const { related, issueHref, pageHref, fileHref, commitHref, personHref } = props;
  const { t, format } = useTranslation("documents");
  const { people, issues, pages, commits, fixed, names } = related;
  const isWiki = related.of === "wiki";
  const hashOf = new Map(commits.map((commit) => [commit.hash, commit]));
  return (
    <>
      {!related.has_history && (
        <Text as="p" tone="muted" className={styles.faint}>
          {t("related.noHistory")}
        </Text>
      )}
      <Part
        title={t(isWiki ? "related.writers" : "related.people")}
        lead={t(isWiki ? "related.versionShare" : "related.share")}
        isEmpty={people.length === 0}
        empty={t(isWiki ? "related.noWriters" : "related.nobody")}
      >
        {people.map(({ person, share, commits: count, last_at }) => (
          <li key={person.id} className={styles.person}>
            <Avatar name={person.name} size={24} isDecorative />
            <span className={styles.body}>
              <Text as="a" href={personHref(person)} weight="strong">
                {person.name}
              </Text>
              {person.email !== null && (
                <Text tone="muted" className={styles.faint}>
                  {person.email}
                </Text>
              )}
              <Text tone="muted" className={styles.faint}>
                {t(isWiki ? "related.versions" : "related.commits", { count })} · <RelativeTime at={last_at} />
              </Text>
            </span>
            <Text isNumeric>{format.percent(share)}</Text>
          </li>
        ))}
      </Part>
      <Part title={t("related.namesCode")} isEmpty={names.code.length === 0} empty={null}>
        {names.code.map((file) => (
          <li key={`${file.source} ${file.path}`}>
            <a href={fileHref(file)} className={styles.link}>
              {file.path}
            </a>
            <Mentions texts={file.names} />
          </li>
        ))}
      </Part>
      <Part title={t("related.namesIssues")} isEmpty={names.issues.length === 0} empty={null}>
        {names.issues.map((issue) => (
          <li key={issue.id}>
            <IssueLink issue={issue} href={issueHref(issue)} />
          </li>
        ))}
      </Part>
      <Part title={t("related.issues")} isEmpty={issues.length === 0} empty={isWiki ? null : t("related.noIssues")}>
        {issues.map(({ issue, mentions }) => (
          <li key={issue.id}>
            <IssueLink issue={issue} href={issueHref(issue)} />
            <Mentions texts={mentions.map(({ text }) => text)} />
          </li>
        ))}
      </Part>
      <Part title={t("related.pages")} isEmpty={pages.length === 0} empty={isWiki ? null : t("related.noPages")}>
        {pages.map((page) => (
          <li key={`${page.source} ${page.path}`}>
            <a href={pageHref(page)} className={styles.link}>
              {page.title}
            </a>
            {page.path !== page.title && (
              <Text tone="muted" className={styles.faint}>
                {" "}
                {page.path}
              </Text>
            )}
            <Mentions texts={mentionTexts(page.mentions, t("related.linked"))} />
          </li>
        ))}
      </Part>
      <Part
        title={t("related.history")}
        {...(related.commits_total > 0 && { note: t("related.commits", { count: related.commits_total }) })}
        isEmpty={commits.length === 0}
        empty={isWiki ? null : t("related.noCommits")}
      >
        {commits.map((commit) => (
          <li key={commit.hash}>
            <CommitLine
              hash={commit.hash}
              href={commitHref(commit.hash)}
              title={commit.title}
              author={commit.author}
              at={commit.at}
            />
          </li>
        ))}
      </Part>
      <Part title={t("related.fixed")} isEmpty={fixed.length === 0} empty={null}>
        {fixed.map(({ issue, commit }) => (
          <li key={issue.id}>
            <IssueLink issue={issue} href={issueHref(issue)} />
            <Text tone="muted" className={styles.faint}>
              {t("related.fixedBy")}{" "}
              <CommitLine hash={commit} href={commitHref(commit)} title={hashOf.get(commit)?.title} />
            </Text>
          </li>
        ))}
      </Part>
    </>
  );
}

function mentionTexts(mentions: DocumentRelated["pages"][number]["mentions"], linked: string): string[] {
  return mentions.map(({ kind, text }) => (kind === "link" ? linked : text));
}

interface PartProps {
  title: string;
  note?: string;
  /** What the numbers of the list are. */
  lead?: string;
  isEmpty: boolean;
  /** The text for an empty part; null hides the part. */
  empty: string | null;
  children: ReactNode;
}

function Part({ title, note, lead, isEmpty, empty, children }: PartProps) {
  if (isEmpty && empty === null) return null;
  return (
    <Stack as="section" gap={2}>
      <h3 className={styles.title}>
        {title}
        {note !== undefined && (
          <Text tone="muted" className={styles.faint}>
            {" "}
            {note}
          </Text>
        )}
      </h3>
      {isEmpty ? (
        <Text as="p" tone="muted" className={styles.faint}>
          {empty}
        </Text>
      ) : (
        <>
          {lead !== undefined && (
            <Text as="p" tone="muted" className={styles.faint}>
              {lead}
            </Text>
          )}
          <ScrollableRegion label={title} maxHeight="22rem">
            <ul className={styles.list}>{children}</ul>
          </ScrollableRegion>
        </>
      )}
    </Stack>
  );
}

const SHOWN_TEXTS = 4;

function Mentions({ texts }: { texts: readonly string[] }) {
  return <TermList terms={[...new Set(texts)]} shown={SHOWN_TEXTS} />;
}
