import type { OpenedCode } from "../../../index/OpenedIndex.ts";
import { fileLanguageOf } from "../../../index/text/languages.ts";
import { memoize } from "../../../memoize.ts";

/** Which files are prose (Markdown and its like), one mark per file, and which are not. Prose counts as documents. */
export const proseFiles = memoize(
  ({ files }: OpenedCode): { readonly code: Uint8Array; readonly prose: Uint8Array } => {
    const prose = Uint8Array.from({ length: files.length }, (_, file) =>
      Number(fileLanguageOf(files.path(file))?.family === "prose"),
    );
    return { prose, code: prose.map((mark) => 1 - mark) };
  },
);
