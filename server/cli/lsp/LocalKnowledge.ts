/** The one module of the language server that loads engines. */
import { millisecondsOf } from "../../../contract/durations.ts";
import { TypedName } from "../../../contract/matching/nameMatch.ts";
import { findSymbols } from "../../engines/goTo/findCodeNames.ts";
import { localize } from "../../engines/localize/localize.ts";
import { describe } from "../../engines/references/describeSymbol.ts";
import { definitionsOf } from "../../engines/references/findDefinitions.ts";
import { targetsOf } from "../../engines/references/findReferences.ts";
import { findCommit } from "../../git/commitLookup.ts";
import { shortName } from "../../git/commitText.ts";
import { GitReadError } from "../../git/gitErrors.ts";
import { type BlamedCommit, readBlame } from "../../git/readBlame.ts";
import { findTreeEntry, readBlobStart } from "../../git/readFolder.ts";
import { looksBinary } from "../../index/text/fileKind.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { fileLanguageOf } from "../../index/text/languages.ts";
import { SymbolExtractor } from "../../index/text/symbols.ts";
import { LOCAL_ANSWERS } from "../local/localAnswers.ts";
import { openRevision, type RevisionCache } from "../local/revisionIndex.ts";
import { AnswerCache } from "./AnswerCache.ts";
import type { Clone } from "./Clones.ts";
import type {
  BlamedFile,
  FoundDefinition,
  FoundPlace,
  EditorSymbol,
  KeyTarget,
  CodeKnowledge,
  EditorFile,
  EditorPerson,
  LineBlame,
  NamedSymbol,
} from "./CodeKnowledge.ts";

const CACHED_FILES = 40;
const MAX_FILE_BYTES = 8 << 20;
const LIMITS = { maxBytes: 64 << 20, timeoutMs: 60_000 };
const MAX_DEFINITIONS = 20;
const MAX_SYMBOLS = 100;
const MAX_PLACES = 10;
const MAX_PEOPLE = 10;
/** The name that `openRevision` gives the one repository of its index. */
const SOURCE = "repository";

/** Shows that an index is built, which may take minutes once. */
export type WithProgress = <T>(work: (report: (line: string) => void) => Promise<T>) => Promise<T>;

/** Answers from a clone alone: its history and its code at HEAD. */
export class LocalKnowledge implements CodeKnowledge {
  readonly scope: string;
  readonly hasIssues = false;
  readonly #clone: Clone;
  readonly #gitDir: string;
  readonly #cache: RevisionCache;
  readonly #withProgress: WithProgress;
  readonly #files = new AnswerCache<EditorFile>(CACHED_FILES);
  readonly #blames = new AnswerCache<LineBlame>(CACHED_FILES);
  readonly #extractor = new SymbolExtractor();
  #index: { readonly commit: string; readonly opened: Promise<OpenedIndex>; ready: OpenedIndex | null } | undefined;

  constructor(clone: Clone, cache: RevisionCache, withProgress: WithProgress) {
    this.scope = JSON.stringify([clone.root]);
    this.#clone = clone;
    this.#gitDir = clone.repository.gitDir;
    this.#cache = cache;
    this.#withProgress = withProgress;
  }

  pageOf(): undefined {
    return undefined;
  }
  pathInClone({ path }: { readonly path: string }): string {
    return path;
  }
  async keys(): Promise<ReadonlyMap<string, KeyTarget>> {
    return Promise.resolve(new Map<string, KeyTarget>());
  }
  async card(): Promise<null> {
    return Promise.resolve(null);
  }
  async staleNames(): Promise<readonly never[]> {
    return Promise.resolve([]);
  }
  async outdatedPages(): Promise<readonly never[]> {
    return Promise.resolve([]);
  }

  async file(path: string, signal: AbortSignal): Promise<EditorFile | null> {
    const commit = await findCommit(this.#gitDir, "HEAD", signal);
    if (commit === null || path === "") return null;
    return this.#files.get([commit, path], async () => {
      const node = await findTreeEntry(this.#gitDir, commit, path, signal);
      if (node?.kind !== "file" || (node.size ?? 0) > MAX_FILE_BYTES) return null;
      const bytes = await readBlobStart(this.#gitDir, node.oid, MAX_FILE_BYTES, signal);
      if (looksBinary(bytes)) return null;
      const text = bytes.toString("utf8");
      const language = fileLanguageOf(path);
      const symbols = language === null ? [] : await this.#extractor.find(text, language);
      return {
        source: SOURCE,
        path,
        revision: commit,
        lines: text.split(/\r?\n/),
        symbols: [...symbols].map(({ name, kind, start, end, container }) => ({
          name,
          kind,
          start_line: start,
          end_line: end,
          depth: container === "" ? 0 : 1,
        })),
      };
    });
  }

  blame({ path, revision }: BlamedFile, signal: AbortSignal): Promise<LineBlame | null> {
    if (revision === undefined) return Promise.resolve(null);
    return this.#blames.get([path, revision], async () => {
      try {
        const { commits, ranges } = await readBlame(this.#gitDir, revision, path, LIMITS, signal);
        return { commits: commits.map(lineCommit), ranges };
      } catch (error) {
        if (error instanceof GitReadError) return null;
        throw error;
      }
    });
  }

