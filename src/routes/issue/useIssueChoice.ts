import { useEffect, useState } from "react";
import type { IssueCard } from "../../../contract/issues/issues.ts";
import type { IssueData } from "./issueLoader.ts";

const NO_CHOICE: readonly IssueCard[] = [];

/** The issues that the address may mean; none until that is known, so that the panels of the usual case do not wait for it. */
export function useIssueChoice({ choice }: IssueData): readonly IssueCard[] {
  const [known, setKnown] = useState<{ of: IssueData["choice"]; issues: readonly IssueCard[] } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void choice.then((issues) => {
      if (isCurrent && issues.length > 0) setKnown({ of: choice, issues });
    });
    return () => {
      isCurrent = false;
    };
  }, [choice]);
  return known?.of === choice ? known.issues : NO_CHOICE;
}
