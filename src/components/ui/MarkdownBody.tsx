import { useEffect, useMemo, useRef, useState } from "react";
import { linkNames } from "../../domain/namedThings.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { HeadingLevel, MarkdownProps } from "./Markdown.tsx";
import styles from "./Markdown.module.css";
import { renderMarkdown } from "./renderMarkdown.ts";
import { scrollableAttributes } from "./useScrollable.ts";

export interface MarkdownBodyProps extends MarkdownProps {
  base: string | null;
  headingLevel: HeadingLevel;
}

/** Maximum of images in one text; further ones stay links. */
const MAX_PICTURES = 12;
const NO_PICTURES: Readonly<Record<string, string>> = {};

/** As `useScrollable`, for a box inside the HTML of a text. */
function markScrollable(box: HTMLElement, label: string): void {
  for (const [attribute, value] of Object.entries(scrollableAttributes(label))) {
    if (box.scrollWidth > box.clientWidth) box.setAttribute(attribute, String(value));
    else box.removeAttribute(attribute);
  }
}

/** The formatted text. Loaded lazily by Markdown, which other components use. */
export function MarkdownBody({ text, base, headingLevel, resolve, loadPicture, nameHrefs }: MarkdownBodyProps) {
  const { t } = useTranslation("controls");
  const done = t("markdown.done");
  const open = t("markdown.open");
  const image = t("markdown.image");
  const code = t("markdown.code");
  const table = t("markdown.table");
  const [loaded, setLoaded] = useState({ text, pictures: NO_PICTURES });
  const pictures = loaded.text === text ? loaded.pictures : NO_PICTURES;
  const { html, images } = useMemo(() => {
    const found = new Set<string>();
    const onImage = (src: string): void => void found.add(src);
    const options = { base, headingLevel, done, open, image, resolve, onImage, pictures };
    return { html: renderMarkdown(text, options), images: [...found].slice(0, MAX_PICTURES).join("\n") };
  }, [text, base, headingLevel, done, open, image, resolve, pictures]);
  useEffect(() => {
    if (!loadPicture || images === "") return;
    const controller = new AbortController();
    for (const src of images.split("\n")) {
      void loadPicture(src, controller.signal).then((picture) => {
        if (picture === null || controller.signal.aborted) return;
        setLoaded((before) => ({
          text,
          pictures: { ...(before.text === text ? before.pictures : NO_PICTURES), [src]: picture },
        }));
      });
    }
    return () => controller.abort();
  }, [images, loadPicture, text]);
  const linked = useMemo(() => (nameHrefs ? linkNames(html, nameHrefs) : html), [html, nameHrefs]);
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (typeof ResizeObserver === "undefined") return undefined;
    const boxes = [...(body.current?.querySelectorAll<HTMLElement>("pre, [data-scroll]") ?? [])];
    const sizes = new ResizeObserver(() => {
      for (const box of boxes) markScrollable(box, box.tagName === "PRE" ? code : table);
    });
    // A table that grows, because its images arrive, does not resize the box around it.
    for (const box of boxes.flatMap((element) => [element, ...element.children])) sizes.observe(box);
    return () => sizes.disconnect();
  }, [linked, code, table]);
  // Safe: renderMarkdown escapes raw HTML, drops hostile links and loads nothing (images are data); tests/components/renderMarkdown.test.tsx
  // asserts this.
  return <div ref={body} className={styles.text} dangerouslySetInnerHTML={{ __html: linked }} />;
}
