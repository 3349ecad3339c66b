import type { IssueRef } from "../../../contract/issues/analysis.ts";
import type { Person } from "../../../contract/fieldSchemas.ts";
import type { FoundReviewer, RequestFindings } from "../../../contract/requests/requestFindings.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { IssueLink } from "../patterns/IssueLink.tsx";
import { PersonLink } from "../patterns/PersonLink.tsx";
import { TitledList } from "../patterns/TitledList.tsx";
import { PathText } from "../ui/PathText.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";

type AffectedPage = RequestFindings["pages"][number];

export interface RequestFindingsPanelProps {
  findings: RequestFindings;
  /** Whether the plan has people to recommend; without them there is no list of reviewers. */
  recommendsPeople: boolean;
  personHref: (person: Person) => string;
  issueHref: (issue: IssueRef) => string;
  fileHref: (path: string) => string;
  pageHref: (page: AffectedPage) => string;
}

/** Reasons that one person is shown with. */
const MAX_REASONS = 3;

/** Who could review a request, which issues it probably closes, what usually changes along, and which pages name what it changes. */
export function RequestFindingsPanel(props: RequestFindingsPanelProps) {
  const { findings, recommendsPeople, personHref, issueHref, fileHref, pageHref } = props;
  const { t } = useTranslation("findings");
  const { status, reviewers, missing, pages } = findings;
  const likely = findings.issues.filter(({ how }) => how === "likely");
  if (status !== "ready") {
    return (
      <Text as="p" size="small" tone="muted">
        {t(`status.${status}`)}
      </Text>
    );
  }
  return (
    <Stack gap={4}>
      <TitledList
        title={t("reviewers")}
        headingLevel={2}
        total={reviewers.length}
        emptyText={recommendsPeople ? t("noReviewers") : null}
      >
        {reviewers.map((reviewer) => (
          <li key={reviewer.person.id}>
            <PersonLink name={reviewer.person.name} href={personHref(reviewer.person)} />
            <ReviewerReasons reviewer={reviewer} />
          </li>
        ))}
      </TitledList>
      <TitledList title={t("likely")} headingLevel={2} total={likely.length} emptyText={null}>
        {likely.map(({ issue, path }) => (
          <li key={issue.id}>
            <IssueLink issue={issue} href={issueHref(issue)} />
            <Text as="p" size="small" tone="muted" overflow="anywhere">
              {t("likelyPlace", { path: path ?? "" })}
            </Text>
          </li>
        ))}
      </TitledList>
      <TitledList title={t("missing")} headingLevel={2} total={missing.length} emptyText={null} lead={t("missingLead")}>
        {missing.map(({ path, changed, together, of }) => (
          <li key={path}>
            <a href={fileHref(path)}>
              <PathText path={path} />
            </a>
            <Text as="p" size="small" tone="muted" overflow="anywhere">
              {t("together", { together, count: of, path: changed })}
            </Text>
          </li>
        ))}
      </TitledList>
      <TitledList title={t("pages")} headingLevel={2} total={pages.length} emptyText={null}>
        {pages.map((page) => (
          <li key={`${page.source} ${page.path}`}>
            <a href={pageHref(page)}>{page.title === "" ? <PathText path={page.path} /> : page.title}</a>
            <Text as="p" size="small" tone="muted" overflow="anywhere">
              {t(`mention.${page.how}`, { names: page.names.join(", ") })}
            </Text>
          </li>
        ))}
      </TitledList>
    </Stack>
  );
}

function ReviewerReasons({ reviewer: { functions, reasons, load } }: { reviewer: FoundReviewer }) {
  const { t } = useTranslation("findings");
  const lines = [
    ...(functions.length > 0 ? [t("functions", { names: functions.join(", ") })] : []),
    ...reasons
      .filter(({ points }) => points > 0)
      .slice(0, MAX_REASONS)
      .map(({ code }) => t(`reason.${code}`)),
    ...(load > 0 ? [t("load", { count: load })] : []),
  ];
  return (
    <Text as="p" size="small" tone="muted" overflow="anywhere">
      {lines.join(" · ")}
    </Text>
  );
}
