import type { AreaJudgement } from "../../../contract/issues/analysis.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { IssueLink } from "../patterns/IssueLink.tsx";
import { Disclosure } from "../ui/Disclosure.tsx";
import { TermList } from "../ui/TermList.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./IssuePanels.module.css";

export interface PredictionRowProps {
  judgement: Omit<AreaJudgement, "value">;
  /** The value in the reader's language; null without a prediction. */
  value: string | null;
  hrefOf: (address: string) => string;
}

/** One property of an issue with its confidence, and on demand its evidence and accuracy. */
export function PredictionRow({ judgement, value, hrefOf }: PredictionRowProps) {
  const { t, format } = useTranslation("issuePage");
  const { basis, confidence, why_not, labels, words, examples, accuracy } = judgement;
  return (
    <>
      <span className={styles.value}>
        {value === null ? (
          <Text tone="muted" className={styles.why}>
            {why_not && t(`analysis.whyNot.${why_not}`)}
          </Text>
        ) : (
          <>
            <strong>{value}</strong>
            <Text tone="muted" className={styles.why}>
              {basis === "label"
                ? t("analysis.byLabel", { labels: format.list(labels) })
                : t("analysis.confidence", { share: format.percent(confidence ?? 0) })}
            </Text>
          </>
        )}
      </span>
      {(words.length > 0 || accuracy) && basis !== "label" && (
        <Disclosure variant="quiet" summary={t("analysis.restsOn")}>
          {words.length > 0 && (
            <>
              <p>{t("analysis.words")}</p>
              <TermList terms={words} />
            </>
          )}
          {examples.length > 0 && (
            <>
              <p>{t("analysis.examples")}</p>
              {examples.map((issue) => (
                <IssueLink key={issue.id} issue={issue} href={hrefOf(issue.address)} />
              ))}
            </>
          )}
          {accuracy && (
            <p>
              {t("analysis.accuracy", {
                share: format.percent(accuracy.share),
                baseline: format.percent(accuracy.baseline),
                cases: accuracy.cases,
                trained: accuracy.trained_on,
              })}
            </p>
          )}
        </Disclosure>
      )}
    </>
  );
}
