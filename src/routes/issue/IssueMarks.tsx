import { use } from "react";
import type { Issue } from "../../../contract/issues/issues.ts";
import { AddMark } from "../marks/AddMark.tsx";
import { MarksSection } from "../marks/MarksSection.tsx";
import type { IssueSectionProps } from "./issueLoader.ts";

export interface IssueMarksProps extends Pick<IssueSectionProps, "slug" | "id" | "data"> {
  issue: Issue;
}

const useRole = (data: IssueMarksProps["data"]) => {
  const project = use(data.project);
  return project.success ? project.data.role : null;
};

/** The marks above the report. */
export function IssueMarks({ slug, id, issue, data }: IssueMarksProps) {
  return <MarksSection slug={slug} marks={issue.marks} role={useRole(data)} of={{ issue: id }} />;
}

/** The action that sets one, with the other changes of the issue. */
export function AddIssueMark({ slug, issue, data }: IssueMarksProps) {
  return <AddMark slug={slug} role={useRole(data)} item={{ kind: "issue", id: issue.id }} count={issue.marks.length} />;
}
