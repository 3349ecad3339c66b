import type { RequestCard } from "../../../contract/requests.ts";
import { excerptOfText } from "../../domain/textExcerpt.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { PreviewPanel } from "../patterns/PreviewPanel.tsx";
import { Button } from "../ui/Button.ts";
import { Markdown } from "../ui/Markdown.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { Text } from "../ui/Text.tsx";
import { RequestStateTag } from "./RequestStateTag.tsx";
import styles from "./RequestPreview.module.css";

export interface RequestPreviewProps {
  request: RequestCard;
  /** The description, which is not part of the row. */
  text:
    | { readonly status: "loading" }
    | { readonly status: "failed"; readonly text: string }
    | { readonly status: "ready"; readonly data: { readonly body: string } };
  href: string;
  onRetry: () => void;
  onClose: () => void;
}

/** Length of the excerpt, in UTF-16 units. */
const PREVIEW_LENGTH = 1500;

/** A request of the list next to it. */
export function RequestPreview({ request, text, href, onRetry, onClose }: RequestPreviewProps) {
  const { t } = useTranslation("requests");
  const { key, title, state, is_draft: isDraft, source_branch: from, target_branch: to } = request;
  return (
    <PreviewPanel
      label={t("preview.label", { key })}
      title={title}
      heading={
        <>
          <RequestStateTag state={state} isDraft={isDraft} />
          <Text tone="muted" overflow="ellipsis">
            {key}
          </Text>
        </>
      }
      open={{ href, text: t("preview.open") }}
      closeLabel={t("preview.close")}
      onClose={onClose}
    >
      <h2 className={styles.title}>{title}</h2>
      <Text as="p" size="small" tone="muted" overflow="anywhere">
        {request.author?.name ?? t("table.noAuthor")}
        {from !== null && to !== null && ` · ${t("facts.into", { from, to })}`}
      </Text>
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
              {t("preview.noText")}
            </Text>
          ) : (
            <Markdown text={excerptOfText(text.data.body, PREVIEW_LENGTH)} base={request.url} headingLevel={3} />
          ))}
      </div>
    </PreviewPanel>
  );
}
