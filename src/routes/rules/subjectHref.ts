import type { DryRunEntry, RuleRun } from "../../../contract/integrations/rules.ts";
import { hrefTo } from "../paths.ts";

/** The page of what an event was about; null for what is gone. */
export function subjectHref(slug: string, subject: DryRunEntry["subject"] | RuleRun["subject"]): string | null {
  if (subject === null) return null;
  switch (subject.kind) {
    case "issue":
      return hrefTo.issue(slug, subject.address);
    case "request":
      return hrefTo.request(slug, subject.address);
    case "source":
      return hrefTo.projectTab(slug, "sources");
    case "project":
      return hrefTo.projectTab(slug, "insights");
    case "search":
      return hrefTo.projectTab(slug, "search");
  }
}
