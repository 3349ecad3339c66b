/** The filters of the list of issues as conditions. */
import { type ExpressionBuilder, sql } from "kysely";
import { ISSUE_AGES } from "../../../../contract/constants.ts";
import { DAY_MS } from "../../../../contract/durations.ts";
import { keysOfAddress } from "../../../../contract/addresses/issueAddress.ts";
import type { QueryOf } from "../../../../contract/endpoints.ts";
import type { Db } from "../../openDb.ts";
import type { Tables } from "../../schema/schema.ts";
import type { TimeSpan } from "../../timeSpan.ts";
import type { FilteredIssues } from "./issuePages.ts";
import type { FoundWords } from "./issueWords.ts";
import { hasMark } from "./itemMarks.ts";
import { notWrittenBy } from "./notWrittenBy.ts";

/** The contract's query of the list, with its days as moments, its bots as accounts and its marks folded. */
export interface IssueFilter extends Omit<QueryOf<"listIssues">, Days | "bots"> {
  readonly spans?: Partial<Record<Days, TimeSpan>>;
  /** Accounts whose issues are left out; null, as left out: the list has all. */
  readonly notBy?: readonly string[] | null;
}
type Days = "created" | "closed" | "updated";

/** The custom fields that a value of the filter can mean: a name may have the sign too, and a value may be a number. */
const fieldsWith = (text: string): { name: string; values: (string | number)[] }[] =>
  [...text.matchAll(/=/g)].flatMap(({ index }) => {
    const [name, value] = [text.slice(0, index), text.slice(index + 1)];
    const number = value.trim() === "" ? Number.NaN : Number(value);
    return [{ name, values: [value] }, ...(Number.isFinite(number) ? [{ name, values: [number] }] : [])];
  });

type Builder = ExpressionBuilder<Tables, "issues">;
const NO_END: TimeSpan = { from: null, to: null };

/** The issues that match. Values of one filter are alternatives, filters add up. */
export function filterIssues(
  db: Db,
  projectId: string,
  query: IssueFilter,
  words: FoundWords["fits"] | undefined,
): FilteredIssues {
  let issues = db.selectFrom("issues").where("issues.project_id", "=", projectId);
  const { state, label, assignee, author, tracker, type, age, key } = query;
  if (key !== undefined) issues = issues.where("issues.key", "in", [key, ...keysOfAddress(key)]);
  if (state.length === 1) issues = issues.where("issues.state", "in", state);
  if (tracker.length > 0) issues = issues.where("issues.source_id", "in", tracker);
  if (label.length > 0) issues = issues.where(sql<boolean>`issues.labels ?| ${label}::text[]`);
  if (query.mark.length > 0) issues = issues.where(hasMark("issue", projectId, query.mark));
  const { status, tracker_type: trackerType, priority, milestone, component } = query;
  if (status.length > 0) issues = issues.where("issues.status", "in", status);
  if (trackerType.length > 0) issues = issues.where("issues.type", "in", trackerType);
  if (priority.length > 0) issues = issues.where("issues.priority", "in", priority);
  if (milestone.length > 0) issues = issues.where(sql<boolean>`issues.milestones ?| ${milestone}::text[]`);
  if (component.length > 0) issues = issues.where(sql<boolean>`issues.components ?| ${component}::text[]`);
  if (query.field.length > 0) {
    const fields = query.field.flatMap(fieldsWith);
    issues = issues.where((is) =>
      is.or(fields.map((field) => sql<boolean>`issues.facts -> 'custom_fields' @> ${JSON.stringify([field])}::jsonb`)),
    );
  }
  if (author.length > 0)
    issues = issues.where((is) => is("issues.author_id", "in", accountsCalled(is, projectId, author)));
  if (assignee.length > 0) issues = issues.where((is) => assignedTo(is, projectId, assignee));
  if (type.length > 0) {
    issues = issues.where((is) =>
      is(
        "issues.id",
        "in",
        is
          .selectFrom("issue_analyses")
          .select("issue_analyses.issue_id")
          .where("issue_analyses.project_id", "=", projectId)
          .where("issue_analyses.type", "in", type),
      ),
    );
  }
  if (age !== undefined) {
    const [least, maximum] = ISSUE_AGES[age];
    const now = Date.now();
    issues = issues.where("issues.created_at", "<=", new Date(now - least * DAY_MS));
    if (maximum !== null) issues = issues.where("issues.created_at", ">", new Date(now - maximum * DAY_MS));
  }
  for (const name of ["created", "closed", "updated"] as const) {
    const { from, to } = query.spans?.[name] ?? NO_END;
    if (from) issues = issues.where(`issues.${name}_at`, ">=", from);
    if (to) issues = issues.where(`issues.${name}_at`, "<", to);
  }
  const { notBy } = query;
  if (notBy) issues = issues.where(notWrittenBy("issues.author_id", notBy));
  if (words) issues = issues.where(words);
  return issues;
}

/** Whether a filter other than the words narrows the list. */
export const isNarrowed = ({
  state,
  label,
  assignee,
  author,
  tracker,
  type,
  age,
  key,
  ...query
}: IssueFilter): boolean =>
  state.length === 1 ||
  age !== undefined ||
  key !== undefined ||
  (query.notBy ?? null) !== null ||
  Object.keys(query.spans ?? {}).length > 0 ||
  [label, query.mark, assignee, author, tracker, type, ...workflowOf(query)].some((values) => values.length > 0);

const workflowOf = ({
  status,
  tracker_type: trackerType,
  priority,
  milestone,
  component,
  field,
}: Pick<IssueFilter, "status" | "tracker_type" | "priority" | "milestone" | "component" | "field">) => [
  status,
  trackerType,
  priority,
  milestone,
  component,
  field,
];

function accountsCalled(is: Builder, projectId: string, logins: readonly string[]) {
  return is
    .selectFrom("accounts")
    .innerJoin("sources", "sources.id", "accounts.source_id")
    .select("accounts.id")
    .where("sources.project_id", "=", projectId)
    .where("accounts.login", "in", [...logins]);
}

function assignedTo(is: Builder, projectId: string, assignees: readonly string[]) {
  const logins = assignees.filter((login) => login !== "none");
  const of = is.selectFrom("issue_assignees").select("issue_assignees.issue_id");
  return is.or([
    ...(logins.length > 0
      ? [is("issues.id", "in", of.where("account_id", "in", accountsCalled(is, projectId, logins)))]
      : []),
    ...(assignees.includes("none")
      ? [is.not(is.exists(of.whereRef("issue_assignees.issue_id", "=", "issues.id")))]
      : []),
  ]);
}
