import type { Person } from "../../../contract/fieldSchemas.ts";
import type { IssueRow } from "../../../contract/issues.ts";
import { excerptOfText } from "../../domain/textExcerpt.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { PreviewPanel } from "../patterns/PreviewPanel.tsx";
import { Avatar } from "../ui/Avatar.tsx";
import { IssueStateTag } from "./IssueStateTag.tsx";
import { LabelList } from "./LabelList.tsx";
import { Markdown } from "../ui/Markdown.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { Button } from "../ui/Button.ts";
import { Text } from "../ui/Text.tsx";
import styles from "./IssuePreview.module.css";

/** The text of the issue, which is not part of its row. */
export type PreviewText =
  | { readonly status: "loading" }
  | { readonly status: "failed"; readonly text: string }
  | { readonly status: "ready"; readonly data: { readonly body: string } };

export interface IssuePreviewProps {
  issue: IssueRow;
  text: PreviewText;
  href: string;
  personHref: (person: Person) => string;
  onRetry: () => void;
  onClose: () => void;
}

/** Length of the excerpt in a preview, in UTF-16 units. */
const PREVIEW_LENGTH = 1500;

/** A preview of an issue in the list. */
export function IssuePreview({ issue, text, href, personHref, onRetry, onClose }: IssuePreviewProps) {
  const { t } = useTranslation("issues");
  return (
    <PreviewPanel
      label={t("preview.label", { key: issue.key })}
      title={issue.title}
      heading={
        <>
          <IssueStateTag state={issue.state} />
          <Text tone="muted" overflow="ellipsis">
            {issue.key}
          </Text>
        </>
      }
      open={{ href, text: t("preview.open") }}
      closeLabel={t("preview.close")}
      onClose={onClose}
    >
      <h2 className={styles.title}>{issue.title}</h2>
      <dl className={styles.facts}>
        <Text as="dt" tone="muted">
          {t("preview.by")}
        </Text>
        <dd>{issue.author ? <a href={personHref(issue.author)}>{issue.author.name}</a> : t("table.noAuthor")}</dd>
        <Text as="dt" tone="muted">
          {t("preview.opened")}
        </Text>
        <dd>
          <RelativeTime at={issue.created_at} />
        </dd>
        {issue.closed_at ? (
          <>
            <Text as="dt" tone="muted">
              {t("preview.closed")}
            </Text>
            <dd>
              <RelativeTime at={issue.closed_at} />
            </dd>
          </>
        ) : (
          <>
            <Text as="dt" tone="muted">
              {t("preview.activity")}
            </Text>
            <dd>
              <RelativeTime at={issue.updated_at} />
            </dd>
          </>
        )}
        <Text as="dt" tone="muted">
          {t("preview.assignees")}
        </Text>
        <dd className={styles.people}>
          {issue.assignees.length === 0 && t("table.unassigned")}
          {issue.assignees.map((person) => (
            <span key={person.id} className={styles.person}>
              <Avatar name={person.name} size={20} isDecorative />
              <a href={personHref(person)}>{person.name}</a>
            </span>
          ))}
        </dd>
        {issue.labels.length > 0 && (
          <>
            <Text as="dt" tone="muted">
              {t("preview.labels")}
            </Text>
            <dd>
              <LabelList labels={issue.labels} />
            </dd>
          </>
        )}
      </dl>
      <div className={styles.body}>
        {text.status === "loading" && <Skeleton count={5} />}
        {text.status === "failed" && (
          <Text as="div" role="alert" tone="muted">
            <p>
              {t("preview.failed")} {text.text}
            </p>
            <Button size="small" variant="outlined" text={t("table.retry")} onClick={onRetry} />
          </Text>
        )}
        {text.status === "ready" &&
          (text.data.body.trim() === "" ? (
            <Text as="p" tone="muted">
              {t("preview.noBody")}
            </Text>
          ) : (
            <Markdown text={excerptOfText(text.data.body, PREVIEW_LENGTH)} base={issue.url} headingLevel={3} />
          ))}
      </div>
    </PreviewPanel>
  );
}
