import { encodePath, fileInAddress } from "./fileAddress.ts";
import { personAddress } from "./personAddress.ts";

/** What has a page in the web app. */
export type PageTarget =
  | {
      readonly kind: "file";
      readonly source: string;
      readonly path: string;
      readonly line: number | null;
      readonly lastLine?: number;
      /** Left out: the synced commit of the default branch. */
      readonly revision?: string;
    }
  | { readonly kind: "page"; readonly source: string; readonly path: string }
  // The id of an issue or a request may be its `address` as answers have it.
  | { readonly kind: "issue"; readonly id: string; readonly key: string }
  | { readonly kind: "request"; readonly id: string }
  | { readonly kind: "commit"; readonly hash: string; readonly source: string }
  | { readonly kind: "person"; readonly id: string; readonly name: string }
  | { readonly kind: "none" };

/** The path of a page in the web app; null for what has none. */
export function appPath(slug: string, target: PageTarget): string | null {
  const project = `/projects/${encodeURIComponent(slug)}`;
  switch (target.kind) {
    case "issue":
    case "request":
      return `${project}/${target.kind}s/${encodeURIComponent(target.id)}`;
    case "commit": {
      const query = new URLSearchParams({ source: target.source }).toString();
      return `${project}/commits/${encodeURIComponent(target.hash)}?${query}`;
    }
    case "person":
      return `${project}/people/${encodeURIComponent(personAddress(target))}`;
    case "page": {
      const { source, path } = target;
      return `${project}/documents?${new URLSearchParams({ source, path }).toString()}`;
    }
    case "file": {
      const { revision, lastLine = 0 } = target;
      const file = fileInAddress(target.path);
      const query = new URLSearchParams({ ...file.query, ...(revision !== undefined && { rev: revision }) }).toString();
      const range = lastLine > (target.line ?? 0) ? `-L${lastLine}` : "";
      const line = target.line === null ? "" : `#L${target.line}${range}`;
      return `${project}/code/${encodePath(target.source)}${file.segments}${query && `?${query}`}${line}`;
    }
    case "none":
      return null;
  }
}
