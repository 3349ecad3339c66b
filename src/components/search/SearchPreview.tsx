import type { CommitChanges } from "../../../contract/code/commitChanges.ts";
import type { SearchResult } from "../../../contract/search/search.ts";
import { splitLines } from "../../domain/codeLines.ts";
import { excerptRange } from "../../domain/codeExcerpt.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { InlineNotice } from "../patterns/InlineNotice.tsx";
import { PreviewPanel } from "../patterns/PreviewPanel.tsx";
import { Button } from "../ui/Button.tsx";
import { CodeViewer } from "../patterns/CodeViewer.tsx";
import { Markdown } from "../ui/Markdown.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { Text } from "../ui/Text.tsx";
import { CommitChangeList } from "./CommitChangeList.tsx";
import styles from "./SearchPreview.module.css";

/** What a preview shows of a result: its code around the line that was found, its rendered text, or that there is no text. */
export type SearchPreviewContent =
  | { readonly status: "loading" | "empty" }
  | { readonly status: "failed"; readonly text: string }
  | { readonly status: "code"; readonly text: string; readonly language: string | null }
  | { readonly status: "markdown" | "plain"; readonly text: string }
  | { readonly status: "commit"; readonly text: string; readonly changes: CommitChanges };

export interface SearchPreviewProps {
  /** For the buttons that open it. */
  id: string;
  result: Pick<SearchResult, "title" | "path" | "line" | "url">;
  content: SearchPreviewContent;
  /** The app's own page of the result; omitted where there is none. */
  href?: string | undefined;
  /** The app's page of a file of a commit. */
  fileHref: (path: string) => string;
  onRetry: () => void;
  onClose: () => void;
}

/** Lines of code before and after the one that was found: a screen, most of it below. */
const BEFORE = 7;
const AFTER = 33;

/** The text of one result next to the list. Escape closes it. */
export function SearchPreview({ id, result, content, href, fileHref, onRetry, onClose }: SearchPreviewProps) {
  const { t } = useTranslation("search");
  const { title, path } = result;
  return (
    <PreviewPanel
      id={id}
      label={t("preview.label", { title })}
      title={title}
      heading={
        <Text weight="strong" overflow="anywhere">
          {path ?? title}
        </Text>
      }
      open={href === undefined ? undefined : { href, text: t("preview.open") }}
      closeLabel={t("preview.close")}
      onClose={onClose}
    >
      <PreviewContent result={result} content={content} fileHref={fileHref} onRetry={onRetry} />
    </PreviewPanel>
  );
}

function PreviewContent({
  result,
  content,
  fileHref,
  onRetry,
}: Pick<SearchPreviewProps, "result" | "content" | "fileHref" | "onRetry">) {
  const { t } = useTranslation("search");
  const { title, path, line, url } = result;
  switch (content.status) {
    case "loading":
      return <Skeleton count={8} />;
    case "empty":
      return (
        <Text as="p" tone="muted">
          {t("preview.empty")}
        </Text>
      );
    case "failed":
      return (
        <InlineNotice title={t("preview.failed")}>
          {content.text} <Button size="small" variant="outlined" text={t("preview.retry")} onClick={onRetry} />
        </InlineNotice>
      );
    case "markdown":
      return <Markdown text={content.text} base={url} headingLevel={3} />;
    case "plain":
      return (
        <div className={styles.plain}>
          <Text overflow="anywhere">{content.text}</Text>
        </div>
      );
    case "commit":
      return (
        <>
          <div className={styles.plain}>
            <Text overflow="anywhere">{content.text}</Text>
          </div>
          <CommitChangeList changes={content.changes} hrefOf={fileHref} />
        </>
      );
    case "code": {
      const count = splitLines(content.text).length;
      const part = excerptRange(count, { from: (line ?? 1) - BEFORE, to: (line ?? 1) + AFTER }, []);
      return (
        <CodeViewer
          text={content.text}
          language={content.language}
          label={path ?? title}
          part={part}
          selected={line === null ? null : { from: line, to: line }}
          isSelectedShown={false}
        />
      );
    }
  }
}
