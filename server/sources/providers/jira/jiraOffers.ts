import type { WriteOption } from "../../../../contract/issues/issueWrites.ts";
import { type Message, message } from "../../../messages/messages.ts";
import { namedOption, offersWith } from "../../connector/writerForms.ts";
import type { WriterOffers } from "../../connector/writerTypes.ts";
import type { EditableField, Transition, WritableIssue, WritableUser } from "./jiraWriteRows.ts";

interface OffersInput {
  readonly host: string;
  readonly account: string;
  readonly issue: WritableIssue;
  /** Fields of the screen on which the issue is edited. */
  readonly fields: Readonly<Record<string, EditableField>>;
  readonly transitions: readonly Transition[];
  readonly permissions: Readonly<Record<string, { readonly havePermission?: boolean | null | undefined }>>;
  readonly labels: readonly string[];
  readonly users: readonly WritableUser[];
  readonly idOf: (user: WritableUser) => string;
}

/** What an account can do to an issue, by its permissions, the screens of the project, and the transitions of its workflow. */
export function offersOf(input: OffersInput): WriterOffers {
  const { host, issue, fields, permissions, users, idOf } = input;
  const may = (name: string): Message | null =>
    permissions[name]?.havePermission === false ? message("write.no_permission", { host }) : null;
  const editable = (name: string): Message | null =>
    may("EDIT_ISSUES") ?? (fields[name] ? null : message("write.no_field", { host }));
  const allowed = (name: string): WriteOption[] =>
    (fields[name]?.allowedValues ?? []).flatMap(({ id, name: text, archived }) =>
      archived ? [] : [{ id, name: text }],
    );
  const person = (user: WritableUser) => ({ id: idOf(user), name: user.displayName ?? idOf(user) });
  const { assignee, priority, status, fixVersions, labels } = issue.fields;
  const offer = offersWith(null);
  const states = input.transitions.flatMap((transition) => stateOf(transition) ?? []);
  return {
    account: input.account,
    actions: [
      offer("comment", { reason: may("ADD_COMMENTS") }),
      offer("state", {
        reason: may("TRANSITION_ISSUES") ?? (states.length === 0 ? unavailable(host, input.transitions) : null),
        options: states,
        current: [status],
      }),
      offer("labels", {
        reason: editable("labels"),
        options: [...new Set([...input.labels, ...(labels ?? [])])].map(namedOption),
        current: (labels ?? []).map(namedOption),
        isMultiple: true,
      }),
      offer("assignees", {
        reason: may("ASSIGN_ISSUES"),
        options: users.map(person),
        current: assignee ? [person(assignee)] : [],
      }),
      offer("milestones", {
        reason: editable("fixVersions"),
        options: allowed("fixVersions"),
        current: (fixVersions ?? []).map(({ id, name }) => ({ id, name })),
        isMultiple: true,
      }),
      offer("priority", {
        reason: editable("priority"),
        options: allowed("priority"),
        current: priority ? [priority] : [],
      }),
      offer("duplicate", { reason: may("LINK_ISSUES") }),
    ],
  };
}

/** Fields without which a transition is refused, except the resolution, which can be chosen here. */
const missingFields = ({ fields }: Transition): string[] =>
  Object.entries(fields ?? {}).flatMap(([id, { required, hasDefaultValue, name }]) =>
    required && !hasDefaultValue && id !== "resolution" ? [name ?? id] : [],
  );

/** Null for a transition that asks for more than this server can give. */
function stateOf(transition: Transition): WriteOption | null {
  if (transition.isAvailable === false || missingFields(transition).length > 0) return null;
  const { id, name, to, fields } = transition;
  const resolutions = (fields?.["resolution"]?.allowedValues ?? []).map((value) => ({
    id: value.id,
    name: value.name,
  }));
  return {
    id,
    target: to.id,
    name: name === to.name ? name : `${name} → ${to.name}`,
    state: to.statusCategory?.key === "done" ? "closed" : "open",
    ...(resolutions.length > 0 && { resolutions }),
  };
}

function unavailable(host: string, transitions: readonly Transition[]): Message {
  const fields = [...new Set(transitions.flatMap(missingFields))];
  return fields.length === 0
    ? message("write.no_permission", { host })
    : message("write.only_there", { host, fields: fields.join(", ") });
}
