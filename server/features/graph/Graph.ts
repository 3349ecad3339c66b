import type { NodeKind } from "../../../contract/code/graph.ts";
import type { Db } from "../../db/openDb.ts";
import { listRequestSources } from "../../db/tables/requests/changeRequests.ts";
import { listSourceAddresses } from "../../db/tables/sources/sources.ts";
import { type PersonDirectory, personDirectory } from "../../engines/identities/PersonDirectory.ts";
import type { PeopleTable } from "../../engines/identities/peopleTable.ts";
import type { OpenedCode, OpenedCommits, OpenedIndex } from "../../index/OpenedIndex.ts";
import { once } from "../../memoize.ts";
import { SourceResolver } from "../../sources/SourceResolver.ts";
import { projectPeople } from "../../project/projectPeople.ts";
import type { Neighbours } from "./Neighbours.ts";
import type { RefOf } from "./nodes.ts";

/** What the edges of a project are computed from. */
export class Graph {
  readonly db: Db;
  readonly index: OpenedIndex;
  readonly projectId: string;
  readonly people: PeopleTable;
  readonly directory: PersonDirectory;
  /** Finds the sources that a number of a repository refers to. */
  readonly resolver: () => Promise<SourceResolver>;
  /** Sources through which requests were read. */
  readonly requestSources: () => Promise<string[]>;

  private constructor(db: Db, index: OpenedIndex, projectId: string, people: PeopleTable) {
    this.db = db;
    this.index = index;
    this.projectId = projectId;
    this.people = people;
    this.directory = personDirectory(people);
    this.resolver = once(async () => new SourceResolver(await listSourceAddresses(db, projectId)));
    this.requestSources = once(() => listRequestSources(db, projectId));
  }

  static async open(db: Db, index: OpenedIndex, projectId: string): Promise<Graph> {
    return new Graph(db, index, projectId, await projectPeople(db, projectId, index));
  }

  historyOf(source: string): { readonly member: number; readonly commits: OpenedCommits } | null {
    const member = this.index.commits.findIndex(({ part }) => part.source === source);
    const commits = this.index.commits[member];
    return commits ? { member, commits } : null;
  }

  codeOf(source: string): { readonly member: number; readonly code: OpenedCode } | null {
    const member = this.index.code.findIndex(({ part }) => part.source === source);
    const code = this.index.code[member];
    return code ? { member, code } : null;
  }

  commitWith(source: string, hash: string): RefOf<"commit"> | null {
    const history = this.historyOf(source);
    const commit = history?.commits.table.withHash(hash, 1)[0];
    return history && commit !== undefined ? { kind: "commit", member: history.member, commit } : null;
  }

  /** The person with an account, or at a position in the table of people. */
  personOf(who: { readonly account: string | null } | { readonly number: number }): RefOf<"person"> | null {
    const person =
      "number" in who
        ? this.directory.at(who.number)
        : who.account === null
          ? null
          : this.directory.withId(who.account);
    return person ? { kind: "person", id: person.id } : null;
  }

  /** Sources of the requests that a number of a repository refers to. */
  async requestSourcesOf(source: string): Promise<readonly string[]> {
    const among = await this.requestSources();
    return among.length === 0 ? [] : (await this.resolver()).atSameLocation(source, among);
  }

  /** Repositories of the index whose requests were read through a source. */
  async repositoriesOfRequests(source: string): Promise<string[]> {
    const among = await this.requestSources();
    const resolver = await this.resolver();
    return this.index.commits
      .map(({ part }) => part.source)
      .filter((repository) => resolver.atSameLocation(repository, among).includes(source));
  }
}

type Reader<K extends NodeKind> = (graph: Graph, node: RefOf<K>, neighbours: Neighbours) => Promise<void> | void;

/** All edges between two kinds of nodes, from both of their ends. What one end lists, the other lists too, up to the bounds. */
export interface EdgeFamily {
  readonly between: readonly [NodeKind, NodeKind];
  readonly from: { readonly [K in NodeKind]?: Reader<K> };
}
