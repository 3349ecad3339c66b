import { useCallback } from "react";
import { useServices } from "../appContext.tsx";
import { resolveRelative } from "./documentUrl.ts";

/**
 * Loads pictures from the source of a page, as `data:` addresses by the relative address that the page names them by. Null for a file that
 * is no picture, is too large, or cannot be read. No other host receives a request.
 */
export function usePictures(slug: string, source: string, path: string, revision: string | null) {
  const { documents } = useServices();
  return useCallback(
    async (src: string, signal: AbortSignal): Promise<string | null> => {
      const target = resolveRelative(path, src);
      if (!target || target.path === "") return null;
      const { data } = await documents.named(slug, { source, path: target.path }, revision, signal);
      if (!data) return null;
      if (data.format === "svg" && data.text !== null && !data.truncated)
        return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(data.text)}`;
      return data.kind === "image" ? data.image : null;
    },
    [documents, slug, source, path, revision],
  );
}
