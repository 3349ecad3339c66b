/** What a request should be looked at for. */
import { z } from "zod";
import type { RequestFindings } from "../../../contract/requests/requestFindings.ts";
import { requestHref } from "../appLinks.ts";
import { tool } from "../Tool.ts";
import { quotedNames, singleLine } from "../untrusted.ts";
import { ISSUE, OFFSET } from "./arguments.ts";
import { counted } from "./counted.ts";
import { issueFact } from "./diffText.ts";
import { paged } from "./paged.ts";

/** One finding: its line, with what others named last, and its data. */
interface Finding {
  readonly kind: "reviewer" | "issue" | "file" | "page";
  readonly name: string;
  readonly text: string;
}

const NO_DIFF: Readonly<Record<RequestFindings["status"], string | null>> = {
  ready: null,
  unindexed: "No indexed repository has its code: only the issues that it names are known.",
  unavailable: "This server has no copy of what it changes: only the issues that it names are known.",
};

export const reviewRequestTool = tool({
  name: "review_request",
  title: "Review request",
  description: "Who should review a request, its issues, files that usually change along, pages it outdates",
  input: { request: ISSUE, offset: OFFSET },
  output: { findings: z.array(z.looseObject({ kind: z.string(), name: z.string() })) },
  draft: async (scope, { project: slug, request: requested, offset: from }) => {
    const project = await scope.projectOf(slug, requested);
    const { id, address } = await project.requestNamed(requested);
    const answer = await project.invoke("requestFindings", { query: { request: id } });
    const all = findingsIn(answer);
    const note = NO_DIFF[answer.status];
    return paged({
      all,
      from,
      lead: [
        `${counted(all.length, "finding")} about ${counted(answer.files, "changed file")}. Page: ${requestHref(project, address)}`,
        ...(note === null ? [] : [note]),
        ...(answer.status === "ready" && !answer.has_lines
          ? ["Only the names of its files are known, not its lines."]
          : []),
      ],
      present: ({ text }) => text,
      data: (shown) => ({ findings: shown.map(({ kind, name }) => ({ kind, name })) }),
    });
  },
});

const findingsIn = ({ reviewers, issues, missing, pages }: RequestFindings): Finding[] => [
  ...reviewers.map(({ person, load, functions, reasons }): Finding => {
    const codes = reasons.map(({ code }) => code).join(", ");
    return {
      kind: "reviewer",
      name: singleLine(person.name),
      text: [
        `- reviewer, ${counted(load, "review")} waiting, because of ${codes || "changed functions"}: ${singleLine(person.name)}`,
        ...(functions.length > 0 ? [`    has changed: ${quotedNames(functions)}`] : []),
      ].join("\n"),
    };
  }),
  ...issues.map(({ issue, how, path }): Finding => {
    const place = path === null ? [] : [`    likely place: ${singleLine(path)}`];
    return { kind: "issue", name: singleLine(issue.key), text: [`- ${issueFact(issue, how)}`, ...place].join("\n") };
  }),
  ...missing.map(({ path, changed, together, of }): Finding => ({
    kind: "file",
    name: singleLine(path),
    text: `- not changed, though in ${together} of ${counted(of, "commit")} to the file below: ${singleLine(path)}\n    changed: ${singleLine(changed)}`,
  })),
  ...pages.map(({ path, how, names }): Finding => ({
    kind: "page",
    name: singleLine(path),
    text: `- page that names what is ${how}: ${singleLine(path)}\n    names: ${quotedNames(names)}`,
  })),
];
