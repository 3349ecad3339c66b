import { SectionFile, type SectionData, writeSectionFile } from "../segment/SectionFile.ts";
import { StringColumn, StringColumnWriter } from "../segment/stringColumn.ts";

const ISSUES_KIND = "issues";

/** What its tracker says of an issue, in its own words; null and empty where it says nothing. */
export interface IndexedWorkflow {
  readonly status: string | null;
  readonly type: string | null;
  readonly priority: string | null;
  readonly resolution: string | null;
  readonly components: readonly string[];
  /** Milestones, or the versions with the fix. */
  readonly milestones: readonly string[];
  /** Versions in which it occurs. */
  readonly versions: readonly string[];
  readonly sprints: readonly string[];
  /** Values of custom fields, as `fieldValueText` writes them. */
  readonly fields: readonly string[];
}

/** One issue as it is handed to the index. Times are milliseconds since 1970. */
export interface IndexedIssue {
  readonly id: string;
  /** As people write it: `#12`, `CLEW-12`. */
  readonly key: string;
  /** Id of the tracker in the project. */
  readonly source: string;
  readonly title: string;
  readonly body: string;
  /** The text of all comments, one after the other. */
  readonly comments: string;
  readonly state: "open" | "closed";
  readonly labels: readonly string[];
  /** Left out for a text that no tracker has. */
  readonly workflow?: IndexedWorkflow;
  readonly author: string | null;
  readonly url: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly closedAt: number | null;
  /** Full ids of the commits that fixed it, as far as they are known. */
  readonly fixCommits: readonly string[];
}

const FIELDS = ["status", "type", "priority", "resolution"] as const;
const LISTS = ["components", "milestones", "versions", "sprints", "fields"] as const;
const TEXTS = ["id", "key", "source", "title", "author", "url", "labels", "fixes", ...FIELDS, ...LISTS] as const;
type TextName = (typeof TEXTS)[number];
/** Between the entries of a list in one string: the unit separator, which no label holds. */
const UNIT = "\u001f";

const textsOf = (row: IndexedIssue): Record<TextName, string> => ({
  id: row.id,
  key: row.key,
  source: row.source,
  title: row.title,
  author: row.author ?? "",
  url: row.url ?? "",
  labels: row.labels.join(UNIT),
  fixes: row.fixCommits.join(UNIT),
  status: row.workflow?.status ?? "",
  type: row.workflow?.type ?? "",
  priority: row.workflow?.priority ?? "",
  resolution: row.workflow?.resolution ?? "",
  components: row.workflow?.components.join(UNIT) ?? "",
  milestones: row.workflow?.milestones.join(UNIT) ?? "",
  versions: row.workflow?.versions.join(UNIT) ?? "",
  sprints: row.workflow?.sprints.join(UNIT) ?? "",
  fields: row.workflow?.fields.join(UNIT) ?? "",
});

/** Takes issues in any order; a row's place is the issue's document number. Bodies and comments are in the content pack. */
export class IssueTableWriter {
  readonly #times: Record<"created" | "updated" | "closed", number[]> = { created: [], updated: [], closed: [] };
  readonly #states: number[] = [];
  readonly #texts = TEXTS.map((name) => ({ name, column: new StringColumnWriter() }));

  get length(): number {
    return this.#states.length;
  }

