/** A place that a stack trace names. */
export interface Frame {
  /** Path as printed, or the bare file name. */
  readonly path: string;
  readonly line: number | null;
  readonly name: string | null;
}

/** Bounded everywhere: a trace is somebody else's text. */
const PYTHON = /File "([^"\n]{1,400})", line (\d{1,7})(?:, in ([\w<>.]{1,120}))?/g;
const JAVA =
  /\bat (?:[\w$.]{1,20}\/)?((?:[\w$]{1,100}\.){1,15})([\w$<>]{1,100})\(([\w$]{1,100}\.(?:java|kt|scala|groovy))(?::(\d{1,7}))?\)/g;
const SCRIPT =
  /\bat (?:async )?(?:([\w$.<>[\] ]{1,120}) \()?(?:file:\/\/)?((?:[A-Za-z]:)?[^\s()]{1,300}\.[cm]?[jt]sx?):(\d{1,7}):\d{1,7}\)?/g;
const RUBY = /([^\s:()]{1,300}\.rb):(\d{1,7}):in [`']([^'\n]{1,120})'/g;
const PLAIN =
  /((?:[\w@.~+-]{1,80}\/){0,20}[\w@.+-]{1,100}\.(?:go|rs|c|cc|cpp|h|hpp|cs|php|swift|py|ts|js)):(\d{1,7})\b/g;

/**
 * Frames of all traces in a text, the most telling one first: Python prints the place of the error last, the others first.
 */
export function findFrames(text: string): Frame[] {
  const frames: Frame[] = [];
  const python = [...text.matchAll(PYTHON)].map(([, path = "", line, name]) => ({
    path,
    line: Number(line),
    name: name ?? null,
  }));
  frames.push(...python.reverse());
  for (const [, owner = "", method = "", file = "", line] of text.matchAll(JAVA)) {
    const folders = owner.split(".").slice(0, -2).join("/");
    frames.push({ path: folders ? `${folders}/${file}` : file, line: line ? Number(line) : null, name: method });
  }
  for (const [, name, path = "", line] of text.matchAll(SCRIPT)) {
    frames.push({ path, line: Number(line), name: name?.split(".").at(-1)?.trim() ?? null });
  }
  for (const [, path = "", line, name] of text.matchAll(RUBY))
    frames.push({ path, line: Number(line), name: name ?? null });
  if (frames.length === 0) {
    for (const [, path = "", line] of text.matchAll(PLAIN)) frames.push({ path, line: Number(line), name: null });
  }
  return frames.slice(0, 60).map((frame) => ({ ...frame, path: frame.path.replaceAll("\\", "/") }));
}
