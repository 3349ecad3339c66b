import { FILTER_REASONS } from "../../../contract/matching/groupFilter.ts";
import type { PreviewSummary } from "../../domain/groupDraft.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Callout } from "../ui/Callout.tsx";
import { TickCircleIcon, WarningSignIcon } from "../ui/icons.ts";
import { Text } from "../ui/Text.tsx";
import styles from "./GroupForm.module.css";

export interface GroupSummaryProps {
  /** What the group is called at its host. */
  name: string;
  summary: PreviewSummary;
}

/** What a filter links of a group: "412 repositories, 37 left out: 30 archived, 7 by the filter". */
export function GroupSummary({ name, summary }: GroupSummaryProps) {
  const { t, format } = useTranslation("groups");
  const { found, linked, left_out: leftOut, examples, isComplete, unreadable } = summary;
  const out = found - linked;
  const reasons = FILTER_REASONS.filter((reason) => leftOut[reason] > 0).map((reason) =>
    t(`leftOut.${reason}`, { count: leftOut[reason], formatted: format.number(leftOut[reason]) }),
  );
  const total = t(isComplete ? "preview.found" : "preview.foundAtLeast", {
    count: found,
    formatted: format.number(found),
  });
  return (
    <Callout
      className={styles.summary}
      intent={linked > 0 ? "success" : "warning"}
      icon={linked > 0 ? <TickCircleIcon /> : <WarningSignIcon />}
    >
      <strong>{t("preview.linked", { count: linked, formatted: format.number(linked), name })}</strong>
      <p>
        {out === 0
          ? total
          : t("preview.leftOut", {
              total,
              out: format.number(out),
              reasons: format.list(reasons),
            })}
      </p>
      {examples.length > 0 && (
        <Text as="p" tone="muted">
          {examples.join(", ")}
          {linked > examples.length && " …"}
        </Text>
      )}
      {!isComplete && <p>{t("preview.incomplete")}</p>}
      {unreadable > 0 && <p>{t("unreadable", { count: unreadable, formatted: format.number(unreadable) })}</p>}
    </Callout>
  );
}
