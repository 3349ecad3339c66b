import type { ReactNode } from "react";
import { QUIET_ISSUE_DAYS } from "../../../contract/constants.ts";
import type { Overview, OverviewIssue } from "../../../contract/overview.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { PanelCard } from "../patterns/PanelCard.tsx";
import { PersonName } from "../patterns/PersonName.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { Text } from "../ui/Text.tsx";
import { OverviewList } from "./OverviewList.tsx";
import { OverviewRow } from "./OverviewRow.tsx";

export interface OpenWorkPanelProps {
  open: number;
  newest: Overview["newest"];
  quiet: Overview["quiet"];
  waiting: Overview["waiting"];
  /** The page of a request, by its id. */
  requestHref: (id: string) => string;
  hrefOf: (issue: OverviewIssue) => string;
  personHref: (person: { readonly id: string; readonly name: string }) => string;
  /** The lists of the open issues, of those without movement, and of the requests that wait for a review. */
  openHref: string;
  quietHref: string;
  waitingHref: string;
  /** Next to the title of a list. */
  actionOf?: (list: "newest" | "quiet" | "waiting", title: string) => ReactNode;
}

/** The newest open issues, and what is stuck: issues without movement and requests that wait for a review. */
export function OpenWorkPanel({
  open,
  newest,
  quiet,
  waiting,
  hrefOf,
  requestHref,
  personHref,
  openHref,
  quietHref,
  waitingHref,
  actionOf,
}: OpenWorkPanelProps) {
  const { t, format } = useTranslation("overview");
  const quietTitle = t("work.quiet", { days: format.number(QUIET_ISSUE_DAYS) });
  const isStuck = quiet.count + waiting.count > 0;
  if (open === 0 && !isStuck) {
    return (
      <Text as="p" tone="muted">
        {t("work.nothing")}
      </Text>
    );
  }
  return (
    <PanelCard title={t("work.title")}>
      {newest.length > 0 && (
        <OverviewList
          title={t("work.newest")}
          count={t("work.open", { formatted: format.number(open) })}
          href={openHref}
          actions={actionOf?.("newest", t("work.newest"))}
        >
          {newest.map((issue) => (
            <IssueRow key={issue.id} issue={issue} href={hrefOf(issue)} at={issue.created_at} personHref={personHref} />
          ))}
        </OverviewList>
      )}
      {quiet.count > 0 && (
        <OverviewList
          title={quietTitle}
          count={format.number(quiet.count)}
          href={quietHref}
          actions={actionOf?.("quiet", quietTitle)}
        >
          {quiet.issues.map((issue) => (
            <IssueRow key={issue.id} issue={issue} href={hrefOf(issue)} at={issue.updated_at} personHref={personHref} />
          ))}
        </OverviewList>
      )}
      {waiting.count > 0 && (
        <OverviewList
          title={t("work.waiting")}
          count={format.number(waiting.count)}
          href={waitingHref}
          hint={t("work.waitingHint")}
          actions={actionOf?.("waiting", t("work.waiting"))}
        >
          {waiting.requests.map(({ id, key, title, author, author_id: authorId, created_at }) => (
            <OverviewRow
              key={id}
              detail={<Detail name={author} id={authorId} at={created_at} personHref={personHref} />}
            >
              <code>{key}</code>{" "}
              <a href={requestHref(id)}>
                <ForeignText text={title} />
              </a>
            </OverviewRow>
          ))}
        </OverviewList>
      )}
      {!isStuck && <Text tone="muted">{t("work.moving")}</Text>}
    </PanelCard>
  );
}

interface IssueRowProps extends Pick<OpenWorkPanelProps, "personHref"> {
  issue: OverviewIssue;
  href: string;
  at: string;
}

function IssueRow({ issue, href, at, personHref }: IssueRowProps) {
  const { key, title, assignee, assignee_id: id } = issue;
  return (
    <OverviewRow detail={<Detail name={assignee} id={id} at={at} personHref={personHref} />}>
      <code>{key}</code>{" "}
      <a href={href}>
        <ForeignText text={title} />
      </a>
    </OverviewRow>
  );
}

interface DetailProps extends Pick<OpenWorkPanelProps, "personHref"> {
  /** Null where it is unassigned or unknown. */
  name: string | null;
  id: string | null;
  at: string;
}

/** Who has it, and since when. */
function Detail({ name, id, at, personHref }: DetailProps) {
  return (
    <>
      {name !== null && (
        <>
          <PersonName name={name} href={id && personHref({ id, name })} />
          {" · "}
        </>
      )}
      <RelativeTime at={at} />
    </>
  );
}
