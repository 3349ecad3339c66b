/** The findings about a request without Markdown: numbers and names, and remarks at the files that the request changes. */
import { createHash } from "node:crypto";
import type { RequestFindings } from "../../../contract/requests/requestFindings.ts";
import { type Message, message } from "../../messages/messages.ts";
import type { CheckFact, CheckRemark } from "../../sources/connector/checkTypes.ts";
import { plainLine } from "./plainCodeSpan.ts";

/** A text in the language of the reports. */
export type Say = (text: Message) => string;

/** @param findings those that everyone who sees the repository may read */
export function checkFactsOf({ reviewers, issues, missing, pages }: RequestFindings, say: Say): CheckFact[] {
  const names = reviewers.map(({ person }) => plainLine(person.name)).join(", ");
  const keys = issues.map(({ issue }) => plainLine(issue.key)).join(", ");
  const texts = [
    { title: say(message("checks.reviewers")), value: names },
    { title: say(message("checks.likely")), value: keys },
  ];
  return [
    ...texts.filter(({ value }) => value !== ""),
    { title: say(message("checks.missing")), value: missing.length },
    { title: say(message("checks.pages")), value: pages.length },
  ];
}

/** @param findings those that everyone who sees the repository may read */
export function remarksOf({ missing, pages }: RequestFindings, say: Say): CheckRemark[] {
  const files = missing.map(({ path, changed, together, of }) => ({
    kind: "missing" as const,
    names: path,
    path: changed,
    summary: `${say(message("checks.missing"))}: ${plainLine(path)}`,
    details: say(message("checks.together", { together, count: of, path: plainLine(changed) })),
  }));
  const named = pages.map(({ path, changed, how, names }) => ({
    kind: "pages" as const,
    names: path,
    path: changed,
    summary: `${say(message("checks.pages"))}: ${plainLine(path)}`,
    details: say(message(`checks.${how}`, { names: names.map(plainLine).join(", ") })),
  }));
  return [...files, ...named].map(({ names, ...remark }) => ({
    ...remark,
    id: createHash("sha256")
      .update(JSON.stringify([remark.kind, remark.path, names]))
      .digest("hex")
      .slice(0, 32),
  }));
}
