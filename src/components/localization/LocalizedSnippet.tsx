import { useId, useState } from "react";
import type { CodeSnippet as Snippet } from "../../../contract/issues/localization.ts";
import { smallest } from "../../domain/extremes.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import { CodeSnippet } from "../ui/CodeSnippet.tsx";
import styles from "./LocalizedSnippet.module.css";

export interface LocalizedSnippetProps {
  path: string;
  snippet: Snippet;
}

/** Lines of a collapsed snippet. */
const SHOWN = 14;

/** The first shown line: two lines above the first match, if the match would be hidden otherwise. */
function firstShown({ start_line, lines, match_lines }: Snippet): number {
  const match = smallest(match_lines) - start_line;
  if (!Number.isFinite(match) || match < SHOWN - 2) return 0;
  return Math.max(0, Math.min(match - 2, lines.length - SHOWN));
}

/** A passage of code with its line numbers; lines with matches are marked. */
export function LocalizedSnippet({ path, snippet }: LocalizedSnippetProps) {
  const { t } = useTranslation("issuePage");
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const from = isOpen ? 0 : firstShown(snippet);
  const shown = isOpen ? snippet.lines : snippet.lines.slice(from, from + SHOWN);
  const hidden = snippet.lines.length - Math.min(SHOWN, snippet.lines.length);
  const matches = new Set(snippet.match_lines);
  return (
    <div className={styles.snippet}>
      <CodeSnippet
        id={id}
        overflow="scroll"
        label={t("localization.snippet", { path, line: snippet.start_line + from })}
        lines={shown.map((text, at) => {
          const number = snippet.start_line + from + at;
          return {
            number,
            parts: [{ text, match: false }],
            mark: matches.has(number) ? t("localization.matchedLine") : undefined,
          };
        })}
      />
      {hidden > 0 && (
        <Button
          size="small"
          variant="minimal"
          aria-controls={id}
          text={isOpen ? t("localization.collapseSnippet") : t("localization.expandSnippet", { count: hidden })}
          onClick={() => setIsOpen(!isOpen)}
        />
      )}
    </div>
  );
}
