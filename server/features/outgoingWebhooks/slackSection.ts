/** Parts of Slack's messages whose text is markup (`mrkdwn`). Source: docs.slack.dev/messaging/formatting-message-text. */

/** No text of an issue is markup of Slack: `<!channel>`, `<@user>` and links are written with `<`, which is escaped. */
export const escapeSlack = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** A line that is a link. `verbatim` turns off that names of channels and people become mentions. */
export const linkedSection = (text: string, url: string) => ({
  type: "section",
  text: { type: "mrkdwn", text: `<${escapeSlack(url)}|${escapeSlack(text)}>`, verbatim: true },
});
