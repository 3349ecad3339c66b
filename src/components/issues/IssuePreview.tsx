import type { Person } from "../../../contract/fieldSchemas.ts";
import type { IssueRow } from "../../../contract/issues/issues.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Fact, FactList } from "../patterns/FactList.tsx";
import { PersonLink } from "../patterns/PersonLink.tsx";
import { PersonName } from "../patterns/PersonName.tsx";
import { PreviewPanel } from "../patterns/PreviewPanel.tsx";
import { PreviewText, type PreviewTextState } from "../patterns/PreviewText.tsx";
import { IssueStateTag } from "../patterns/IssueStateTag.tsx";
import { LabelList } from "../patterns/LabelList.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./IssuePreview.module.css";

export interface IssuePreviewProps {
  issue: IssueRow;
  /** Its description, which is not part of the row. */
  text: PreviewTextState;
  href: string;
  personHref: (person: Person) => string;
  onRetry: () => void;
  onClose: () => void;
}

/** A preview of an issue in the list. */
export function IssuePreview({ issue, text, href, personHref, onRetry, onClose }: IssuePreviewProps) {
  const { t } = useTranslation("issues");
  return (
    <PreviewPanel
      label={t("preview.label", { key: issue.key })}
      title={issue.title}
      isTitleShown
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
      <div className={styles.facts}>
        <FactList layout="table">
          <Fact name={t("preview.by")}>
            {issue.author ? (
              <PersonName name={issue.author.name} href={personHref(issue.author)} />
            ) : (
              t("table.noAuthor")
            )}
          </Fact>
          <Fact name={t("preview.opened")}>
            <RelativeTime at={issue.created_at} />
          </Fact>
          <Fact name={t(issue.closed_at ? "preview.closed" : "preview.activity")}>
            <RelativeTime at={issue.closed_at ?? issue.updated_at} />
          </Fact>
          <Fact name={t("preview.assignees")}>
            {issue.assignees.length === 0 && t("table.unassigned")}
            <div className={styles.people}>
              {issue.assignees.map((person) => (
                <PersonLink key={person.id} name={person.name} href={personHref(person)} />
              ))}
            </div>
          </Fact>
          {issue.labels.length > 0 && (
            <Fact name={t("preview.labels")}>
              <LabelList labels={issue.labels} />
            </Fact>
          )}
        </FactList>
      </div>
      <PreviewText
        text={text}
        base={issue.url}
        empty={t("preview.noBody")}
        failed={t("preview.failed")}
        onRetry={onRetry}
      />
    </PreviewPanel>
  );
}
