import { useMemo, useRef } from "react";
import type { IssueRow } from "../../../contract/issues/issues.ts";
import { useStableCallback } from "../../hooks/useStableCallback.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { copyText } from "../browser/copyText.ts";
import { SELECTED_LIMIT } from "./issueUrl.ts";

/** The selected rows of the list, by their ids. @param chosen those of the address */
export function useIssueSelection(
  rows: readonly IssueRow[],
  chosen: readonly string[],
  onChange: (selected: string[]) => void,
) {
  const { notifications } = useStore();
  const { t } = useTranslation("issues");
  const selected = useMemo(() => new Set(chosen), [chosen]);
  /** Where a range starts: the row that was selected last. */
  const anchor = useRef<string | null>(null);
  const toggle = useStableCallback((id: string, from?: string) => {
    const rangeEnds =
      from === undefined ? [] : [anchor.current ?? from, id].map((end) => rows.findIndex((row) => row.id === end));
    anchor.current ??= from ?? null;
    if (rangeEnds.length === 2 && !rangeEnds.includes(-1)) {
      const range = rows.slice(Math.min(...rangeEnds), Math.max(...rangeEnds) + 1).map((row) => row.id);
      onChange([...new Set([...chosen, ...range])].slice(-SELECTED_LIMIT));
      return;
    }
    anchor.current = id;
    onChange(selected.has(id) ? chosen.filter((other) => other !== id) : [...chosen, id].slice(-SELECTED_LIMIT));
  });
  return {
    selected,
    toggle,
    /** Copies them as a list in Markdown. @returns whether the browser allowed it */
    copy: async (): Promise<boolean> => {
      const copied = rows.filter(({ id }) => selected.has(id));
      const isDone = await copyText(copied.map(({ key, title, url }) => `- [${key}](${url}) ${title}`).join("\n"));
      // A link may select rows that are not loaded yet.
      if (isDone && copied.length < selected.size)
        notifications.show(t("selection.copiedPart", { count: selected.size, copied: copied.length }));
      return isDone;
    },
  };
}
