/**
 * The passages of a project that answer a question. They are found and read by the calls of the API on behalf of the user who asks, so that
 * their permissions are those of the screens.
 */
import type { AskBody, Passage } from "../../../contract/search/ask.ts";
import { planHas } from "../../../contract/billing/planFeatures.ts";
import type { AnswerOf, EndpointName } from "../../../contract/endpoints.ts";
import type { Issue } from "../../../contract/issues/issues.ts";
import { isWikiPage } from "../../../contract/documents/isWikiPage.ts";
import type { Localization, LocalizedFile } from "../../../contract/issues/localization.ts";
import type { SearchResult } from "../../../contract/search/search.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import { mapConcurrent } from "../../concurrency.ts";
import { NotFound } from "../../errors.ts";
import type { InvokeOptions, Invoker } from "../../http/invoker.ts";
import { bestLines, shortened, wordsOfQuestion } from "./passageLines.ts";

/** Texts that are read for one question, by kind. Code is most often what answers, and its passages are the shortest. */
const CODE_FILES = 7;
const DISCUSSIONS = 5;
const DOCUMENTS = 3;
/** Limits of one passage. */
const LIMITS = { lines: 40, characters: 3000 };
/** Calls of one question at a time. */
const CONCURRENT_CALLS = 4;

export interface PassageDeps {
  readonly invoke: Invoker["invoke"];
}

export interface Asked {
  readonly user: Principal;
  readonly slug: string;
  /** `plan`: the key or number of an issue is the question. */
  readonly task: AskBody["task"];
  readonly question: string;
  /** Passages at most. */
  readonly limit: number;
  readonly signal: AbortSignal;
}

type Found = Omit<Passage, "number">;
type Call = <N extends EndpointName>(name: N, rest: Omit<InvokeOptions<N>, "user" | "signal">) => Promise<AnswerOf<N>>;

/** The best passages, those of code first; none where nothing of the project fits. @throws NotFound for a plan of no issue */
export async function findPassages({ invoke }: PassageDeps, question: Asked): Promise<Passage[]> {
  const { user, slug, limit, signal } = question;
  const call: Call = (name, rest) => invoke(name, { ...rest, user, signal } as InvokeOptions<typeof name>);
  const reader = new PassageReader(call, slug, planHas(user.plan, "document_explorer"));
  const reads =
    question.task === "plan" ? await reader.aboutIssue(question.question) : await reader.about(question.question);
  const answers = await mapConcurrent(reads, CONCURRENT_CALLS, (read) => read().catch(ignoreMissing));
  return answers
    .filter((passage): passage is Found => passage !== null && passage.text.trim() !== "")
    .slice(0, limit)
    .map((passage, at) => ({ ...passage, number: at + 1 }));
}

type Read = () => Promise<Found | null>;

/** Reads what the engines found for one question. */
class PassageReader {
  readonly #call: Call;
  readonly #slug: string;
  /** Whether the plan opens documents. */
  readonly #opensDocuments: boolean;
  readonly #names = new Map<string, string>();
  #words: readonly string[] = [];

  constructor(call: Call, slug: string, opensDocuments: boolean) {
    this.#call = call;
    this.#slug = slug;
    this.#opensDocuments = opensDocuments;
  }

