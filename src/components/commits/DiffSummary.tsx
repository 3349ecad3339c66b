import type { CommitDiff } from "../../../contract/code/commits.ts";
import { shortHash } from "../../../contract/code/shortHash.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Disclosure } from "../ui/Disclosure.tsx";
import { Inline } from "../ui/Inline.tsx";
import { PathText } from "../ui/PathText.tsx";
import { SegmentedControl } from "../ui/SegmentedControl.tsx";
import { Select } from "../ui/Select.tsx";
import { Switch } from "../ui/Switch.tsx";
import { Text } from "../ui/Text.tsx";
import type { DiffLayout } from "../patterns/DiffHunks.tsx";
import { LineCounts } from "../patterns/LineCounts.tsx";
import styles from "./DiffSummary.module.css";

/** How a difference is shown. */
export interface DiffView {
  readonly layout: DiffLayout;
  readonly ignoresWhitespace: boolean;
  /** The parent that is compared with, from 1. */
  readonly parent: number;
}

export interface DiffSummaryProps {
  diff: CommitDiff;
  view: DiffView;
  onViewChange: (view: DiffView) => void;
}

/** Files of a list that is open from the start. */
const SHORT_LIST = 12;

/** How much a commit changed, in which files, and how that is shown. */
export function DiffSummary({ diff, view, onViewChange }: DiffSummaryProps) {
  const { t } = useTranslation("commits");
  const { files, total, parents } = diff;
  const sum = (of: "added" | "removed") => files.reduce((lines, file) => lines + (file[of] ?? 0), 0);
  return (
    <div className={styles.summary}>
      <Inline justify="between" gap={3}>
        <Inline gap={3}>
          <h2 className={styles.title}>{t("diff.files", { count: total })}</h2>
          {/* The sum of a list that is cut is not that of the commit. */}
          {files.length > 0 && files.length === total && <LineCounts added={sum("added")} removed={sum("removed")} />}
        </Inline>
        <Inline gap={3}>
          {parents.length > 1 && (
            <Select
              aria-label={t("diff.parent")}
              value={String(view.parent)}
              options={parents.map((hash, at) => ({
                value: String(at + 1),
                text: t("diff.against", { number: at + 1, hash: shortHash(hash) }),
              }))}
              onValueChange={(parent) => onViewChange({ ...view, parent: Number(parent) })}
            />
          )}
          <Switch
            label={t("diff.ignoreWhitespace")}
            checked={view.ignoresWhitespace}
            onChange={(event) => onViewChange({ ...view, ignoresWhitespace: event.currentTarget.checked })}
          />
          <SegmentedControl
            size="small"
            label={t("diff.layout")}
            options={[
              { text: t("diff.unified"), value: "unified" },
              { text: t("diff.split"), value: "split" },
            ]}
            value={view.layout}
            onValueChange={(layout) => onViewChange({ ...view, layout })}
          />
        </Inline>
      </Inline>
      {files.length > 1 && (
        <Disclosure summary={t("diff.list")} isInitiallyOpen={files.length <= SHORT_LIST}>
          <ul className={styles.list}>
            {files.map((file) => (
              <li key={file.number} className={styles.entry}>
                <a href={`#file-${file.number}`}>
                  <PathText path={file.path} />
                </a>
                <Text size="small" tone="muted">
                  {file.change !== "modified" && t(`diff.change.${file.change}`)}
                </Text>
                <LineCounts added={file.added} removed={file.removed} />
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
      {total > files.length && (
        <Text as="p" size="small" tone="muted">
          {t("diff.cutList", { shown: files.length, total })}
        </Text>
      )}
    </div>
  );
}
