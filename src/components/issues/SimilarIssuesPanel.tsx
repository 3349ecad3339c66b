import type { SimilarIssue } from "../../../contract/issues/analysis.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { PanelCard } from "../patterns/PanelCard.tsx";
import { EmptyPanel } from "../patterns/EmptyPanel.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { CommitLine } from "../patterns/CommitLine.tsx";
import { IssueLink } from "../patterns/IssueLink.tsx";
import { ShortList } from "../patterns/ShortList.tsx";
import { TermList } from "../ui/TermList.tsx";
import { Tag } from "../ui/Tag.tsx";
import { Meter } from "../ui/Meter.tsx";
import { Text } from "../ui/Text.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";
import styles from "./IssuePanels.module.css";

export interface SimilarIssuesPanelProps {
  similar: readonly SimilarIssue[];
  /** Names of the trackers, by id; shown where there is more than one. */
  trackers: ReadonlyMap<string, string>;
  /** The page of an issue, by how an address names it. */
  hrefOf: (address: string) => string;
  /** The page of a commit. */
  commitHref: (hash: string) => string;
  fileHref: (repository: string, path: string) => string;
}

/** Issues shown before "more". */
const SHOWN = 3;

/** Similar issues, over all trackers of the project, each with what they have in common. */
export function SimilarIssuesPanel({ similar, trackers, hrefOf, commitHref, fileHref }: SimilarIssuesPanelProps) {
  const { t, format } = useTranslation("issuePage");
  if (similar.length === 0) return <EmptyPanel title={t("similar.title")} text={t("similar.empty")} />;
  return (
    <PanelCard title={t("similar.title")} lead={t("similar.lead")}>
      <ShortList items={similar} shown={SHOWN} more={(count) => t("similar.more", { count })}>
        {(items) => (
          <ol className={styles.list} aria-label={t("similar.list")}>
            {items.map(({ issue, score, is_duplicate, is_marked, terms, labels, files, fixes }) => (
              <li key={issue.id}>
                <IssueLink issue={issue} href={hrefOf(issue.address)} />
                <Text tone="muted" className={styles.meta}>
                  {is_duplicate && (
                    <Tag round intent="warning">
                      {t(is_marked ? "similar.marked" : "similar.duplicate")}
                    </Tag>
                  )}
                  <span className={styles.meter}>
                    <Meter share={score} label={t("analysis.likeness", { share: format.percent(score) })} />
                  </span>
                  <RelativeTime at={issue.created_at} />
                  {trackers.size > 1 && <span>{trackers.get(issue.tracker)}</span>}
                  {labels.length > 0 && <span>{t("similar.labels", { labels: format.list(labels) })}</span>}
                </Text>
                {terms.length > 0 && <TermList terms={terms} label={t("similar.terms")} />}
                {files.map(({ repository, path }) => (
                  <Text key={`${repository}:${path}`} tone="muted" className={styles.meta}>
                    <span>
                      {t("similar.file")}{" "}
                      <a href={fileHref(repository, path)}>
                        <code>
                          <ForeignText text={path} />
                        </code>
                      </a>
                    </span>
                  </Text>
                ))}
                {fixes.map((commit) => (
                  <CommitLine
                    key={commit.hash}
                    hash={commit.hash}
                    title={commit.title}
                    at={commit.at}
                    href={commitHref(commit.hash)}
                  />
                ))}
              </li>
            ))}
          </ol>
        )}
      </ShortList>
    </PanelCard>
  );
}
