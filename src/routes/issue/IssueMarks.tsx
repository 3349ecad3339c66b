import { use } from "react";
import type { Issue } from "../../../contract/issues/issues.ts";
import { roleOf } from "../project/loadProject.ts";
import { AddMark } from "../marks/AddMark.tsx";
import { MarksSection } from "../marks/MarksSection.tsx";
import type { IssueSectionProps } from "./issueLoader.ts";

export interface IssueMarksProps extends Pick<IssueSectionProps, "slug" | "data"> {
  issue: Issue;
}

/** The marks above the report. */
export function IssueMarks({ slug, issue, data }: IssueMarksProps) {
  return <MarksSection slug={slug} marks={issue.marks} role={roleOf(use(data.project))} />;
}

/** The action that sets one, with the other changes of the issue. */
export function AddIssueMark({ slug, issue, data, isShown }: IssueMarksProps & { isShown: boolean }) {
  const role = roleOf(use(data.project));
  return (
    isShown && <AddMark slug={slug} role={role} item={{ kind: "issue", id: issue.id }} count={issue.marks.length} />
  );
}
