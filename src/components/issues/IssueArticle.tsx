import type { Person } from "../../../contract/fieldSchemas.ts";
import type { Issue, IssueComment } from "../../../contract/issues.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { LabelList } from "./LabelList.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { CollapsibleText } from "./CollapsibleText.tsx";
import { Icon } from "../ui/Icon.tsx";
import { LinkIcon } from "../ui/icons.ts";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./IssueArticle.module.css";

export interface IssueArticleProps {
  issue: Issue;
  personHref: (person: Person) => string;
  /** The pages of what its texts name, by the name as it is written. Keep the map's identity stable. */
  nameHrefs?: ReadonlyMap<string, string> | undefined;
}

/** The issue as written: its facts, its text and its comments. The page shows the title above it. */
export function IssueArticle({ issue, personHref, nameHrefs }: IssueArticleProps) {
  const { t } = useTranslation("assistance");
  const missing = issue.comments - issue.comment_list.length;
  return (
    <Stack gap={4}>
      <dl className={styles.facts} aria-label={t("article.details")}>
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
            issue.assignees.map((person) => (
              <span key={person.id} className={styles.person}>
                <Avatar name={person.name} size={20} isDecorative />
                <a href={personHref(person)}>{person.name}</a>
              </span>
            ))
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
      </dl>

      <section aria-labelledby="issue-description">
        <h2 id="issue-description" className="visually-hidden">
          {t("article.description")}
        </h2>
        <div className={styles.entry}>
          <EntryHead author={issue.author} at={issue.created_at} url={null} personHref={personHref} />
          <div className={styles.body}>
            {issue.body.trim() === "" ? (
              <Text as="p" tone="muted" className={styles.none}>
                {t("article.noBody")}
              </Text>
            ) : (
              <CollapsibleText text={issue.body} base={issue.url} headingLevel={3} nameHrefs={nameHrefs} />
            )}
          </div>
        </div>
      </section>

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
              <Comment
                key={comment.id}
                comment={comment}
                base={issue.url}
                personHref={personHref}
                nameHrefs={nameHrefs}
              />
            ))}
          </Stack>
        )}
        {missing > 0 && (
          <Text as="p" tone="muted" className={styles.none}>
            {t("article.missingComments", { count: missing })}
          </Text>
        )}
      </Stack>
    </Stack>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className={styles.fact}>
      <Text as="dt" size="small" tone="muted">
        {name}
      </Text>
      <dd>{children}</dd>
    </div>
  );
}

function Comment({
  comment,
  base,
  personHref,
  nameHrefs,
}: { comment: IssueComment; base: string } & Pick<IssueArticleProps, "personHref" | "nameHrefs">) {
  return (
    <li className={styles.entry}>
      <EntryHead author={comment.author} at={comment.created_at} url={comment.url} personHref={personHref} />
      <div className={styles.body}>
        <CollapsibleText text={comment.body} base={comment.url ?? base} headingLevel={3} nameHrefs={nameHrefs} />
      </div>
    </li>
  );
}

interface EntryHeadProps extends Pick<IssueArticleProps, "personHref"> {
  author: Person | null;
  at: string;
  url: string | null;
}

function EntryHead({ author, at, url, personHref }: EntryHeadProps) {
  const { t } = useTranslation("assistance");
  const name = author?.name ?? t("article.noAuthor");
  return (
    <div className={styles.entryHead}>
      <Avatar name={name} size={24} isDecorative />
      <strong className={styles.name}>{author ? <a href={personHref(author)}>{name}</a> : name}</strong>
      <Text tone="muted" className={styles.when}>
        <RelativeTime at={at} />
      </Text>
      {url && (
        <Text
          as="a"
          tone="muted"
          className={styles.link}
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t("article.commentLink")}
          title={t("article.commentLink")}
        >
          <Icon of={LinkIcon} size={12} />
        </Text>
      )}
    </div>
  );
}
