import { HOUR_SECONDS } from "../../../contract/durations.ts";
import type { Issue } from "../../../contract/issues/issues.ts";
import { LINK_KINDS } from "../../../contract/issues/linkKinds.ts";
import { quotedNames, singleLine } from "../untrusted.ts";

/** Links of one kind that are named. */
const MAX_LINKS = 10;

/** What the tracker has about an issue's workflow: one line for each fact, and none for what it has not. */
export function workflowLines(issue: Issue): string[] {
  const { status, facts, links } = issue;
  const named = (name: string, values: readonly string[] | undefined): string[] =>
    values && values.length > 0 ? [`${name}: ${quotedNames(values)}`] : [];
  const figure = (name: string, value: number | undefined): string[] => (value ? [`${name}: ${value}`] : []);
  const hours = (name: string, seconds: number | undefined): string[] =>
    seconds ? [`${name}: ${Math.round((10 * seconds) / HOUR_SECONDS) / 10} h`] : [];
  return [
    ...named(`status${status?.category ? ` (${status.category.replace("_", " ")})` : ""}`, status ? [status.name] : []),
    ...named(
      "type in the tracker",
      [issue.tracker_type].flatMap((type) => type ?? []),
    ),
    ...named(
      "priority",
      [issue.priority].flatMap((priority) => priority ?? []),
    ),
    ...named(
      "closed as",
      [issue.resolution].flatMap((resolution) => resolution ?? []),
    ),
    ...named("milestone", issue.milestones),
    ...named("components", issue.components),
    ...named("affected versions", facts.affected_versions),
    ...named("sprint", facts.sprints?.slice(-1)),
    ...(facts.due_on === undefined ? [] : [`due: ${facts.due_on}`]),
    ...figure("story points", facts.story_points),
    ...figure("weight", facts.weight),
    ...hours("estimate", facts.estimate_seconds),
    ...hours("spent", facts.spent_seconds),
    ...figure("votes", facts.votes),
    ...(facts.custom_fields ?? []).map(
      ({ name, values }) => `field ${quotedNames([name])}: ${quotedNames(values.map(String))}`,
    ),
    ...(facts.sub_issues ? [`sub-issues: ${facts.sub_issues.done} of ${facts.sub_issues.total} done`] : []),
    ...named(
      "attachments",
      facts.attachments?.slice(0, MAX_LINKS).map(({ name }) => name),
    ),
    ...LINK_KINDS.flatMap((kind) => {
      const ofKind = links.filter((link) => link.kind === kind);
      const shown = ofKind.slice(0, MAX_LINKS).map(({ key, name, issue: linkedIssue }) => {
        const words = [key, ...(name === null ? [] : [name]), ...(linkedIssue?.state === "closed" ? ["closed"] : [])];
        return singleLine(words.length > 1 ? `${key} (${words.slice(1).join(", ")})` : key);
      });
      const more = ofKind.length - shown.length;
      return shown.length === 0
        ? []
        : [`${kind.replaceAll("_", " ")}: ${shown.join(", ")}${more > 0 ? `, ${more} more` : ""}`];
    }),
  ];
}
