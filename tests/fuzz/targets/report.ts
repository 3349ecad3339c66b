import { findFrames, findLinkedLines } from "../../../server/engines/question/frames.ts";
import { readQuestion } from "../../../server/engines/question/question.ts";
import { issueReferencesIn } from "../../../server/engines/question/references.ts";
import { type Target, promise, textOf } from "../engine/Target.ts";

export const target: Target = {
  promise: "The report of an issue gives frames, links, names and references of bounded number; nothing is thrown.",
  shape: "text",
  run: (input) => {
    const text = textOf(input);
    const end = text.indexOf("\n");
    for (const { path, line } of [...findFrames(text), ...findLinkedLines(text)]) {
      promise(
        path !== "" && text.replaceAll("\\", "/").includes(path.slice(path.lastIndexOf("/") + 1)),
        "A path was not in the text.",
      );
      promise(line === null || Number.isSafeInteger(line), "A line is no number.");
    }
    const question = readQuestion(text.slice(0, Math.max(0, end)), text.slice(end + 1));
    promise(question.frames.length <= 60 && question.paths.length <= 100, "There are too many places.");
    return [...question.paths, ...issueReferencesIn(text).map(({ value }) => String(value))];
  },
};
