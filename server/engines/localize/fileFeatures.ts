import { barrelFile } from "./features/barrelFile.ts";
import { bestChunk, bestThree } from "./features/bestChunk.ts";
import { definitions, titleDefinitions } from "./features/definitions.ts";
import { directory } from "./features/directory.ts";
import { feedback } from "./features/feedback.ts";
import { fixHistory } from "./features/fixHistory.ts";
import { definesIdentifier, usesIdentifier } from "./features/identifierUse.ts";
import { pathMention } from "./features/pathMention.ts";
import { recency } from "./features/recency.ts";
import { history, titleHistory } from "./features/similarCommits.ts";
import { size } from "./features/size.ts";
import { bodyName, titleName } from "./features/spelledFileName.ts";
import { trace, traceTop } from "./features/trace.ts";
import { titleSymbol } from "./features/titleSymbol.ts";
import { title, words } from "./features/wholeFile.ts";

/**
 * The features whose weighted sum ranks the files of an issue. To add one, write its file and name it here. Sums are in single precision, so
 * the order of the list is part of the result.
 */
export const FILE_FEATURES = [
  words,
  directory,
  definitions,
  definesIdentifier,
  usesIdentifier,
  history,
  titleHistory,
  fixHistory,
  bestChunk,
  bestThree,
  title,
  titleDefinitions,
  pathMention,
  trace,
  traceTop,
  titleSymbol,
  titleName,
  bodyName,
  barrelFile,
  recency,
  size,
  feedback,
] as const;

export type FileFeatureId = (typeof FILE_FEATURES)[number]["id"];