  add(row: IndexedIssue): void {
    this.#times.created.push(row.createdAt);
    this.#times.updated.push(row.updatedAt);
    this.#times.closed.push(row.closedAt ?? NaN);
    this.#states.push(row.state === "open" ? 1 : 0);
    const texts = textsOf(row);
    for (const { name, column } of this.#texts) column.add(texts[name]);
  }

  finish(): Buffer {
    const sections: Record<string, SectionData> = {};
    for (const [name, times] of Object.entries(this.#times)) sections[name] = Float64Array.from(times);
    sections["states"] = Uint8Array.from(this.#states);
    for (const { name, column } of this.#texts) Object.assign(sections, column.sections(name));
    return writeSectionFile(ISSUES_KIND, sections);
  }
}

/** The issues of a project, by document number. */
export class IssueTable {
  readonly length: number;
  readonly byteLength: number;
  readonly #created: Float64Array;
  readonly #updated: Float64Array;
  readonly #closed: Float64Array;
  readonly #states: Buffer;
  readonly #texts: Readonly<Record<TextName, StringColumn>>;
  #byKey: Map<string, number[]> | null = null;
  #sources: Set<string> | null = null;

  constructor(buffer: Buffer) {
    const container = new SectionFile(buffer, ISSUES_KIND);
    this.byteLength = container.byteLength;
    this.#created = container.f64("created");
    this.#updated = container.f64("updated");
    this.#closed = container.f64("closed");
    this.#states = container.bytes("states");
    const text = (name: string): StringColumn => new StringColumn(container, name);
    this.#texts = Object.fromEntries(TEXTS.map((name) => [name, text(name)])) as Record<TextName, StringColumn>;
    this.length = this.#created.length;
  }

  /** Everything but body, comments and what `field` and `list` have. */
  row(issue: number): Omit<IndexedIssue, "body" | "comments" | "workflow"> {
    const text = (name: TextName): string => this.#texts[name].at(issue);
    return {
      id: text("id"),
      key: text("key"),
      source: text("source"),
      title: text("title"),
      author: text("author") || null,
      url: text("url") || null,
      labels: listOf(text("labels")),
      fixCommits: listOf(text("fixes")),
      state: this.state(issue),
      createdAt: this.createdAt(issue),
      updatedAt: this.#updated[issue] ?? 0,
      closedAt: this.closedAt(issue),
    };
  }

  state(issue: number): "open" | "closed" {
    return this.#states[issue] === 1 ? "open" : "closed";
  }

  /** What its tracker says of an issue; null for nothing. */
  field(issue: number, name: (typeof FIELDS)[number]): string | null {
    return this.#texts[name].at(issue) || null;
  }

  list(issue: number, name: (typeof LISTS)[number]): string[] {
    return listOf(this.#texts[name].at(issue));
  }

  createdAt(issue: number): number {
    return this.#created[issue] ?? 0;
  }

  closedAt(issue: number): number | null {
    const at = this.#closed[issue];
    return at === undefined || Number.isNaN(at) ? null : at;
  }

  get titles(): StringColumn {
    return this.#texts.title;
  }

  key(issue: number): string {
    return this.#texts.key.at(issue);
  }

  title(issue: number): string {
    return this.#texts.title.at(issue);
  }

  source(issue: number): string {
    return this.#texts.source.at(issue);
  }

  author(issue: number): string | null {
    return this.#texts.author.at(issue) || null;
  }

  labels(issue: number): string[] {
    return listOf(this.#texts.labels.at(issue));
  }

  updatedAt(issue: number): number {
    return this.#updated[issue] ?? 0;
  }

  id(issue: number): string {
    return this.#texts.id.at(issue);
  }

  /** The issue with this id; undefined before it is indexed. */
  withId(id: string): number | undefined {
    return this.#texts.id.find(id);
  }

  fixCommits(issue: number): string[] {
    return listOf(this.#texts.fixes.at(issue));
  }

  /** Ids of the trackers that the issues come from. */
  sources(): ReadonlySet<string> {
    if (this.#sources === null) {
      this.#sources = new Set();
      for (let issue = 0; issue < this.length; issue++) this.#sources.add(this.#texts.source.at(issue));
    }
    return this.#sources;
  }

  /** Issues whose key is `text`, compared in lower case; a bare number finds `#12` and `CLEW-12` alike. */
  withKey(text: string): readonly number[] {
    this.#byKey ??= this.#keys();
    return this.#byKey.get(text.toLowerCase()) ?? [];
  }

  #keys(): Map<string, number[]> {
    const keys = new Map<string, number[]>();
    const add = (key: string, issue: number): void => {
      const same = keys.get(key);
      if (!same) keys.set(key, [issue]);
      else if (!same.includes(issue)) same.push(issue);
    };
    for (let issue = 0; issue < this.length; issue++) {
      const key = this.#texts.key.at(issue).toLowerCase();
      add(key, issue);
      const number = /(\d+)$/.exec(key)?.[1];
      if (number) for (const form of [number, `#${number}`, `gh-${number}`]) add(form, issue);
    }
    return keys;
  }
}

function listOf(text: string): string[] {
  return text === "" ? [] : text.split(UNIT);
}
