/** The text of a weekly mail: what the receiver closed, reviewed and was asked, what waits for them, and new matches of their searches. */
import { type MailedUser, findMailedUser } from "../../db/tables/notices/noticeMails.ts";
import { findNoticeSettings } from "../../db/tables/notices/noticeSettings.ts";
import { listIssuesWithSharedKey } from "../../db/tables/issues/issues.ts";
import { listWaitingRequests } from "../../db/tables/requests/waitingRequests.ts";
import {
  type WeekItem,
  listAskedReviews,
  listClosedOfWeek,
  listNoticesOfWeek,
  listOpenAssigned,
  listReviewedInWeek,
} from "../../db/tables/notices/weeklyMails.ts";
import type { ReadableNotice } from "../../db/tables/notices/notices.ts";
import type { EmailLine, EmailSection } from "../../mail/emailTemplates.ts";
import { type RenderedEmail, renderEmail } from "../../mail/renderEmail.ts";
import { type Language, type Message, formatText, message } from "../../messages/messages.ts";
import { weeklyOpening } from "../digests/digestOpening.ts";
import type { DigestFacts } from "../digests/digestRequest.ts";
import { hrefOf } from "./noticeHref.ts";
import type { NoticeMailDeps } from "./noticeMail.ts";
import { noticeSentence } from "./noticeSentence.ts";
import { presentNotice } from "./present.ts";
import { UNSUBSCRIBE_PATH } from "./unsubscribe.ts";
import type { WeeklyMailFacts } from "./WeeklyMailer.ts";

/** Lines of one section. */
const MAX_LINES = 20;

/** A week of a user in lines and in sentences, of what they may see. */
export async function readWeek(
  { db, link }: Pick<NoticeMailDeps, "db" | "link">,
  user: MailedUser,
  span: { readonly from: Date; readonly to: Date },
): Promise<DigestFacts> {
  const week = { user, ...span };
  const { language } = user;
  const [closed, reviewed, notices, requestedReviews, requests, assigned] = await Promise.all([
    listClosedOfWeek(db, week, MAX_LINES),
    listReviewedInWeek(db, week, MAX_LINES),
    listNoticesOfWeek(db, week, MAX_LINES * 2),
    listAskedReviews(db, week, MAX_LINES),
    listWaitingRequests(db, user, MAX_LINES),
    listOpenAssigned(db, week, MAX_LINES),
  ]);
  const shared = await listIssuesWithSharedKey(
    db,
    notices.flatMap(({ subject_kind: kind, subject_id: id }) => (kind === "issue" && id !== null ? [id] : [])),
  );
  const lineOfNotice = (row: ReadableNotice): EmailLine => ({
    text: formatText(noticeSentence(row), language),
    url: link(hrefOf(presentNotice(row, shared))),
  });
  const lineOf =
    (part: "issues" | "requests") =>
    ({ id, key, title, slug, project_name: project }: WeekItem): EmailLine => ({
      text: `${key} ${title} (${project})`,
      url: link(`/projects/${slug}/${part}/${encodeURIComponent(id)}`),
    });
  // A request that the user reviewed and is asked to review again is one.
  const waiting = [
    ...requestedReviews,
    ...requests
      .filter(({ id }) => !requestedReviews.some((request) => request.id === id))
      .map((request) => ({ ...request, slug: request.project })),
  ];
  const sections = [
    section(message("email.weekly.closed"), language, closed.map(lineOf("issues"))),
    section(message("email.weekly.reviewed"), language, reviewed.map(lineOf("requests"))),
    section(
      message("email.weekly.asked"),
      language,
      notices.filter(({ kind }) => kind !== "search_matched").map(lineOfNotice),
    ),
    section(message("email.weekly.waiting"), language, [
      ...waiting.map(lineOf("requests")),
      ...assigned.map(lineOf("issues")),
    ]),
    section(
      message("email.weekly.searches"),
      language,
      notices.filter(({ kind }) => kind === "search_matched").map(lineOfNotice),
    ),
  ].filter(({ lines }) => lines.length > 0);
  const opening = openingOfWeek(
    { closed, reviewed, notices, asked: requestedReviews, requests, waiting, assigned },
    span.from,
  );
  return { language, sections, opening: opening.map((sentence) => formatText(sentence, language)) };
}

interface WeekRows {
  readonly closed: readonly WeekItem[];
  readonly reviewed: readonly WeekItem[];
  readonly notices: readonly ReadableNotice[];
  readonly asked: readonly WeekItem[];
  readonly requests: readonly { readonly updated_at: Date }[];
  /** Those that the user was asked to review, and the others whose next step is theirs. */
  readonly waiting: readonly Pick<WeekItem, "project_name">[];
  readonly assigned: readonly WeekItem[];
}

function openingOfWeek(rows: WeekRows, from: Date): Message[] {
  const { closed, reviewed, notices, asked: requestedReviews, requests, waiting, assigned } = rows;
  const counted = (count: number, more: boolean) => ({ count, more });
  return weeklyOpening({
    closed: counted(closed.length, closed.length === MAX_LINES),
    reviewed: counted(reviewed.length, reviewed.length === MAX_LINES),
    news: counted(notices.length, notices.length === MAX_LINES * 2),
    requests: counted(waiting.length, requestedReviews.length === MAX_LINES || requests.length === MAX_LINES),
    issues: counted(assigned.length, assigned.length === MAX_LINES),
    stale: requests.filter(({ updated_at: at }) => at < from).length,
    projects: new Set(
      [...closed, ...reviewed, ...notices, ...waiting, ...assigned].flatMap(({ project_name: name }) => name ?? []),
    ),
  });
}

/** Makes the text at the moment of sending. @returns null where the user has ended the mail since, and for a week in which nothing was */
export async function renderWeeklyMail(
  deps: NoticeMailDeps,
  { userId, week: span }: WeeklyMailFacts,
): Promise<RenderedEmail | null> {
  const { db, link, unsubscribeToken, openDigest } = deps;
  const user = await findMailedUser(db, userId);
  const settings = await findNoticeSettings(db, userId);
  if (!user?.mails || settings?.weekly_day === null || settings?.weekly_day === undefined) return null;
  const week = await readWeek(deps, user, { from: new Date(span.from), to: new Date(span.to) });
  if (week.sections.length === 0) return null;
  const mail = renderEmail("weekly", user.language, {
    name: user.name,
    opening: await openDigest(user.id, week),
    sections: week.sections,
    home: link("/"),
    settings: link("/settings/notifications"),
  });
  return { ...mail, unsubscribe: `${link(UNSUBSCRIBE_PATH)}?token=${unsubscribeToken(user.id, "weekly")}` };
}

const section = (title: Message, language: Language, lines: readonly EmailLine[]): EmailSection => ({
  title: formatText(title, language),
  lines: lines.slice(0, MAX_LINES),
});
