import { PROJECT_ROLES, REPOSITORY_PROVIDERS, SYNC_STATES, TRACKER_PROVIDERS } from "../../contract/constants.ts";
import type { IssueCard } from "../../contract/issues.ts";
import type { Person } from "../../contract/fields.ts";
import type { Project, ProjectUser, Repository, Sync, Tracker, Wiki } from "../../contract/projects.ts";
import { isFields, listOf, numberOf, readEach, textOf, textOrNull, wordOf, type Fields } from "./readAnswer.ts";

function readSync(answer: unknown): Sync {
  const sync: Fields = isFields(answer) ? answer : {};
  return {
    ...sync,
    state: wordOf(sync["state"], SYNC_STATES, "ready"),
    step: textOrNull(sync["step"]),
    done: numberOf(sync["done"], 0),
    total: numberOf(sync["total"], null),
    error: textOrNull(sync["error"]),
    finished_at: textOrNull(sync["finished_at"]),
    items: numberOf(sync["items"], 0),
  };
}

/** The common fields of every kind of source. A source that is given by its address alone uses that as its id. */
function readSource(answer: unknown): (Fields & { id: string; url: string; name: string; sync: Sync }) | null {
  const source: Fields = isFields(answer) ? answer : { url: textOf(answer) };
  const url = textOf(source["url"]);
  const name = textOf(source["name"]) || url;
  const id = textOf(source["id"]) || url || name;
  return id === "" ? null : { ...source, id, url, name, sync: readSync(source["sync"]) };
}

const readRepository = (answer: unknown): Repository | null => {
  const source = readSource(answer);
  return (
    source && {
      ...source,
      provider: wordOf(source["provider"], REPOSITORY_PROVIDERS, "git"),
      default_branch: textOrNull(source["default_branch"]),
      visibility: wordOf(source["visibility"], ["public", "private", "unknown"], "unknown"),
    }
  );
};
const readTracker = (answer: unknown): Tracker | null => {
  const source = readSource(answer);
  return source && { ...source, provider: wordOf(source["provider"], TRACKER_PROVIDERS, "github") };
};
const readWiki = (answer: unknown): Wiki | null => {
  const source = readSource(answer);
  return source && { ...source, provider: "confluence" };
};

/** A project; null without slug and id. A missing role is read as the lowest. */
export function readProject(answer: unknown): Project | null {
  if (!isFields(answer)) return null;
  const slug = textOf(answer["slug"]) || textOf(answer["id"]);
  if (slug === "") return null;
  const creator = answer["created_by"];
  const email = isFields(creator) ? textOf(creator["email"]) : textOf(creator);
  return {
    ...answer,
    slug,
    name: textOf(answer["name"]) || slug,
    created_by: { email, name: (isFields(creator) && textOf(creator["name"])) || email },
    role: wordOf(answer["role"], PROJECT_ROLES, "Viewer"),
    repositories: readEach(answer["repositories"], readRepository),
    trackers: readEach(answer["trackers"], readTracker),
    wikis: readEach(answer["wikis"], readWiki),
    created_at: textOf(answer["created_at"]),
    updated_at: textOf(answer["updated_at"]),
  };
}

/** A user of a project; null for an entry without an address. */
export function readProjectUser(answer: unknown): ProjectUser | null {
  if (!isFields(answer)) return null;
  const email = textOf(answer["email"]);
  if (email === "") return null;
  return {
    ...answer,
    id: textOf(answer["id"]) || email,
    name: textOf(answer["name"]) || email,
    email,
    role: wordOf(answer["role"], PROJECT_ROLES, "Viewer"),
    pending: answer["pending"] === true,
  };
}

const readPerson = (answer: unknown): Person | null => {
  if (!isFields(answer)) return null;
  const name = textOf(answer["name"]) || textOf(answer["email"]);
  if (name === "") return null;
  return {
    ...answer,
    id: textOf(answer["id"]) || name,
    name,
    email: textOrNull(answer["email"]),
    avatar_url: textOrNull(answer["avatar_url"]),
  };
};

/** An issue in a list; null for one that cannot be opened. */
export function readIssueCard(answer: unknown): IssueCard | null {
  if (!isFields(answer)) return null;
  const id = textOf(answer["id"]);
  const of = answer["project"];
  const project = isFields(of) ? textOf(of["slug"]) : textOf(of);
  if (id === "" || project === "") return null;
  return {
    ...answer,
    id,
    key: textOf(answer["key"], id),
    title: textOf(answer["title"]) || textOf(answer["name"], id),
    state: wordOf(answer["state"], ["open", "closed"], "open"),
    project,
    tracker: textOf(answer["tracker"]),
    url: textOf(answer["url"]),
    author: readPerson(answer["author"]),
    assignees: readEach(answer["assignees"], readPerson),
    labels: listOf(answer["labels"]).filter((label) => typeof label === "string"),
    created_at: textOf(answer["created_at"]),
    updated_at: textOf(answer["updated_at"]),
    closed_at: textOrNull(answer["closed_at"]),
    comments: numberOf(answer["comments"], 0),
  };
}
