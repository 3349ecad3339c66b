import type { FileMatches } from "../../../contract/search/search.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { CodeSnippet } from "../ui/CodeSnippet.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./FileMatchList.module.css";

export interface FileMatchListProps {
  matches: FileMatches;
  /** The app's page of the file at a line. */
  hrefOf: (line: number) => string;
}

type MatchLine = FileMatches["lines"][number];

/** Consecutive lines, so that each passage has one address. */
function passagesOf(lines: readonly MatchLine[]): MatchLine[][] {
  const passages: MatchLine[][] = [];
  for (const line of lines) {
    const passage = passages.at(-1);
    if (passage && passage.at(-1)?.number === line.number - 1) passage.push(line);
    else passages.push([line]);
  }
  return passages;
}

/** All matching lines of a file in passages, each with a link to its first match. */
export function FileMatchList({ matches: { lines, total, truncated }, hrefOf }: FileMatchListProps) {
  const { t, format } = useTranslation("search");
  return (
    <div>
      <ol className={styles.passages} aria-label={t("matches.title")}>
        {passagesOf(lines).map((passage) => {
          const first = passage.find(({ matched }) => matched)?.number ?? passage[0]?.number ?? 1;
          return (
            <li key={first}>
              <a href={hrefOf(first)}>{t("line", { line: first })}</a>
              <CodeSnippet
                overflow="clip"
                lines={passage.map(({ number, segments }) => ({ number, parts: segments }))}
              />
            </li>
          );
        })}
      </ol>
      {!truncated && (
        <Text as="p" tone="muted" className={styles.note}>
          {t("matches.count", { count: total, formatted: format.number(total) })}
        </Text>
      )}
      {truncated && (
        <Text as="p" tone="muted" className={styles.note}>
          {t("matches.truncated", {
            shown: format.number(lines.filter(({ matched }) => matched).length),
            total: format.number(total),
          })}
        </Text>
      )}
    </div>
  );
}
