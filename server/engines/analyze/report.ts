import type { ReportCheck } from "../../../contract/analysis.ts";
import { findFrames } from "../localize/frames.ts";

type Code = ReportCheck["code"];

/** Headings under which a report says something, in English and Turkish; bounded, because the text is somebody else's. */
const HEADINGS: Readonly<Record<Code, RegExp>> = {
  steps:
    /(steps? to|how to|to) reproduce|reproduc(tion|ing)|^repro\b|minimal example|ad[ıi]mlar|yeniden (üret|oluştur)|nas[ıi]l tekrar/i,
  expected: /expect(ed|ation)|should happen|beklenen|olmas[ıi] gereken/i,
  actual:
    /actual|current behaviou?r|observed|what happen(s|ed)|(bug|issue) description|describe the (bug|issue)|gerçekleşen|mevcut (durum|davran)|ne oldu|hatan[ıi]n tan[ıi]m/i,
  version: /versions?\b|environment|system info|sürüm|versiyon|ortam/i,
  trace: /(stack ?)?trace(back)?|error (message|output)|\blogs?\b|hata (mesaj|ç[ıi]kt)|günlük/i,
};
/** What says it in the middle of the prose. */
const PROSE: Readonly<Record<Code, RegExp>> = {
  steps:
    /\b(when|if|after) (i|you|we|one|the user)\b[^.\n]{3,200}|\b(reproduce[sd]?|repro) (by|with|it)\b[^.\n]{0,200}|(t[ıi]klad[ıi][ğg][ıi]m|çal[ıi]şt[ıi]rd[ıi][ğg][ıi]m|açt[ıi][ğg][ıi]m)[^.\n]{0,160}/i,
  expected:
    /\bI (would )?expect[^.\n]{3,200}|\bshould (have |be |not |also |return |raise |work|show|only)[^.\n]{0,200}|\binstead of\b[^.\n]{3,200}|\bbekl(iyor|erdi)[^.\n]{0,160}|(meli|malı)(dır|ydı)?\b[^.\n]{0,80}/i,
  actual:
    /\b(but|however|instead)\b,? (it|the|I|there|nothing|this)\b[^.\n]{3,200}|\b(fails?|crash(es|ed)?|hangs?|raises?|throws?|returns?|breaks?|freezes?) [^.\n]{3,200}|\b\w{2,60}(Error|Exception)\b[^\n]{0,160}|(hata veriyor|çöküyor|çal[ıi]şm[ıi]yor|donuyor)[^.\n]{0,160}/i,
  version:
    /\b(v(ersion)?\.? ?|sürüm[üu]? ?|versiyonu? ?)\d+(\.\d+){0,3}[\w.-]{0,20}|\b[A-Za-z][\w.+-]{1,30}[ =:@]+v?\d+\.\d+(\.\d+)?[\w.-]{0,20}/i,
  trace:
    /^(Traceback \(most recent|Exception in thread|panic:|goroutine \d+|Caused by:|thread '[^'\n]{1,80}' panicked)[^\n]{0,200}|^\s{0,40}(at|File) [^\n]{3,200}:\d{1,7}[^\n]{0,80}|^[\w.]{2,80}(Error|Exception): [^\n]{1,200}/m,
};
const NUMBERED = /^\s{0,8}(?:\d{1,2}[.)]|[-*])\s+\S[^\n]{2,200}(?:\n\s*){1,3}\s{0,8}(?:\d{1,2}[.)]|[-*])\s+\S/m;
const CODES: readonly Code[] = ["steps", "expected", "actual", "version", "trace"];
const LONGEST = 30_000;
const QUOTE = 160;
/** Under a heading at least so many letters stand; less is a template that nobody filled in. */
const LEAST_LETTERS = 8;

/** What a report of a fault should say, and where this one says it. A heading of a template with nothing under it says nothing. */
export function checkReport(body: string): ReportCheck[] {
  const text = body
    .slice(0, LONGEST)
    .replaceAll(/<!--[\s\S]*?-->/g, " ")
    .replaceAll("\r", "");
  const sections = sectionsOf(text);
  // What stands under a heading is prose too, the empty template's own words are not.
  const filled = sections.map(({ heading, content }) => (isFilled(content) ? `${heading}\n${content}` : "")).join("\n");
  return CODES.map((code): ReportCheck => {
    const quote = quoteOf(code, sections, filled);
    return { code, found: quote !== null, quote };
  });
}

function quoteOf(code: Code, sections: readonly Section[], filled: string): string | null {
  const titled = sections.find(({ heading, content }) => HEADINGS[code].test(heading) && isFilled(content));
  // A section about the environment says a version only when it has a number in it.
  if (titled && (code !== "version" || /\d/.test(titled.content)) && code !== "trace") return shortened(titled.content);
  const prose = sections.map(({ content }) => content).join("\n");
  const said = PROSE[code].exec(code === "trace" ? filled : prose)?.[0];
  if (said !== undefined) return shortened(said);
  if (code === "steps") {
    const list = NUMBERED.exec(prose)?.[0];
    if (list !== undefined && /\d[.)]/.test(list)) return shortened(list);
    return null;
  }
  if (code === "trace") {
    const [frame] = findFrames(filled);
    return frame ? shortened(frame.line === null ? frame.path : `${frame.path}:${frame.line}`) : null;
  }
  return null;
}

interface Section {
  readonly heading: string;
  readonly content: string;
}

/** A Markdown heading, a bold line, or a short line that ends with a colon. */
const HEADING = /^\s{0,3}(?:#{1,6}\s+(.{1,120})|\*\*([^*\n]{2,120})\*\*:?\s*|([^\n:]{3,60}):\s*)$/;

function sectionsOf(text: string): Section[] {
  const sections: { heading: string; lines: string[] }[] = [{ heading: "", lines: [] }];
  let isCode = false;
  for (const line of text.split("\n")) {
    if (/^\s{0,3}(```|~~~)/.test(line)) isCode = !isCode;
    const found = isCode ? null : HEADING.exec(line);
    if (found) sections.push({ heading: (found[1] ?? found[2] ?? found[3] ?? "").trim(), lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections.map(({ heading, lines }) => ({ heading, content: lines.join("\n") }));
}

const isFilled = (content: string): boolean =>
  !/^\s*(_no response_|n\/?a|none|yok|-)\s*$/i.test(content) &&
  (content.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= LEAST_LETTERS;

function shortened(text: string): string {
  const line = text
    .replaceAll(/```\w*|~~~/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  return line.length <= QUOTE ? line : `${line.slice(0, QUOTE - 1).trimEnd()}…`;
}
