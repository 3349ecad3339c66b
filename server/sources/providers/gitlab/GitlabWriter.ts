import type { z } from "zod";
import type { IssueChange, NewIssue } from "../../../../contract/issues/issueWrites.ts";
import { message } from "../../../messages/messages.ts";
import {
  changedMeanwhile,
  noField,
  notOffered,
  notTaken,
  pathPart,
  requireNumber,
} from "../../connector/writeFaults.ts";
import { listDifference } from "../../connector/listDifference.ts";
import {
  type ChangeOf,
  foundIfNothingLeft,
  issueNumberIn,
  namedOption,
  offersWith,
  plainText,
} from "../../connector/writerForms.ts";
import {
  SENT_BY,
  type CreationOffer,
  type NamedIssue,
  type PreparedWrite,
  type TrackerWriter,
  type WriteTrace,
  type WriterAccount,
  type WriterOffers,
} from "../../connector/writerTypes.ts";
import { orMissing } from "../../rest/absent.ts";
import { SourceError } from "../../SourceError.ts";
import {
  GitlabWriteCalls,
  LabelName,
  Milestone,
  Permissions,
  AssignableUser,
  type WritableIssue,
} from "./GitlabWriteCalls.ts";
import { GitlabReplies } from "./GitlabReplies.ts";
import { findNewIssue, offerNewIssue, prepareNewIssue } from "./gitlabCreation.ts";
import type { GitlabOptions } from "./gitlabProject.ts";
import { quickActionIn } from "./gitlabQuickActions.ts";

/** The access of a reporter before GitLab 17.7, of a planner since then: the least that changes issues of others. */
const MIN_EDIT_LEVEL = 15;
const STATES = [
  { id: "open", event: "reopen" },
  { id: "closed", event: "close" },
] as const;

/** Writes to the issues of a project on GitLab: gitlab.com or a self-hosted server. */
export class GitlabWriter implements TrackerWriter {
  readonly #host: string;
  readonly #calls: GitlabWriteCalls;
  readonly replies: GitlabReplies;

