import { useCallback } from "react";
import { renderedAs } from "../../domain/codeFile.ts";
import { resolveRelative } from "../../domain/relativePath.ts";
import { useServices } from "../appContext.tsx";

/**
 * Loads pictures from the repository of a page, as `data:` addresses by the relative address that the page names them by. Null for a file
 * that is no picture, is too large, or cannot be read. No other host receives a request.
 */
export function usePictures(slug: string, repository: string, path: string, revision: string | null) {
  const { code } = useServices();
  return useCallback(
    async (src: string, signal: AbortSignal): Promise<string | null> => {
      const target = resolveRelative(path, src);
      if (!target || target.path === "") return null;
      const { data } = await code.content(slug, { repository, path: target.path, revision }, signal);
      if (!data) return null;
      if (renderedAs(target.path) === "svg" && data.text !== null && !data.truncated)
        return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(data.text)}`;
      return data.kind === "image" ? data.image : null;
    },
    [code, slug, repository, path, revision],
  );
}
