import { useCallback } from "react";
import { resolveRelative } from "../../domain/relativePath.ts";

/**
 * Where the relative addresses of a text lead to, for `Markdown`. Null for an address that leaves the source.
 * @param path of the file that has the text
 * @param hrefOf the page of another file of the source. Keep its identity stable.
 */
export function useRelativeLinks(path: string, hrefOf: (path: string) => string): (href: string) => string | null {
  return useCallback(
    (href) => {
      const target = resolveRelative(path, href);
      if (!target) return null;
      const place = hrefOf(target.path);
      return target.hash === "" ? place : `${place}#${/^L\d/.test(target.hash) ? target.hash : `h-${target.hash}`}`;
    },
    [path, hrefOf],
  );
}
