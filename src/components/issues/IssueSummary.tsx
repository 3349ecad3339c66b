import { memo } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Age } from "../ui/Age.tsx";
import { Inline } from "../ui/Inline.tsx";
import { Meter } from "../ui/Meter.tsx";
import { Text } from "../ui/Text.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";
import styles from "./IssueSummary.module.css";

export interface IssueSummaryProps {
  /** Numbers of open and closed issues of the project. */
  open: number;
  closed: number;
  /** Open issues without an assignee; undefined while it loads, null where the count failed. */
  unassigned?: number | null | undefined;
  /** When the oldest open issue was opened; undefined while it loads, null without one. */
  oldest?: { at: string; href: string; title: string } | null | undefined;
  /** Addresses of the list, filtered to what each number counts. */
  hrefs: { open: string; closed: string; unassigned: string };
}

/** The project's issues in four numbers, each a link to the rows behind it. Memoized: a key in the list changes none of them. */
export const IssueSummary = memo(function IssueSummary(props: IssueSummaryProps) {
  const { open, closed, unassigned, oldest, hrefs } = props;
  const { t, format } = useTranslation("issues");
  const share = open + closed === 0 ? 0 : open / (open + closed);
  return (
    <section className={styles.strip} aria-label={t("summary.label")}>
      <a className={styles.item} href={hrefs.open}>
        <Text size="small" tone="muted">
          {t("summary.open")}
        </Text>{" "}
        <span className={styles.value}>{format.number(open)}</span>
      </a>
      <a className={styles.item} href={hrefs.closed}>
        <Text size="small" tone="muted">
          {t("summary.closed")}
        </Text>{" "}
        <span className={styles.value}>{format.number(closed)}</span>
      </a>
      <div className={styles.share}>
        <Meter share={share} label={t("summary.share", { open, closed })} tone="success" size="small" />
      </div>
      <a className={styles.item} href={hrefs.unassigned}>
        <Text size="small" tone="muted">
          {t("summary.unassigned")}
        </Text>{" "}
        <span className={styles.value}>
          {unassigned === undefined ? "…" : unassigned === null ? t("summary.missing") : format.number(unassigned)}
        </span>
      </a>
      {oldest ? (
        <a className={styles.item} href={oldest.href}>
          <Text size="small" tone="muted">
            {t("summary.oldest")}
          </Text>{" "}
          <Inline as="span" align="baseline" wraps={false}>
            <span className={styles.value}>
              <Age from={oldest.at} until={null} />
            </span>
            <Text size="small" tone="muted" overflow="ellipsis">
              <ForeignText text={oldest.title} />
            </Text>
          </Inline>
        </a>
      ) : (
        <div className={styles.item}>
          <Text size="small" tone="muted">
            {t("summary.oldest")}
          </Text>{" "}
          <span className={styles.value}>{oldest === null ? t("summary.none") : "…"}</span>
        </div>
      )}
    </section>
  );
});
