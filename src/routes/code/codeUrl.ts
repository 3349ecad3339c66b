import { CODE_VIEWS, type CodeViewName } from "../../components/code/FileHeader.tsx";
import { readDiffView } from "../commit/useDiffView.ts";
import { decodeSafely, type LineRange, readLineHash } from "../../domain/address.ts";

/** What the address of the code page says. */
export interface CodeState {
  /** Address or id of a repository; empty: the list of them. */
  readonly repository: string;
  readonly path: string;
  /** Null: the last synced commit. */
  readonly revision: string | null;
  /** Null: by default. */
  readonly view: CodeViewName | null;
  /** The lines whose history is shown; null: of the whole file. */
  readonly lines: LineRange | null;
  /** The revision that is compared with; null: no comparison. */
  readonly base: string | null;
  readonly isDirect: boolean;
  readonly ignoresWhitespace: boolean;
  readonly layout: "unified" | "split";
}

/** @param pathname as the browser has it, percent-encoded */
export function readCodeUrl(pathname: string, search: URLSearchParams): CodeState {
  const [, rest = ""] = /^\/projects\/[^/]+\/code\/?(.*)$/.exec(pathname) ?? [];
  const parts = rest
    .split("/")
    .filter((part) => part !== "")
    .map(decodeSafely);
  const end = parts.indexOf("-");
  const view = search.get("view");
  const { ignoresWhitespace, layout } = readDiffView(search);
  return {
    repository: (end < 0 ? parts : parts.slice(0, end)).join("/"),
    path: search.get("path") ?? (end < 0 ? "" : parts.slice(end + 1).join("/")),
    revision: search.get("rev"),
    view: CODE_VIEWS.find((name) => name === view) ?? null,
    lines: readLineHash(`#L${search.get("lines") ?? ""}`),
    base: search.get("compare"),
    isDirect: search.get("against") === "direct",
    ignoresWhitespace,
    layout,
  };
}

/** The query of an address besides the revision; what is the default is not written. */
export const codeQuery = ({
  view,
  lines,
  base,
  isDirect,
  ignoresWhitespace,
  layout,
}: Partial<Omit<CodeState, "repository" | "path" | "revision">>) => ({
  view,
  lines: lines ? `${lines.from}-${lines.to}` : undefined,
  compare: base,
  against: isDirect === true ? "direct" : undefined,
  whitespace: ignoresWhitespace === true ? "ignore" : undefined,
  layout: layout === "split" ? "split" : undefined,
});
