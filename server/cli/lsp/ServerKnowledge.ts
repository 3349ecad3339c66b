import { isInside } from "../../../contract/addresses/cloneAddress.ts";
import type { BlameCommit } from "../../../contract/code/code.ts";
import { appPath, type PageTarget } from "../../../contract/addresses/pageAddress.ts";
import type { Project } from "../../../contract/projects.ts";
import type { CodeDefinition } from "../../../contract/code/references.ts";
import { type ClewServer, serverAddressOf } from "../remote/ClewServer.ts";
import { findIssueId } from "../remote/openServer.ts";
import { AnswerCache } from "./AnswerCache.ts";
import type { Clone } from "./Clones.ts";
import type {
  BlamedFile,
  FoundDefinition,
  FoundPlace,
  EditorSymbol,
  KeyCard,
  KeyTarget,
  CodeKnowledge,
  EditorFile,
  EditorPerson,
  LineBlame,
  LineCommit,
  NamedSymbol,
  OutdatedPage,
  StaleName,
} from "./CodeKnowledge.ts";
import type { ServerCalls } from "./ServerCalls.ts";

const CACHED_FILES = 40;
const CACHED_ROWS = 500;
/** Names that one request may have; an address has to fit into the head of a request. */
const MAX_NAMES = 100;
const MAX_TEXT_LENGTH = 60_000;
const MAX_SYMBOLS = 100;
/** Pages about a file whose names are compared with the code. */
const MAX_PAGES = 5;

export interface ServerPlace {
  readonly calls: ServerCalls;
  /** The address of the server. */
  readonly url: URL;
  readonly project: Project;
  /** The repository of the project that the clone is of. */
  readonly source: string;
  readonly clone: Clone;
}

/** What a server knows of a project, for the files of a clone of one of its repositories. */
export class ServerKnowledge implements CodeKnowledge {
  readonly scope: string;
  readonly hasIssues = true;
  readonly #place: ServerPlace;
  readonly #slug: string;
  readonly #files = new AnswerCache<EditorFile>(CACHED_FILES);
  readonly #blames = new AnswerCache<LineBlame>(CACHED_FILES);
  readonly #symbols = new AnswerCache<NamedSymbol>(CACHED_ROWS);
  readonly #cards = new AnswerCache<KeyCard>(CACHED_ROWS);
  readonly #keys = new AnswerCache<{ readonly target: KeyTarget | null }>(CACHED_ROWS * 4);
  readonly #pages = new AnswerCache<readonly OutdatedPage[]>(CACHED_FILES);

  constructor(place: ServerPlace) {
    this.#place = place;
    this.#slug = place.project.slug;
    this.scope = JSON.stringify([serverAddressOf(place.url), this.#slug]);
  }

  #ask<T>(question: (server: ClewServer) => Promise<T>): Promise<T | null> {
    return this.#place.calls.ask(question);
  }

  pageOf(target: PageTarget): string | undefined {
    const path = appPath(this.#slug, target);
    return path === null ? undefined : serverAddressOf(this.#place.url) + path;
  }

  pathInClone({ source, path }: { readonly source: string; readonly path: string }): string | null {
    return source === this.#place.source && isInside(path) ? path : null;
  }

  file(path: string, signal: AbortSignal): Promise<EditorFile | null> {
    const { source } = this.#place;
    return this.#files.get([path], async () => {
      const query = { repository: source, path };
      const content = await this.#ask((server) =>
        server.call("codeContent", { params: { id: this.#slug }, query, signal }),
      );
      if (content?.kind !== "text" || content.text === null || content.revision === null) return null;
      const { text, symbols, revision } = content;
      return { source, path, revision: revision.hash, lines: text.split(/\r?\n/), symbols };
    });
  }

  blame({ source, path, revision }: BlamedFile, signal: AbortSignal): Promise<LineBlame | null> {
    return this.#blames.get([source, path, revision], async () => {
      const query = { repository: source, path, revision };
      const blame = await this.#ask((server) =>
        server.call("codeBlame", { params: { id: this.#slug }, query, signal }),
      );
      return blame?.status === "shown" ? { commits: blame.commits.map(lineCommit), ranges: blame.ranges } : null;
    });
  }

  symbolAt(
    { source, path, revision }: EditorFile,
    at: { readonly line: number; readonly column: number },
    signal: AbortSignal,
  ): Promise<NamedSymbol | null> {
    return this.#symbols.get([source, path, revision, at], async () => {
      const query = { project: this.#slug, source, path, revision, ...at };
      const answer = await this.#ask((server) => server.call("definitions", { query, signal }));
      const [first, ...others] = (answer?.definitions ?? []).map(foundDefinition);
      if (!answer || !first) return null;
      return { definitions: [first, ...others], precision: answer.precision, owner: answer.owner };
    });
  }

  async keys(names: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, KeyTarget>> {
    const result = new Map<string, KeyTarget>();
    const once = [...new Set(names)];
    for (let from = 0; from < once.length; from += MAX_NAMES) {
      const part = once.slice(from, from + MAX_NAMES);
      const requests: Promise<ReadonlyMap<string, KeyTarget> | null>[] = [];
      for (const name of part) {
        const answer = await this.#keys.get([name], async () => {
          requests[0] ??= this.#askKeys(part, signal);
          const answer = await requests[0];
          return answer && { target: answer.get(name) ?? null };
        });
        if (answer?.target) result.set(name, answer.target);
      }
    }
    return result;
  }

  async #askKeys(name: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, KeyTarget> | null> {
    const query = { project: this.#slug, source: this.#place.source, name };
    const rows = await this.#ask((server) => server.call("namedThings", { query, signal }));
    return (
      rows &&
      new Map(
        rows.flatMap(({ named, kind, address }) =>
          kind === "issue" || kind === "request" ? [[named, { kind, address, key: named }] as const] : [],
        ),
      )
    );
  }

  card({ kind, address }: KeyTarget, signal: AbortSignal): Promise<KeyCard | null> {
    return this.#cards.get([kind, address], () =>
      this.#ask(async (server): Promise<KeyCard> => {
        if (kind === "issue") {
          const params = { id: this.#slug, issueId: address };
          const { title, state, assignees } = await server.call("getIssue", { params, signal });
          return { title, state, people: assignees };
        }
        const params = { id: this.#slug, requestId: address };
        const { title, state, author } = await server.call("getRequest", { params, signal });
        return { title, state, people: author === null ? [] : [author] };
      }),
    );
  }

