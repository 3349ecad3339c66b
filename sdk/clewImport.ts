/**
 * Sends issues, requests and pages to a custom source of a Clew server. One file without dependencies, for Node 20 and later: copy it, or
 * download it from `/api/v1/sdk/clewImport.ts` of the server.
 *
 * ```ts
 * const clew = new ClewImport({ server: "https://clew.example", source: "…", token: process.env.CLEW_TOKEN ?? "" });
 * const totals = await clew.importAll(readTickets(), { name: "2026-11-28", deletesUnseen: true });
 * ```
 */

export interface ImportPerson {
  readonly id: string;
  readonly name?: string;
  readonly login?: string;
  readonly email?: string;
  readonly is_bot?: boolean;
}

export interface ImportComment {
  readonly id: string;
  /** Markdown. */
  readonly body: string;
  readonly author?: ImportPerson;
  readonly url?: string;
  /** ISO 8601 with a `Z` or an offset, as all times. */
  readonly created_at: string;
  readonly updated_at?: string;
}

interface ImportCommon {
  /** Your own id: an item with an id that is stored replaces it. */
  readonly id: string;
  readonly title: string;
  /** Markdown. */
  readonly body?: string;
  readonly author?: ImportPerson;
  readonly labels?: string[];
  /** The page of the item; left out: by the link template of the source. */
  readonly url?: string;
  readonly created_at: string;
  readonly updated_at: string;
  /** A higher one is newer. Left out: the milliseconds of `updated_at`. */
  readonly revision?: number;
}

export interface ImportIssue extends ImportCommon {
  readonly kind: "issue";
  /** As people write it. Left out: `#12` for the id `12`, and the id itself for any other. */
  readonly key?: string;
  readonly state: "open" | "closed";
  readonly status?: { readonly name: string; readonly category?: "todo" | "in_progress" | "done" | null };
  readonly type?: string;
  readonly priority?: string;
  readonly resolution?: string;
  readonly milestones?: string[];
  readonly components?: string[];
  readonly assignees?: ImportPerson[];
  readonly comments?: ImportComment[];
  readonly links?: { readonly kind: ImportLinkKind; readonly key: string; readonly name?: string }[];
  readonly custom_fields?: {
    readonly name: string;
    readonly type: "text" | "number" | "date" | "choice" | "choices" | "person";
    readonly values: (string | number)[];
  }[];
  readonly due_on?: string;
  readonly closed_at?: string | null;
}

export type ImportLinkKind =
  | "parent"
  | "child"
  | "duplicates"
  | "duplicated_by"
  | "blocked_by"
  | "blocks"
  | "caused_by"
  | "causes"
  | "clones"
  | "cloned_by"
  | "relates"
  | "mentions"
  | "mentioned_by"
  | "other";

export interface ImportRequest extends ImportCommon {
  readonly kind: "request";
  readonly number: number;
  readonly state: "open" | "closed" | "merged";
  readonly is_draft?: boolean;
  readonly source_branch?: string;
  readonly target_branch?: string;
  readonly merge_commit?: string;
  readonly assignees?: ImportPerson[];
  readonly reviewers?: ImportPerson[];
  readonly comments?: ImportComment[];
  readonly merged_at?: string | null;
  readonly closed_at?: string | null;
}

export interface ImportPage extends ImportCommon {
  readonly kind: "page";
  readonly parent_id?: string | null;
  readonly position?: number;
}

export type ImportItem = ImportIssue | ImportRequest | ImportPage;
export interface ImportDeletion {
  readonly kind: ImportItem["kind"];
  readonly id: string;
  readonly revision?: number;
}

export interface ImportBatch {
  readonly items?: ImportItem[];
  readonly deleted?: ImportDeletion[];
  readonly cursor?: string | null;
  readonly after?: string | null;
  readonly run?: string;
  readonly dry_run?: boolean;
}

export interface ImportTotals {
  readonly new: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly older: number;
  readonly deleted: number;
}

export interface ImportState {
  readonly id: string;
  readonly project: string;
  readonly name: string;
  readonly holds: readonly string[];
  readonly items: { readonly issue: number; readonly request: number; readonly page: number };
  readonly cursor: string | null;
  readonly run: string | null;
}

export interface ClewImportOptions {
  /** The address of the server, such as `https://clew.example`. */
  readonly server: string;
  /** The id of the custom source. */
  readonly source: string;
  /** An import token, `clew_imp_…`, or the token of a session. */
  readonly token: string;
  /** Repetitions of a call that the server did not answer, or could not at the moment. */
  readonly retries?: number;
  /** Milliseconds before the first repetition; each further one waits twice as long. */
  readonly retryDelayMs?: number;
}

