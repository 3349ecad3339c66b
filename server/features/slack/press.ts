/** What a button does: as the user who has linked the Slack user that pressed it, by the same calls as the app. */
import { createHash } from "node:crypto";
import { z } from "zod";
import { MINUTE_MS } from "../../../contract/durations.ts";
import type { IssueActionOffer, IssueActions } from "../../../contract/issueWrites.ts";
import { principalOf, type Principal } from "../../access/sessions.ts";
import type { SlackResult } from "../../db/slackSchema.ts";
import type { ReadableNotice } from "../../db/tables/notices.ts";
import type { SlackAppRow } from "../../db/tables/slackApps.ts";
import { findSlackPrincipal, updateKindNotMessaged } from "../../db/tables/slackLinks.ts";
import {
  type SlackMessageRow,
  findSlackMessage,
  findVisibleNotice,
  leaseDueMessage,
  updateSlackResults,
} from "../../db/tables/slackMessages.ts";
import { ApiError } from "../../errors.ts";
import type { Invoker } from "../../http/invoker.ts";
import {
  type Message,
  formatMessage,
  formatText,
  message,
  serializeMessage,
  verbatim,
} from "../../messages/messages.ts";
import { KIND_NAMES } from "../notices/unsubscribe.ts";
import { CLOSE_AS, type CloseChoice, closeReasons } from "./noticeMessage.ts";
import { SLACK_LEASE_MS, sendSlackMessage } from "./sendMessage.ts";
import { type SlackDeps, nowOf } from "./slackDeps.ts";

/** Milliseconds for all that one press does. */
const PRESS_TIMEOUT_MS = 2 * MINUTE_MS;

export interface PressDeps extends SlackDeps {
  readonly invoke: Invoker["invoke"];
  /** Answers the person who pressed, by the address that Slack gave for it. */
  readonly answer: (responseUrl: string | null, body: object) => Promise<void>;
}

export interface Press {
  readonly slackUserId: string;
  readonly action: string;
  readonly value: string;
  readonly responseUrl: string | null;
}

interface Pressed {
  readonly user: Principal;
  readonly row: SlackMessageRow;
  readonly notice: ReadableNotice;
  readonly signal: AbortSignal;
}

type Outcome = Pick<SlackResult, "action" | "isDone"> & { readonly text: Message };

const done = (action: string, text: Message): Outcome => ({ action, isDone: true, text });
const refused = (action: string, reason: Message): Outcome => ({
  action,
  isDone: false,
  text: message("slack.refused_action", { reason }),
});

/** The value of a button: a message, and of one that closes also how. */
const CloseValue = z.tuple([z.string().max(100), z.string().min(1).max(200), z.string().min(1).max(200).nullable()]);

const ephemeral = (text: string) => ({ response_type: "ephemeral", replace_original: false, text });

/** Does what was pressed, and changes the message. Never throws for what the person may not do. */
export async function press(deps: PressDeps, app: SlackAppRow, given: Press): Promise<void> {
  const { db } = deps;
  // Slack reports the button with the link too.
  if (given.action === "open") return;
  const found = await findSlackPrincipal(db, app.company_id, given.slackUserId);
  if (!found) {
    // Who has pressed is not known, and neither is their language.
    const text = message("slack.link_first", { link: deps.link("/settings/notifications") });
    return deps.answer(given.responseUrl, ephemeral(`${formatMessage(text, "EN")}\n${formatMessage(text, "TR")}`));
  }
  const user = principalOf(found, "", nowOf(deps));
  const say = (text: Message) => deps.answer(given.responseUrl, ephemeral(formatMessage(text, user.language)));
  if ((found.allowed_networks ?? "").trim() !== "") return say(message("slack.networks"));
  const choice = given.action.startsWith(CLOSE_AS) ? readChoice(given.value) : null;
  const row = await findSlackMessage(db, choice?.messageId ?? given.value);
  const isOwn = row?.user_id === user.id && row.company_id === app.company_id;
  const notice = isOwn ? await findVisibleNotice(db, user.id, row.notice_id) : undefined;
  if (!row || !notice) return say(message("slack.not_there"));
  const pressed: Pressed = { user, row, notice, signal: AbortSignal.timeout(PRESS_TIMEOUT_MS) };
  const action = choice ? "close" : given.action;
  const outcome = await act(deps, pressed, action, choice?.close ?? null).catch((error: unknown) => {
    if (error instanceof ApiError) return refused(action, error.text);
    throw error;
  });
  if (outcome === null) return;
  if ("choices" in outcome) return deps.answer(given.responseUrl, closeReasons(row.id, outcome.choices, user.language));
  const now = nowOf(deps);
  await updateSlackResults(db, row.id, { ...outcome, text: serializeMessage(outcome.text) }, now);
  const leaseUntil = new Date(now.getTime() + SLACK_LEASE_MS);
  const leased = await leaseDueMessage(db, { now, leaseUntil, id: row.id });
  if (leased) await sendSlackMessage(deps, leased);
}

