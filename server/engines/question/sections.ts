/** What a part of a report is: its words count by that. */
export type SectionKind = "prose" | "code" | "trace" | "environment";

export interface ReportSection {
  readonly kind: SectionKind;
  readonly text: string;
}

/** Headings of issue templates; their own words are excluded. */
const TEMPLATE_HEADING =
  /^(?:\d{1,2}[a-z]?[.)]\s*)?(?:(?:bug|feature|regression) (?:report|request)|(?:the )?(?:issue|bug|problem)(?: description| details| summary)?|summary|description|details|overview|context|background|motivation|proposal|(?:possible |proposed )?solutions?|alternatives?( considered)?|(?:please )?(?:describe|provide|add|include|check)\b.*|a clear and concise .*|(?:minimal |steps?(?:\/code)? |how |code |instructions? )*(?:to )?(?:reproduc\w+|repro)\b.*|link to .*|(?:minimal|sample|example|code|working|reproducible)(?: (?:reproduc\w+|working|code|sample|example|snippet|project|test case))*|what (?:is|was|are|did|do|does|happen\w*|you|version|went|actually|should)\b.*|which .*|(?:what's |your )?(?:expected|actual|current|observed|desired|existing|correct|wrong)\b.*|why is .*|how did you .*|(?:relevant )?(?:debug |log |crash |panic |console |program |terminal )?(?:outputs?|logs?)|(?:stack ?)?traces?(?:back)?|error(?: messages?| logs?)?|screenshots?|(?:any )?(?:additional|further|more|other|extra)\b.*|(?:mandatory|optional|required|important)\b.*|related\b.*|possible duplicates.*|references?|notes?|do you want .*|if the current behaviou?r .*|are you willing .*|affected\b.*|to reproduce|crates?|packages?|components?|özet|açıklama|adımlar|beklenen.*|gerçekleşen.*)[:?]*$/i;
/** Headings of settings: machines, versions, promises. Such words lead nowhere in the code. */
const ENVIRONMENT_HEADING =
  /\b(environment|versions?|platform|system( info)?|operating system|os|browsers?|hardware|setup|installed|dependencies|check ?list|code of conduct|search before|searched|prerequisites|willing to|before (submitting|asking|opening)|completed the following|python packages|ortam|sürüm(ler)?)\b/i;
const HEADING = /^\s{0,3}(?:#{1,6}\s+(.{1,160})|\*\*([^*\n]{2,160})\*\*:?\s*|__([^_\n]{2,160})__:?\s*)$/;
const FENCE = /^\s{0,3}(?:```|~~~)/;
/** Lines of traces, as the runtimes of `frameForms.ts` print them. */
const TRACE_LINE =
  /^\s*(?:\d{1,3}:\s+)?(?:at\s+\S|File "|File \S.{0,300}:\d+, in |#\d{1,4}\s+\S.{0,400}[:(]\d+|==\d+==\s+(?:at|by) |❯ \S.{0,300}:\d+|(?:\* )?frame #\d|from \S{1,300}\.rb:\d|\S{0,120}@https?:|\([\w. -]{1,100}\) \S{1,300}\.exs?:\d|Traceback \(most recent|-{2,}>?\s*\d|\.{3} \d+ more|goroutine \d|created by |\w[\w.]*\/[\w./-]+\.\(?\*?\w|[\w@.~+/\\-]+\.(?:go|rs|rb|cs|py|js|ts|php|exs?|lua|swift|dart):\d+(?:[:)\s]|$)|0x[\da-f]{6,}|[\w$.]{3,200}\.[\w$<>]+\([\w$]*\.?(?:java|kt|scala)?:?\d*\)\s*$)/;
/** A line that names the machine or what is installed: `Node: 16.13.1 - ~/…`, `celery==4.0.0`, `OS: macOS`. */
const ENVIRONMENT_LINE =
  /^\s*(?:[-*]\s+)?[*_`]{0,3}(?:OS|CPU|Memory|Shell|Binaries|Browsers?|npmPackages|Node(?:\.js)?|npm|yarn|pnpm|Chrome|Edge|Firefox|Safari|Platform|Kernel|Architecture|(?:Python|Java|Go|Rust|Ruby|PHP|\.NET)(?: version)?|Version|İşletim sistemi)[*_`]{0,3}\s*[:=|]/i;
const PINNED = /^\s*[A-Za-z][\w.-]{0,60}\s*={2}\s*\d[\w.]*\s*$/;

/**
 * Splits a report into prose, code, traces, and environment. Headings of templates are left out; others
 * are kept, because a writer chose their words.
 */
export function reportSections(body: string): ReportSection[] {
  const sections: { kind: SectionKind; lines: string[] }[] = [];
  const add = (kind: SectionKind, line: string): void => {
    const last = sections.at(-1);
    if (last?.kind === kind) last.lines.push(line);
    else sections.push({ kind, lines: [line] });
  };
  let isCode = false;
  let isEnvironment = false;
  for (const line of body.replaceAll("\r", "").split("\n")) {
    if (FENCE.test(line)) {
      isCode = !isCode;
      continue;
    }
    if (!isCode) {
      const match = HEADING.exec(line);
      const heading = (match?.[1] ?? match?.[2] ?? match?.[3])?.replaceAll(/[*_`#]+/g, "").trim();
      if (heading !== undefined) {
        isEnvironment = ENVIRONMENT_HEADING.test(heading) && heading.split(/\s+/).length <= 14;
        if (!isEnvironment && !TEMPLATE_HEADING.test(heading)) add("prose", heading);
        continue;
      }
    }
    if (TRACE_LINE.test(line)) add("trace", line);
    else if (isEnvironment || ENVIRONMENT_LINE.test(line) || PINNED.test(line)) add("environment", line);
    else if (isCode || /^(?: {4}|\t)\s*\S/.test(line)) add("code", line);
    else add("prose", line);
  }
  return sections.map(({ kind, lines }) => ({ kind, text: lines.join("\n") }));
}
