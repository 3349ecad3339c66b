import type { Reason } from "../../../contract/localization.ts";

/**
 * The features whose weighted sum ranks the files. Each is at most 1 for the best file of the question (values are divided
 * by the largest), so a weight is also the most points that the feature can bring. Where they come from: docs/engines-measured.md.
 */
export const FEATURES = {
  /** BM25F of title and body over body, definitions, path and file name. */
  words: { weight: 0.8, reason: "words" },
  /** How well the other files of the same folder fit. */
  directory: { weight: 0.5, reason: "directory" },
  /** BM25 of title and body over the names that the file defines. */
  definitions: { weight: 0.3, reason: "definition" },
  /** Identifiers of the text that the file defines, by rarity. */
  definesIdentifier: { weight: 1.05, reason: "identifier" },
  /** Identifiers of the text that the file uses, by rarity. */
  usesIdentifier: { weight: 1.35, reason: "identifier" },
  /** Files that similar past commits, and the fixes of similar past issues, changed (the version-history part of AmaLgam, Wang and Lo 2014). */
  history: { weight: 1.35, reason: "history" },
  /** The same, for the title alone. */
  titleHistory: { weight: 0.75, reason: "history" },
  /** What the messages of all past fixes say together about each file that they changed: an adapter fitted on the repository's own commits. */
  fixHistory: { weight: 1.8, reason: "history" },
  /** BM25F of the best function or section of the file. */
  bestChunk: { weight: 1.0, reason: "chunk" },
  /** Mean of the best three. */
  bestThree: { weight: 0.9, reason: "chunk" },
  /** BM25F of the title alone. */
  title: { weight: 1.1, reason: "title" },
  /** BM25 of the title over the names that the file defines. */
  titleDefinitions: { weight: 0.25, reason: "definition" },
  /** The text names the path, the file or the module. */
  pathMention: { weight: 1.1, reason: "path" },
  /** A stack trace in the text passes through the file. */
  trace: { weight: 2.0, reason: "trace" },
  /** The trace ends in the file: its first frame inside the repository. */
  traceTop: { weight: 1.4, reason: "trace" },
  /** The title spells the name of the file. */
  titleName: { weight: 1.0, reason: "file_name" },
  /** The body spells it. */
  bodyName: { weight: 1.0, reason: "file_name" },
  /** The file only gathers what others define. */
  barrelFile: { weight: -0.5, reason: "penalty" },
  /** It was fixed recently: 1 for today, a tenth of it counts. */
  recency: { weight: 0.2, reason: "recency" },
  /** Larger files are changed more often. */
  size: { weight: 0.1, reason: "size" },
  /** Users' feedback on the file for similar questions, -1 to 1; zero without any. */
  feedback: { weight: 1.5, reason: "feedback" },
} as const satisfies Record<string, { weight: number; reason: Reason["code"] }>;

export type FeatureName = keyof typeof FEATURES;
export const FEATURE_NAMES = Object.keys(FEATURES) as FeatureName[];

/** A value for every file: one array per repository of the index, in its order. */
export type FileValues = readonly Float32Array[];