function readChoice(value: string): { readonly messageId: string; readonly close: CloseChoice } | null {
  try {
    const [messageId, to, resolution] = CloseValue.parse(JSON.parse(value));
    return { messageId, close: { to, resolution, name: "" } };
  } catch {
    return null;
  }
}

async function act(
  deps: PressDeps,
  pressed: Pressed,
  action: string,
  chosen: CloseChoice | null,
): Promise<Outcome | { readonly choices: readonly CloseChoice[] } | null> {
  const { user, row, notice, signal } = pressed;
  switch (action) {
    case "read":
      await deps.invoke("readNotice", { user, params: { noticeId: row.notice_id }, signal });
      return done(action, message("slack.read"));
    case "mute":
      await updateKindNotMessaged(deps.db, user.id, notice.kind);
      return done(action, message("slack.muted", { kind: KIND_NAMES[notice.kind] }));
    case "assign":
      return assign(deps, pressed);
    case "close":
      return close(deps, pressed, chosen);
    // The button with a link, and those of other versions.
    default:
      return null;
  }
}

/** What the tracker offers for one kind of change, or why there is none. */
async function offerOf(
  { invoke }: PressDeps,
  { user, notice, signal }: Pressed,
  action: "assignees" | "state",
): Promise<{ readonly refusal: Message } | { readonly account: string; readonly offer: IssueActionOffer }> {
  const { slug, subject_kind: kind, subject_id: issueId } = notice;
  if (kind !== "issue" || issueId === null || slug === null) return { refusal: message("slack.not_there") };
  const offers: IssueActions = await invoke("issueActions", { user, params: { id: slug, issueId }, signal });
  if (offers.blocked) return { refusal: verbatim(offers.blocked.text) };
  const offer = offers.actions.find((one) => one.action === action);
  if (!offer || offers.account === null) return { refusal: message("slack.failed") };
  return offer.reason === null ? { account: offers.account, offer } : { refusal: verbatim(offer.reason) };
}

async function assign(deps: PressDeps, pressed: Pressed): Promise<Outcome> {
  const found = await offerOf(deps, pressed, "assignees");
  if ("refusal" in found) return refused("assign", found.refusal);
  const { account, offer } = found;
  const all = [...offer.options, ...offer.current];
  const me = all.find(({ id, name }) => id === account || name === account);
  if (!me) return refused("assign", message("slack.no_assignee", { account }));
  const change = {
    action: "assignees",
    add: [me.id],
    remove: [],
    ...(!offer.is_multiple && { replaces: true }),
  } as const;
  return write(
    deps,
    pressed,
    { action: "assign", account, change },
    message("slack.assigned", named(pressed, account)),
  );
}

const named = ({ user }: Pressed, account: string) => ({ name: user.name, account });

async function close(
  deps: PressDeps,
  pressed: Pressed,
  chosen: CloseChoice | null,
): Promise<Outcome | { readonly choices: readonly CloseChoice[] }> {
  const found = await offerOf(deps, pressed, "state");
  if ("refusal" in found) return refused("close", found.refusal);
  const { account, offer } = found;
  const choices = offer.options
    .filter(({ state }) => state === "closed")
    .flatMap(({ id, name, resolutions = [] }): CloseChoice[] =>
      resolutions.length === 0
        ? [{ to: id, resolution: null, name }]
        : resolutions.map((one) => ({ to: id, resolution: one.id, name: `${name}: ${one.name}` })),
    );
  const [only] = choices;
  const picked = chosen
    ? choices.find(({ to, resolution }) => to === chosen.to && resolution === chosen.resolution)
    : choices.length === 1
      ? only
      : undefined;
  if (!picked && choices.length > 1 && !chosen) return { choices };
  if (!picked) return refused("close", message("slack.no_close"));
  const { to, resolution, name } = picked;
  const change = { action: "state", from: offer.current[0]?.id ?? null, to, resolution } as const;
  const text =
    choices.length === 1
      ? message("slack.closed", named(pressed, account))
      : message("slack.closed_as", { ...named(pressed, account), reason: name });
  return write(deps, pressed, { action: "close", account, change }, text);
}

/** Writes a change as the person's own account. Pressed again, the key is that of the change before, unless that was refused. */
async function write(
  { invoke }: PressDeps,
  { user, row, notice, signal }: Pressed,
  { action, account, change }: { readonly action: string; readonly account: string; readonly change: object },
  text: Message,
): Promise<Outcome> {
  const key = keyOf(`slack ${row.id} ${action} ${row.round}`);
  const params = { id: notice.slug ?? "", issueId: notice.subject_id ?? "" };
  const answer = await invoke("writeIssue", { user, params, body: { key, account, change }, signal });
  if (answer.state === "done") return done(action, text);
  const reason = verbatim(formatText(answer.text ?? message("slack.failed"), user.language));
  if (answer.state === "refused") return refused(action, reason);
  // A later press with the same key looks at the tracker again.
  return { action, isDone: false, text: message("slack.unknown", { reason }) };
}

/** A UUID of version 4 that is the same for the same text. */
function keyOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
