import { useRef } from "react";
import { isTruncated } from "../../domain/markdownLimits.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Markdown, type MarkdownProps } from "../ui/Markdown.tsx";
import { InlineNotice } from "./InlineNotice.tsx";
import { Card } from "../ui/Card.tsx";
import { useActiveHeading } from "./useActiveHeading.ts";

export interface MarkdownPageProps extends Pick<MarkdownProps, "text" | "resolve" | "loadImage" | "nameHrefs"> {
  /** The id of the heading that the address names; null: none. */
  target?: string | null;
  /** Called with the current heading; null above the first. Keep the function's identity stable. */
  onTopHeading?: ((id: string | null) => void) | undefined;
}

/** A whole page of Markdown: it scrolls to the heading that is asked for, and reports the one at its top. */
export function MarkdownPage({ text, target = null, onTopHeading, ...links }: MarkdownPageProps) {
  const { t } = useTranslation("controls");
  const box = useRef<HTMLDivElement>(null);
  useActiveHeading(box, target, onTopHeading);
  return (
    <Card ref={box} tone="raised" padding="text">
      {isTruncated(text) && <InlineNotice title={t("markdown.cut")}>{t("markdown.cutText")}</InlineNotice>}
      <Markdown text={text} headingLevel={3} {...links} />
    </Card>
  );
}
