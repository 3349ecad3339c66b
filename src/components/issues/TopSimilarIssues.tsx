import type { SimilarIssue } from "../../../contract/issues/analysis.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Tag } from "../ui/Tag.tsx";
import { IssueLink } from "../patterns/IssueLink.tsx";

export interface TopSimilarIssuesProps {
  /** Most alike first. */
  similar: readonly SimilarIssue[];
  /** The page of an issue, by how an address names it. */
  hrefOf: (address: string) => string;
}

const SHOWN = 3;

/** The most similar issues, one line each. */
export function TopSimilarIssues({ similar, hrefOf }: TopSimilarIssuesProps) {
  const { t } = useTranslation("issuePage");
  return (
    <ol aria-label={t("similar.list")}>
      {similar.slice(0, SHOWN).map(({ issue, is_duplicate: isDuplicate }) => (
        <li key={issue.id}>
          <IssueLink issue={issue} href={hrefOf(issue.address)} />
          {isDuplicate && (
            <Tag round intent="warning">
              {t("similar.duplicate")}
            </Tag>
          )}
        </li>
      ))}
    </ol>
  );
}
