import { useMemo } from "react";
import { useWords } from "../../i18n/useWords.ts";
import styles from "./Markdown.module.css";
import { renderMarkdown } from "./renderMarkdown.ts";

export interface MarkdownBodyProps {
  text: string;
  base: string | null;
  headingLevel: number;
  resolve?: ((href: string) => string | null) | undefined;
}

/** The formatted text. Loaded lazily by Markdown, which is what others use. */
export function MarkdownBody({ text, base, headingLevel, resolve }: MarkdownBodyProps) {
  const { t } = useWords("assistance");
  const done = t("markdown.done");
  const open = t("markdown.open");
  const image = t("markdown.image");
  const html = useMemo(
    () => renderMarkdown(text, { base, headingLevel, done, open, image, resolve }),
    [text, base, headingLevel, done, open, image, resolve],
  );
  // Safe: renderMarkdown escapes raw HTML, empties hostile links and loads nothing; tests/components/renderMarkdown.test.ts holds it to that.
  return <div className={styles.text} dangerouslySetInnerHTML={{ __html: html }} />;
}
