import { useId, useState } from "react";
import type { CodeSnippet } from "../../../contract/localization.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.ts";
import styles from "./LocalizedSnippet.module.css";

export interface LocalizedSnippetProps {
  path: string;
  snippet: CodeSnippet;
}

/** Lines of a collapsed snippet. */
const SHOWN = 14;

/** The first shown line: two lines above the first match, if the match would be hidden otherwise. */
function firstShown({ start_line, lines, match_lines }: CodeSnippet): number {
  const match = Math.min(...match_lines) - start_line;
  if (!Number.isFinite(match) || match < SHOWN - 2) return 0;
  return Math.max(0, Math.min(match - 2, lines.length - SHOWN));
}

/** A passage of code with its line numbers; lines with matches are marked. */
export function LocalizedSnippet({ path, snippet }: LocalizedSnippetProps) {
  const { t } = useTranslation("assistance");
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const from = isOpen ? 0 : firstShown(snippet);
  const shown = isOpen ? snippet.lines : snippet.lines.slice(from, from + SHOWN);
  const hidden = snippet.lines.length - Math.min(SHOWN, snippet.lines.length);
  const matches = new Set(snippet.match_lines);
  return (
    <div className={styles.snippet}>
      <pre
        id={id}
        className={styles.code}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keys
        tabIndex={0}
        role="group"
        aria-label={t("where.snippet", { path, line: snippet.start_line + from })}
      >
        <code>
          {shown.map((line, at) => {
            const number = snippet.start_line + from + at;
            return (
              <span key={number} className={styles.codeLine} data-match={matches.has(number) || undefined}>
                <span className={styles.lineNumber}>{number}</span>
                {matches.has(number) && <span className="visually-hidden">{t("where.matchedLine")}</span>}
                {line}
                {"\n"}
              </span>
            );
          })}
        </code>
      </pre>
      {hidden > 0 && (
        <Button
          size="small"
          variant="minimal"
          aria-expanded={isOpen}
          aria-controls={id}
          text={isOpen ? t("where.collapseSnippet") : t("where.expandSnippet", { count: hidden })}
          onClick={() => setIsOpen(!isOpen)}
        />
      )}
    </div>
  );
}
