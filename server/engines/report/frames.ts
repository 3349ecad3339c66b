/** A place that a stack trace names. */
export interface Frame {
  /** Path as printed, or the bare file name. */
  readonly path: string;
  readonly line: number | null;
  readonly name: string | null;
}

/** All quantifiers are bounded, because a trace is untrusted text. */
const PYTHON = /File "([^"\n]{1,400})", line (\d{1,7})(?:, in ([\w<>.]{1,120}))?/g;
/** As pytest prints them: `src/a.py:12: in read`. */
const PYTEST = /^\s{0,4}(\S{1,300}\.py):(\d{1,7}): in ([\w<>.]{1,120})/gm;
/** As notebooks print them: the path and the function, some lines, and an arrow at the line. */
const NOTEBOOK =
  /^\s{0,4}(?:File )?(\S{1,300}\.py)c? in ([\w<>.]{1,120})\([^\n]{0,300}\n(?:(?!\s{0,8}-{2,}>)[^\n]{0,400}\n){0,8}(?:\s{0,8}-{2,}>\s*(\d{1,7}))?/gm;
const JAVA =
  /(?:\bat |^[ \t]{1,40})(?:[\w$.]{1,20}\/)?((?:[\w$]{1,100}\.){1,15})([\w$<>]{1,100})\(([\w$]{1,100}\.(?:java|kt|scala|groovy))(?::(\d{1,7}))?\)/gm;
const SCRIPT =
  /\bat (?:async )?(?:([\w$.<>[\] ]{1,120}) \()?(?:file:\/\/)?((?:[A-Za-z]:)?[^\s()]{1,300}\.[cm]?[jt]sx?):(\d{1,7}):\d{1,7}\)?/g;
const SHARP =
  /\bat (?:[\w`]{1,100}\.){1,15}([\w`<>]{1,100})\([^)\n]{0,400}\) in ([^\n]{1,300}\.(?:cs|fs|vb)):line (\d{1,7})/g;
const GO =
  /^[ \t]{0,20}(?:created by )?[\w.@-]{1,80}(?:\/[\w.@%-]{1,80}){0,12}\.(?:\(\*?\w{1,100}(?:\[[^\]\n]{0,80}\])?\)\.)?(\w{1,100})(?:\.func\d{1,4}|\.\d{1,4}){0,5}(?:\([^\n]{0,400}\)|[ \t]in goroutine \d{1,9})?[ \t]*\n[ \t]{1,20}([^\s:]{1,300}\.go):(\d{1,7})/gm;
const RUBY = /([^\s:()]{1,300}\.rb):(\d{1,7}):in [`']([^'\n]{1,120})'/g;
const PHP = /#\d{1,4} ([^\s:()]{1,300}\.php)\((\d{1,7})\): (?:[\w\\]{1,200}(?:->|::))?(\w{1,100})\(/g;
const PLAIN =
  /((?:[\w@.~+-]{1,80}\/){0,20}[\w@.+-]{1,100}\.(?:go|rs|c|cc|cpp|h|hpp|cs|php|swift|py|ts|js)):(\d{1,7})\b/g;
/** A link to a file at a code host, with its path. The first part that names what is shown counts: a folder of the file may be named src. */
const FILE_LINK =
  /https?:\/\/[^\s)>\]"']{1,200}?\/(?:blob|tree|blame|raw|src(?!\/(?:-\/)?(?:blob|tree|blame|raw)\/))\/[^/\s]{1,200}\/([^\s)>\]"'#?]{1,300})/;
/** The same, to lines of it, which points at the place. */
const LINE_LINK = new RegExp(`${FILE_LINK.source}(?:\\?[^\\s#)>\\]"']{0,100})?#(?:L|lines-)(\\d{1,7})`, "g");
/** The same, whole. */
export const WHOLE_FILE_LINK = new RegExp(`${FILE_LINK.source}[^\\s)>\\]"']*`, "g");

/**
 * Frames of all traces in a text, the most informative one first: Python prints the place of the error last, the others first.
 */
export function findFrames(text: string): Frame[] {
  const frames: Frame[] = [];
  const python = [...matches(PYTHON, text, [1, 2, 3]), ...matches(PYTEST, text, [1, 2, 3])];
  frames.push(...python.reverse(), ...matches(NOTEBOOK, text, [1, 3, 2]).reverse());
  for (const [, owner = "", method = "", file = "", line] of text.matchAll(JAVA)) {
    const folders = owner.split(".").slice(0, -2).join("/");
    frames.push({ path: folders ? `${folders}/${file}` : file, line: line ? Number(line) : null, name: method });
  }
  for (const { name, ...place } of matches(SCRIPT, text, [2, 3, 1]))
    frames.push({ ...place, name: name?.split(".").at(-1)?.trim() ?? null });
  frames.push(...matches(SHARP, text, [2, 3, 1]), ...matches(GO, text, [2, 3, 1]));
  frames.push(...matches(RUBY, text, [1, 2, 3]), ...matches(PHP, text, [1, 2, 3]));
  if (frames.length === 0) frames.push(...matches(PLAIN, text, [1, 2, 0]));
  return frames.slice(0, 60).map((frame) => ({ ...frame, path: frame.path.replaceAll("\\", "/") }));
}

/** Places that links to lines at a code host point at. */
export function findLinkedLines(text: string): Frame[] {
  return matches(LINE_LINK, text, [1, 2, 0]).slice(0, 10);
}

/** Frames of one shape; `groups`: the groups of path, line and name, 0 for a shape without names. */
function matches(
  shape: RegExp,
  text: string,
  [path, line, name]: readonly [path: number, line: number, name: number],
): Frame[] {
  return Array.from(text.matchAll(shape), (found) => ({
    path: found[path] ?? "",
    line: found[line] === undefined ? null : Number(found[line]),
    name: name === 0 ? null : (found[name] ?? null),
  }));
}
