import type { Person } from "../../../contract/fieldSchemas.ts";
import type { TimelineEvent } from "../../../contract/issues/issues.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { EventLine } from "../patterns/EventLine.tsx";
import { Stack } from "../ui/Stack.tsx";

export interface IssueHistoryProps {
  /** The oldest first. */
  events: readonly TimelineEvent[];
  personHref: (person: Person) => string;
}

const KNOWN_TYPES = [
  "opened",
  "closed",
  "reopened",
  "labeled",
  "unlabeled",
  "assigned",
  "unassigned",
  "renamed",
  "milestoned",
  "demilestoned",
  "duplicate",
  "marked_as_duplicate",
  "unmarked_as_duplicate",
  "moved",
  "transferred",
  "locked",
  "unlocked",
  "status",
  "resolution",
  "priority",
  "type",
] as const;
/** Trackers that log both values of a field have one type for setting and clearing it. */
const FIELD_OF_TYPE = { assigned: "assignee", labeled: "labels" } as const;
const ARROW = " → ";

/** What happened to an issue at its tracker: states, labels, people, milestones. */
export function IssueHistory({ events, personHref }: IssueHistoryProps) {
  const { t } = useTranslation("issuePage");
  return (
    <Stack as="ol" gap={2}>
      {events.map(({ id, actor, created_at: at, ...event }) => (
        <li key={id}>
          <EventLine
            actor={actor}
            noActor={t("history.noActor")}
            action={actionOf(event, t)}
            at={at}
            personHref={personHref}
          />
        </li>
      ))}
    </Stack>
  );
}

function actionOf(
  { type, detail }: Pick<TimelineEvent, "type" | "detail">,
  t: ReturnType<typeof useTranslation<"issuePage">>["t"],
): string {
  const knownType = KNOWN_TYPES.find((name) => name === type);
  if (!knownType) return t("history.other", { type: type.replaceAll("_", " ") });
  const isChange = detail?.includes(ARROW) === true;
  const key = isChange && (knownType === "assigned" || knownType === "labeled") ? FIELD_OF_TYPE[knownType] : knownType;
  return t(`history.${key}`, { detail: isChange ? withBothSides(detail) : (detail ?? "") });
}

/** An empty value is shown as a dash. */
const withBothSides = (detail: string): string =>
  detail
    .split(ARROW)
    .map((value) => value.trim() || "–")
    .join(ARROW);
