import { lazy, Suspense, useMemo } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { LineRange } from "../../domain/address.ts";
import { linesOf } from "../../domain/codeLines.ts";
import type { SymbolAt } from "../ui/useSymbolClicks.ts";
import { Skeleton } from "../ui/Skeleton.tsx";
import { excerptOf } from "../../domain/codeExcerpt.ts";
import styles from "./CodeBlock.module.css";

export interface CodeBlockProps {
  path: string;
  /** The whole file. */
  text: string;
  /** As the index names it; null: no highlighting. */
  language: string | null;
  /** The lines of interest, 1-based. */
  focus: LineRange;
  /** Lines that hold matches. */
  matches: readonly number[];
  /** Called with a name that the reader clicks. */
  onSymbol?: ((at: SymbolAt) => void) | undefined;
}

/** The explorer's code view; loaded with the first file that needs it. */
const CodeView = lazy(async () => ({ default: (await import("../patterns/CodeViewer.tsx")).CodeViewer }));

/** The relevant part of a file, inline. */
export function CodeBlock({ path, text, language, focus, matches, onSymbol }: CodeBlockProps) {
  const { t } = useTranslation("assistance");
  const shown = useMemo(() => {
    const lines = linesOf(text);
    const { from, to } = excerptOf(lines.length, focus, matches);
    return { from, to, text: lines.slice(from - 1, to).join("\n") };
  }, [text, focus, matches]);
  const seen = matches.filter((line) => line >= shown.from && line <= shown.to);
  const place = { path, from: shown.from, to: shown.to };
  return (
    <div className={styles.excerpt}>
      <Suspense fallback={<Skeleton count={Math.min(12, shown.to - shown.from + 1)} height="1.25rem" />}>
        <CodeView
          text={shown.text}
          language={language}
          label={
            seen.length === 0
              ? t("localization.excerpt", place)
              : t("localization.excerptMatches", { ...place, lines: seen.join(", "), count: seen.length })
          }
          firstLine={shown.from}
          selected={focus}
          isSelectedShown={false}
          marks={matches}
          onSymbol={onSymbol}
        />
      </Suspense>
    </div>
  );
}
