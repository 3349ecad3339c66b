import { HOUR_SECONDS } from "../../../contract/durations.ts";
import type { Issue } from "../../../contract/issues/issues.ts";
import type { IssueAttachment, IssueCustomField } from "../../../contract/issues/issueWorkflow.ts";
import { webHref } from "../../domain/webAddress.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Fact } from "../patterns/FactList.tsx";
import { LabelList } from "../patterns/LabelList.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";
import { Text } from "../ui/Text.tsx";

/** What the tracker has about an issue's workflow, as entries of a FactList; nothing for what it has not. */
export function IssueWorkflowFacts({ issue }: { issue: Issue }) {
  const { t, format } = useTranslation("issuePage");
  const { facts, status } = issue;
  const named = (name: string, value: string | null) =>
    value !== null && (
      <Fact name={name}>
        <ForeignText text={value} />
      </Fact>
    );
  const listed = (name: string, values: readonly string[] = []) =>
    values.length > 0 && (
      <Fact name={name}>
        <LabelList labels={values} />
      </Fact>
    );
  const figure = (name: string, value = 0) => value > 0 && <Fact name={name}>{format.number(value)}</Fact>;
  const hours = (name: string, seconds = 0) =>
    seconds > 0 && (
      <Fact name={name}>
        {t("workflow.hours", { hours: format.number(Math.round((seconds / HOUR_SECONDS) * 10) / 10) })}
      </Fact>
    );
  return (
    <>
      {status && (
        <Fact name={t("workflow.status")}>
          <ForeignText text={status.name} />
          {status.category && (
            <Text size="small" tone="muted">
              {t(`workflow.category.${status.category}`)}
            </Text>
          )}
        </Fact>
      )}
      {named(t("workflow.type"), issue.tracker_type)}
      {named(t("workflow.priority"), issue.priority)}
      {named(t("workflow.resolution"), issue.resolution)}
      {listed(t("workflow.milestone"), issue.milestones)}
      {listed(t("workflow.components"), issue.components)}
      {listed(t("workflow.affected"), facts.affected_versions)}
      {listed(t("workflow.sprint"), facts.sprints?.slice(-1))}
      {facts.due_on !== undefined && <Fact name={t("workflow.due")}>{format.date(`${facts.due_on}T12:00:00`)}</Fact>}
      {figure(t("workflow.points"), facts.story_points)}
      {figure(t("workflow.weight"), facts.weight)}
      {hours(t("workflow.estimate"), facts.estimate_seconds)}
      {hours(t("workflow.spent"), facts.spent_seconds)}
      {figure(t("workflow.votes"), facts.votes)}
      {facts.custom_fields?.map((field) => (
        <CustomFieldFact key={field.name} field={field} />
      ))}
      {facts.sub_issues && (
        <Fact name={t("workflow.subIssues")}>
          {t("workflow.subIssuesDone", { done: facts.sub_issues.done, total: facts.sub_issues.total })}
        </Fact>
      )}
      {facts.attachments && facts.attachments.length > 0 && (
        <Fact name={t("workflow.attachments")}>
          {facts.attachments.map((attachment, at) => (
            // Several may have one name and no address.
            <AttachmentName key={at} attachment={attachment} />
          ))}
          {facts.more_attachments !== undefined && (
            <Text size="small" tone="muted">
              {t("workflow.moreAttachments", { count: facts.more_attachments })}
            </Text>
          )}
        </Fact>
      )}
    </>
  );
}

function CustomFieldFact({ field: { name, type, values } }: { field: IssueCustomField }) {
  const { format } = useTranslation("issuePage");
  const texts = values.map((value) => {
    if (typeof value === "number") return format.number(value);
    return type === "date" ? format.date(`${value}T12:00:00`) : value;
  });
  return (
    <Fact name={name}>
      {type === "choices" ? <LabelList labels={texts} /> : <ForeignText text={format.list(texts)} />}
    </Fact>
  );
}

function AttachmentName({ attachment: { name, bytes, url } }: { attachment: IssueAttachment }) {
  const { format } = useTranslation("issuePage");
  return (
    <span>
      {webHref(url) === undefined ? (
        <ForeignText text={name} />
      ) : (
        <a href={webHref(url)} target="_blank" rel="noopener noreferrer">
          <ForeignText text={name} />
        </a>
      )}{" "}
      {bytes !== null && (
        <Text size="small" tone="muted">
          {format.bytes(bytes)}
        </Text>
      )}
    </span>
  );
}