  /** Without waiting for an index that is being built. */
  async symbolAt(
    { path, revision }: EditorFile,
    at: { readonly line: number; readonly column: number },
  ): Promise<NamedSymbol | null> {
    const index = this.#readyIndex(revision);
    const named = index && (await definitionsOf(index, { source: SOURCE, path, ...at }));
    if (!index || !named) return null;
    const { files } = named.names;
    const [first, ...others] = targetsOf(named)
      .slice(0, MAX_DEFINITIONS)
      .map((definition): FoundDefinition => {
        const { signature, doc, line, end } = describe(files, definition);
        return { source: SOURCE, path: files.read(definition.place).path, line, endLine: end, signature, doc };
      });
    if (!first) return null;
    const [owner = null] = peopleOf(index, first.path);
    return { definitions: [first, ...others], precision: "by_name", owner };
  }

  async people(path: string, signal: AbortSignal): Promise<readonly EditorPerson[]> {
    return peopleOf(await this.#openIndex(signal), path);
  }

  async places(
    question: { readonly issue: string } | { readonly text: string },
    signal: AbortSignal,
  ): Promise<readonly FoundPlace[] | null> {
    if (!("text" in question)) return null;
    const index = await this.#openIndex(signal);
    const { files } = localize(index, { title: "", body: question.text, beforeMs: null }, { limit: MAX_PLACES });
    return files.map(({ path, score, line, functions, snippet }) => ({
      source: SOURCE,
      path,
      line: line ?? functions[0]?.start_line ?? snippet?.match_lines[0] ?? snippet?.start_line ?? 1,
      name: functions[0]?.name ?? "",
      score,
    }));
  }

  async symbols(q: string, signal: AbortSignal): Promise<readonly EditorSymbol[]> {
    if (q === "") return [];
    const index = await this.#openIndex(signal);
    const symbols = findSymbols(index, new TypedName(q), { q, limit: MAX_SYMBOLS });
    return symbols.map(({ name, symbol, container, path, line }) => ({
      name,
      kind: symbol ?? "other",
      container: container ?? "",
      repository: "",
      source: SOURCE,
      path: path ?? "",
      line: line ?? 1,
    }));
  }

  /** The index of a commit where it is open; its building begins otherwise. */
  #readyIndex(commit: string): OpenedIndex | null {
    this.#openAt(commit).catch(() => undefined);
    return this.#index?.ready ?? null;
  }

  async #openIndex(signal: AbortSignal): Promise<OpenedIndex> {
    const commit = await findCommit(this.#gitDir, "HEAD", signal);
    if (commit === null) throw new Error(`${this.#clone.root} has no commit.`);
    const opened = await this.#openAt(commit);
    signal.throwIfAborted();
    return opened;
  }

  #openAt(commit: string): Promise<OpenedIndex> {
    if (this.#index?.commit === commit) return this.#index.opened;
    const opened = this.#withProgress((report) => openRevision(this.#clone.root, commit, this.#cache, report));
    const entry = { commit, opened, ready: null as OpenedIndex | null };
    this.#index = entry;
    opened.then(
      (index) => (entry.ready = index),
      () => {
        // The next question tries again.
        if (this.#index === entry) this.#index = undefined;
      },
    );
    return opened;
  }
}

const peopleOf = (index: OpenedIndex, path: string): EditorPerson[] =>
  LOCAL_ANSWERS.experts(index, { paths: [path] })
    .people.slice(0, MAX_PEOPLE)
    .map(({ name }) => ({ id: null, name }));

const lineCommit = ({ hash, title, author, authoredAt }: BlamedCommit): LineBlame["commits"][number] => ({
  hash,
  title,
  person: { id: null, name: shortName(author) },
  at: new Date(millisecondsOf(authoredAt)).toISOString(),
  issues: [],
});
