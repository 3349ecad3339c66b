/**
 * Words that the converters of Atlassian's formats lose: `node bench/textLosses.ts FOLDER`. Bodies in the storage format have the ending
 * `.xml`, documents of the present editor `.json`, wiki markup `.wiki`. Exits with 1 where a word is lost.
 */
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { decodeHTMLStrict } from "entities";
import { adfToMarkdown } from "../server/sources/providers/atlassian/adf.ts";
import { wikiMarkupToMarkdown } from "../server/sources/providers/atlassian/wikiMarkup.ts";
import { storageToMarkdown } from "../server/sources/providers/confluence/storageFormat.ts";

/** Elements whose text no reader of a page sees: ids, settings, and what repeats the page for an older editor. */
const UNSEEN =
  /<(ac:adf-fallback|ac:adf-attribute|ac:adf-parameter|ac:task-id|ac:task-uuid|ac:task-status|ac:placeholder|script|style)\b[^>]*(?<!\/)>[\s\S]*?<\/\1>/gi;
const SETTING = /<ac:parameter\b([^>]*)(?<!\/)>([\s\S]*?)<\/ac:parameter>/gi;
/** Parameters that a reader sees as text. */
const SHOWN_SETTING = /ac:name="(?:title|key|jqlQuery|diagramName)"/;
/** Names that are shown where a reference has no text of its own. */
const SHOWN_ATTRIBUTE = /\s(?:ac:alt|ri:filename|ri:content-title)="([^"]*)"/g;

const words = (text: string): string[] =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

function wordsOfStorage(body: string): string[] {
  const seen = body
    .replaceAll(/<!--[\s\S]*?-->/g, " ")
    .replaceAll(UNSEEN, " ")
    .replaceAll(SETTING, (_all, attributes: string, value: string) =>
      SHOWN_SETTING.test(attributes) ? ` ${value} ` : " ",
    );
  const codes: string[] = [];
  // The page of a file of another page is not shown.
  const text = seen
    .replaceAll(/(<ri:attachment\b[^>]*(?<!\/)>)[\s\S]*?<\/ri:attachment>/g, "$1")
    .replaceAll(/<!\[CDATA\[([\s\S]*?)\]\]>/g, (_all, code: string) => {
      codes.push(code);
      return " ";
    });
  const withoutBody = text.replaceAll(
    /<(ac:link|ac:image)\b[^>]*(?<!\/)>([\s\S]*?)<\/\1>/gi,
    (all, _name, inside: string) =>
      // The body of a link, or the description of a picture, is shown in place of the name.
      /ac:(?:plain-text-)?link-body|ac:alt=/.test(all)
        ? all.replaceAll(/ri:(?:filename|content-title)="[^"]*"/g, "")
        : `${all}${inside}`,
  );
  const names = [...withoutBody.matchAll(SHOWN_ATTRIBUTE)].map(([, name = ""]) => decodeHTMLStrict(name));
  const plain = decodeHTMLStrict(
    withoutBody
      .replaceAll(/<\/?(?:p|div|td|th|li|tr|h\d|br|ac:[\w-]+|ri:[\w-]+)\b[^>]*>/gi, " ")
      .replaceAll(/<[^>]*>/g, ""),
  );
  return words([plain, ...codes, ...names].join(" ").replaceAll(/[\u00ad\u200b-\u200d\u2060]/g, ""));
}

/** Attributes that a reader sees as text. */
const SHOWN = new Set(["text", "title", "alt", "url"]);

function wordsOfDocument(value: unknown, type = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => wordsOfDocument(item, type));
  if (value === null || typeof value !== "object") return [];
  const kind = "type" in value && typeof value.type === "string" ? value.type : type;
  if (kind === "placeholder") return [];
  return Object.entries(value).flatMap(([name, child]: [string, unknown]) => {
    if (name === "marks" || name === "parameters") return [];
    return typeof child === "string" ? (SHOWN.has(name) ? words(child) : []) : wordsOfDocument(child, kind);
  });
}

/** The signs of markup and the settings of macros are no words. */
const wordsOfMarkup = (text: string): string[] => words(text.replaceAll(/\{[^{}\n]*\}|\[~[^\]]*\]|!\S+!/g, " "));

/** Words of a text, and all of them as one: signs of a link or of emphasis may split a word. */
interface Shown {
  readonly words: ReadonlySet<string>;
  readonly joined: string;
}

/** As it is read: signs that Markdown escapes are signs. */
function shown(markdown: string): Shown {
  const all = words(markdown.replaceAll(/\\(?=[!-/:-@[-`{-~])/g, ""));
  return { words: new Set(all), joined: all.join("") };
}

const isLost = (word: string, stored: Shown): boolean => !stored.words.has(word) && !stored.joined.includes(word);

const CONTEXT = { site: "https://acme.atlassian.net/wiki", spaceKey: "DOC", pageId: "1", nameOf: () => "Ada" };

function lostWords(file: string): string[] {
  const body = readFileSync(file, "utf8");
  if (file.endsWith(".xml")) {
    const stored = shown(storageToMarkdown(body, CONTEXT));
    return wordsOfStorage(body).filter((word) => isLost(word, stored));
  }
  if (file.endsWith(".json")) {
    const document: unknown = JSON.parse(body);
    const stored = shown(adfToMarkdown(document));
    return wordsOfDocument(document).filter((word) => isLost(word, stored));
  }
  const stored = shown(wikiMarkupToMarkdown(body, { nameOf: () => null }));
  return wordsOfMarkup(body).filter((word) => isLost(word, stored));
}

const [folder = "."] = process.argv.slice(2);
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
  /\.(?:xml|json|wiki)$/.test(name),
);
let count = 0;
for (const name of files.toSorted()) {
  const lost = [...new Set(lostWords(path.join(folder, name)))];
  count += lost.length;
  if (lost.length > 0) console.log(`${name}: ${lost.slice(0, 20).join(", ")}`);
}
console.log(`${files.length} bodies, ${count} words lost`);
process.exitCode = count === 0 ? 0 : 1;
