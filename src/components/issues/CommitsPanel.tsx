import type { CommitsSince } from "../../../contract/issues/analysis.ts";
import type { Person } from "../../../contract/fieldSchemas.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { PanelCard } from "../patterns/PanelCard.tsx";
import { EmptyPanel } from "../patterns/EmptyPanel.tsx";
import { CommitLine } from "../patterns/CommitLine.tsx";
import { ShortList } from "../patterns/ShortList.tsx";
import { PersonName } from "../patterns/PersonName.tsx";
import { PathText } from "../ui/PathText.tsx";
import { Tag } from "../ui/Tag.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./IssuePanels.module.css";

export interface CommitsPanelProps {
  commits: CommitsSince;
  /** The page of a commit. */
  commitHref: (hash: string) => string;
  personHref: (person: Person) => string;
  fileHref: (repository: string, path: string) => string;
}

/** Commits before the button that shows the others. */
const SHOWN = 5;

/** Commits after the report that touched one of the likely files. */
export function CommitsPanel({
  commits: { commits, total, files },
  commitHref,
  personHref,
  fileHref,
}: CommitsPanelProps) {
  const { t, format } = useTranslation("issuePage");
  if (commits.length === 0)
    return <EmptyPanel title={t("commits.title")} text={t(files.length === 0 ? "commits.noFiles" : "commits.empty")} />;
  return (
    <PanelCard
      title={t("commits.title")}
      lead={t("commits.lead")}
      {...(total > 0 && {
        badge: <Tag round>{format.number(total)}</Tag>,
      })}
    >
      <ShortList items={commits} shown={SHOWN} more={(count) => t("commits.show", { count })}>
        {(items) => (
          <ol className={styles.list} aria-label={t("commits.list")}>
            {items.map((commit) => (
              <li key={`${commit.repository} ${commit.hash}`}>
                <CommitLine hash={commit.hash} title={commit.title} at={commit.at} href={commitHref(commit.hash)} />
                <Text tone="muted" className={styles.meta}>
                  {commit.names_issue && (
                    <Tag round intent="success">
                      {t("commits.names")}
                    </Tag>
                  )}
                  <PersonName
                    name={commit.author}
                    href={commit.person && personHref(commit.person)}
                    isUnderlined={false}
                  />
                  {commit.files.map((path) => (
                    <a key={path} href={fileHref(commit.repository, path)}>
                      <code>
                        <PathText path={path} />
                      </code>
                    </a>
                  ))}
                </Text>
              </li>
            ))}
          </ol>
        )}
      </ShortList>
      {total > commits.length && (
        <Text as="p" tone="muted" className={styles.why}>
          {t("commits.more", { count: total - commits.length })}
        </Text>
      )}
    </PanelCard>
  );
}
