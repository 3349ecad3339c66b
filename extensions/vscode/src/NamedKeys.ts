import type { BackgroundRequests } from "./BackgroundRequests.ts";
import { hasTexts } from "./fields.ts";
import type { FreshCache } from "./FreshCache.ts";
import type { Session, WorkspaceFile } from "./Session.ts";

const CACHED_KEYS = 2000;
/** Different keys of one document that are looked up. */
const MAX_KEYS = 500;
/** Names that one request may have, and their characters: an address has to fit into the 16 kB of a request's head. */
const MAX_NAMES = 100;
const MAX_CHARACTERS = 6000;

/** As a `Target` of a row. */
export interface NamedTarget {
  readonly kind: "issue" | "request";
  readonly id: string;
  readonly key: string;
}

/** What keys in the files of a clone mean. A request has up to 100 keys of a file, and none is requested again within ten minutes. */
export class NamedKeys {
  readonly #session: Session;
  readonly #requests: BackgroundRequests;
  /** Null: the project has no such issue or request, or not the file. */
  readonly #targets: FreshCache<NamedTarget | null>;

  constructor(session: Session, requests: BackgroundRequests) {
    this.#session = session;
    this.#requests = requests;
    this.#targets = requests.cache(CACHED_KEYS);
  }

  /** The issues and requests of those names that the project knows. */
  async find(
    file: WorkspaceFile,
    names: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, NamedTarget>> {
    // A number may mean another issue in another clone, and a clone that is not recognized has files of the project and others.
    const keyOf = (name: string): string => JSON.stringify([file.root.path, file.path, name]);
    const once = [...new Set(names)].slice(0, MAX_KEYS);
    const unknown = once.filter((name) => this.#targets.get(keyOf(name)) === undefined);
    for (const sent of requestsOf(unknown)) {
      const answer = await this.#requests.ask(async (opened) => {
        const source = await this.#session.sourceOf(opened, file, signal);
        return source === undefined ? [] : opened.client.namedThings(opened.slug, source, sent, signal);
      }, signal);
      if (answer === undefined) break;
      const found = new Map((answer ?? []).map(targetOf));
      for (const name of sent) this.#targets.set(keyOf(name), found.get(name) ?? null);
    }
    return new Map(
      once.flatMap((name) => {
        const target = this.#targets.get(keyOf(name));
        return target ? [[name, target] as const] : [];
      }),
    );
  }
}

function requestsOf(names: readonly string[]): string[][] {
  const requests: string[][] = [];
  let free = 0;
  for (const name of names) {
    const last = requests.at(-1);
    if (last && last.length < MAX_NAMES && name.length <= free) last.push(name);
    else {
      requests.push([name]);
      free = MAX_CHARACTERS;
    }
    free -= name.length;
  }
  return requests;
}

function targetOf(row: unknown): [name: string, target: NamedTarget | null] {
  if (!hasTexts(row, ["named", "kind", "address"])) return ["", null];
  const { named, kind, address } = row;
  if (kind !== "issue" && kind !== "request") return [named, null];
  return [named, { kind, id: address, key: named }];
}
