import { rowId } from "../../rest/listBounds.ts";
import { isRecord } from "../../rest/restFailure.ts";
import { wikiMarkupToMarkdown } from "../atlassian/wikiMarkup.ts";
import type { JiraUrl } from "./jiraUrl.ts";

type Row = Readonly<Record<string, unknown>>;

/** Levels of an answer in which people are looked for. */
const MAX_DEPTH = 8;
/** Names of people that are kept for mentions. */
const MAX_NAMES = 20_000;

/**
 * Rows of REST v2 in the shape of Jira Cloud: people have an `accountId`, which here is the host with the key of the user, and bodies are
 * Markdown. Comments of a service project say by a property whether customers see them.
 */
export class DataCenterRows {
  readonly #host: string;
  /** Display names by user name and by key. */
  readonly #names = new Map<string, string>();
  /** Ids of issues of service projects. */
  readonly #ofService = new Set<string>();

  constructor({ host }: Pick<JiraUrl, "host">) {
    this.#host = host;
  }

  issues(rows: readonly unknown[]): unknown[] {
    return rows.map((row) => {
      // The text of an issue depends on its own people alone, so that a later read of it is the same.
      this.#names.clear();
      return this.#issue(this.#withPeople(row, 0));
    });
  }

  /** @param issueId of the issue that has the comments */
  comments(issueId: string, rows: readonly unknown[]): unknown[] {
    const isService = this.#ofService.has(issueId);
    return rows.map((row) => this.#comment(this.#withPeople(row, 0), isService));
  }

  changes(rows: readonly unknown[]): unknown[] {
    return rows.map((row) => this.#withPeople(row, 0));
  }

  #issue(row: unknown): unknown {
    if (!isRecord(row) || !isRecord(row["fields"])) return row;
    const { comment, ...fields } = row["fields"];
    const isService = isServiceProject(fields["project"]);
    if (isService) this.#ofService.add(rowId(row));
    return {
      ...row,
      fields: {
        ...fields,
        ...("description" in fields && { description: this.#text(fields["description"]) }),
        ...(isRecord(comment) && { comment: this.#thread(comment, isService) }),
      },
    };
  }

  /** The search does not tell which comments of a service project are internal: they are read in their own list. */
  #thread(comment: Row, isService: boolean): Row {
    const listed: readonly unknown[] = Array.isArray(comment["comments"]) ? comment["comments"] : [];
    const isEmpty = comment["total"] === 0 || (comment["total"] === undefined && listed.length === 0);
    if (isService && !isEmpty) return { total: comment["total"] };
    return { ...comment, comments: listed.map((row) => this.#withText(row)) };
  }

  #withText(row: unknown): unknown {
    return isRecord(row) ? { ...row, body: this.#text(row["body"]) } : row;
  }

  #comment(row: unknown, isService: boolean): unknown {
    if (!isRecord(row)) return row;
    return { ...row, body: this.#text(row["body"]), ...(isService && { jsdPublic: isPublic(row) }) };
  }

  #text(body: unknown): unknown {
    return typeof body === "string"
      ? wikiMarkupToMarkdown(body, { nameOf: (user) => this.#names.get(user) ?? null })
      : body;
  }

  #withPeople(value: unknown, depth: number): unknown {
    if (depth > MAX_DEPTH) return value;
    if (Array.isArray(value)) return value.map((item) => this.#withPeople(item, depth + 1));
    if (!isRecord(value)) return value;
    const person = this.#person(value);
    if (person) return person;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.#withPeople(item, depth + 1)]));
  }

  /** Null for what is no person. */
  #person(value: Row): Row | null {
    const { name, key, displayName, emailAddress } = value;
    const id = textOr(key) ?? textOr(name);
    if (id === null || !("displayName" in value)) return null;
    const shown = textOr(displayName) ?? textOr(name) ?? id;
    if (this.#names.size < MAX_NAMES)
      for (const called of [name, key]) if (textOr(called)) this.#names.set(String(called), shown);
    return {
      accountId: `${this.#host}/${id}`,
      displayName: shown,
      // The host may mask addresses as `ada at example.org`.
      emailAddress: typeof emailAddress === "string" && emailAddress.includes("@") ? emailAddress : null,
      avatarUrls: value["avatarUrls"],
    };
  }
}

const textOr = (value: unknown): string | null => (typeof value === "string" && value.trim() !== "" ? value : null);

const isServiceProject = (project: unknown): boolean =>
  isRecord(project) && project["projectTypeKey"] === "service_desk";

/** An answer without properties does not tell, so that the comment counts as internal. */
function isPublic({ properties }: Row): boolean {
  if (!Array.isArray(properties)) return false;
  const listed: readonly unknown[] = properties;
  const mark = listed.find((property) => isRecord(property) && property["key"] === "sd.public.comment");
  if (!isRecord(mark)) return true;
  return isRecord(mark["value"]) && (mark["value"]["internal"] ?? false) === false;
}