  constructor(options: GitlabOptions) {
    this.#host = options.url.host;
    this.#calls = new GitlabWriteCalls(options);
    this.replies = new GitlabReplies(this.#calls);
  }

  get taken(): number {
    return this.#calls.taken;
  }

  async offers(named: NamedIssue, signal: AbortSignal): Promise<WriterOffers> {
    const { client, path, project } = await this.#calls.project(signal);
    const [account, issue, description] = await Promise.all([
      this.#calls.whoIs(signal),
      this.#calls.read(named, signal),
      client.get(path, "description", signal),
    ]);
    const [labels, people, milestones] = await Promise.all([
      this.#calls.list(`${path}/labels`, LabelName, signal),
      this.#calls.list(`${path}/members/all`, AssignableUser, signal),
      this.#calls.list(`${path}/milestones`, Milestone, signal, { state: "active" }),
    ]);
    const { permissions } = client.read(Permissions, description.data);
    const levels = [permissions?.project_access, permissions?.group_access].flatMap((row) => row?.access_level ?? []);
    // Without a level the account may still have access by a shared group: then GitLab decides.
    const mayEdit = levels.length === 0 || Math.max(...levels) >= MIN_EDIT_LEVEL;
    const archived = project.archived ? message("write.archived", { host: this.#host }) : null;
    const edits = archived ?? (mayEdit ? null : message("write.needs_triage", { host: this.#host }));
    const isOwn = issue.author?.id === account.id;
    const offer = offersWith(edits);
    const person = ({ id, username }: z.infer<typeof AssignableUser>) => ({ id: String(id), name: username });
    const milestone = ({ id, title }: z.infer<typeof Milestone>) => ({ id: String(id), name: title });
    const now = stateOf(issue);
    return {
      account: account.username,
      actions: [
        offer("comment", {
          reason: archived ?? (issue.discussion_locked ? message("write.locked", { host: this.#host }) : null),
        }),
        offer("state", {
          reason: isOwn ? archived : edits,
          options: STATES.filter(({ id }) => id !== now).map(({ id }) => ({ id, name: id, state: id })),
          current: [namedOption(now)],
        }),
        offer("labels", {
          options: labels.map(({ name }) => namedOption(name)),
          current: (issue.labels ?? []).map(namedOption),
          isMultiple: true,
        }),
        offer("assignees", {
          options: people.map(person),
          current: (issue.assignees ?? []).map(person),
          isMultiple: true,
        }),
        offer("milestones", {
          options: milestones.map(milestone),
          current: issue.milestone ? [milestone(issue.milestone)] : [],
        }),
        offer("duplicate", {}),
      ],
    };
  }

  creation(signal: AbortSignal): Promise<CreationOffer> {
    return offerNewIssue(this.#calls, signal);
  }

  prepareNew(issue: NewIssue, signal: AbortSignal): Promise<PreparedWrite> {
    return prepareNewIssue(this.#calls, issue, signal);
  }

  findNew(issue: NewIssue, trace: WriteTrace, signal: AbortSignal) {
    return findNewIssue(this.#calls, issue, trace, signal);
  }

  async account(signal: AbortSignal): Promise<WriterAccount> {
    const { id, username } = await this.#calls.whoIs(signal);
    return { id: String(id), name: username };
  }

  async prepare(named: NamedIssue, change: IssueChange, signal: AbortSignal): Promise<PreparedWrite | null> {
    const issue = await this.#calls.read(named, signal);
    switch (change.action) {
      case "comment": {
        const command = quickActionIn(change.body);
        if (command !== null)
          throw new SourceError("not_offered", message("write.quick_action", { host: this.#host, command }));
        const noteIds = (await this.#calls.notes(issue, signal)).map(({ id }) => String(id));
        return { trace: { known: noteIds }, send: (sending) => this.#calls.note(issue, change.body, sending) };
      }
      case "labels":
        return this.#prepareLabels(issue, change, signal);
      case "assignees":
        return this.#prepareAssignees(issue, change);
      case "milestones":
        return this.#prepareMilestone(issue, change);
      case "state":
        return this.#prepareState(issue, change);
      case "duplicate":
        return this.#prepareDuplicate(issue, change, signal);
      case "priority":
        throw noField(this.#host);
    }
  }

  async find(named: NamedIssue, change: IssueChange, trace: WriteTrace, signal: AbortSignal) {
    if (change.action !== "comment") {
      return foundIfNothingLeft(() => this.prepare(named, change, signal));
    }
    const author = String(trace[SENT_BY] ?? (await this.#calls.whoIs(signal)).id);
    const note = (await this.#calls.notes(await this.#calls.read(named, signal), signal)).find(
      ({ id, author: by, body, system }) =>
        !system &&
        String(by?.id) === author &&
        !trace["known"]?.includes(String(id)) &&
        plainText(body ?? "") === plainText(change.body),
    );
    return note ? { reference: String(note.id) } : null;
  }

  async #prepareLabels(
    issue: WritableIssue,
    change: ChangeOf<"labels">,
    signal: AbortSignal,
  ): Promise<PreparedWrite | null> {
    const left = listDifference(issue.labels ?? [], change);
    if (!left) return null;
    const { client, path } = await this.#calls.project(signal);
    // A label that does not exist would be made, and a comma separates two.
    for (const name of left.add) {
      const label = await orMissing(client.get(`${path}/labels/${pathPart(this.#host, name)}`, "item", signal));
      if (!label || name.includes(",") || client.read(LabelName, label.data).name !== name)
        throw notOffered(this.#host, name);
    }
    return {
      trace: {},
      send: async (sending) => {
        const now = await this.#calls.update(
          issue,
          { add_labels: left.add.join(","), remove_labels: left.remove.join(",") },
          sending,
        );
        this.#calls.requireEach(left.add, (name) => now.labels?.includes(name));
        this.#calls.requireEach(left.remove, (name) => !now.labels?.includes(name));
        return null;
      },
    };
  }

  #prepareAssignees(issue: WritableIssue, change: ChangeOf<"assignees">): PreparedWrite | null {
    const present = (issue.assignees ?? []).map(({ id }) => String(id));
    const left = listDifference(present, change);
    if (!left) return null;
    for (const id of left.add) requireNumber(this.#host, id);
    // GitLab takes whole lists alone: those who are there now stay, and come first for a host that takes one.
    const assigneeIds = [...present.filter((id) => !left.remove.includes(id)), ...left.add];
    return {
      trace: {},
      send: async (sending) => {
        const ids = assigneeIds.length === 0 ? [0] : assigneeIds.map(Number);
        const now = await this.#calls.update(issue, { assignee_ids: ids }, sending);
        const has = (id: string): boolean => (now.assignees ?? []).some((user) => String(user.id) === id);
        this.#calls.requireEach(assigneeIds, has);
        this.#calls.requireEach(left.remove, (id) => !has(id));
        return null;
      },
    };
  }

  #prepareMilestone(issue: WritableIssue, { add, remove, replaces }: ChangeOf<"milestones">): PreparedWrite | null {
    const now = issue.milestone ? String(issue.milestone.id) : null;
    const [to = null, second] = add;
    if (second !== undefined) throw notOffered(this.#host, second);
    if (to !== null) requireNumber(this.#host, to);
    if (to === now || (to === null && (now === null || (!replaces && !remove.includes(now))))) return null;
    if (now !== null && !replaces && !remove.includes(now))
      throw changedMeanwhile(this.#host, issue.milestone?.title ?? "");
    return {
      trace: {},
      send: async (sending) => {
        const after = await this.#calls.update(issue, { milestone_id: Number(to ?? 0) }, sending);
        if ((after.milestone ? String(after.milestone.id) : null) !== to) throw notTaken(this.#host, to ?? "–");
        return null;
      },
    };
  }

  #prepareState(issue: WritableIssue, { from, to }: ChangeOf<"state">): PreparedWrite | null {
    const now = stateOf(issue);
    if (now === to) return null;
    if (from !== null && now !== from) throw changedMeanwhile(this.#host, now);
    const state = STATES.find(({ id }) => id === to);
    if (!state) throw notOffered(this.#host, to);
    return {
      trace: {},
      send: async (sending) => {
        if (stateOf(await this.#calls.update(issue, { state_event: state.event }, sending)) !== to)
          throw notTaken(this.#host, to);
        return null;
      },
    };
  }

  /** By GitLab's own command, which closes the issue and links the other one. */
  async #prepareDuplicate(
    issue: WritableIssue,
    { of }: ChangeOf<"duplicate">,
    signal: AbortSignal,
  ): Promise<PreparedWrite | null> {
    const number = issueNumberIn(of);
    if (number === null || number === issue.iid) throw notOffered(this.#host, of);
    const { client, path } = await this.#calls.project(signal);
    if (!(await orMissing(client.get(`${path}/issues/${number}`, "item", signal)))) throw notOffered(this.#host, of);
    const mark = new RegExp(`^marked this issue as a duplicate of #${number}\\b`, "i");
    const isMarked = async (looking: AbortSignal): Promise<boolean> =>
      (await this.#calls.notes(issue, looking)).some(({ system, body }) => system && mark.test(body?.trim() ?? ""));
    if (await isMarked(signal)) return null;
    return {
      trace: {},
      send: async (sending) => {
        await this.#calls.change("POST", `/issues/${issue.iid}/notes`, { body: `/duplicate #${number}` }, sending);
        if (!(await isMarked(sending))) throw notTaken(this.#host, `#${number}`);
        return null;
      },
    };
  }
}

const stateOf = ({ state }: WritableIssue): "open" | "closed" => (state === "closed" ? "closed" : "open");
