import { z } from "zod";
import type { IssueChange } from "../../../../contract/issueWrites.ts";
import { message } from "../../../messages/messages.ts";
import { listDifference } from "../../connector/listDifference.ts";
import {
  changedMeanwhile,
  noField,
  notOffered,
  notTaken,
  pathPart,
  requireNumber,
} from "../../connector/writeFaults.ts";
import {
  SENT_BY,
  type ActionOffer,
  type NamedIssue,
  type PreparedWrite,
  type TrackerWriter,
  type WriteTrace,
  type WriterAccount,
  type WriterOffers,
} from "../../connector/writerTypes.ts";
import { orMissing } from "../../rest/absent.ts";
import { HostNumber } from "../../rest/hostFields.ts";
import { optionalField } from "../../rest/optionalField.ts";
import { nextOf, query } from "../../rest/restClient.ts";
import { SourceError } from "../../SourceError.ts";
import { type FoundProject, type GitlabOptions, findProject } from "./gitlabProject.ts";
import { quickActionIn } from "./gitlabQuickActions.ts";
import { NoteRow } from "./gitlabRows.ts";

const User = z.object({ id: z.number(), username: z.string() });
const LabelName = z.object({ name: z.string() });
const Milestone = z.object({ id: z.number(), title: z.string() });
const Level = optionalField(z.object({ access_level: z.number() }));
const Permissions = z.object({ permissions: optionalField(z.object({ project_access: Level, group_access: Level })) });
const WritableIssue = z.object({
  id: z.number().transform(String),
  iid: HostNumber,
  state: z.string(),
  author: User.nullish(),
  assignees: z.array(User).nullish(),
  labels: z.array(z.string()).nullish(),
  milestone: Milestone.nullish(),
  discussion_locked: optionalField(z.boolean()),
});
type WritableIssue = z.infer<typeof WritableIssue>;

/** The access of a reporter before GitLab 17.7, of a planner since then: the least that changes issues of others. */
const MIN_EDIT_LEVEL = 15;
/** Pages of a list of values that are offered; one that is longer is offered in part. */
const MAX_PAGES = 5;
const PAGE_SIZE = 100;
const STATES = [
  { id: "open", event: "reopen" },
  { id: "closed", event: "close" },
] as const;

type ChangeOf<A extends IssueChange["action"]> = Extract<IssueChange, { action: A }>;

/** Writes to the issues of a project on GitLab: gitlab.com or a self-hosted server. */
export class GitlabWriter implements TrackerWriter {
  readonly #options: GitlabOptions;
  readonly #host: string;
  #found: FoundProject | undefined;
  #account: z.infer<typeof User> | undefined;
  taken = 0;

  constructor(options: GitlabOptions) {
    this.#options = options;
    this.#host = options.url.host;
  }

