import type { Precision, ReferenceFile } from "../../../contract/code/references.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { LoadMore, type MoreState } from "../patterns/LoadMore.tsx";
import { Button } from "../ui/Button.tsx";
import { Inline } from "../ui/Inline.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";
import { useRovingTabIndex } from "../ui/useRovingTabIndex.ts";
import { ForeignText } from "../ui/ForeignText.tsx";
import { PrecisionTag } from "./PrecisionTag.tsx";
import styles from "./ReferencesPanel.module.css";

export interface ReferencesPanelProps {
  /** Null while the first part is loading. */
  files: readonly ReferenceFile[] | null;
  /** Null while it is not known. */
  precision: Precision | null;
  failure?: string | null;
  /** Files that have the name, and how many of them were read. */
  candidates: number;
  read: number;
  /** The files that were not read yet. */
  more: MoreState;
  hrefOf: (file: ReferenceFile, line: number) => string;
}

/** Where a name is used, by file; the arrow keys go from line to line. */
export function ReferencesPanel({
  files,
  precision,
  failure = null,
  candidates,
  read,
  more,
  hrefOf,
}: ReferencesPanelProps) {
  const { t } = useTranslation("symbols");
  const states = useTranslation("states");
  const total = (files ?? []).reduce((sum, { lines }) => sum + lines.length, 0);
  const item = useRovingTabIndex(total);
  if (failure !== null)
    return (
      <Stack gap={2}>
        <Text as="p" role="alert">
          {failure}
        </Text>
        <div>
          <Button size="small" text={states.t("retry")} loading={more.paging === "loading"} onClick={more.onMore} />
        </div>
      </Stack>
    );
  if (files === null) return <Skeleton shape="rows" count={4} height="1.5rem" />;
  const starts = files.map((_, at) => files.slice(0, at).reduce((sum, { lines }) => sum + lines.length, 0));
  return (
    <div className={styles.panel}>
      <Inline>
        <Text as="p" role="status">
          {total === 0
            ? t("noReferences")
            : t("countIn", {
                what: t("count", { count: total }),
                files: t("inFiles", { count: files.length }),
              })}
        </Text>
        {precision !== null && <PrecisionTag precision={precision} />}
      </Inline>
      <ul className={styles.files}>
        {files.map((file, at) => (
          <li key={`${file.source} ${file.path}`}>
            <h3 className={styles.path}>
              <ForeignText text={file.path} />{" "}
              <Text size="small" tone="muted">
                {file.repository} · {file.lines.length}
              </Text>
            </h3>
            <ul className={styles.lines}>
              {file.lines.map((line, index) => (
                <li key={`${line.line} ${line.column}`}>
                  <a className={styles.line} href={hrefOf(file, line.line)} {...item((starts[at] ?? 0) + index)}>
                    <Text className={styles.number} tone="muted" isNumeric>
                      {line.line}
                    </Text>
                    <code>{line.text.trim()}</code>
                    {line.is_definition && (
                      <Text size="small" tone="muted">
                        {t("isDefinition")}
                      </Text>
                    )}
                  </a>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {more.paging !== "complete" && (
        <Text as="p" size="small" tone="muted">
          {t("read", { read, candidates })}
        </Text>
      )}
      <LoadMore {...more} text={t("more")} />
    </div>
  );
}
