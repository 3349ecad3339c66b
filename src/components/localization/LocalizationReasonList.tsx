import type { Reason } from "../../../contract/issues/localization.ts";
import { largest } from "../../domain/extremes.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { ReasonItem } from "../patterns/ReasonItem.tsx";
import { CommitLine } from "../patterns/CommitLine.tsx";
import { TermList } from "../ui/TermList.tsx";
import { byPoints, findPenalty } from "../../domain/localizationReasons.ts";
import styles from "./LocalizationReasonList.module.css";

export interface LocalizationReasonListProps {
  reasons: readonly Reason[];
  /** The page of a commit. */
  commitHref: (hash: string) => string;
}

const SHOWN_TERMS = 10;
const SHOWN_COMMITS = 4;

/** Why a file is in the list: sentences with their words and commits, and the points of each. */
export function LocalizationReasonList({ reasons, commitHref }: LocalizationReasonListProps) {
  const { t } = useTranslation("issuePage");
  // The bar of the strongest reason is full.
  const most = largest(
    reasons.map(({ points }) => Math.abs(points)),
    Number.EPSILON,
  );
  return (
    <ul>
      {byPoints(reasons).map((reason) => {
        const penalty = reason.code === "penalty" ? findPenalty(reason) : undefined;
        return (
          <ReasonItem
            key={`${reason.code} ${reason.terms.join(" ")}`}
            text={penalty ? t(`penalty.${penalty}`) : t(`reason.${reason.code}`)}
            points={Math.round(reason.points * 10) / 10}
            share={Math.abs(reason.points) / most}
            isAgainst={reason.code === "penalty"}
          >
            {!penalty && reason.terms.length > 0 && (
              <TermList terms={reason.terms} shown={SHOWN_TERMS} label={t("localization.terms")} />
            )}
            {reason.commits.length > 0 && (
              <ul className={styles.commits} aria-label={t("localization.commits")}>
                {reason.commits.slice(0, SHOWN_COMMITS).map((commit) => (
                  <li key={commit.hash}>
                    <CommitLine hash={commit.hash} title={commit.title} at={commit.at} href={commitHref(commit.hash)} />
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
