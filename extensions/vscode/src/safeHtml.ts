/** HTML of texts of others, rebuilt from a list of allowed elements: what is not on the list is not in the result. */

const ALLOWED = new Set(
  "p br hr h1 h2 h3 h4 h5 h6 ul ol li blockquote pre code em strong del s kbd sub sup table thead tbody tr th td".split(
    " ",
  ),
);
const EMPTY = new Set(["br", "hr"]);
// An unclosed comment ends with the text, as in browsers, and attributes have a bound: both keep the time linear in the text.
const PARTS = /<!--[^]*?(?:-->|$)|<(\/?)([a-z][a-z0-9]*)\b([^<>]{0,4000})>|[<>"']/gi;
const ADDRESS = { a: /\shref="(https?:\/\/[^\s"'<>`\\]+)"/i, img: /\ssrc="(https?:\/\/[^\s"'<>`\\]+)"/i };
const ALTERNATIVE = /\salt="([^"'<>]*)"/i;

/** A text in which no character has a meaning in HTML. */
export const htmlText = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * Returns the text of an HTML, the elements that a text needs without their attributes, and links to web addresses. An image is a link to it, so
 * that nothing is loaded before a click; every element that is opened is closed.
 */
export function safeHtml(html: string): string {
  const open: string[] = [];
  const close = (name: string): string => {
    const from = open.lastIndexOf(name);
    if (from === -1) return "";
    return open
      .splice(from)
      .toReversed()
      .map((one) => `</${one}>`)
      .join("");
  };
  const rebuilt = html.replaceAll(PARTS, (part, slash: string | undefined, found: string | undefined, rest = "") => {
    const name = found?.toLowerCase();
    if (name === undefined) return part.startsWith("<!--") ? "" : htmlText(part);
    if (slash) return close(name);
    const attributes = String(rest);
    if (name === "img") return imageLink(attributes, open.includes("a"));
    const address = name === "a" ? ADDRESS.a.exec(attributes)?.[1] : undefined;
    if (name === "a" ? address === undefined : !ALLOWED.has(name)) return "";
    if (EMPTY.has(name)) return `<${name}>`;
    // A link within a link would end it.
    const before = name === "a" ? close("a") : "";
    open.push(name);
    return address === undefined ? `<${name}>` : `${before}<a href="${address}">`;
  });
  return (
    rebuilt +
    open
      .toReversed()
      .map((name) => `</${name}>`)
      .join("")
  );
}

function imageLink(attributes: string, isInLink: boolean): string {
  const address = ADDRESS.img.exec(attributes)?.[1];
  const text = ALTERNATIVE.exec(attributes)?.[1] || address || "";
  return address === undefined || isInLink ? text : `<a href="${address}">${text}</a>`;
}
