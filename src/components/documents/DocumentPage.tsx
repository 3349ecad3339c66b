import { useRef, useState, type ReactNode } from "react";
import type { DocumentContent } from "../../../contract/documents.ts";
import { shortHash } from "../../../contract/shortHash.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { CodeViewer } from "../ui/CodeViewer.tsx";
import { type LineRange, linesOf, readLineHash } from "../../domain/codeLines.ts";
import { CopyButton } from "../ui/CopyButton.tsx";
import { EmptyState } from "../patterns/EmptyState.tsx";
import { sizeOf } from "./FolderList.tsx";
import { Markdown } from "../ui/Markdown.tsx";
import { InlineNotice } from "../patterns/InlineNotice.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { CommitLine } from "../patterns/CommitLine.tsx";
import { useActiveHeading } from "./useActiveHeading.ts";
import { Button } from "../ui/Button.ts";
import { InputGroup } from "../ui/InputGroup.ts";
import { LinkButton } from "../ui/LinkButton.tsx";
import { ShareIcon } from "../ui/icons.ts";
import { TabNav } from "../ui/TabNav.tsx";
import { Inline } from "../ui/Inline.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Tooltip } from "../ui/Tooltip.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./DocumentPage.module.css";

export interface DocumentPageProps {
  document: DocumentContent;
  /** Shown next to the name: how well a page matches the code. */
  badge?: ReactNode;
  /** Whether a page or image is rendered, or its source is shown. */
  view: "rendered" | "source";
  selected: LineRange | null;
  viewHref: (view: "rendered" | "source") => string;
  /** The same document at the last synced revision. */
  currentHref: string;
  /** The page of a commit. */
  commitHref: (hash: string) => string;
  /** The pages of what the text names, by the name as it is written. Keep the map's identity stable. */
  nameHrefs?: ReadonlyMap<string, string> | undefined;
  /** Resolves a relative address of the page. Keep the function's identity stable. */
  resolve: (href: string) => string | null;
  /** Loads an image of the source by its relative address; see Markdown. */
  loadPicture?: ((src: string, signal: AbortSignal) => Promise<string | null>) | undefined;
  onSelect: (range: LineRange) => void;
  onTopLine: (line: number) => void;
  /** Called with the current heading of a rendered page; null above the first. Keep the function's identity stable. */
  onTopHeading?: ((id: string | null) => void) | undefined;
  /** Copies a link to the document and the selected lines, at the shown revision. */
  onCopyLink: () => Promise<boolean>;
  onCopyPath: () => Promise<boolean>;
}

/** Rendered pages are truncated at this many UTF-16 units. The same as the renderer's own limit. */
const RENDERED = 60_000;

/** One document: its facts and its content. */
export function DocumentPage(props: DocumentPageProps) {
  const { document, badge, view, viewHref, currentHref, commitHref, onCopyLink, onCopyPath } = props;
  const { t, format } = useTranslation("documents");
  const hasText = document.text !== null;
  const lineCount = hasText ? linesOf(document.text ?? "").length : 0;
  return (
    <article className={styles.page} aria-labelledby="document-title">
      <Stack as="header" gap={1}>
        <Inline>
          <h2 id="document-title" className={styles.title}>
            {document.title}
          </h2>
          {badge}
        </Inline>
        <Text as="p" tone="muted" className={styles.facts}>
          {document.language && document.kind !== "page" && <span>{document.language}</span>}
          {hasText && document.kind === "text" && <span>{t("page.lines", { count: lineCount })}</span>}
          {document.size > 0 && document.kind !== "page" && <span>{sizeOf(document.size, format.number)}</span>}
          {document.revision && (
            <span>
              {t("page.at")}
              <a href={commitHref(document.revision)}>
                <code>{shortHash(document.revision)}</code>
              </a>
            </span>
          )}
          {document.updated_at && (
            <span>
              {t("page.changed")} <RelativeTime at={document.updated_at} />
            </span>
          )}
        </Text>
        <Inline gap={1}>
          {document.format !== null && hasText && (
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
          )}
          {hasText && (view === "source" || document.format === null) && (
            <GoToLine lines={lineCount} onSelect={props.onSelect} />
          )}
          <CopyButton
            size="small"
            variant="minimal"
            text={t("page.copyPath")}
            copied={t("page.copied")}
            failed={t("page.copyFailed")}
            onCopy={onCopyPath}
          />
          <Tooltip text={t("page.copyLinkHint")}>
            {(described) => (
              <CopyButton
                {...described}
                size="small"
                variant="minimal"
                text={t("page.copyLink")}
                copied={t("page.copied")}
                failed={t("page.copyFailed")}
                onCopy={onCopyLink}
              />
            )}
          </Tooltip>
          {document.url && (
            <LinkButton
              size="small"
              variant="minimal"
              href={document.url}
              target="_blank"
              rel="noopener noreferrer"
              icon={<ShareIcon size={12} />}
              text={t("page.onHost")}
            />
          )}
        </Inline>
      </Stack>
      {!document.is_current && (
        <InlineNotice
          title={t("page.older")}
          action={<LinkButton size="small" variant="outlined" href={currentHref} text={t("page.toCurrent")} />}
        >
          {t("page.olderText")}
        </InlineNotice>
      )}
      {document.truncated && <InlineNotice title={t("page.cut")}>{t("page.cutText")}</InlineNotice>}
      <DocumentBody {...props} />
    </article>
  );
}