export interface ImportAllOptions {
  /** Names this import: another call with the same name continues where the last one stopped. */
  readonly name?: string;
  /** Items that are not sent are deleted at the end, once all have arrived. */
  readonly deletesUnseen?: boolean;
  /** More than half of the items may be deleted. */
  readonly allowsMany?: boolean;
  /** Checks and counts, and changes nothing. */
  readonly isDryRun?: boolean;
  /** After each batch: items that were read so far, and the outcome of those that were sent. */
  readonly onBatch?: (read: number, totals: ImportTotals) => void;
}

/** A refusal of the server; `item` is the place of the refused item among all of an import, from 1. */
export class ClewImportError extends Error {
  override readonly name = "ClewImportError";
  readonly status: number;
  readonly fields: Readonly<Record<string, unknown>>;
  item: number | undefined;

  constructor(status: number, text: string, fields: Readonly<Record<string, unknown>> = {}) {
    super(text);
    this.status = status;
    this.fields = fields;
  }
}

/** The server takes bodies of one megabyte. */
const MAX_BATCH_BYTES = 900_000;
const MAX_BATCH_ITEMS = 500;
const RETRIED = new Set([429, 502, 503, 504]);
const MAX_WAIT_MS = 60_000;

const none: ImportTotals = { new: 0, changed: 0, unchanged: 0, older: 0, deleted: 0 };
const plus = (a: ImportTotals, b: ImportTotals): ImportTotals => ({
  new: a.new + b.new,
  changed: a.changed + b.changed,
  unchanged: a.unchanged + b.unchanged,
  older: a.older + b.older,
  deleted: a.deleted + b.deleted,
});
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Where an import begins: `digest` is that of the kinds and ids of the skipped items. */
interface Start {
  readonly run: string | undefined;
  readonly skipped: number;
  readonly digest: number;
}

const nameLine = (name: string): string => name.replaceAll("\n", " ");
const cursorOf = (name: string, { run = "", skipped, digest }: Start): string =>
  [nameLine(name), skipped, run, digest].join("\n");

/** FNV-1a of 32 bits, continued by one more text. */
function digestAfter(digest: number, text: string): number {
  let hash = digest ^ 0x81_1c_9d_c5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93);
  return hash >>> 0;
}

/** A client of one custom source. */
export class ClewImport {
  readonly #options: ClewImportOptions;

  constructor(options: ClewImportOptions) {
    this.#options = options;
  }

  /** What is stored, and where the last import stopped. @throws ClewImportError */
  state(): Promise<ImportState> {
    return this.#call("GET", "import/");
  }

  /** Sends one batch: it is stored whole or not at all. The same one again changes nothing. @throws ClewImportError */
  send(batch: ImportBatch): Promise<ImportTotals & { readonly cursor: string | null }> {
    return this.#call("PUT", "items/", batch);
  }

  /** Begins a run, which has to send every item. @throws ClewImportError */
  async beginRun(): Promise<string> {
    const { run } = await this.#call<ImportState>("POST", "import-runs/");
    if (run === null) throw new ClewImportError(0, "The server did not begin a run.");
    return run;
  }

  /**
   * Deletes the items that the run did not send. Nothing is deleted unless `items` is the number that arrived.
   * @throws ClewImportError
   */
  endRun(run: string, items: number, allowsMany = false): Promise<ImportTotals> {
    return this.#call("POST", "import-runs/end/", { run, items, allow_many: allowsMany });
  }

