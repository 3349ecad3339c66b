import type { ReactNode } from "react";
import type { CodeContent } from "../../../contract/code/code.ts";
import type { Person } from "../../../contract/fieldSchemas.ts";
import { webHref } from "../../domain/webAddress.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { CommitLine } from "../patterns/CommitLine.tsx";
import { Button } from "../ui/Button.tsx";
import { CopyButton } from "../ui/CopyButton.tsx";
import { Inline } from "../ui/Inline.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { Tag } from "../ui/Tag.tsx";
import { TabNav } from "../ui/TabNav.tsx";
import { Text } from "../ui/Text.tsx";
import { DownloadIcon, ShareIcon } from "../ui/icons.ts";
import styles from "./FileHeader.module.css";

/** How a file is shown. */
export const CODE_VIEWS = ["rendered", "source", "blame", "history"] as const;
export type CodeViewName = (typeof CODE_VIEWS)[number];

export interface FileHeaderProps {
  content: Pick<CodeContent, "kind" | "path" | "size" | "language" | "last" | "url" | "is_executable" | "encoding">;
  /** How well a page matches the code. */
  badge?: ReactNode;
  /** Lines of its text; null without one. */
  lines: number | null;
  view: CodeViewName;
  /** Those that the file has. */
  views: readonly CodeViewName[];
  viewHref: (view: CodeViewName) => string;
  commitHref: (hash: string) => string;
  personHref: (person: Person) => string;
  onCopyPath: () => Promise<boolean>;
  /** Omitted where there is no text. */
  onCopyText?: (() => Promise<boolean>) | undefined;
  onCopyLink: () => Promise<boolean>;
  /** The bytes in another tab as text, and as a file; omitted where they cannot be read. */
  onRaw?: (() => void) | undefined;
  onDownload?: (() => void) | undefined;
  isDownloading?: boolean;
  /** More actions, such as opening it in an editor. */
  children?: ReactNode;
}

/** What a file is, how it is shown, and what can be done with it. */
export function FileHeader(props: FileHeaderProps) {
  const {
    content,
    lines,
    view,
    views,
    viewHref,
    commitHref,
    personHref,
    onRaw,
    onDownload,
    isDownloading = false,
  } = props;
  const { t, format } = useTranslation("code");
  const { size, language, last, url, is_executable, encoding, kind } = content;
  const copy = { size: "small", variant: "minimal" } as const;
  return (
    <div className={styles.header}>
      <Text as="p" size="small" tone="muted" className={styles.facts}>
        {language !== null && <span>{language}</span>}
        {lines !== null && <span>{t("file.lines", { count: lines })}</span>}
        {kind !== "submodule" && kind !== "link" && <span>{format.bytes(size)}</span>}
        {is_executable && <Tag>{t("file.executable")}</Tag>}
        {encoding !== null && encoding !== "utf-8" && <Tag>{t(`file.encoding.${encoding}`)}</Tag>}
        {props.badge}
        {last !== null && <CommitLine {...last} href={commitHref(last.hash)} personHref={personHref} />}
      </Text>
      <Inline gap={1} justify="between">
        {views.length > 1 ? (
          <TabNav
            size="small"
            label={t("views.title")}
            current={view}
            items={views.map((name) => ({ id: name, href: viewHref(name), text: t(`views.${name}`) }))}
          />
        ) : (
          <span />
        )}
        <Inline gap={1}>
          <CopyButton {...copy} text={t("file.copyPath")} onCopy={props.onCopyPath} />
          {props.onCopyText && <CopyButton {...copy} text={t("file.copyText")} onCopy={props.onCopyText} />}
          <CopyButton {...copy} text={t("file.copyLink")} onCopy={props.onCopyLink} />
          {onRaw && <Button size="small" variant="minimal" text={t("file.raw")} onClick={onRaw} />}
          {onDownload && (
            <Button
              size="small"
              variant="minimal"
              icon={<DownloadIcon />}
              loading={isDownloading}
              text={t("file.download")}
              onClick={onDownload}
            />
          )}
          {props.children}
          {webHref(url) && (
            <LinkButton
              size="small"
              variant="minimal"
              href={webHref(url)}
              target="_blank"
              rel="noopener noreferrer"
              icon={<ShareIcon size={12} />}
              text={t("file.atHost")}
            />
          )}
        </Inline>
      </Inline>
    </div>
  );
}
