import { PROJECT_ROLES, REPOSITORY_PROVIDERS, SYNC_STATES, TRACKER_PROVIDERS } from "../../contract/constants.ts";
import type { IssueCard } from "../../contract/issues/issues.ts";
import type { Person } from "../../contract/fieldSchemas.ts";
import type { Project, ProjectUser, Repository, Sync, Tracker, Wiki } from "../../contract/projects.ts";
import { asList, asNumber, parseList, asString, asStringOrNull, asEnum, type Fields } from "./parseResponse.ts";
import { isRecord } from "../domain/isRecord.ts";

function readSync(answer: unknown): Sync {
  const sync: Fields = isRecord(answer) ? answer : {};
  return {
    ...sync,
    state: asEnum(sync["state"], SYNC_STATES, "ready"),
    step: asStringOrNull(sync["step"]),
    done: asNumber(sync["done"], 0),
    total: asNumber(sync["total"], null),
    error: asStringOrNull(sync["error"]),
    finished_at: asStringOrNull(sync["finished_at"]),
    items: asNumber(sync["items"], 0),
  };
}

/** The common fields of every kind of source. A source that is given by its address alone uses that as its id. */
function readSource(answer: unknown): (Fields & { id: string; url: string; name: string; sync: Sync }) | null {
  const source: Fields = isRecord(answer) ? answer : { url: asString(answer) };
  const url = asString(source["url"]);
  const name = asString(source["name"]) || url;
  const id = asString(source["id"]) || url || name;
  return id === "" ? null : { ...source, id, url, name, sync: readSync(source["sync"]) };
}

const readRepository = (answer: unknown): Repository | null => {
  const source = readSource(answer);
  return (
    source && {
      ...source,
      provider: asEnum(source["provider"], REPOSITORY_PROVIDERS, "git"),
      default_branch: asStringOrNull(source["default_branch"]),
      visibility: asEnum(source["visibility"], ["public", "private", "unknown"], "unknown"),
    }
  );
};
const readTracker = (answer: unknown): Tracker | null => {
  const source = readSource(answer);
  return source && { ...source, provider: asEnum(source["provider"], TRACKER_PROVIDERS, "github") };
};
const readWiki = (answer: unknown): Wiki | null => {
  const source = readSource(answer);
  return source && { ...source, provider: "confluence" };
};

/** A project; null without slug and id. A missing role is read as the lowest. */
export function readProject(answer: unknown): Project | null {
  if (!isRecord(answer)) return null;
  const slug = asString(answer["slug"]) || asString(answer["id"]);
  if (slug === "") return null;
  const creator = answer["created_by"];
  const email = isRecord(creator) ? asString(creator["email"]) : asString(creator);
  return {
    ...answer,
    slug,
    name: asString(answer["name"]) || slug,
    created_by: { email, name: (isRecord(creator) && asString(creator["name"])) || email },
    role: asEnum(answer["role"], PROJECT_ROLES, "Viewer"),
    repositories: parseList(answer["repositories"], readRepository),
    trackers: parseList(answer["trackers"], readTracker),
    wikis: parseList(answer["wikis"], readWiki),
    created_at: asString(answer["created_at"]),
    updated_at: asString(answer["updated_at"]),
  };
}

/** A user of a project; null for an entry without an address. */
export function readProjectUser(answer: unknown): ProjectUser | null {
  if (!isRecord(answer)) return null;
  const email = asString(answer["email"]);
  if (email === "") return null;
  return {
    ...answer,
    id: asString(answer["id"]) || email,
    name: asString(answer["name"]) || email,
    email,
    role: asEnum(answer["role"], PROJECT_ROLES, "Viewer"),
    pending: answer["pending"] === true,
  };
}

const readPerson = (answer: unknown): Person | null => {
  if (!isRecord(answer)) return null;
  const name = asString(answer["name"]) || asString(answer["email"]);
  if (name === "") return null;
  return {
    ...answer,
    id: asString(answer["id"]) || name,
    name,
    email: asStringOrNull(answer["email"]),
    avatar_url: asStringOrNull(answer["avatar_url"]),
  };
};

/** An issue in a list; null for one that cannot be opened. */
export function readIssueCard(answer: unknown): IssueCard | null {
  if (!isRecord(answer)) return null;
  const id = asString(answer["id"]);
  const of = answer["project"];
  const project = isRecord(of) ? asString(of["slug"]) : asString(of);
  if (id === "" || project === "") return null;
  return {
    ...answer,
    id,
    key: asString(answer["key"], id),
    address: asString(answer["address"], id),
    title: asString(answer["title"]) || asString(answer["name"], id),
    state: asEnum(answer["state"], ["open", "closed"], "open"),
    project,
    tracker: asString(answer["tracker"]),
    url: asString(answer["url"]),
    author: readPerson(answer["author"]),
    assignees: parseList(answer["assignees"], readPerson),
    labels: asList(answer["labels"]).filter((label) => typeof label === "string"),
    created_at: asString(answer["created_at"]),
    updated_at: asString(answer["updated_at"]),
    closed_at: asStringOrNull(answer["closed_at"]),
    comments: asNumber(answer["comments"], 0),
  };
}
