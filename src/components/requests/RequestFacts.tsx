import type { Person } from "../../../contract/fieldSchemas.ts";
import type { ChangeRequest } from "../../../contract/requests/requests.ts";
import { webHref } from "../../domain/webAddress.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { LabelList } from "../patterns/LabelList.tsx";
import { Fact, FactList } from "../patterns/FactList.tsx";
import { PersonLink } from "../patterns/PersonLink.tsx";
import { CommitLine } from "../patterns/CommitLine.tsx";
import { Disclosure } from "../ui/Disclosure.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { Text } from "../ui/Text.tsx";
import { CheckState } from "./CheckState.tsx";
import styles from "./RequestFacts.module.css";

export interface RequestFactsProps {
  request: Pick<
    ChangeRequest,
    | "author"
    | "assignees"
    | "reviewers"
    | "labels"
    | "source_branch"
    | "target_branch"
    | "created_at"
    | "updated_at"
    | "merged_at"
    | "merged_by"
    | "closed_at"
    | "state"
    | "merge"
    | "checks"
    | "check_list"
  >;
  personHref: (person: Person) => string;
  commitHref: (hash: string) => string;
}

/** Branches, people, times, labels and checks of a request. */
export function RequestFacts({ request, personHref, commitHref }: RequestFactsProps) {
  const { t } = useTranslation("requests");
  const { source_branch: from, target_branch: to, merge } = request;
  const none = <Text tone="muted">{t("facts.noPerson")}</Text>;
  return (
    <FactList layout="column" label={t("facts.label")}>
      {from !== null && to !== null && (
        <Fact name={t("facts.branches")}>
          <Text overflow="anywhere">
            <code>
              <ForeignText text={from} />
            </code>{" "}
            {"\u2192"}{" "}
            <code>
              <ForeignText text={to} />
            </code>
          </Text>
        </Fact>
      )}
      <Fact name={t("facts.author")}>
        {request.author ? (
          <PersonLink name={request.author.name} href={personHref(request.author)} />
        ) : (
          t("deletedAccount")
        )}
      </Fact>
      <Fact name={t("facts.opened")}>
        <RelativeTime at={request.created_at} />
      </Fact>
      {request.merged_at !== null ? (
        <Fact name={t("facts.merged")}>
          <RelativeTime at={request.merged_at} />
          {request.merged_by && <PersonLink name={request.merged_by.name} href={personHref(request.merged_by)} />}
        </Fact>
      ) : request.state === "closed" && request.closed_at !== null ? (
        <Fact name={t("facts.closed")}>
          <RelativeTime at={request.closed_at} />
        </Fact>
      ) : (
        <Fact name={t("facts.updated")}>
          <RelativeTime at={request.updated_at} />
        </Fact>
      )}
      {merge !== null && (
        <Fact name={t("facts.mergeCommit")}>
          <CommitLine
            hash={merge.hash}
            title={merge.commit?.title}
            href={merge.commit ? commitHref(merge.hash) : undefined}
          />
        </Fact>
      )}
      <Fact name={t("facts.reviewers")}>
        {request.reviewers.length === 0 && none}
        {request.reviewers.map(({ person, state }) => (
          <span key={person.id} className={styles.person}>
            <PersonLink name={person.name} href={personHref(person)} />
            <Text
              size="small"
              tone={state === "approved" ? "success" : state === "changes_requested" ? "danger" : "muted"}
            >
              {t(`review.${state ?? "asked"}`)}
            </Text>
          </span>
        ))}
      </Fact>
      <Fact name={t("facts.assignees")}>
        {request.assignees.length === 0 && none}
        {request.assignees.map((person) => (
          <PersonLink key={person.id} name={person.name} href={personHref(person)} />
        ))}
      </Fact>
      <Fact name={t("facts.labels")}>
        {request.labels.length === 0 ? (
          <Text tone="muted">{t("facts.none")}</Text>
        ) : (
          <LabelList labels={request.labels} />
        )}
      </Fact>
      {request.checks !== null && (
        <Fact name={t("facts.checks")}>
          <Disclosure variant="quiet" summary={t(`checksAre.${request.checks}`)}>
            <ul className={styles.checks} aria-label={t("facts.checksList")}>
              {request.check_list.map(({ name, state, url }, at) => (
                <li key={at} className={styles.check}>
                  <CheckState state={state} />
                  <a href={webHref(url)} target="_blank" rel="noopener noreferrer">
                    <ForeignText text={name} />
                  </a>
                  <Text size="small" tone="muted">
                    {t(`check.${state}`)}
                  </Text>
                </li>
              ))}
            </ul>
          </Disclosure>
        </Fact>
      )}
    </FactList>
  );
}
