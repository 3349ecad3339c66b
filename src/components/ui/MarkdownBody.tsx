import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { linkNames } from "../../domain/nameLinks.ts";
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
const MAX_IMAGES = 12;
const NO_IMAGES: Readonly<Record<string, string>> = {};

/** As `useScrollable`, for a box inside the HTML of a text. */
function markScrollable(box: HTMLElement, label: string): void {
  for (const [attribute, value] of Object.entries(scrollableAttributes(label))) {
    if (box.scrollWidth > box.clientWidth) box.setAttribute(attribute, String(value));
    else box.removeAttribute(attribute);
  }
}

/** The formatted text. Loaded lazily by Markdown, which other components use. */
export function MarkdownBody({ text, base, headingLevel, resolve, loadImage, nameHrefs }: MarkdownBodyProps) {
  const { t } = useTranslation("controls");
  const done = t("markdown.done");
  const open = t("markdown.open");
  const image = t("markdown.image");
  const code = t("markdown.code");
  const table = t("markdown.table");
  const [loaded, setLoaded] = useState({ text, images: NO_IMAGES });
  const loadedImages = loaded.text === text ? loaded.images : NO_IMAGES;
  const { html, sources } = useMemo(() => {
    const sources = new Set<string>();
    const onImage = (src: string): void => void sources.add(src);
    const options = { base, headingLevel, done, open, image, resolve, onImage, loadedImages };
    return { html: renderMarkdown(text, options), sources: [...sources].slice(0, MAX_IMAGES).join("\n") };
  }, [text, base, headingLevel, done, open, image, resolve, loadedImages]);
  useEffect(() => {
    if (!loadImage || sources === "") return;
    const controller = new AbortController();
    for (const src of sources.split("\n")) {
      void loadImage(src, controller.signal).then((data) => {
        if (data === null || controller.signal.aborted) return;
        setLoaded((before) => ({
          text,
          images: { ...(before.text === text ? before.images : NO_IMAGES), [src]: data },
        }));
      });
    }
    return () => controller.abort();
  }, [sources, loadImage, text]);
  const linked = useMemo(() => (nameHrefs ? linkNames(html, nameHrefs) : html), [html, nameHrefs]);
  const body = useRef<HTMLDivElement>(null);
  // Before the text is painted: an observer reports a frame later, and until then keys would not reach a box.
  useLayoutEffect(() => {
    const boxes = [...(body.current?.querySelectorAll<HTMLElement>("pre, [data-scroll]") ?? [])];
    const mark = (): void => {
      for (const box of boxes) markScrollable(box, box.tagName === "PRE" ? code : table);
    };
    mark();
    const sizes = new ResizeObserver(mark);
    // A table that grows, because its images arrive, does not resize the box around it.
    for (const box of boxes.flatMap((element) => [element, ...element.children])) sizes.observe(box);
    return () => sizes.disconnect();
  }, [linked, code, table]);
  // Safe: renderMarkdown escapes raw HTML, drops hostile links and loads nothing (images are data); tests/components/renderMarkdown.test.tsx
  // asserts this.
  return <div ref={body} className={styles.text} dangerouslySetInnerHTML={{ __html: linked }} />;
}
