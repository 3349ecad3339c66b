export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
}
/** An element, or text with its entities resolved. */
export type XmlNode = Element | string;

interface Open {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: XmlNode[];
}

const VOID = new Set(["br", "hr", "img", "col", "input", "wbr"]);
const DEEPEST = 200;
/**
 * The alternatives cannot begin with the same sign, so no text makes the matching go back and forth; a comment that nothing ends goes on
 * to the end of the text, or each of many would be looked for there.
 */
const TOKEN =
  /<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)|<!--[\s\S]*?(?:-->|$)|<[!?][^>]*>|<\/([A-Za-z][\w:.-]*)\s*>|<([A-Za-z][\w:.-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>/g;
const ATTRIBUTE = /([A-Za-z_][\w:.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * Reads a fragment of XML that may be broken: what closes nothing is passed over, what is left open ends with its parent. Nothing is
 * ever fetched, and entities are a fixed list, so no document can grow.
 */
export function parseXml(text: string): readonly XmlNode[] {
  const root: Open = { name: "#root", attributes: {}, children: [] };
  const open: Open[] = [root];
  const top = (): Open => open.at(-1) ?? root;
  const addText = (raw: string): void => {
    if (raw !== "") top().children.push(resolveEntities(raw));
  };
  let at = 0;
  for (const match of text.matchAll(TOKEN)) {
    addText(text.slice(at, match.index));
    at = match.index + match[0].length;
    const [whole, cdata, closing, opening, rest = ""] = match;
    if (cdata !== undefined) {
      top().children.push(cdata);
    } else if (closing !== undefined) {
      const name = closing.toLowerCase();
      const place = open.findLastIndex((one, index) => index > 0 && one.name === name);
      if (place > 0) open.length = place;
    } else if (opening !== undefined) {
      const name = opening.toLowerCase();
      const element: Open = { name, attributes: attributesOf(rest), children: [] };
      top().children.push(element);
      if (!whole.endsWith("/>") && !VOID.has(name) && open.length < DEEPEST) open.push(element);
    }
  }
  addText(text.slice(at));
  return root.children;
}

function attributesOf(text: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name = "", double, single] of text.matchAll(ATTRIBUTE)) {
    attributes[name.toLowerCase()] = resolveEntities(double ?? single ?? "");
  }
  return attributes;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  laquo: "«",
  raquo: "»",
  bull: "•",
  middot: "·",
  copy: "©",
  reg: "®",
  trade: "™",
  deg: "°",
  times: "×",
  divide: "÷",
  plusmn: "±",
  euro: "€",
  pound: "£",
  sect: "§",
  para: "¶",
  rarr: "→",
  larr: "←",
  uarr: "↑",
  darr: "↓",
  harr: "↔",
  rArr: "⇒",
  lArr: "⇐",
  le: "≤",
  ge: "≥",
  ne: "≠",
  asymp: "≈",
  infin: "∞",
  micro: "µ",
  check: "✓",
  zwj: "",
  zwnj: "",
  shy: "",
  ensp: " ",
  emsp: " ",
  thinsp: " ",
  frac12: "½",
  frac14: "¼",
  frac34: "¾",
  sup2: "²",
  sup3: "³",
  permil: "‰",
  minus: "−",
  auml: "ä",
  ouml: "ö",
  uuml: "ü",
  Auml: "Ä",
  Ouml: "Ö",
  Uuml: "Ü",
  szlig: "ß",
  eacute: "é",
  Eacute: "É",
  egrave: "è",
  Egrave: "È",
  ecirc: "ê",
  euml: "ë",
  agrave: "à",
  Agrave: "À",
  aacute: "á",
  Aacute: "Á",
  acirc: "â",
  Acirc: "Â",
  atilde: "ã",
  aring: "å",
  Aring: "Å",
  aelig: "æ",
  AElig: "Æ",
  ccedil: "ç",
  Ccedil: "Ç",
  igrave: "ì",
  iacute: "í",
  icirc: "î",
  iuml: "ï",
  ntilde: "ñ",
  Ntilde: "Ñ",
  ograve: "ò",
  oacute: "ó",
  Oacute: "Ó",
  ocirc: "ô",
  Ocirc: "Ô",
  otilde: "õ",
  oslash: "ø",
  Oslash: "Ø",
  ugrave: "ù",
  uacute: "ú",
  ucirc: "û",
  Ucirc: "Û",
  scaron: "š",
  Scaron: "Š",
  yuml: "ÿ",
  yacute: "ý",
};

function resolveEntities(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]\w{1,9}));/gi,
    (whole, decimal: string, hex: string, name: string) => {
      if (name) return ENTITIES[name] ?? whole;
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
      const isText = code === 9 || code === 10 || (code >= 32 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff));
      return isText ? String.fromCodePoint(code) : "";
    },
  );
}