  async offers(named: NamedIssue, signal: AbortSignal): Promise<WriterOffers> {
    const { client, path, project } = await this.#project(signal);
    const [account, issue, description] = await Promise.all([
      this.#whoIs(signal),
      this.#read(named, signal),
      client.get(path, "description", signal),
    ]);
    const [labels, people, milestones] = await Promise.all([
      this.#list(`${path}/labels`, z.object({ name: z.string() }), signal),
      this.#list(`${path}/members/all`, User, signal),
      this.#list(`${path}/milestones`, Milestone, signal, { state: "active" }),
    ]);
    const { permissions } = client.read(Permissions, description.data);
    const levels = [permissions?.project_access, permissions?.group_access].flatMap((row) => row?.access_level ?? []);
    // Without a level the account may still have access by a shared group: then GitLab decides.
    const mayEdit = levels.length === 0 || Math.max(...levels) >= MIN_EDIT_LEVEL;
    const archived = project.archived ? message("write.archived", { host: this.#host }) : null;
    const edits = archived ?? (mayEdit ? null : message("write.needs_triage", { host: this.#host }));
    const isOwn = issue.author?.id === account.id;
    const offer = (action: ActionOffer["action"], more: Partial<ActionOffer>): ActionOffer => ({
      action,
      reason: edits,
      options: [],
      current: [],
      isMultiple: false,
      ...more,
    });
    const option = (name: string) => ({ id: name, name });
    const person = ({ id, username }: z.infer<typeof User>) => ({ id: String(id), name: username });
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
          current: [option(now)],
        }),
        offer("labels", {
          options: labels.map(({ name }) => option(name)),
          current: (issue.labels ?? []).map(option),
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

  async account(signal: AbortSignal): Promise<WriterAccount> {
    const { id, username } = await this.#whoIs(signal);
    return { id: String(id), name: username };
  }

  async prepare(named: NamedIssue, change: IssueChange, signal: AbortSignal): Promise<PreparedWrite | null> {
    const issue = await this.#read(named, signal);
    switch (change.action) {
      case "comment": {
        const command = quickActionIn(change.body);
        if (command !== null)
          throw new SourceError("not_offered", message("write.quick_action", { host: this.#host, command }));
        const known = (await this.#notes(issue, signal)).map(({ id }) => String(id));
        return { trace: { known }, send: (sending) => this.#note(issue, change.body, sending) };
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
      const left = await this.prepare(named, change, signal).catch((error: unknown) => {
        // Another value than before and than the one that was sent: it has not arrived.
        if (error instanceof SourceError && error.code === "changed_meanwhile") return undefined;
        throw error;
      });
      return left === null ? { reference: null } : null;
    }
    const author = String(trace[SENT_BY] ?? (await this.#whoIs(signal)).id);
    const found = (await this.#notes(await this.#read(named, signal), signal)).find(
      ({ id, author: by, body, system }) =>
        !system &&
        String(by?.id) === author &&
        !trace["known"]?.includes(String(id)) &&
        plain(body ?? "") === plain(change.body),
    );
    return found ? { reference: String(found.id) } : null;
  }

  async #prepareLabels(
    issue: WritableIssue,
    change: ChangeOf<"labels">,
    signal: AbortSignal,
  ): Promise<PreparedWrite | null> {
    const left = listDifference(issue.labels ?? [], change);
    if (!left) return null;
    const { client, path } = await this.#project(signal);
    // A label that does not exist would be made, and a comma separates two.
    for (const name of left.add) {
      const known = await orMissing(client.get(`${path}/labels/${pathPart(this.#host, name)}`, "item", signal));
      if (!known || name.includes(",") || client.read(LabelName, known.data).name !== name)
        throw notOffered(this.#host, name);
    }
    return {
      trace: {},
      send: async (sending) => {
        const now = await this.#update(
          issue,
          { add_labels: left.add.join(","), remove_labels: left.remove.join(",") },
          sending,
        );
        this.#requireEach(left.add, (name) => now.labels?.includes(name));
        this.#requireEach(left.remove, (name) => !now.labels?.includes(name));
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
    const wanted = [...present.filter((id) => !left.remove.includes(id)), ...left.add];
    return {
      trace: {},
      send: async (sending) => {
        const ids = wanted.length === 0 ? [0] : wanted.map(Number);
        const now = await this.#update(issue, { assignee_ids: ids }, sending);
        const has = (id: string): boolean => (now.assignees ?? []).some((user) => String(user.id) === id);
        this.#requireEach(wanted, has);
        this.#requireEach(left.remove, (id) => !has(id));
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
        const after = await this.#update(issue, { milestone_id: Number(to ?? 0) }, sending);
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
        if (stateOf(await this.#update(issue, { state_event: state.event }, sending)) !== to)
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
    const [, number] = /^#?(\d{1,9})$/.exec(of) ?? [];
    if (number === undefined || Number(number) === issue.iid) throw notOffered(this.#host, of);
    const { client, path } = await this.#project(signal);
    if (!(await orMissing(client.get(`${path}/issues/${number}`, "item", signal)))) throw notOffered(this.#host, of);
    const mark = new RegExp(`^marked this issue as a duplicate of #${number}\\b`, "i");
    const isMarked = async (looking: AbortSignal): Promise<boolean> =>
      (await this.#notes(issue, looking)).some(({ system, body }) => system && mark.test(body?.trim() ?? ""));
    if (await isMarked(signal)) return null;
    return {
      trace: {},
      send: async (sending) => {
        await this.#change("POST", `/issues/${issue.iid}/notes`, { body: `/duplicate #${number}` }, sending);
        if (!(await isMarked(sending))) throw notTaken(this.#host, `#${number}`);
        return null;
      },
    };
  }

  async #note(issue: WritableIssue, body: string, signal: AbortSignal): Promise<string | null> {
    const data = await this.#change("POST", `/issues/${issue.iid}/notes`, { body }, signal);
    // A text of commands alone makes no note.
    const made = z.object({ id: z.number() }).safeParse(data);
    return made.success ? String(made.data.id) : null;
  }

  async #update(
    { iid }: WritableIssue,
    body: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<WritableIssue> {
    const { client } = await this.#project(signal);
    return client.read(WritableIssue, await this.#change("PUT", `/issues/${iid}`, body, signal));
  }

  /** @param part of the project's path */
  async #change(
    method: "POST" | "PUT",
    part: string,
    body: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<unknown> {
    const { client, path } = await this.#project(signal);
    const { data } = await client.change(method, `${path}${part}`, body, "item", signal);
    this.taken += 1;
    return data;
  }

  /** @throws SourceError also for an issue that was deleted or moved */
  async #read({ externalId, key }: NamedIssue, signal: AbortSignal): Promise<WritableIssue> {
    const { client, path } = await this.#project(signal);
    const { data } = await client.get(`${path}/issues/${key.replace("#", "")}`, "item", signal);
    const issue = client.read(WritableIssue, data);
    if (issue.id !== externalId)
      throw new SourceError("not_found", message("write.issue_gone", { host: this.#host, key }));
    return issue;
  }

  /** The newest notes of an issue. */
  async #notes({ iid }: WritableIssue, signal: AbortSignal): Promise<NoteRow[]> {
    const { client, path } = await this.#project(signal);
    const newest = query({ sort: "desc", order_by: "created_at", per_page: PAGE_SIZE });
    return client.read(
      z.array(NoteRow),
      (await client.get(`${path}/issues/${iid}/notes${newest}`, "page", signal)).data,
    );
  }

  async #project(signal: AbortSignal): Promise<FoundProject> {
    return (this.#found ??= await findProject(this.#options, null, signal));
  }

  async #whoIs(signal: AbortSignal): Promise<z.infer<typeof User>> {
    const { client } = await this.#project(signal);
    return (this.#account ??= client.read(User, (await client.get("/user", "account", signal)).data));
  }

  async #list<T>(path: string, row: z.ZodType<T>, signal: AbortSignal, more = {}): Promise<T[]> {
    const { client } = await this.#project(signal);
    const rows: T[] = [];
    let next: string | null = `${path}${query({ per_page: PAGE_SIZE, ...more })}`;
    for (let page = 0; next !== null && page < MAX_PAGES; page += 1) {
      const answer: Awaited<ReturnType<typeof client.get>> = await client.get(next, "page", signal);
      rows.push(...client.read(z.array(row), answer.data));
      next = nextOf(answer);
    }
    return rows;
  }

  #requireEach(names: readonly string[], has: (name: string) => boolean | undefined): void {
    const missing = names.find((name) => !has(name));
    if (missing !== undefined) throw notTaken(this.#host, missing);
  }
}

const stateOf = ({ state }: WritableIssue): "open" | "closed" => (state === "closed" ? "closed" : "open");

/** A host may write line breaks in its own way. */
const plain = (text: string): string => text.replaceAll("\r\n", "\n").trim();
