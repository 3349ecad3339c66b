import { use } from "react";
import type { IssueCard } from "../../../contract/issues/issues.ts";
import { AmbiguousNumber } from "../../components/patterns/AmbiguousNumber.tsx";
import { IssueLink } from "../../components/patterns/IssueLink.tsx";
import { PageHeader } from "../../components/patterns/PageHeader.tsx";
import { Breadcrumbs } from "../../components/ui/Breadcrumbs.tsx";
import { RelativeTime } from "../../components/ui/RelativeTime.tsx";
import { Text } from "../../components/ui/Text.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { hrefTo } from "../paths.ts";
import { usePageTitle } from "../usePageTitle.ts";
import type { IssueSectionProps } from "./issueLoader.ts";

export interface IssueChoiceProps extends Pick<IssueSectionProps, "slug" | "data"> {
  name: string;
  issues: readonly IssueCard[];
}

/** The issues that have the number of the address. */
export function IssueChoice({ slug, name, issues, data }: IssueChoiceProps) {
  const project = use(data.project);
  const { t } = useTranslation("issuePage");
  usePageTitle(name);
  const trackers = new Map(project.success ? project.data.trackers.map((tracker) => [tracker.id, tracker.name]) : []);
  return (
    <>
      <PageHeader
        title={name}
        above={
          <Breadcrumbs
            crumbs={[{ text: project.success ? project.data.name : slug, href: hrefTo.project(slug) }, { text: name }]}
          />
        }
      />
      <AmbiguousNumber title={t("choice.title", { name })} text={t("choice.text")} label={t("choice.list")}>
        {issues.map((issue) => (
          <li key={issue.id}>
            <IssueLink issue={issue} href={hrefTo.issue(slug, issue.address)} />
            <Text as="div" size="small" tone="muted">
              {trackers.get(issue.tracker)} · <RelativeTime at={issue.updated_at} />
            </Text>
          </li>
        ))}
      </AmbiguousNumber>
    </>
  );
}
