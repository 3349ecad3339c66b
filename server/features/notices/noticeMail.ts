import { dailyOpening } from "../digests/digestOpening.ts";
import type { DigestWriter } from "../digests/DigestWriter.ts";
import { hrefOf } from "./noticeHref.ts";
import { noticeSentence } from "./noticeSentence.ts";
import { MAX_MAILED_NOTICES, type NoticeMailFacts, noticesToSend } from "./NoticeMailer.ts";
import { listIssuesWithSharedKey } from "../../db/tables/issues/issues.ts";
import type { Db } from "../../db/openDb.ts";
import type { RenderedEmail } from "../../mail/renderEmail.ts";
import { renderEmail } from "../../mail/renderEmail.ts";
import { formatText } from "../../messages/messages.ts";
import { presentNotice } from "./present.ts";
import { type MailedKind, UNSUBSCRIBE_PATH } from "./unsubscribe.ts";

export interface NoticeMailDeps {
  readonly db: Db;
  readonly link: (path: string) => string;
  /** @param kind null: for all of them */
  readonly unsubscribeToken: (userId: string, kind: MailedKind | null) => string;
  /** The sentences that a digest of a user begins with. It does not throw. */
  readonly openDigest: DigestWriter["open"];
}

/** Makes the text of a mail at the moment of sending. @returns null when nothing of it may or need be sent any more */
export async function renderNoticeMail(
  { db, link, unsubscribeToken, openDigest }: NoticeMailDeps,
  facts: NoticeMailFacts,
): Promise<RenderedEmail | null> {
  const sendable = await noticesToSend(db, facts);
  if (!sendable || sendable.rows.length === 0) return null;
  const { user, rows } = sendable;
  const shown = rows.slice(-MAX_MAILED_NOTICES);
  const shared = await listIssuesWithSharedKey(
    db,
    shown.flatMap(({ subject_kind, subject_id }) =>
      subject_kind === "issue" && subject_id !== null ? [subject_id] : [],
    ),
  );
  const sections = [...Map.groupBy(shown, (row) => row.project_name ?? "")].map(([title, projectRows]) => ({
    title,
    lines: projectRows.map((row) => ({
      text: formatText(noticeSentence(row), user.language),
      url: link(hrefOf(presentNotice(row, shared))),
    })),
  }));
  const opening = facts.isDigest ? dailyOpening(rows).map((sentence) => formatText(sentence, user.language)) : [];
  const mail = renderEmail("notices", user.language, {
    name: user.name,
    isDigest: facts.isDigest,
    count: rows.length,
    first: sections[0]?.lines[0]?.text ?? "",
    opening: await openDigest(user.id, { language: user.language, opening, sections }),
    sections,
    others: rows.length - shown.length,
    all: link("/notifications"),
    settings: link("/settings/notifications"),
  });
  const [kind = null, ...otherKinds] = new Set(rows.map((row) => row.kind));
  const token = unsubscribeToken(user.id, otherKinds.length === 0 ? kind : null);
  return { ...mail, unsubscribe: `${link(UNSUBSCRIBE_PATH)}?token=${token}` };
}