  async about(question: string): Promise<Read[]> {
    this.#words = wordsOfQuestion(question);
    const params = { id: this.#slug };
    const [located, documents, discussions] = await Promise.all([
      this.#call("localizeText", { params, body: { title: question.slice(0, 500), text: question } }),
      this.#documents(question),
      this.#search(question, ["issue", "request"], DISCUSSIONS),
    ]);
    return [...this.#files(located, documents), ...this.#results(documents), ...this.#results(discussions)];
  }

  /** The issue itself, then the code that it is about. @param address its key or number */
  async aboutIssue(address: string): Promise<Read[]> {
    const params = { id: this.#slug, issueId: address.replace(/^#/, "") };
    const issue = await this.#call("getIssue", { params });
    this.#words = wordsOfQuestion(`${issue.title} ${issue.body}`);
    const [located, documents] = await Promise.all([
      this.#call("localizeIssue", { params }),
      this.#documents(issue.title),
    ]);
    return [() => this.#issue(issue), ...this.#files(located, documents), ...this.#results(documents)];
  }

  #documents(question: string): Promise<SearchResult[]> {
    return this.#opensDocuments ? this.#search(question, ["document"], DOCUMENTS) : Promise.resolve([]);
  }

  async #search(question: string, kind: string[], limit: number): Promise<SearchResult[]> {
    const query = { q: plainQuery(question), kind, limit: String(limit) };
    const { results, sources } = await this.#call("searchProject", { params: { id: this.#slug }, query });
    for (const { id, name } of sources) this.#names.set(id, name);
    return results;
  }

  #results(results: readonly SearchResult[]): Read[] {
    return results.map((result) => () => this.#result(result));
  }

  /** @param documents are read as such, also where the engine finds them among the files */
  #files({ files, repositories }: Localization, documents: readonly SearchResult[]): Read[] {
    for (const { id, name } of repositories) this.#names.set(id, name);
    return files
      .filter((file) => !documents.some(({ source, path }) => source === file.repository && path === file.path))
      .slice(0, CODE_FILES)
      .map((file) => () => this.#file(file));
  }

  async #file({ repository, path, ...file }: LocalizedFile): Promise<Found | null> {
    const { text } = await this.#call("codeContent", { params: { id: this.#slug }, query: { repository, path } });
    if (text === null) return null;
    const lines = text.split("\n");
    const place = { id: `${repository}:${path}`, title: path, path, ...this.#sourceOf(repository) };
    return { ...WITHOUT_PLACE, ...ofLines(lines, rangeIn(file, lines, this.#words)), kind: "code", ...place };
  }

  async #result(result: SearchResult): Promise<Found | null> {
    const { kind, id, title, source, path, address } = result;
    if (kind === "issue") {
      return this.#issue(await this.#call("getIssue", { params: { id: this.#slug, issueId: id } }));
    }
    if (kind === "request") {
      const { body } = await this.#call("getRequest", { params: { id: this.#slug, requestId: id } });
      return { ...this.#discussion([title, body]), kind: "request", id, title, address, ...this.#sourceOf(source) };
    }
    if (source === null || path === null) return null;
    const { text } = await this.#call("getDocument", { params: { id: this.#slug }, query: { source, path } });
    if (text === null) return null;
    const lines = text.split("\n");
    const place = { id, title, path, url: isWikiPage(result) ? result.url : null, ...this.#sourceOf(source) };
    return { ...WITHOUT_PLACE, ...ofLines(lines, bestLines(lines, this.#words, LIMITS)), kind: "document", ...place };
  }

  #issue({ id, title, body, comment_list: comments, address, tracker }: Issue): Promise<Found> {
    const texts = [title, body, ...comments.map((comment) => comment.body)];
    return Promise.resolve({
      ...this.#discussion(texts),
      kind: "issue",
      id,
      title,
      address,
      ...this.#sourceOf(tracker),
    });
  }

  #discussion(texts: readonly string[]) {
    const lines = texts.join("\n\n").split("\n");
    return { ...WITHOUT_PLACE, ...textOf(lines, bestLines(lines, this.#words, LIMITS)) };
  }

  #sourceOf(source: string | null): Pick<Passage, "source" | "source_name"> {
    return { source, source_name: this.#names.get(source ?? "") ?? "" };
  }
}

const WITHOUT_PLACE = { path: null, address: null, url: null, first_line: null, last_line: null } as const;

/** What was removed, or hidden, since the index was built is no passage. */
function ignoreMissing(error: unknown): null {
  if (error instanceof NotFound) return null;
  throw error;
}

/** The question as words: what looks like the syntax of a search is none in a sentence. */
const plainQuery = (question: string): string =>
  question
    .replaceAll(/[^\p{L}\p{Nd}_#./]+/gu, " ")
    .trim()
    .slice(0, 500);

const textOf = (lines: readonly string[], { first, last }: { first: number; last: number }) => ({
  text: lines.slice(first - 1, last).join("\n"),
});
const ofLines = (lines: readonly string[], range: { first: number; last: number }) => ({
  ...textOf(lines, range),
  first_line: range.first,
  last_line: range.last,
});

/** The best function of a file, the lines around a named one, or those with the most words of the question. */
function rangeIn(
  { functions, line }: Pick<LocalizedFile, "functions" | "line">,
  lines: readonly string[],
  words: readonly string[],
) {
  const [best] = functions;
  if (line !== null)
    return shortened(lines, { first: Math.max(1, line - LIMITS.lines / 2), last: lines.length }, LIMITS);
  if (best && best.start_line <= lines.length)
    return shortened(lines, { first: best.start_line, last: best.end_line }, LIMITS);
  return bestLines(lines, words, LIMITS);
}
