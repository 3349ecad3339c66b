import type { Expert } from "../../../contract/people/experts.ts";
import type { Person } from "../../../contract/fieldSchemas.ts";
import type { Analysis, SimilarIssue } from "../../../contract/issues/analysis.ts";
import type { Issue } from "../../../contract/issues/issues.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { PersonName } from "../patterns/PersonName.tsx";
import { Sentence } from "../ui/Sentence.tsx";
import styles from "./NextSteps.module.css";

export interface NextStepsProps {
  issue: Pick<Issue, "author" | "assignees" | "state">;
  /** Null while it loads, and without an analysis. */
  report: Analysis["report"];
  /** The first person of the ranking who is active; null for none. */
  expert: Expert | null;
  /** An issue that probably is the same report; null for none. */
  duplicate: SimilarIssue | null;
  /** Where the reader comments and assigns. */
  actHref: string;
  personHref: (person: Person) => string;
  /** The page of an issue, by how an address names it. */
  hrefOf: (address: string) => string;
}

/** What a reader can do with the answer. Steps without a cause are left out. */
export function NextSteps({ issue, report, expert, duplicate, personHref, hrefOf, actHref }: NextStepsProps) {
  const { t, format } = useTranslation("issuePage");
  const missing = report?.filter(({ found }) => !found).map(({ code }) => t(`analysis.checks.${code}`)) ?? [];
  const isOpen = issue.state === "open";
  return (
    <ul className={styles.steps} aria-label={t("answer.next")}>
      {duplicate && (
        <li>
          <a href={hrefOf(duplicate.issue.address)}>{t("answer.compare", { key: duplicate.issue.key })}</a>
        </li>
      )}
      {expert && (
        <li>
          {expert.person.email === null ? (
            <Sentence
              text={t("answer.ask", { name: "<name/>" })}
              parts={{ name: <PersonName name={expert.person.name} href={personHref(expert.person)} /> }}
            />
          ) : (
            <a href={`mailto:${expert.person.email}`}>{t("answer.ask", { name: expert.person.name })}</a>
          )}
        </li>
      )}
      {isOpen && missing.length > 0 && (
        <li>
          <a href={actHref}>
            {issue.author
              ? t("answer.complete", { name: issue.author.name, missing: format.list(missing) })
              : t("answer.completeAnonymous", { missing: format.list(missing) })}
          </a>
        </li>
      )}
      {isOpen && issue.assignees.length === 0 && (
        <li>
          <a href={actHref}>{t("answer.assign")}</a>
        </li>
      )}
    </ul>
  );
}
