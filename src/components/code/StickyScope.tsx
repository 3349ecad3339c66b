import type { CodeSymbol } from "../../../contract/code/code.ts";
import { escapeHtml } from "../../domain/codeLines.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { PlainButton } from "../ui/PlainButton.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./StickyScope.module.css";

/** Scopes that are shown above the lines. */
const MAX_SCOPES = 3;

/** The definitions around a line that begin above it, from the outside. */
export const scopesAt = (symbols: readonly CodeSymbol[], line: number): readonly CodeSymbol[] =>
  symbols.filter(({ start_line, end_line }) => start_line < line && end_line > line).slice(0, MAX_SCOPES);

export interface StickyScopeProps {
  scopes: readonly CodeSymbol[];
  lines: readonly string[];
  /** Highlighted HTML of a line (from 0). */
  html: (line: number) => string | undefined;
  onOpen: (line: number) => void;
}

/** The first lines of the definitions that the lines on screen are in. */
export function StickyScope({ scopes, lines, html, onOpen }: StickyScopeProps) {
  const { t } = useTranslation("code");
  return (
    <div className={styles.scopes} role="group" aria-label={t("view.scope")}>
      {scopes.map(({ start_line }) => (
        <PlainButton key={start_line} className={styles.scope} tabIndex={-1} onClick={() => onOpen(start_line)}>
          <Text tone="muted" className={styles.number} aria-hidden>
            {start_line}
          </Text>
          {/* Safe: escaped by us or by the highlighter, which writes span tags and nothing else. */}
          <code
            className={styles.text}
            dangerouslySetInnerHTML={{ __html: html(start_line - 1) ?? escapeHtml(lines[start_line - 1] ?? "") }}
          />
        </PlainButton>
      ))}
    </div>
  );
}
