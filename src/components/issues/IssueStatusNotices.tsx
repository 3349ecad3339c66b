import type { Analysis } from "../../../contract/issues/analysis.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { CommitLine } from "../patterns/CommitLine.tsx";
import { IssueLink } from "../patterns/IssueLink.tsx";
import { Text } from "../ui/Text.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";
import styles from "./IssueStatusNotices.module.css";

/** States, with the evidence, that an open issue is probably fixed already or obsolete. Renders nothing without evidence. */
export function IssueStatusNotices({
  analysis: { fixed, stale },
  hrefOf,
  commitHref,
}: {
  analysis: Pick<Analysis, "fixed" | "stale">;
  /** The page of an issue, by how an address names it. */
  hrefOf: (address: string) => string;
  /** The page of a commit. */
  commitHref: (hash: string) => string;
}) {
  const { t } = useTranslation("issuePage");
  return (
    <>
      {fixed.length > 0 && (
        <section className={styles.notice} data-kind="fixed">
          <h3>{t("statusNotices.fixed")}</h3>
          {fixed.map(({ kind, commit, issue }) => (
            <div key={`${commit.hash} ${issue?.id ?? ""}`}>
              <Text as="p" tone="muted" className={styles.why}>
                {t(`statusNotices.${kind}`)}
              </Text>
              {issue && <IssueLink issue={issue} href={hrefOf(issue.address)} />}
              <CommitLine hash={commit.hash} title={commit.title} at={commit.at} href={commitHref(commit.hash)} />
            </div>
          ))}
        </section>
      )}
      {stale && (
        <section className={styles.notice} data-kind="stale">
          <h3>{t("statusNotices.stale")}</h3>
          <p>{t("statusNotices.silent", { count: stale.days_inactive })}</p>
          {stale.usual_days !== null && <p>{t("statusNotices.usual", { count: stale.usual_days })}</p>}
          {stale.gone.map(({ path, commit }) => (
            <div key={path}>
              <p>
                {t("statusNotices.gone")}{" "}
                <code>
                  <ForeignText text={path} />
                </code>
              </p>
              {commit && (
                <CommitLine hash={commit.hash} title={commit.title} at={commit.at} href={commitHref(commit.hash)} />
              )}
            </div>
          ))}
        </section>
      )}
    </>
  );
}
