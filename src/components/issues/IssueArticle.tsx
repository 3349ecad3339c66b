import type { Person } from "../../../contract/fieldSchemas.ts";
import type { Issue } from "../../../contract/issues/issues.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Comment } from "../patterns/Comment.tsx";
import { Fact, FactList } from "../patterns/FactList.tsx";
import { PersonLink } from "../patterns/PersonLink.tsx";
import { LabelList } from "../patterns/LabelList.tsx";
import { IssueHistory } from "./IssueHistory.tsx";
import { IssueLinks } from "./IssueLinks.tsx";
import { IssueWorkflowFacts } from "./IssueWorkflowFacts.tsx";
import { LinkedIssueLine } from "./LinkedIssueLine.tsx";
import { Disclosure } from "../ui/Disclosure.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./IssueArticle.module.css";

export interface IssueArticleProps {
  issue: Issue;
  personHref: (person: Person) => string;
  /** The page of another issue of the project, by its address. */
  issueHref: (address: string) => string;
  /** The pages of what its texts name, by the name as it is written. Keep the map's identity stable. */
  nameHrefs?: ReadonlyMap<string, string> | undefined;
}

/** The issue as written: its facts, its text and its comments. The page shows the title above it. */
export function IssueArticle({ issue, personHref, issueHref, nameHrefs }: IssueArticleProps) {
  const { t } = useTranslation("issuePage");
  const parents = issue.links.filter(({ kind }) => kind === "parent");
  return (
    <Stack gap={4}>
      {parents.map((parent) => (
        <Text as="p" key={`${parent.key} ${parent.url}`} size="small" tone="muted">
          {t("links.parent")}: <LinkedIssueLine link={parent} hrefOf={issueHref} />
        </Text>
      ))}
      <ArticleFacts issue={issue} personHref={personHref} />
      <IssueLinks links={issue.links} isCapped={issue.links_capped} hrefOf={issueHref} />

      <section aria-labelledby="issue-description">
        <h2 id="issue-description" className="visually-hidden">
          {t("article.description")}
        </h2>
        <Comment
          isFramed
          author={issue.author}
          noAuthor={t("article.noAuthor")}
          at={issue.created_at}
          body={issue.body}
          emptyText={t("article.noBody")}
          url={null}
          base={issue.url}
          headingLevel={3}
          personHref={personHref}
          nameHrefs={nameHrefs}
        />
      </section>

      <ArticleComments issue={issue} personHref={personHref} nameHrefs={nameHrefs} />

      {/* An issue to which nothing happened was opened, as its facts say. */}
      {issue.timeline.length > 1 && (
        <Disclosure summary={t("history.title", { count: issue.timeline.length })}>
          <div className={styles.history}>
            <IssueHistory events={issue.timeline} personHref={personHref} />
          </div>
        </Disclosure>
      )}
    </Stack>
  );
}

/** Its dates, assignees and labels. */
function ArticleFacts({ issue, personHref }: Pick<IssueArticleProps, "issue" | "personHref">) {
  const { t } = useTranslation("issuePage");
  return (
    <FactList layout="row" label={t("article.details")}>
      <Fact name={t("article.opened")}>
        <RelativeTime at={issue.created_at} />
      </Fact>
      <Fact name={t("article.activity")}>
        <RelativeTime at={issue.updated_at} />
      </Fact>
      {issue.closed_at && (
        <Fact name={t("article.closedAt")}>
          <RelativeTime at={issue.closed_at} />
        </Fact>
      )}
      <Fact name={t("article.assignees")}>
        {issue.assignees.length === 0 ? (
          <Text tone="muted" className={styles.none}>
            {t("article.nobody")}
          </Text>
        ) : (
          issue.assignees.map((person) => <PersonLink key={person.id} name={person.name} href={personHref(person)} />)
        )}
      </Fact>
      <Fact name={t("article.labels")}>
        {issue.labels.length === 0 ? (
          <Text tone="muted" className={styles.none}>
            {t("article.noLabels")}
          </Text>
        ) : (
          <LabelList labels={issue.labels} />
        )}
      </Fact>
      <IssueWorkflowFacts issue={issue} />
    </FactList>
  );
}

/** Its comments, and how many of them are not stored. */
function ArticleComments({ issue, personHref, nameHrefs }: Omit<IssueArticleProps, "issueHref">) {
  const { t } = useTranslation("issuePage");
  const missing = issue.comments - issue.comment_list.length;
  return (
    <Stack as="section" aria-labelledby="issue-comments">
      <h2 id="issue-comments" className={styles.heading}>
        {issue.comments === 0 ? t("article.comments") : t("article.commentCount", { count: issue.comments })}
      </h2>
      {issue.comments === 0 && issue.comment_list.length === 0 && (
        <Text as="p" tone="muted" className={styles.none}>
          {t("article.noComments")}
        </Text>
      )}
      {issue.comment_list.length > 0 && (
        <Stack as="ol">
          {issue.comment_list.map((comment) => (
            <li key={comment.id}>
              <Comment
                isFramed
                author={comment.author}
                noAuthor={t("article.noAuthor")}
                at={comment.created_at}
                body={comment.body}
                url={comment.url}
                base={issue.url}
                headingLevel={3}
                personHref={personHref}
                nameHrefs={nameHrefs}
              />
            </li>
          ))}
        </Stack>
      )}
      {missing > 0 && (
        <Text as="p" tone="muted" className={styles.none}>
          {t("article.missingComments", { count: missing })}
        </Text>
      )}
    </Stack>
  );
}
