import { SourceError } from "../SourceError.ts";
import { type Message, message } from "../../messages/messages.ts";

/**
 * An http(s) address as typed by a user; without a scheme https is assumed.
 * @param form a sentence with the form of this provider's addresses
 * @throws SourceError `address` or `protocol`
 */
export function readWebAddress(text: string, form: Message): URL {
  const typed = text.trim();
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
  if (typed === "" || !URL.canParse(withScheme)) throw new SourceError("address", form);
  const url = new URL(withScheme);
  if (url.protocol !== "https:" && url.protocol !== "http:") throw new SourceError("protocol", form);
  if (url.username !== "" || url.password !== "") {
    throw new SourceError("address", message("address.credential"));
  }
  return url;
}

/** The parts of a path, decoded. SourceError `address` for one that no host has. */
export function pathParts(url: URL, form: Message): string[] {
  const parts = url.pathname.split("/").filter(Boolean);
  try {
    const decoded = parts.map((part) => decodeURIComponent(part));
    // eslint-disable-next-line no-control-regex -- it is control characters that are looked for
    if (decoded.some((part) => part === "." || part === ".." || /[\u0000-\u001f\u007f\\]/.test(part))) {
      throw new SourceError("address", form);
    }
    return decoded;
  } catch (error) {
    throw error instanceof SourceError ? error : new SourceError("address", form, { cause: error });
  }
}

/** A path of parts as `pathParts` returns them: unlike a part of a repository's path, a part may have a slash. */
export const encodePath = (parts: readonly string[]): string =>
  parts.map((part) => `/${encodeURIComponent(part)}`).join("");

/** Host without brackets, in lower case and without the root's dot; the port that is meant when none is written. */
export function hostAndPort(url: Pick<URL, "protocol" | "hostname" | "port">): { host: string; port: number } {
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  return { host: host.toLowerCase(), port: url.port === "" ? (url.protocol === "http:" ? 80 : 443) : Number(url.port) };
}