  /**
   * Sends items in batches. With a `name`, an import that was interrupted continues after the last stored batch. Where other items come before
   * that place than the first time, it is refused, and the next call begins again. @throws ClewImportError, whose `item` is the place of a
   * refused item
   */
  async importAll(
    items: AsyncIterable<ImportItem> | Iterable<ImportItem>,
    { name, deletesUnseen = false, allowsMany = false, isDryRun = false, onBatch }: ImportAllOptions = {},
  ): Promise<ImportTotals> {
    const start: Start = isDryRun ? { run: undefined, skipped: 0, digest: 0 } : await this.#begin(name, deletesUnseen);
    const { run, skipped } = start;
    const names = new Set<string>();
    let totals = none;
    let read = 0;
    let digest = 0;
    let batch = new Map<string, ImportItem>();
    let bytes = 0;
    const flush = async (): Promise<void> => {
      if (batch.size === 0) return;
      const first = read - batch.size + 1;
      const cursor = name === undefined || isDryRun ? undefined : cursorOf(name, { run, skipped: read, digest });
      const answer = await this.send({
        items: [...batch.values()],
        ...(cursor !== undefined && { cursor }),
        ...(run !== undefined && { run }),
        ...(isDryRun && { dry_run: true }),
      }).catch((error: unknown) => {
        throw placed(error, first);
      });
      totals = plus(totals, answer);
      batch = new Map();
      bytes = 0;
      onBatch?.(read, totals);
    };
    for await (const item of items) {
      const key = `${item.kind} ${item.id}`;
      names.add(key);
      if (read < skipped) {
        digest = digestAfter(digest, key);
        read += 1;
        if (read === skipped && digest !== start.digest) return this.#refuseOrder();
        continue;
      }
      const size = Buffer.byteLength(JSON.stringify(item)) + 1;
      // The server refuses an item that a batch has twice: the second one follows in the next.
      if (batch.has(key) || batch.size >= MAX_BATCH_ITEMS || bytes + size > MAX_BATCH_BYTES) await flush();
      batch.set(key, item);
      bytes += size;
      digest = digestAfter(digest, key);
      read += 1;
    }
    if (read < skipped) return this.#refuseOrder();
    await flush();
    if (run === undefined) return totals;
    return plus(totals, { ...none, deleted: (await this.endRun(run, names.size, allowsMany)).deleted });
  }

  /** Where an import of this name stopped; a new run begins unless all that was sent before belongs to the one that has begun. */
  async #begin(name: string | undefined, isRun: boolean): Promise<Start> {
    const state = name === undefined ? undefined : await this.state();
    const [stored, count, ofRun, digest] = (state?.cursor ?? "").split("\n");
    const isSame = name !== undefined && stored === nameLine(name) && digest !== undefined;
    const place = isSame ? { skipped: Number(count), digest: Number(digest) } : { skipped: 0, digest: 0 };
    if (!isRun) return { run: undefined, ...place };
    if (isSame && state?.run === ofRun && ofRun) return { run: ofRun, ...place };
    return { run: await this.beginRun(), skipped: 0, digest: 0 };
  }

  /** Items that were skipped would not be those that had arrived: a run could then delete one that was never sent. */
  async #refuseOrder(): Promise<never> {
    await this.send({ cursor: null });
    const text =
      "The interrupted import had other items or another order, so it cannot continue. Import again: all items are sent.";
    throw new ClewImportError(0, text);
  }

  async #call<T>(method: string, path: string, body?: object): Promise<T> {
    const { server, source, token, retries = 5, retryDelayMs = 1000 } = this.#options;
    const url = `${server.replace(/\/+$/, "")}/api/v1/sources/${encodeURIComponent(source)}/${path}`;
    for (let attempt = 0; ; attempt += 1) {
      const response = await fetch(url, {
        method,
        headers: {
          authorization: `${token.startsWith("clew_imp_") ? "Bearer" : "Token"} ${token}`,
          ...(body && { "content-type": "application/json" }),
        },
        ...(body && { body: JSON.stringify(body) }),
        redirect: "error",
      }).catch((error: unknown) => {
        if (attempt >= retries) throw error;
        return null;
      });
      if (response?.ok === true) return (await response.json()) as T;
      if (response && (!RETRIED.has(response.status) || attempt >= retries)) throw await refusalOf(response);
      // It may also be a date.
      const asked = (Number(response?.headers.get("retry-after")) || 0) * 1000;
      await wait(Math.min(MAX_WAIT_MS, Math.max(asked, retryDelayMs * 2 ** attempt)));
    }
  }
}

async function refusalOf(response: Response): Promise<ClewImportError> {
  const body: unknown = await response.json().catch(() => null);
  const fields = typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  const text = "detail" in fields ? String(fields["detail"]) : sentencesOf(fields, []).join("\n");
  return new ClewImportError(response.status, text || `The server answered with ${response.status}.`, fields);
}

/** `items.3.title: This field is required` */
const sentencesOf = (value: unknown, path: readonly string[]): string[] =>
  Array.isArray(value)
    ? value.map((text) => `${path.join(".")}: ${String(text)}`)
    : Object.entries(value ?? {}).flatMap(([name, inner]) => sentencesOf(inner, [...path, name]));

/** Says at which item of the whole import the refusal is. */
function placed(error: unknown, first: number): unknown {
  if (!(error instanceof ClewImportError)) return error;
  const { items } = error.fields;
  const at = Object.keys(typeof items === "object" && items !== null ? items : {})
    .map(Number)
    .toSorted((a, b) => a - b)[0];
  if (at !== undefined) error.item = first + at;
  return error;
}
