import { Suspense, useMemo, useState } from "react";
import { lazyComponent } from "../../hooks/lazyComponent.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { LineRange } from "../../domain/address.ts";
import { splitLines } from "../../domain/codeLines.ts";
import type { SymbolAction, SymbolAt } from "../ui/symbolAt.ts";
import { Button } from "../ui/Button.tsx";
import { LINE_HEIGHT } from "../ui/codeLineHeight.ts";
import { Skeleton } from "../ui/Skeleton.tsx";
import { excerptRange } from "../../domain/codeExcerpt.ts";
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
  /** Lines before the button that shows the others; omitted: all that are relevant. */
  most?: number | undefined;
  /** What the reader wants of a name. */
  onSymbol?: ((at: SymbolAt, action: SymbolAction) => void) | undefined;
}

/** Loaded with the first file that needs it. */
const CodeViewer = lazyComponent(() => import("../patterns/CodeViewer.tsx"), "CodeViewer");

/** The relevant part of a file, inline. */
export function CodeBlock({ path, text, language, focus, matches, most, onSymbol }: CodeBlockProps) {
  const { t } = useTranslation("issuePage");
  const [isUncut, setIsUncut] = useState(false);
  const [all, brief] = useMemo(() => {
    const { length } = splitLines(text);
    return excerptsOf(length, focus, matches, most);
  }, [text, focus, matches, most]);
  const shown = isUncut ? all : brief;
  const rest = sizeOf(all) - sizeOf(brief);
  const seen = matches.filter((line) => line >= shown.from && line <= shown.to);
  const place = { path, ...shown };
  const code = (
    <div className={styles.excerpt}>
      <Suspense fallback={<Skeleton isAnnounced={false} count={1} height={`${sizeOf(shown) * LINE_HEIGHT}px`} />}>
        <CodeViewer
          text={text}
          language={language}
          label={
            seen.length === 0
              ? t("localization.excerpt", place)
              : t("localization.excerptMatches", { ...place, lines: seen.join(", "), count: seen.length })
          }
          part={shown}
          selected={focus}
          isSelectedShown={false}
          marks={matches}
          onSymbol={onSymbol}
        />
      </Suspense>
    </div>
  );
  if (rest <= 0) return code;
  return (
    <>
      {code}
      <Button
        size="small"
        variant="minimal"
        text={isUncut ? t("localization.collapseSnippet") : t("localization.expandSnippet", { count: rest })}
        onClick={() => setIsUncut(!isUncut)}
      />
    </>
  );
}

/** Pixels of the border of the code, and of the button below it. */
const BORDER = 2;
const BUTTON = 24;

/**
 * The pixels that the code of these lines takes.
 * @param count lines of the file; omitted before the file is there: the result is the most that they can take
 */
export function excerptHeight(focus: LineRange, most: number, count = Number.MAX_SAFE_INTEGER): number {
  const [all, brief] = excerptsOf(count, focus, [], most);
  return sizeOf(brief) * LINE_HEIGHT + BORDER + (sizeOf(all) > sizeOf(brief) ? BUTTON : 0);
}

/** Lines that are shown too rather than a button for them. */
const FEW = 2;

/** All relevant lines, and those before the button. */
function excerptsOf(
  count: number,
  focus: LineRange,
  matches: readonly number[],
  most?: number,
): readonly [all: LineRange, brief: LineRange] {
  const all = excerptRange(count, focus, matches);
  const isLong = most !== undefined && sizeOf(all) > most + FEW;
  return [all, isLong ? excerptRange(count, focus, matches, most) : all];
}

const sizeOf = ({ from, to }: LineRange): number => to - from + 1;
