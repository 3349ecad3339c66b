import { GitLimitError } from "../../../server/git/gitErrors.ts";
import { readIgnoreFile } from "../../../server/index/text/ignoreFile.ts";
import { type Target, declared, promise, textOf } from "../engine/Target.ts";

const PATHS = ["README.md", "src/a.ts", "src/deep/er/b.min.js", "dist/x", "a b/ü", "node_modules/x/y/z.js"];

export const target: Target = {
  promise: "Each path is left out or not, the same when it is asked again, or the file is refused as too costly.",
  shape: "text",
  // The reader's own budget is 4 million units, each of up to twelve blocks.
  steps: { base: 50_000_000, perByte: 0 },
  run: (input) => {
    const text = textOf(input);
    // The lines themselves are the paths that are likeliest to match.
    const paths = [
      ...PATHS,
      ...text
        .split("\n")
        .slice(0, 12)
        .map((line) => line.replaceAll(/[!*?[\]\\]/g, "a")),
    ];
    return declared([GitLimitError], () => {
      const isLeftOut = readIgnoreFile(text);
      const answers = paths.map((path) => isLeftOut(path));
      promise(
        answers.every((answer) => typeof answer === "boolean"),
        "An answer is no yes or no.",
      );
      promise(
        paths.every((path, at) => isLeftOut(path) === answers[at]),
        "The second answer is another one.",
      );
      return undefined;
    });
  },
};
