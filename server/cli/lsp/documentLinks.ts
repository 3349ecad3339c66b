import type { DocumentLink } from "vscode-languageserver/node";
import { keysIn } from "../../../contract/texts/names.ts";
import { textParts } from "../../../contract/texts/textParts.ts";
import { shown } from "../terminal.ts";
import type { EditorContext } from "./EditorContext.ts";
import type { KeyTarget } from "./CodeKnowledge.ts";
import type { OpenFile } from "./OpenFiles.ts";

/** Different keys of one document that are looked up. */
const MAX_KEYS = 500;

/** What a link carries from the list to its tooltip. */
interface LinkData {
  readonly uri: string;
  readonly target: KeyTarget;
}

/** Links of the issues and requests that comments, texts and messages of commits name. */
export async function linksOf({ document, knowledge }: OpenFile, signal: AbortSignal): Promise<DocumentLink[]> {
  const keys = textParts(document.languageId, document.getText()).flatMap(keysIn);
  const names = [...new Set(keys.map(({ name }) => name))].slice(0, MAX_KEYS);
  if (names.length === 0) return [];
  const targets = await knowledge.keys(names, signal);
  return keys.flatMap(({ from, to, name }): DocumentLink[] => {
    const target = targets.get(name);
    if (!target) return [];
    const { kind, address: id, key } = target;
    // Its address is there from the start: a client may never resolve a link that it follows.
    const page = knowledge.pageOf(kind === "issue" ? { kind, id, key } : { kind, id });
    const range = { start: document.positionAt(from), end: document.positionAt(to) };
    const data: LinkData = { uri: document.uri, target };
    return page === undefined ? [] : [{ range, target: page, data }];
  });
}

/** The link with the title of the issue or the request as its tooltip. */
export async function withTooltip(
  { files, words }: EditorContext,
  link: DocumentLink,
  signal: AbortSignal,
): Promise<DocumentLink> {
  if (!isLinkData(link.data)) return link;
  const { uri, target } = link.data;
  const file = await files.open(uri, signal);
  const card = await file?.knowledge.card(target, signal);
  return card ? { ...link, tooltip: `${target.key} ${shown(card.title)} (${words.state(card.state)})` } : link;
}

function isLinkData(data: unknown): data is LinkData {
  const { uri, target } = (data ?? {}) as Partial<LinkData>;
  return typeof uri === "string" && typeof target?.address === "string" && typeof target.key === "string";
}
