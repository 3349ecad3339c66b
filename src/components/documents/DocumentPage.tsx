import type { ReactNode } from "react";
import type { DocumentContent } from "../../../contract/documents/documents.ts";
import { webHref } from "../../domain/webAddress.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { LineRange } from "../../domain/address.ts";
import { CodeViewer } from "../patterns/CodeViewer.tsx";
import { MarkdownPage, type MarkdownPageProps } from "../patterns/MarkdownPage.tsx";
import { CopyButton } from "../ui/CopyButton.tsx";
import { EmptyState } from "../patterns/EmptyState.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { ShareIcon } from "../ui/icons.ts";
import { Tag } from "../ui/Tag.tsx";
import { TabNav } from "../ui/TabNav.tsx";
import { Inline } from "../ui/Inline.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./DocumentPage.module.css";

export interface DocumentPageProps extends Pick<
  MarkdownPageProps,
  "resolve" | "nameHrefs" | "target" | "onTopHeading"
> {
  document: Pick<DocumentContent, "title" | "path" | "text" | "language" | "url" | "updated_at" | "page_kind">;
  /** Shown next to the name: how well the page matches the code. */
  badge?: ReactNode;
  /** What people wrote about the page; below its text. */
  comments?: ReactNode;
  /** Whether the page is rendered, or its source is shown. */
  view: "rendered" | "source";
  selected: LineRange | null;
  viewHref: (view: "rendered" | "source") => string;
  onSelect: (range: LineRange) => void;
  onTopLine: (line: number) => void;
  /** Copies a link to the page and the selected lines. */
  onCopyLink: () => Promise<boolean>;
}

/** One page of a wiki: its facts and its content. */
export function DocumentPage(props: DocumentPageProps) {
  const { document, badge, comments, view, selected, viewHref, resolve, nameHrefs, target, onTopHeading } = props;
  const { t } = useTranslation("documents");
  const { title, path, language, url, updated_at, page_kind: kind } = document;
  // Of these kinds a wiki has a title only.
  const bare = kind === "folder" || kind === "whiteboard" || kind === "database" ? kind : null;
  const text = document.text ?? "";
  return (
    <article className={styles.page} aria-labelledby="document-title">
      <Stack as="header" gap={1}>
        <Inline>
          <h2 id="document-title" className={styles.title}>
            {title}
          </h2>
          {kind !== null && kind !== "page" && <Tag>{t(`page.kinds.${kind}`)}</Tag>}
          {badge}
        </Inline>
        {updated_at !== null && (
          <Text as="p" size="small" tone="muted">
            {t("page.changed")} <RelativeTime at={updated_at} />
          </Text>
        )}
        <Inline gap={1}>
          <TabNav
            size="small"
            label={t("page.views")}
            current={view}
            items={(["rendered", "source"] as const).map((name) => ({
              id: name,
              href: viewHref(name),
              text: t(`page.${name}`),
            }))}
          />
          <CopyButton size="small" variant="minimal" text={t("page.copyLink")} onCopy={props.onCopyLink} />
          {webHref(url) && (
            <LinkButton
              size="small"
              variant="minimal"
              href={webHref(url)}
              target="_blank"
              rel="noopener noreferrer"
              icon={<ShareIcon size={12} />}
              text={t("page.onHost")}
            />
          )}
        </Inline>
      </Stack>
      {bare !== null ? (
        <EmptyState headingLevel={3} title={t(`page.bare.${bare}`)}>
          {t(`page.bareText.${bare}`)}
        </EmptyState>
      ) : text === "" ? (
        <EmptyState headingLevel={3} title={t("page.empty")} />
      ) : view === "rendered" ? (
        <MarkdownPage text={text} resolve={resolve} nameHrefs={nameHrefs} target={target} onTopHeading={onTopHeading} />
      ) : (
        <div className={styles.code}>
          <CodeViewer
            text={text}
            language={language}
            label={t("code.label", { path })}
            selected={selected}
            onSelect={props.onSelect}
            onTopLine={props.onTopLine}
          />
        </div>
      )}
      {comments}
    </article>
  );
}
