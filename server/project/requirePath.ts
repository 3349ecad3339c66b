import { documentPath } from "../engines/documents/documentPath.ts";
import { Invalid } from "../errors.ts";
import { message } from "../messages/messages.ts";

/** @throws Invalid for a text that cannot be a path inside a source */
export function requirePath(text: string): string {
  const path = documentPath(text);
  if (path === null) throw new Invalid({ path: [message("document.path")] });
  return path;
}
