/** A new issue at its tracker, as the owner of the token. */
import { z } from "zod";
import { MAX_CHANGED_NAMES, MAX_COMMENT_LENGTH, MAX_NEW_TITLE_LENGTH } from "../../../contract/issues/issueActions.ts";
import type { NewIssueForm } from "../../../contract/issues/issueWrites.ts";
import { issueHref } from "../appLinks.ts";
import { sourceNamed, sourcesOf, type SourceRef } from "../namedSources.ts";
import type { OpenProject } from "../RequestScope.ts";
import { tool } from "../Tool.ts";
import { toolRefusal } from "../toolErrors.ts";
import { singleLine } from "../untrusted.ts";
import {
  dryRunDraft,
  optionLine,
  requireOffered,
  requireWriteArguments,
  writeArguments,
  writeOutput,
  writtenDraft,
} from "./writeTools.ts";

/** @throws ToolRefusal where several trackers could be meant */
async function trackerOf(project: OpenProject, requested: string | undefined): Promise<SourceRef> {
  const trackers = sourcesOf(await project.invoke("getProject")).filter(({ kind }) => kind === "tracker");
  const [only] = trackers;
  if (requested === undefined && only && trackers.length === 1) return only;
  if (requested !== undefined || trackers.length === 0) return sourceNamed(trackers, requested ?? "");
  const names = trackers.map(({ name }) => JSON.stringify(singleLine(name))).join(", ");
  throw toolRefusal("invalid_arguments", "tracker: Say which one of these:", [names]);
}

/** @throws ToolRefusal for a type that the tracker does not have, or asks for, and for one that needs other fields */
function requireType({ types }: NewIssueForm, type: string | undefined): void {
  if (type === undefined && types.length > 0)
    throw toolRefusal("invalid_arguments", "type: The tracker asks for one of these:", types.map(optionLine));
  if (type === undefined) return;
  requireOffered([type], types);
  const missing = types.find(({ id }) => id === type)?.missing ?? [];
  if (missing.length > 0)
    throw toolRefusal("not_allowed", "The tracker asks for fields that Clew cannot fill:", missing.map(singleLine));
}

export const createIssueTool = tool({
  name: "create_issue",
  title: "Create an issue",
  description: "New issue at the tracker; the body is Markdown. Look for duplicates first.",
  writes: { isDestructive: false },
  input: {
    title: z.string().min(1).max(MAX_NEW_TITLE_LENGTH),
    body: z.string().max(MAX_COMMENT_LENGTH).default(""),
    labels: z.array(z.string().min(1).max(200)).max(MAX_CHANGED_NAMES).default([]).describe("Ids"),
    type: z.string().min(1).max(200).optional().describe("Id"),
    tracker: z.string().max(200).optional().describe("Name or id, if several"),
    ...writeArguments,
  },
  output: writeOutput,
  draft: async (scope, { project: slug, title, body, labels, type, tracker: requested, ...call }) => {
    const project = scope.project(slug);
    const tracker = await trackerOf(project, requested);
    if (!call.dry_run) {
      const { account, key } = requireWriteArguments(call);
      const issue = { action: "create", title, body, labels, type: type ?? null };
      const answer = await project.write("createIssue", {
        body: { key: project.writeKey(key), account, tracker: tracker.id, issue },
      });
      const page = answer.address === null ? null : issueHref(project, answer.address);
      return writtenDraft(answer, account, page);
    }
    const form = await project.write("newIssueForm", { query: { tracker: tracker.id } });
    if (form.blocked || form.account === null)
      throw toolRefusal("not_allowed", "No issue can be made. The reason follows.", [form.blocked?.text ?? ""]);
    requireType(form, type);
    requireOffered(labels, form.labels);
    return dryRunDraft(form.account, null, [`title: ${singleLine(title)}`], form.labels.map(optionLine));
  },
});
