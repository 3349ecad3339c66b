import type { CommitChanges } from "../../../contract/code/commitChanges.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { CodeSnippet } from "../ui/CodeSnippet.tsx";
import { Text } from "../ui/Text.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";
import styles from "./CommitChangeList.module.css";

export interface CommitChangeListProps {
  changes: CommitChanges;
  /** The app's page of a file of the commit. */
  hrefOf: (path: string) => string;
}

type Part = CommitChanges["parts"][number];

/** The parts of each file, so that its path is shown once. */
function filesOf(parts: readonly Part[]): [string, Part[]][] {
  return [...Map.groupBy(parts, ({ path }) => path)];
}

/** What a commit changed: the lines that match a search, or why there are none. */
export function CommitChangeList({ changes, hrefOf }: CommitChangeListProps) {
  const { t, format } = useTranslation("search");
  const { status, matching, files, truncated, parts } = changes;
  if (status !== "shown") {
    return (
      <Text as="p" size="small" tone="muted">
        {t(`changes.${status}`)}
      </Text>
    );
  }
  return (
    <div className={styles.changes}>
      {filesOf(parts).map(([path, of]) => (
        <section key={path} className={styles.file} aria-label={path}>
          <a href={hrefOf(path)}>
            <ForeignText text={path} />
          </a>
          {of.map(({ lines }, at) => (
            <CodeSnippet
              key={at}
              overflow="clip"
              lines={lines.map(({ change, number, segments }) => ({
                number,
                parts: segments,
                change: change === "same" ? undefined : change,
              }))}
            />
          ))}
        </section>
      ))}
      <Text as="p" size="small" tone="muted">
        {matching === 0
          ? t("changes.first", { count: files, formatted: format.number(files) })
          : t("changes.count", { count: matching, formatted: format.number(matching) })}
        {truncated && matching > 0 && ` ${t("changes.truncated")}`}
      </Text>
    </div>
  );
}