function DocumentBody(props: DocumentPageProps) {
  const { document, view, selected, commitHref, resolve, loadPicture, onSelect, onTopLine, onTopHeading } = props;
  const { t } = useTranslation("documents");
  const { kind, text, format } = document;
  if ((kind === "text" || kind === "page") && text !== null) {
    if (text === "") return <EmptyState headingLevel={3} title={t("page.empty")} />;
    if (format === "markdown" && view === "rendered") {
      return (
        <RenderedPage onTopHeading={onTopHeading}>
          {text.length > RENDERED && <InlineNotice title={t("page.cut")}>{t("page.renderedCut")}</InlineNotice>}
          <Markdown
            text={text}
            headingLevel={3}
            resolve={resolve}
            loadPicture={loadPicture}
            nameHrefs={props.nameHrefs}
          />
        </RenderedPage>
      );
    }
    if (format === "svg" && view === "rendered") {
      // As an image an SVG runs no script and loads nothing.
      return <Picture src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`} name={document.title} />;
    }
    return (
      <div className={styles.code}>
        <CodeViewer
          text={text}
          language={document.language}
          label={t("code.label", { path: document.path })}
          selected={selected}
          onSelect={onSelect}
          onTopLine={onTopLine}
        />
      </div>
    );
  }
  if (kind === "image" && document.image !== null) return <Picture src={document.image} name={document.title} />;
  if (kind === "removed" && document.removed_by) {
    return (
      <EmptyState headingLevel={3} title={t("page.removed")}>
        {t("page.removedText")} <CommitLine {...document.removed_by} href={commitHref(document.removed_by.hash)} />
      </EmptyState>
    );
  }
  const why = kind === "binary" || kind === "large" ? kind : "unread";
  return (
    <EmptyState
      headingLevel={3}
      title={t(`page.${why}`)}
      {...(document.url && {
        action: <LinkButton href={document.url} target="_blank" rel="noopener noreferrer" text={t("page.onHost")} />,
      })}
    >
      {t(`page.${why}Text`)}
    </EmptyState>
  );
}

function RenderedPage({
  onTopHeading,
  children,
}: {
  onTopHeading: DocumentPageProps["onTopHeading"];
  children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  useActiveHeading(box, onTopHeading);
  return (
    <div ref={box} className={styles.rendered}>
      {children}
    </div>
  );
}

function Picture({ src, name }: { src: string; name: string }) {
  return (
    <div className={styles.picture}>
      <img src={src} alt={name} />
    </div>
  );
}

/** Selects a line or a range by its number: the way to a link without a pointer. */
function GoToLine({ lines, onSelect }: { lines: number; onSelect: (range: LineRange) => void }) {
  const { t } = useTranslation("documents");
  const [text, setText] = useState("");
  const range = readLineHash(`L${text.replaceAll(/\s/g, "")}`);
  const isWrong = text.trim() !== "" && (range === null || range.from > lines);
  return (
    <form
      className={styles.goto}
      onSubmit={(event) => {
        event.preventDefault();
        if (range && !isWrong) onSelect({ from: range.from, to: Math.min(range.to, lines) });
      }}
    >
      <InputGroup
        size="small"
        aria-label={t("code.goTo", { count: lines })}
        aria-invalid={isWrong}
        title={t("code.goTo", { count: lines })}
        placeholder={t("code.line")}
        inputMode="numeric"
        autoComplete="off"
        maxLength={16}
        intent={isWrong ? "danger" : "none"}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" size="small" variant="minimal" disabled={isWrong || range === null} text={t("code.go")} />
    </form>
  );
}
