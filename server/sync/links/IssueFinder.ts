import type { Db } from "../../db/openDb.ts";
import { listIssueNames } from "../../db/tables/issues/issueIndexing.ts";
import { listSourceAddresses } from "../../db/tables/sources/sources.ts";
import type { IssueReference } from "../../engines/question/references.ts";
import { providerRulesOf } from "../../sources/providers/rulesRegistry.ts";
import { SourceResolver } from "../../sources/SourceResolver.ts";
import { pageKey } from "../../sources/urlIdentity.ts";

/** Issues by a name; null for an ambiguous name. */
type IssueAlias = Map<string, { readonly id: string; readonly url: string } | null>;

interface SourceIssues {
  /** By tracker, then by number. */
  readonly byNumber: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** By tracker, then by key. */
  readonly byKey: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly anyKey: IssueAlias;
  readonly byUrl: IssueAlias;
}

/**
 * Finds the issues of a project that a text references, in any of its trackers. A number alone belongs to the tracker of the text's
 * repository; ambiguous references and trackers that are not linked give no issue.
 */
export class IssueFinder {
  readonly resolver: SourceResolver;
  readonly #sourceIssues: SourceIssues;
  readonly #numbered: readonly string[];
  readonly #keyed: readonly string[];

  private constructor(resolver: SourceResolver, sourceIssues: SourceIssues) {
    this.resolver = resolver;
    this.#sourceIssues = sourceIssues;
    this.#numbered = [...sourceIssues.byNumber.keys()];
    this.#keyed = [...sourceIssues.byKey.keys()];
  }

  static async open(db: Db, projectId: string): Promise<IssueFinder> {
    const sources = await listSourceAddresses(db, projectId);
    const issues = await listIssueNames(db, projectId);
    const trackers = sources.filter(({ kind }) => kind === "tracker");
    const ofKind = (isKeyed: boolean) =>
      new Map<string, Map<string, string>>(
        trackers
          .filter(({ provider }) => (providerRulesOf(provider).hasIssueKeys ?? false) === isKeyed)
          .map(({ id }) => [id, new Map()]),
      );
    const [byNumber, byKey] = [ofKind(false), ofKind(true)];
    const anyKey: IssueAlias = new Map();
    const byUrl: IssueAlias = new Map();
    for (const { id, source_id, number, key, url: page } of issues) {
      const url = pageKey(page);
      addAlias(byUrl, url, { id, url });
      if (number !== null) byNumber.get(source_id)?.set(String(number), id);
      else {
        byKey.get(source_id)?.set(key.toUpperCase(), id);
        addAlias(anyKey, key.toUpperCase(), { id, url });
      }
    }
    return new IssueFinder(new SourceResolver(sources), { byNumber, byKey, anyKey, byUrl });
  }

  /**
   * Ids of the referenced issues: one, or none when there is no such issue or the reference is ambiguous.
   * @param sourceId the source of the text: a repository, a tracker or a wiki of the project
   */
  find(
    { kind, value, within }: Pick<IssueReference, "kind" | "value" | "within">,
    sourceId: string,
  ): readonly string[] {
    if (kind === "url") return this.#atUrl(value);
    if (kind === "key") return listOf(this.#sourceIssues.anyKey.get(value)?.id);
    const trackers =
      within === null
        ? this.resolver.atSameLocation(sourceId, this.#numbered)
        : this.resolver.byName(within, sourceId, this.#numbered);
    return this.#numberIn(trackers, value);
  }

  /** By the stored address, or by the number or key in it: hosts have several addresses for one issue. */
  #atUrl(url: string): readonly string[] {
    const namedIssue = this.#sourceIssues.byUrl.get(pageKey(url));
    if (namedIssue !== undefined) return listOf(namedIssue?.id);
    const [, place, number] = /^([^?#]+?)(?:\/-)?\/(?:issues|work_items)\/(\d{1,9})(?:[/?#]|$)/i.exec(url) ?? [];
    if (place !== undefined && number !== undefined) {
      return this.#numberIn(this.resolver.byUrl(place, this.#numbered), String(Number(number)));
    }
    const key = /(?:\/(?:browse|issues)\/|[?&]selectedIssue=)([A-Z][A-Z0-9_]{1,19}-\d{1,9})(?![\w-])/i.exec(url)?.[1];
    if (key === undefined) return [];
    const candidates = this.resolver
      .byHost(url, this.#keyed)
      .flatMap((tracker) => listOf(this.#sourceIssues.byKey.get(tracker)?.get(key.toUpperCase())));
    return candidates.length === 1 ? candidates : [];
  }

  #numberIn(trackers: readonly string[], number: string): readonly string[] {
    const [tracker, ...others] = trackers;
    return tracker === undefined || others.length > 0
      ? []
      : listOf(this.#sourceIssues.byNumber.get(tracker)?.get(number));
  }
}

/** A name of two rows with the same address, from a tracker that was linked twice, is not ambiguous. */
function addAlias(aliases: IssueAlias, name: string, issue: { readonly id: string; readonly url: string }): void {
  const namedIssue = aliases.get(name);
  if (namedIssue === undefined) aliases.set(name, issue);
  else if (namedIssue?.url !== issue.url) aliases.set(name, null);
}

const listOf = (id: string | undefined): readonly string[] => (id === undefined ? [] : [id]);
