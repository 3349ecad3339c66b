import { FRAME_FORMS, type FrameForm, PLAIN_PLACES, placesAfterCalls } from "./frameForms.ts";
import { functionInFrame } from "./frameNames.ts";

/** A place that a stack trace names. */
export interface Frame {
  /** Path as printed, or the bare file name. */
  readonly path: string;
  readonly line: number | null;
  /** The function alone, without its class; null where the frame has none of its own. */
  readonly name: string | null;
}

interface PlacedFrame extends Frame {
  /** Offset in the text. */
  readonly at: number;
}

/** A link to a file at a code host, with its path. The first part that names what is shown counts: a folder of the file may be named src. */
const FILE_LINK =
  /https?:\/\/[^\s)>\]"']{1,200}?\/(?:blob|tree|blame|raw|src(?!\/(?:-\/)?(?:blob|tree|blame|raw)\/))\/[^/\s]{1,200}\/([^\s)>\]"'#?]{1,300})/;
/** The same, to lines of it, which points at the place. */
const LINE_LINK = new RegExp(`${FILE_LINK.source}(?:\\?[^\\s#)>\\]"']{0,100})?#(?:L|lines-)(\\d{1,7})`, "g");
/** The same, whole. */
export const WHOLE_FILE_LINK = new RegExp(`${FILE_LINK.source}[^\\s)>\\]"']*`, "g");

const MAX_FRAMES = 60;
/** The first line of the source of a function, as pytest shows it above its frame. */
const SHOWN_DEFINITION = /^[> ][ \t]{3,40}(?:async )?def (\w{1,120})\(/m;

/**
 * Frames of all traces in a text, the most informative one first: where the error was raised, and of Java the root cause. Runtimes that
 * print that place last (`endsLast`) are read from their end.
 */
export function findFrames(text: string): Frame[] {
  const matchedFrames = FRAME_FORMS.flatMap((group) => {
    const frames = group
      .flatMap((form) => framesOf(form, text))
      .sort((a, b) => a.at - b.at)
      .filter(({ at }, position, all) => at !== all[position - 1]?.at);
    if (group.some(({ endsLast }) => endsLast?.(text))) frames.reverse();
    if (group.some(({ namesCallee }) => namesCallee)) return placesAfterCalls(frames);
    return group.some(({ hasCauses }) => hasCauses) ? rootCauseFirst(frames, text) : frames;
  });
  const frames = matchedFrames.length > 0 ? matchedFrames : framesOf(PLAIN_PLACES, text);
  return frames.slice(0, MAX_FRAMES).map(({ path, line, name }) => ({ path: path.replaceAll("\\", "/"), line, name }));
}

/** Places that links to lines at a code host point at. */
export function findLinkedLines(text: string): Frame[] {
  return Array.from(text.matchAll(LINE_LINK), ([, path = "", line]) => ({
    path,
    line: Number(line),
    name: null,
  })).slice(0, 10);
}

function framesOf(form: FrameForm, text: string): PlacedFrame[] {
  if (!form.hints.some((hint) => text.includes(hint))) return [];
  const matches = [...text.matchAll(form.pattern)];
  return matches.map((match, position): PlacedFrame => {
    const groups = match.groups ?? {};
    const line = groups["line"];
    let name = groups["name"] === undefined ? null : functionInFrame(groups["name"], groups["owner"]);
    if (form.showsSource) {
      const before = matches[position - 1];
      name =
        SHOWN_DEFINITION.exec(
          sourceAbove(text.slice(before ? before.index + before[0].length : 0, match.index)),
        )?.[1] ?? null;
    }
    const path = form.pathOf?.(groups) ?? groups["path"] ?? "";
    return { path: path.trim(), line: line === undefined ? null : Number(line), name, at: match.index };
  });
}

/** The lines at the end of a text that pytest shows of a source: indented, or with its mark. Above them are its headings and what a user wrote. */
function sourceAbove(text: string): string {
  const lines = text.split("\n");
  return lines.slice(lines.findLastIndex((line) => line !== "" && !/^[\s>E]/.test(line)) + 1).join("\n");
}

/** A cause is printed below what it caused: its frames come before all others. */
function rootCauseFirst(frames: PlacedFrame[], text: string): PlacedFrame[] {
  const cause = text.lastIndexOf("Caused by:");
  const from = cause < 0 ? -1 : frames.findIndex(({ at }) => at > cause);
  return from < 0 ? frames : [...frames.slice(from), ...frames.slice(0, from)];
}
