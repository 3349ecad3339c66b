import type { DocumentRelated } from "../../../contract/documents/documents.ts";
import type { Person } from "../../../contract/fieldSchemas.ts";
import type { IssueCard } from "../../../contract/issues/issues.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { CommitLine } from "../patterns/CommitLine.tsx";
import { IssueLink } from "../patterns/IssueLink.tsx";
import { PersonName } from "../patterns/PersonName.tsx";
import { TitledList } from "../patterns/TitledList.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { TermList } from "../ui/TermList.tsx";
import { Text } from "../ui/Text.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";
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

/** Options of each list. */
const LIST = { headingLevel: 3, maxHeight: "22rem" } as const;

/** Items related to a document: experts, references, changes. */
export function DocumentRelatedPanel(props: DocumentRelatedPanelProps) {
  const { related, issueHref, pageHref, fileHref, commitHref, personHref } = props;
  const { t } = useTranslation("documents");
  const { people, issues, pages, commits, fixed, names } = related;
  const isWiki = related.of === "wiki";
  const commitsByHash = new Map(commits.map((commit) => [commit.hash, commit]));
  return (
    <>
      {!related.has_history && (
        <Text as="p" tone="muted" size="small">
          {t("related.noHistory")}
        </Text>
      )}
      <TitledList
        {...LIST}
        title={t(isWiki ? "related.writers" : "related.people")}
        total={people.length}
        emptyText={t(isWiki ? "related.noWriters" : "related.nobody")}
        lead={t(isWiki ? "related.versionShare" : "related.share")}
      >
        {people.map((writer) => (
          <WriterItem key={writer.person.id} writer={writer} isWiki={isWiki} personHref={personHref} />
        ))}
      </TitledList>
      <TitledList {...LIST} title={t("related.namesCode")} total={names.code.length} emptyText={null}>
        {names.code.map((file) => (
          <li key={`${file.source} ${file.path}`}>
            <a href={fileHref(file)}>
              <ForeignText text={file.path} />
            </a>
            <Mentions texts={file.names} />
          </li>
        ))}
      </TitledList>
      <TitledList {...LIST} title={t("related.namesIssues")} total={names.issues.length} emptyText={null}>
        {names.issues.map((issue) => (
          <li key={issue.id}>
            <IssueLink issue={issue} href={issueHref(issue)} />
          </li>
        ))}
      </TitledList>
      <TitledList
        {...LIST}
        title={t("related.issues")}
        total={issues.length}
        emptyText={isWiki ? null : t("related.noIssues")}
      >
        {issues.map(({ issue, mentions }) => (
          <li key={issue.id}>
            <IssueLink issue={issue} href={issueHref(issue)} />
            <Mentions texts={mentions.map(({ text }) => text)} />
          </li>
        ))}
      </TitledList>
      <TitledList
        {...LIST}
        title={t("related.pages")}
        total={pages.length}
        emptyText={isWiki ? null : t("related.noPages")}
      >
        {pages.map((page) => (
          <PageItem key={`${page.source} ${page.path}`} page={page} href={pageHref(page)} />
        ))}
      </TitledList>
      <TitledList
        {...LIST}
        title={t("related.history")}
        total={related.commits_total}
        emptyText={isWiki ? null : t("related.noCommits")}
      >
        {commits.map((commit) => (
          <li key={commit.hash}>
            <CommitLine {...commit} href={commitHref(commit.hash)} personHref={personHref} />
          </li>
        ))}
      </TitledList>
      <TitledList {...LIST} title={t("related.fixed")} total={fixed.length} emptyText={null}>
        {fixed.map(({ issue, commit }) => (
          <li key={issue.id}>
            <IssueLink issue={issue} href={issueHref(issue)} />
            <Text as="div" tone="muted" size="small">
              {t("related.fixedBy")}{" "}
              <CommitLine hash={commit} href={commitHref(commit)} title={commitsByHash.get(commit)?.title} />
            </Text>
          </li>
        ))}
      </TitledList>
    </>
  );
}

interface WriterItemProps extends Pick<DocumentRelatedPanelProps, "personHref"> {
  writer: DocumentRelated["people"][number];
  /** Changes of a page of a wiki are versions, those of a file are commits. */
  isWiki: boolean;
}

/** A person with the share in the document, and by what it was earned. */
function WriterItem({ writer, isWiki, personHref }: WriterItemProps) {
  const { t, format } = useTranslation("documents");
  const { person, share, commits, comments, last_at } = writer;
  return (
    <li className={styles.person}>
      <Avatar name={person.name} size={24} isDecorative />
      <span className={styles.body}>
        <Text weight="strong">
          <PersonName name={person.name} href={personHref(person)} isUnderlined={false} />
        </Text>
        {person.email !== null && (
          <Text tone="muted" size="small">
            {person.email}
          </Text>
        )}
        <Text tone="muted" size="small">
          {(commits > 0 || comments === 0) && (
            <>{t(isWiki ? "related.versions" : "related.commits", { count: commits })} · </>
          )}
          {comments > 0 && <>{t("related.comments", { count: comments })} · </>}
          <RelativeTime at={last_at} />
        </Text>
      </span>
      <Text isNumeric>{format.percent(share)}</Text>
    </li>
  );
}

/** A page or a file that refers to the document, with the texts of its references. */
function PageItem({ page, href }: { page: DocumentRelated["pages"][number]; href: string }) {
  const { t } = useTranslation("documents");
  return (
    <li>
      <a href={href}>
        <ForeignText text={page.title} />
      </a>
      {page.path !== page.title && (
        <Text as="div" tone="muted" size="small">
          <ForeignText text={page.path} />
        </Text>
      )}
      <Mentions texts={page.mentions.map(({ kind, text }) => (kind === "link" ? t("related.linked") : text))} />
    </li>
  );
}

const SHOWN_TEXTS = 4;

function Mentions({ texts }: { texts: readonly string[] }) {
  return <TermList terms={[...new Set(texts)]} shown={SHOWN_TEXTS} />;
}
