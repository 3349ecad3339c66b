import type { ReportCheck } from "../../../contract/issues/analysis.ts";
import { findFrames } from "../question/frames.ts";

type Code = ReportCheck["code"];

/** Headings and labels that introduce each part of a report, in English and Turkish. Quantifiers are bounded, because the text is untrusted. */
const HEADINGS: Readonly<Record<Code, RegExp>> = {
  steps:
    /\b(to|can) (reproduce|replicate)|reproduc(er|tion|ing)|^(steps?|repro|reproduce)\b|\brepro (case|steps?|code)|(minimal|code|simple) (example|sample|snippet)|how did you run|what (are|were|did) you (try|trying|do|doing)\b|ad[ıi]mlar|yeniden (üret|oluştur)|nas[ıi]l tekrar/i,
  expected:
    /\bexpect(ed|ation|ing)?\b|\bshould (happen|be)|desired (behaviou?r|result|output)|beklen(en|ti)|olmas[ıi] gereken/i,
  actual:
    /\bactual|current (behaviou?r|result|output)|\bobserved|^(got|received|instead|description|problem)$|what (is )?(really )?happen(s|ed|ing)|(see|get|happen(s|ed)?) instead|(bug|issue|problem) (description|details)|(describe|description of) the (bug|issue|problem)|gerçekleşen|mevcut (durum|davran)|ne oldu|(hata|sorun)n?[ıiu]n tan[ıi]m|al[ıi]nan sonuç/i,
  version: /versions?\b|environment|system info|\bcrates?$|platform|sürüm|versiyon|ortam/i,
  trace: /(stack ?)?trace(back)?|error (message|output)|\blogs?\b|hata (mesaj|ileti|ç[ıi]kt)|günlük/i,
};
/** Phrases that state it within the prose. */
const PROSE: Readonly<Record<Code, RegExp>> = {
  steps:
    /\b(when|whenever|if|after|as soon as) (I|you|we|one|the user|(?:try|runn|us|call|pass|send|read|writ|open|click)ing)\b[^.\n]{3,200}|\b(reproduce[sd]?|repro) (by|with|it|case|code)\b[^.\n]{0,200}|\bI(?:'m|’m| am| was)? (?:try(?:ing)?|tried|run|ran|running|us(?:e|ed|ing)|call|click|open) [^.\n]{3,200}|\b(run|try|using|execute|with) (this|the following)\b[^.\n]{0,200}|(t[ıi]klad[ıi][ğg][ıi]m|çal[ıi]şt[ıi]rd[ıi][ğg][ıi]m|açt[ıi][ğg][ıi]m)[^.\n]{0,160}/i,
  expected:
    /\b(I|we|one|you|users?|they|would|would(?:'|’)ve|was|were) (?:(?:would|also|had|have|did|rather|normally) ){0,2}\[?expect(?:ed|ing|s)?\b[^.\n]{3,200}|(?<!\b(?:how|what|where|when|which|why) )\bshould(?:n['’]t)?\b(?! (?:I|we|be fun|be easy|have been)\b)[^.\n]{0,200}|\binstead of\b[^.\n]{3,200}|\b(?:is|was|are|were) supposed to\b[^.\n]{3,200}|\b(?:it|that) would be (?:nice|good|great|better|helpful|useful|convenient)\b[^.\n]{0,200}|\bbekl(iyor|erdi)[^.\n]{0,160}|(meli|malı)(dır|ydı)?\b[^.\n]{0,80}|gerek(iyor|irdi|ir)\b/i,
  actual:
    /\b(?:but|however|instead|yet)\b,? (?!(?:(?:I|we|you|it|that|this) )?(?:would|should|expect(?:ed)?|hope|thank)\b)[^.\n]{3,200}|\b(?:it|the|this|that|a|an|I|we|you|nothing|everything|my) [^.\n]{3,160}? instead\b(?! of\b)|\b(?:never|always|still|twice|suddenly|randomly) (?:is|are|the|a|has|have|comes?|gets?|ends?|shows?|shown|open|sent|removed|there|finds?|found|appears?|works?|stops?|wrong|updat\w{1,4}|sav\w{1,4}|load\w{0,4})\b[^.\n]{0,200}|\b(?:shows?|showed|stays?|stayed|remains?|keeps|kept|disappears?|disappeared|vanish(?:es|ed)|stops|stopped|times out|timed out|exits with|ends with|gets stuck|got stuck|is stuck|turns into|jumps) [^.\n]{3,200}|\bf(?:i|ou)nds? nothing\b[^.\n]{0,200}|\b(fails?|failed|crash(es|ed)?|hangs?|raises?|throws?|returns?|breaks?|broken|freezes?|panics?|panicked|produces|prints|outputs|yields|loses|mangles|barfs|ignores|silently) [^.\n]{3,200}|\b(?:do|does|did|is|are|was|were|has|have|can|could)(?:n['’]t| not|not)\b[^.\n]{3,200}|\b(?:is|are|gets?|got|being) (?:an? |the )?(?:error|ignored|lost|wrong|null|empty|broken|missing|dropped|stripped|inconsistent|thrown)\b[^.\n]{0,200}|\bno longer\b[^.\n]{3,200}|\b(?:gett?ing|gives?|saw|see|had) (?:me )?(?:an?|the|this|these|following) [^.\n]{0,40}(?:error|exception|panic|warning|message|crash)[^.\n]{0,200}|\b\w{2,60}(Error|Exception)\b[^\n]{0,160}|(hata (veriyor|al[ıi]yor)|çöküyor|çal[ıi]şm[ıi]yor|olmuyor|donuyor)[^.\n]{0,160}/i,
  version:
    /\b(v(ersions?)?\.? ?|version(?:s| is| was|:)? ?|sürüm[üu]?:? ?|versiyonu?:? ?)\d+(\.\d+){0,3}[\w.-]{0,20}|\b[A-Za-z][\w.+-]{1,30}[`'"*,:)]{0,2}(?: {1,3}|: ?|==|@)[vu]?['"]?\d+\.\d+(\.\d+)?(?!\.?\d)[\w.-]{0,20}|^\s{0,8}\d+\.\d+\.\d+(?!\.?\d)[\w.-]{0,20}\b|\bversions?\b[^\n]{0,30} v?\d+\.\d+[\w.-]{0,20}/im,
  trace:
    /^(Traceback \(most recent|Exception in thread|panic:|goroutine \d+|Caused by:|thread '[^'\n]{1,80}' panicked)[^\n]{0,200}|^\s{0,40}(at|File) [^\n]{3,200}:\d{1,7}[^\n]{0,80}|\b[\w.]{2,80}(Error|Exception): [^\n]{1,200}|^\s{0,8}(?:error|fatal|panic|critical)(?:\[\w{1,10}\])?: [^\n]{3,200}|^[^\n]{0,80}\bhas no attribute\b[^\n]{0,100}/im,
};
const NUMBERED = /^\s{0,8}(?:\d{1,2}[.)]|[-*])\s+\S[^\n]{2,200}(?:\n\s*){1,3}\s{0,8}(?:\d{1,2}[.)]|[-*])\s+\S/m;
const LISTED = /^\s{0,8}(?:\d{1,2}[.)]|[-*])\s[^\n]*$/gm;
const CODES: readonly Code[] = ["steps", "expected", "actual", "version", "trace"];
const MAX_TEXT_LENGTH = 30_000;
const MAX_QUOTE_LENGTH = 160;
/** Minimum number of letters under a heading; less is an unfilled template. */
const MIN_LETTERS = 5;
/** Sentences that templates come with. */
const TEMPLATE =
  /\b(?:a clear and concise description of|steps to reproduce the behaviou?r\b|if applicable, add|please (?:describe|include|provide|add|paste|explain|fill)|tell us (?:what|how)|describe what)\b[^.\n]{0,200}[.:]?/gi;

/**
 * Required parts of a bug report, and where this one has them. An empty section of a template does not count.
 * @param title often the only sentence that states what happens
 */
export function reportCompleteness(body: string, title = ""): ReportCheck[] {
  const text = body
    .slice(0, MAX_TEXT_LENGTH)
    .replaceAll(/<!--[\s\S]*?-->/g, " ")
    .replaceAll("\r", "");
  const sections = sectionsOf(text);
  // Text under a heading counts as prose, the words of an empty template do not.
  const filled = sections.map(({ heading, content }) => (isFilled(content) ? `${heading}\n${content}` : "")).join("\n");
  return CODES.map((code): ReportCheck => {
    const quote = quoteOf(code, sections, filled) ?? (code === "actual" ? titleOf(title) : null);
    return { code, found: quote !== null, quote };
  });
}

function quoteOf(code: Code, sections: readonly Section[], filled: string): string | null {
  const isSaid = code === "version" ? (content: string) => /\d/.test(content) : isFilled;
  const titled = sections.find(({ heading, content }) => HEADINGS[code].test(heading) && isSaid(content));
  if (titled && code !== "trace") return shortened(titled.content.replaceAll(TEMPLATE, " "));
  // What is expected is worded as what happens is: "it stays as it was".
  const observed = code === "actual" ? sections.filter(({ heading }) => !HEADINGS.expected.test(heading)) : sections;
  const observedText = observed.map(({ content }) => content).join("\n");
  const { prose, code: blocks } = apart(observedText);
  // Code and its messages use "expected" and "when" with other meanings.
  const text = code === "trace" ? filled : code === "version" ? observedText : prose;
  const message = code === "actual" ? PROSE.trace.exec(observedText) : null;
  const match = (PROSE[code].exec(text.replaceAll(TEMPLATE, " ")) ?? message)?.[0];
  if (match !== undefined) return shortened(match);
  if (code === "actual") return beforeExpected(sections);
  if (code === "steps") {
    const list = NUMBERED.exec(prose)?.[0];
    if (list !== undefined && /\d[.)]/.test(list)) return shortened(list);
    // A program that shows the fault can be run; a message or a trace cannot.
    const example = blocks.find(isProgram);
    return example === undefined ? null : shortened(example);
  }
  if (code === "trace") {
    const [frame] = findFrames(filled);
    return frame ? shortened(frame.line === null ? frame.path : `${frame.path}:${frame.line}`) : null;
  }
  return null;
}

/** Prose without a heading in front of what is expected: reports say there what happens. A list is one of steps. */
function beforeExpected(sections: readonly Section[]): string | null {
  const [first, ...rest] = sections;
  if (first === undefined || !rest.some(({ heading }) => HEADINGS.expected.test(heading))) return null;
  const { prose } = apart(first.content.replaceAll(LISTED, " "));
  return isFilled(prose) && !PROSE.steps.test(prose) ? shortened(prose) : null;
}

const FAULTY_TITLE =
  /\b(?:although|even though|despite|twice|too (?:late|early|long|slow|much|many)|slow(?:ly)?|wrong(?:ly)?|not)\b/i;

/** The title where it states a fault; a question does not. */
const titleOf = (title: string): string | null =>
  (PROSE.actual.test(title) || FAULTY_TITLE.test(title)) && !title.includes("?") ? shortened(title) : null;

const FENCE = /^\s{0,8}(?:```|~~~)/;

/** The prose of a text, and its fenced blocks. */
function apart(text: string): { prose: string; code: readonly string[] } {
  const prose: string[] = [];
  const blocks: string[][] = [];
  let isCode = false;
  for (const line of text.split("\n")) {
    if (FENCE.test(line)) {
      isCode = !isCode;
      if (isCode) blocks.push([]);
    } else if (isCode) blocks.at(-1)?.push(line);
    else prose.push(line);
  }
  return { prose: prose.join("\n"), code: blocks.map((lines) => lines.join("\n")) };
}

const isProgram = (block: string): boolean => {
  const lines = block.split("\n").filter((line) => line.trim() !== "");
  return lines.length >= 2 && lines.some((line) => /[(){}=;]|^\s*[$»>#%] ?\S/.test(line)) && !PROSE.trace.test(block);
};

interface Section {
  readonly heading: string;
  readonly content: string;
}

/** A Markdown heading, a bold line, or a short line that ends with a colon. */
const HEADING = /^\s{0,3}(?:#{1,6}\s+(.{1,120})|\*\*([^*\n]{2,120})\*\*:?\s*|([^\n:]{3,60}):\s*)$/;
/** A label with its text on the same line: "Expected: a list", "**Actual:** nothing", "- **Steps** open it". */
const BOLD_LABEL = /^\s{0,8}(?:[-*>]\s{1,4})?\*\*([^*\n]{2,60})\*\*\s{0,3}:?\s{0,3}(\S[^\n]*)$/;
const LABEL = /^\s{0,8}(?:[-*>]\s{1,4})?([^\n:`"'(]{2,40}):\s{1,8}(\S[^\n]*)$/;
/** Other headings of templates: they end the section above them. */
const OTHER =
  /screenshot|additional|context|related|notes?$|checklist|prerequisites|before (asking|you)|ek bilgi|ekran görünt/i;

const isNamed = (label: string): boolean => CODES.some((code) => HEADINGS[code].test(label));
/** Words with a colon are a label if a heading of that name would be one, and are not a whole sentence. */
const isLabel = (label: string): boolean => label.trim().split(/\s+/).length <= 5 && isNamed(label.trim());

function sectionsOf(text: string): Section[] {
  const sections: { heading: string; lines: string[] }[] = [{ heading: "", lines: [] }];
  let isCode = false;
  for (const line of text.split("\n")) {
    if (FENCE.test(line)) isCode = !isCode;
    const heading = isCode ? null : headingOf(line);
    if (heading) sections.push({ heading: heading.name, lines: heading.text === "" ? [] : [heading.text] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections.map(({ heading, lines }) => ({ heading, content: lines.join("\n") }));
}

function headingOf(line: string): { name: string; text: string } | null {
  const match = HEADING.exec(line);
  const marked = match?.[1] ?? match?.[2];
  if (marked !== undefined) return { name: marked.trim(), text: "" };
  // "Run this:" opens nothing new, "Expected:" does.
  const alone = match?.[3]?.trim();
  if (alone !== undefined) return isNamed(alone) || OTHER.test(alone) ? { name: alone, text: "" } : null;
  const [, label = "", text = ""] = BOLD_LABEL.exec(line) ?? LABEL.exec(line) ?? [];
  return isLabel(label.replace(/:$/, "")) ? { name: label.replace(/:$/, "").trim(), text } : null;
}

const isFilled = (content: string): boolean =>
  !/^\s*(_?no response_?|n\/?a|none|nothing|yok|-)\s*$/i.test(content) &&
  (content.replaceAll(TEMPLATE, " ").match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= MIN_LETTERS;

function shortened(text: string): string {
  const line = text
    .replaceAll(/```\w*|~~~/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  return line.length <= MAX_QUOTE_LENGTH ? line : `${line.slice(0, MAX_QUOTE_LENGTH - 1).trimEnd()}…`;
}
