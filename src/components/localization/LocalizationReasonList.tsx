import type { Reason } from "../../../contract/localization.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { ReasonItem } from "../patterns/ReasonItem.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { shortHash } from "../../../contract/shortHash.ts";
import { byPoints, penaltyOf } from "../../domain/localizationReasons.ts";
import styles from "./LocalizationReasonList.module.css";

export interface LocalizationReasonListProps {
  reasons: readonly Reason[];
  /** Points of the strongest reason on the page: its bar is full. */
  most: number;
}

const SHOWN_TERMS = 10;
const SHOWN_COMMITS = 4;

/** Why a file is in the list: sentences with their words and commits, and the points of each. */
export function LocalizationReasonList({ reasons, most }: LocalizationReasonListProps) {
  const { t } = useTranslation("assistance");
  return (
    <ul className={styles.reasons}>
      {byPoints(reasons).map((reason) => {
        const penalty = reason.code === "penalty" ? penaltyOf(reason) : undefined;
        return (
          <ReasonItem
            key={`${reason.code} ${reason.terms.join(" ")}`}
            text={penalty ? t(`penalty.${penalty}`) : t(`reason.${reason.code}`)}
            points={Math.round(reason.points * 10) / 10}
            share={Math.abs(reason.points) / most}
            title={t("where.points")}
            isAgainst={reason.code === "penalty"}
          >
            {!penalty && reason.terms.length > 0 && <Terms terms={reason.terms} />}
            {reason.commits.length > 0 && (
              <ul className={styles.commits} aria-label={t("where.commits")}>
                {reason.commits.slice(0, SHOWN_COMMITS).map((commit) => (
                  <li key={commit.hash}>
                    <code title={commit.hash}>{shortHash(commit.hash)}</code>
                    <span className={styles.commitTitle} title={commit.title}>
                      {commit.title}
                    </span>
                    <span className={styles.faint}>
                      <RelativeTime at={commit.at} />
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </ReasonItem>
        );
      })}
    </ul>
  );
}

/** The words behind a reason. */
export function Terms({ terms, shown = SHOWN_TERMS }: { terms: readonly string[]; shown?: number }) {
  const { t } = useTranslation("assistance");
  const rest = terms.length - shown;
  return (
    <ul className={styles.terms} aria-label={t("where.terms")}>
      {terms.slice(0, shown).map((term) => (
        <li key={term}>
          <code>{term}</code>
        </li>
      ))}
      {rest > 0 && (
        <li className={styles.faint} title={terms.slice(shown).join(", ")}>
          {t("where.moreTerms", { count: rest })}
        </li>
      )}
    </ul>
  );
}
