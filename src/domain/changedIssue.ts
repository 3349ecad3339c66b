import type { IssueActions, IssueChange, WriteOption } from "../../contract/issues/issueWrites.ts";
import type { Issue } from "../../contract/issues/issues.ts";

const personNamed = ({ id, name }: { id: string; name: string }) => ({ id, name, email: null, avatar_url: null });

/** The issue as it is once its tracker has taken a change. @param now ISO 8601, the time of a new comment */
export function changedIssue(
  issue: Issue,
  change: IssueChange,
  { account, actions }: IssueActions,
  now: string,
): Issue {
  const offer = actions.find(({ action }) => action === change.action);
  const option = (id: string): WriteOption =>
    offer?.options.find((candidate) => candidate.id === id) ?? { id, name: id };
  const named = (ids: readonly string[]): string[] => ids.map((id) => option(id).name);
  switch (change.action) {
    case "comment":
      return {
        ...issue,
        comments: issue.comments + 1,
        comment_list: [
          ...issue.comment_list,
          {
            id: "new",
            author: personNamed({ id: "new", name: account ?? "" }),
            body: change.body,
            created_at: now,
            url: null,
          },
        ],
      };
    case "labels":
      return { ...issue, labels: changedList(issue.labels, named(change.add), named(change.remove)) };
    case "milestones":
      return { ...issue, milestones: changedList(issue.milestones, named(change.add), named(change.remove)) };
    case "assignees": {
      const removed = named(change.remove);
      const added = change.add.map((id) => personNamed(option(id)));
      return { ...issue, assignees: [...issue.assignees.filter(({ name }) => !removed.includes(name)), ...added] };
    }
    case "state": {
      const { state = issue.state } = option(change.to);
      return { ...issue, state, closed_at: state === "closed" ? (issue.closed_at ?? now) : null };
    }
    case "priority":
      return { ...issue, priority: change.to === null ? null : option(change.to).name };
    case "duplicate":
      return issue;
  }
}

/** Whether two changes do the same. */
export const isSameChange = (a: IssueChange, b: IssueChange): boolean => JSON.stringify(a) === JSON.stringify(b);

const changedList = (list: readonly string[], add: readonly string[], remove: readonly string[]): string[] => [
  ...list.filter((name) => !remove.includes(name)),
  ...add.filter((name) => !list.includes(name)),
];