  async people(path: string, signal: AbortSignal): Promise<readonly EditorPerson[] | null> {
    const query = { path, repository: this.#place.source };
    const experts = await this.#ask((server) =>
      server.call("projectExperts", { params: { id: this.#slug }, query, signal }),
    );
    return experts && experts.map(({ person }) => person);
  }

  async places(
    question: { readonly issue: string } | { readonly text: string },
    signal: AbortSignal,
  ): Promise<readonly FoundPlace[] | null> {
    const id = this.#slug;
    const answer = await this.#ask(async (server) => {
      if ("text" in question) {
        const text = question.text.slice(0, MAX_TEXT_LENGTH);
        return server.call("localizeText", { params: { id }, body: { text }, signal });
      }
      const issueId = await findIssueId(server, id, question.issue);
      return server.call("localizeIssue", { params: { id, issueId }, signal });
    });
    return (
      answer &&
      answer.files.map(({ path, repository, line, functions, snippet, score }) => ({
        source: repository,
        path,
        line: line ?? functions[0]?.start_line ?? snippet?.match_lines[0] ?? snippet?.start_line ?? 1,
        name: functions[0]?.name ?? "",
        score,
      }))
    );
  }

  async symbols(q: string, signal: AbortSignal): Promise<readonly EditorSymbol[]> {
    const query = { q, kind: "symbol", limit: MAX_SYMBOLS };
    const answer = await this.#ask((server) =>
      server.call("searchProject", { params: { id: this.#slug }, query, signal }),
    );
    const names = new Map((answer?.sources ?? []).map(({ id, name }) => [id, name]));
    return (answer?.results ?? []).flatMap(({ title, path, line, source, symbol }) =>
      path === null || source === null
        ? []
        : [
            {
              name: title,
              kind: symbol?.kind ?? "other",
              container: symbol?.container ?? "",
              repository: names.get(source) ?? "",
              source,
              path,
              line: line ?? 1,
            },
          ],
    );
  }

  async staleNames(path: string, signal: AbortSignal): Promise<readonly StaleName[]> {
    const query = { source: this.#place.source, path };
    const answer = await this.#ask((server) =>
      server.call("documentStaleReferences", { params: { id: this.#slug }, query, signal }),
    );
    return (answer?.items ?? []).map(({ name, lines, removed_by: removedBy, now }) => ({
      name,
      lines,
      removedBy,
      now,
    }));
  }

  async outdatedPages(path: string, signal: AbortSignal): Promise<readonly OutdatedPage[]> {
    const page = await this.#pages.get([path], () => this.#ask((server) => this.#outdated(server, path, signal)));
    return page ?? [];
  }

  /** Pages that mention a file, with what the job of stale references has found in them. */
  async #outdated(server: ClewServer, path: string, signal: AbortSignal): Promise<OutdatedPage[]> {
    const params = { id: this.#slug };
    const related = await server.call("relatedToDocument", {
      params,
      query: { source: this.#place.source, path },
      signal,
    });
    const pages = related.pages.slice(0, MAX_PAGES);
    const outdated: OutdatedPage[] = [];
    for (const page of pages) {
      const folder = page.path.slice(0, Math.max(0, page.path.lastIndexOf("/")));
      const query = { source: page.source, path: folder };
      const entries = await server.call("listDocuments", { params, query, signal });
      const names = entries.find((entry) => entry.path === page.path)?.stale_references ?? 0;
      if (names > 0) outdated.push({ title: page.title, source: page.source, path: page.path, names });
    }
    return outdated;
  }
}

const lineCommit = ({ hash, title, author, person, at, issues }: BlameCommit): LineCommit => ({
  hash,
  title,
  person: person ?? { id: null, name: author },
  at,
  issues,
});

const foundDefinition = ({ source, path, line, end_line, signature, doc }: CodeDefinition): FoundDefinition => ({
  source,
  path,
  line,
  endLine: end_line,
  signature,
  doc,
});
