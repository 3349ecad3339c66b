/** The subject line of a message, and the rest without the blank lines between. */
export function splitMessage(message: string): { readonly title: string; readonly body: string } {
  const [title = "", ...rest] = message.replaceAll(/\r\n?/g, "\n").trim().split("\n");
  return { title, body: rest.join("\n").replace(/^\n+/, "") };
}
