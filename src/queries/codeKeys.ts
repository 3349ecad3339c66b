import type { QuerySent } from "../../contract/callTypes.ts";
import { keyOf, project, type Sent } from "./queryKey.ts";

/** The keys of the code page; apart from the others, which each screen loads. */
export const codeKeys = {
  codeRepositories: (slug: string) => keyOf(project(slug), "codeRepositories", {}),
  codeRefs: (slug: string, query: QuerySent<"codeRefs">) => keyOf(project(slug), "codeRefs", query),
  codeBlame: (slug: string, query: QuerySent<"codeBlame">) => keyOf(project(slug), "codeBlame", query),
  codeHistory: (slug: string, query: QuerySent<"codeHistory">) => keyOf(project(slug), "codeHistory", query),
  codeCompare: (slug: string, query: QuerySent<"codeCompare">) => keyOf(project(slug), "codeCompare", query),
  definitions: (slug: string, query: Sent<"definitions">) => keyOf(project(slug), "definitions", query),
  references: (slug: string, query: Sent<"references">) => keyOf(project(slug), "references", query),
  calls: (slug: string, query: Sent<"callHierarchy">) => keyOf(project(slug), "callHierarchy", query),
} as const;
