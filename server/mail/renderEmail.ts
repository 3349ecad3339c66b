import {
  EMAIL_TEMPLATES,
  type EmailContents,
  type EmailFacts,
  type EmailKind,
  type EmailSection,
} from "./emailTemplates.ts";
import type { MailAttachment } from "./Mail.ts";
import { escapeHtml } from "./escapeHtml.ts";
import { type Language, formatMessage } from "../messages/messages.ts";
import { oneLine } from "../messages/oneLine.ts";

/** A mail as it goes out. */
export interface RenderedEmail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Where one click ends mails of this kind (RFC 8058). */
  readonly unsubscribe?: string;
  readonly attachments?: readonly MailAttachment[];
}

/** The contents of a mail in one language, before layout. */
interface EmailText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly sections: readonly EmailSection[];
  readonly code: string | undefined;
  readonly action: { readonly label: string; readonly url: string } | undefined;
  readonly after: readonly string[];
}

/** The formats of times. Those of en-GB have the day before the month, as the app has them. */
const LOCALES: Readonly<Record<Language, string>> = { EN: "en-GB", TR: "tr-TR" };

/** Writes a mail in a language, as text and as HTML. */
export function renderEmail<K extends EmailKind>(kind: K, language: Language, facts: EmailFacts<K>): RenderedEmail {
  const times = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
  const mail = textOf(
    EMAIL_TEMPLATES[kind](facts, (time) => `${times.format(time)} UTC`),
    language,
  );
  return { subject: trimmed(mail.subject), text: asText(mail), html: asHtml(mail, language) };
}

/** Names come from people: a line break in one would begin a new header, and a subject has one line. */
const trimmed = (text: string): string => oneLine(text).trim();

function textOf(
  { subject, paragraphs, sections = [], code, action, after }: EmailContents,
  language: Language,
): EmailText {
  return {
    subject: formatMessage(subject, language),
    paragraphs: paragraphs.map((paragraph) => formatMessage(paragraph, language)),
    sections,
    code,
    action: action && { label: formatMessage(action.label, language), url: action.url },
    after: after.map((paragraph) => formatMessage(paragraph, language)),
  };
}

function asText({ paragraphs, sections, code, action, after }: EmailText): string {
  const parts = [
    ...paragraphs.map(trimmed),
    ...sections.map(({ title, lines }) =>
      [
        ...(title === "" ? [] : [trimmed(title)]),
        ...lines.map(({ text, url }) => `- ${trimmed(text)}${url === undefined ? "" : `\n  ${url}`}`),
      ].join("\n"),
    ),
    ...(code === undefined ? [] : [`    ${code}`]),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...after.map(trimmed),
    "-- \nClew",
  ];
  return `${parts.join("\n\n")}\n`;
}

/** Mail programs ignore external stylesheets, so each element has its own styles. No picture, nothing from the network. */
function asHtml({ subject, paragraphs, sections, code, action, after }: EmailText, language: Language): string {
  const text = (style: string) => (content: string) =>
    `<p style="margin:0 0 16px;${style}">${escapeHtml(trimmed(content))}</p>`;
  const body = [
    ...paragraphs.map(text("")),
    ...sections.flatMap(({ title, lines }) => [
      ...(title === "" ? [] : [text("font-weight:600")(title)]),
      `<ul style="margin:0 0 16px;padding:0 0 0 20px">${lines
        .map(({ text: words, url }) => {
          const shown = escapeHtml(trimmed(words));
          const inside = url === undefined ? shown : `<a href="${escapeHtml(url)}" style="color:#1D4ED8">${shown}</a>`;
          return `<li style="margin:0 0 6px">${inside}</li>`;
        })
        .join("")}</ul>`,
    ]),
    ...(code === undefined
      ? []
      : [`<p style="margin:0 0 16px;font:600 28px/1.3 monospace;letter-spacing:6px">${escapeHtml(code)}</p>`]),
    ...(action
      ? [
          `<p style="margin:0 0 16px"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:10px 18px;border-radius:4px;background:#1D4ED8;color:#FFFFFF;text-decoration:none;font-weight:600">${escapeHtml(action.label)}</a></p>`,
          `<p style="margin:0 0 16px;font-size:13px;color:#5F5F6B;word-break:break-all">${escapeHtml(action.url)}</p>`,
        ]
      : []),
    ...after.map(text("font-size:13px;color:#5F5F6B")),
  ];
  return `<!doctype html>
<html lang="${language.toLowerCase()}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(trimmed(subject))}</title></head>
<body style="margin:0;padding:24px 12px;background:#F0EFF2;font:15px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif;color:#1C1C22">
<div style="max-width:520px;margin:0 auto;padding:28px;background:#FFFFFF;border-radius:6px">
<p style="margin:0 0 20px;font-weight:700;font-size:17px">Clew</p>
${body.join("\n")}
</div>
</body>
</html>
`;
}
