import type { Clones } from "./Clones.ts";
import type { Words } from "./words.ts";
import type { Markup } from "./markup.ts";
import type { OpenFiles } from "./OpenFiles.ts";
import type { Projects } from "./Projects.ts";

/** What each answer of the language server needs. */
export interface EditorContext {
  readonly clones: Clones;
  readonly projects: Projects;
  readonly files: OpenFiles;
  readonly words: Words;
  readonly markup: Markup;
}
