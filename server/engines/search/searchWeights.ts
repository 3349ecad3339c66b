/** A number that the order of results depends on, with what it does. */
interface SearchWeight {
  readonly weight: number;
  readonly about: string;
  readonly source: string;
}

const FIRST = "engines-measured.md, 2026-11-21 first version";
/** No run of the bench has set it alone. */
const CHOSEN = "chosen, not measured alone";
const SENTENCES = "engines-measured.md, 2026-11-21 search by a sentence";
const NIGHT = "engines-measured.md, 2026-11-21 night: search again";

/**
 * The weights of the search, and the shares of words that it requires. `docs/weights.md` is printed from it. The fields of each kind's
 * texts are weighted where the collection is made (`FieldScheme`).
 */
export const SEARCH_WEIGHTS = {
  wholeName: { weight: 1, about: "the name of several words as a whole, next to its words", source: SENTENCES },
  stopWord: { weight: 0.2, about: "factor on a stop word", source: CHOSEN },
  variant: {
    weight: 0.6,
    about: "factor on a longer word that replaces one that the index lacks",
    source: CHOSEN,
  },
  requiredWords: {
    weight: 0.4,
    about: "share of the free words that a document should have; of up to three all, except in places",
    source: CHOSEN,
  },
  requiredNameWords: {
    weight: 0.6,
    about: "the same for what is searched by its name: people and definitions",
    source: CHOSEN,
  },
  shortForm: { weight: 0.2, about: "factor on the abbreviation of a word", source: SENTENCES },
  chunkBody: { weight: 1, about: "BM25F field of a function or section: its body", source: SENTENCES },
  chunkName: { weight: 5, about: "BM25F field: the name of the function", source: SENTENCES },
  chunkPath: { weight: 1, about: "BM25F field: the path", source: SENTENCES },
  chunkScope: { weight: 2, about: "BM25F field: the name of the enclosing class or module", source: SENTENCES },
  chunkComment: { weight: 0.25, about: "BM25F field: the comment above it", source: SENTENCES },
  bestChunk: {
    weight: 1.6,
    about: "the best function or section of a file, relative to the best file as a whole",
    source: FIRST,
  },
  nameShare: {
    weight: 0.5,
    about: "share of a function's name that the query has, relative to the best chunk",
    source: SENTENCES,
  },
  betweenDefinitions: { weight: 0.8, about: "factor on lines between definitions", source: CHOSEN },
  coverage: { weight: 0.12, about: "exponent of the number of matched words over the number required", source: FIRST },
  recency: {
    weight: 0.1,
    about: "share that the newest document gains; a third of it (1/e) after 180 days",
    source: CHOSEN,
  },
  proximity: { weight: 0.12, about: "share that a hit gains whose words are all in one line", source: CHOSEN },
  exact: { weight: 2, about: "score of what the query names exactly, above all other results", source: CHOSEN },
  calleeFile: {
    weight: 0.3,
    about: "places: a definition that the best results use, for its file (pseudo-relevance feedback)",
    source: NIGHT,
  },
  calleeFunction: { weight: 0.3, about: "places: the same for the function itself", source: NIGHT },
  taskPage: {
    weight: 1.35,
    about: 'places: factor on a page for a query that begins with a task, such as "Writing a dataset"',
    source: "engines-measured.md, 2026-11-30 headings",
  },
  functionWords: {
    weight: 0.5,
    about: "places: BM25F of a function in its comparison with the others of its file",
    source: NIGHT,
  },
  functionName: { weight: 0.1, about: "places: share of the function's name that the sentence has", source: NIGHT },
  functionSentence: { weight: 0.2, about: "places: share of the sentence that the name has", source: NIGHT },
  functionAround: { weight: 0.2, about: "places: the same for the name with its enclosing scope", source: NIGHT },
  functionHead: { weight: 0.1, about: "places: share of the sentence that the first three lines have", source: NIGHT },
  functionBody: { weight: 0.2, about: "places: share of the sentence that the function has", source: NIGHT },
  functionVerb: {
    weight: 0.15,
    about: "places: the name begins with the sentence's first content word",
    source: NIGHT,
  },
  functionShortForm: {
    weight: 0.7,
    about: "places: factor on the abbreviation of a word in these shares",
    source: NIGHT,
  },
  code: { weight: 1, about: "kind: prior of a file of code", source: CHOSEN },
  symbol: { weight: 0.98, about: "kind: prior of a definition", source: CHOSEN },
  issue: { weight: 0.95, about: "kind: prior of an issue", source: CHOSEN },
  request: { weight: 0.85, about: "kind: prior of a pull or merge request", source: CHOSEN },
  page: { weight: 0.95, about: "kind: prior of a page of a wiki", source: CHOSEN },
  document: {
    weight: 1,
    about: "kind: prior of a document of a repository, on the scale of its code",
    source: "engines-measured.md, 2026-11-25 code and documents",
  },
  person: { weight: 0.8, about: "kind: prior of a person", source: "ADR 0058" },
  commit: { weight: 0.7, about: "kind: prior of a commit", source: CHOSEN },
  closedIssue: { weight: 0.95, about: "boost of a closed issue", source: CHOSEN },
  closedRequest: { weight: 0.85, about: "boost of a request that was closed without a merge", source: CHOSEN },
  mergeCommit: { weight: 0.7, about: "boost of a merge", source: CHOSEN },
  derivedFile: { weight: 0.5, about: "boost of a generated, vendored or data file", source: FIRST },
  testFile: { weight: 0.65, about: "boost of a test or configuration file", source: FIRST },
  docsFile: { weight: 0.75, about: "boost of a page or example among code", source: FIRST },
  recencyDays: { weight: 180, about: "days after which a third of the gain of something new is left", source: CHOSEN },
  callees: { weight: 20, about: "best functions and sections whose used names are read as evidence", source: CHOSEN },
  calleeScore: {
    weight: 0.25,
    about: "score of a function below which the names that it uses are no evidence",
    source: CHOSEN,
  },
  notDocsFile: {
    weight: 0.7,
    about: "boost of prose that is no page of the documentation, among documents",
    source: CHOSEN,
  },
} as const satisfies Record<string, SearchWeight>;
