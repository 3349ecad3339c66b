/**
 * What a button in a chat does to an issue: for buttons of Slack and for links of Microsoft Teams. It is asked of the tracker and written by the
 * same calls as in the app, as the user who acts.
 */
import { createHash } from "node:crypto";
import type { ChatIssueAction } from "../../../contract/notices/chatActionKinds.ts";
import type { IssueActionOffer, IssueActions, IssueChange } from "../../../contract/issues/issueWrites.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import type { Provider } from "../../../contract/constants.ts";
import { providerRulesOf } from "../../sources/providers/rulesRegistry.ts";
import type { Invoker } from "../../http/invoker.ts";
import { type Message, message, verbatim } from "../../messages/messages.ts";

export interface IssueTarget {
  readonly user: Principal;
  /** The project. */
  readonly slug: string;
  readonly issueId: string;
  readonly signal: AbortSignal;
}

/** One way in which the tracker takes the action. */
export interface ActionWay {
  readonly id: string;
  readonly name: Message;
  readonly change: IssueChange;
  /** What a message shows afterwards. */
  readonly done: Message;
}

/** How the user can do it, of which there is at least one way, or why not. */
export type ActionWays =
  { readonly refusal: Message } | { readonly account: string; readonly ways: readonly [ActionWay, ...ActionWay[]] };

/** Whether a chat offers actions on issues of a tracker: those of one that is only read would always be refused. */
export const takesIssueChanges = (tracker: Provider | null): boolean =>
  tracker !== null && providerRulesOf(tracker).takesChanges === true;

/** Asks the tracker in which ways the user can do this to the issue. @throws ApiError as the call itself */
export async function readActionWays(
  invoke: Invoker["invoke"],
  target: IssueTarget,
  action: ChatIssueAction,
): Promise<ActionWays> {
  const { user, slug, issueId, signal } = target;
  const offers: IssueActions = await invoke("issueActions", { user, params: { id: slug, issueId }, signal });
  if (offers.blocked) return { refusal: verbatim(offers.blocked.text) };
  const offer = offers.actions.find((candidate) => candidate.action === (action === "assign" ? "assignees" : "state"));
  const { account } = offers;
  if (!offer || account === null) return { refusal: message("chat.try_again") };
  if (offer.reason !== null) return { refusal: verbatim(offer.reason) };
  const named = { name: user.name, account };
  const [first, ...more] = action === "assign" ? assignWays(offer, named) : closeWays(offer, named);
  if (first) return { account, ways: [first, ...more] };
  return { refusal: action === "assign" ? message("chat.no_assignee", { account }) : message("chat.no_close") };
}

interface Named {
  readonly name: string;
  readonly account: string;
}

function assignWays({ options, current, is_multiple: isMultiple }: IssueActionOffer, named: Named): ActionWay[] {
  const me = [...options, ...current].find(({ id, name }) => id === named.account || name === named.account);
  if (!me) return [];
  const change: IssueChange = {
    action: "assignees",
    add: [me.id],
    remove: [],
    ...(!isMultiple && { replaces: true as const }),
  };
  return [{ id: me.id, name: verbatim(me.name), change, done: message("chat.assigned", { ...named }) }];
}

interface CloseWay {
  readonly to: string;
  readonly resolution: string | null;
  readonly name: Message;
}

/** The reasons that GitHub has for closing are identifiers; all other states have names for people. */
function stateName(name: string): Message {
  if (name === "completed") return message("chat.state_completed");
  if (name === "not_planned") return message("chat.state_not_planned");
  return verbatim(name);
}

function closeWays({ options, current }: IssueActionOffer, named: Named): ActionWay[] {
  const from = current[0]?.id ?? null;
  const closed = options.filter(({ state }) => state === "closed");
  const ways = closed.flatMap(({ id, name, resolutions = [] }): CloseWay[] =>
    resolutions.length === 0
      ? [{ to: id, resolution: null, name: stateName(name) }]
      : resolutions.map((resolution) => ({
          to: id,
          resolution: resolution.id,
          name: verbatim(`${name}: ${resolution.name}`),
        })),
  );
  return ways.map(({ to, resolution, name }) => ({
    id: JSON.stringify([to, resolution]),
    name,
    change: { action: "state", from, to, resolution },
    done:
      ways.length === 1 ? message("chat.closed", { ...named }) : message("chat.closed_as", { ...named, reason: name }),
  }));
}

/** The key of a change: a UUID of version 4 that is the same for the same text. */
export function changeKey(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
