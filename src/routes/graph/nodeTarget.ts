import type { GraphNode } from "../../../contract/code/graph.ts";
import { webHref } from "../../domain/webAddress.ts";
import { hrefTo } from "../paths.ts";

/** Where a node of the graph leads: its page here, or at its host for what has none. */
export function nodeTarget(slug: string, node: GraphNode): { href: string; isExternal: boolean } | null {
  const { kind, id, address, source, path, line, url } = node;
  const here = (href: string) => ({ href, isExternal: false });
  switch (kind) {
    case "issue":
      return here(hrefTo.issue(slug, address ?? id));
    case "request":
      return here(hrefTo.request(slug, address ?? id));
    case "commit":
      return here(hrefTo.commit(slug, address ?? id));
    case "person":
      return here(hrefTo.personAt(slug, address ?? id));
    case "file":
    case "function":
      if (source !== null && path !== null) return here(hrefTo.codeAt(slug, { source, path, line }));
      break;
    case "page":
      if (source !== null && path !== null) return here(hrefTo.document(slug, { source, path }));
      break;
    default:
      break;
  }
  const href = webHref(url);
  return href === undefined ? null : { href, isExternal: true };
}
