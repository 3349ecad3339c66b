/** The calls of Bitbucket's REST API about the commit of a pull request: https://developer.atlassian.com/cloud/bitbucket/rest/api-group-reports/ */
import { type RestAnswer, type RestRequest, isRecord } from "./restHost.ts";
import type { Work, WorkRequest } from "./work.ts";

const refuse = (status: number, message: string): RestAnswer => ({
  status,
  body: { type: "error", error: { message } },
});
const missing = refuse(404, "Resource not found");
const PAGE = 2;

/** Undefined for a call that is none of these. */
export function bitbucketReports(work: Work, rest: string, request: RestRequest, url: string): RestAnswer | undefined {
  const [, hash, part = ""] = /^\/commit\/([0-9a-f]+)(\/.*)?$/.exec(rest) ?? [];
  if (hash === undefined) return undefined;
  const one = work.requests.find(({ head, pushed }) => [head, ...(pushed ?? [])].some((sha) => sha?.startsWith(hash)));
  // The commits of a fork are in the fork.
  if (!one || (one.sourceProject !== undefined && one.sourceProject !== work.projectId)) return missing;
  const commit = [one.head, ...(one.pushed ?? [])].find((sha) => sha?.startsWith(hash)) ?? "";
  if (part === "") return { status: 200, body: { type: "commit", hash: commit } };
  const [, id, tail = "", annotation] = /^\/reports\/([\w-]+)(\/annotations(?:\/([\w-]+))?)?$/.exec(part) ?? [];
  if (id !== undefined) return reportCall(work, { commit, id, tail, annotation }, request, url);
  return statusCall(work, { commit, part, one }, request);
}

const isText = (value: unknown, most: number): boolean =>
  typeof value === "string" && value !== "" && value.length <= most;
const isIn = (value: unknown, names: readonly string[]): boolean => typeof value === "string" && names.includes(value);

/** What the description of the API says of a report: enumerations, at most ten data, a value that fits its type. */
function reportFault(body: Record<string, unknown>): string | null {
  if (!isText(body["title"], 450) || !isText(body["details"], 2000)) return "title or details";
  if (!isIn(body["report_type"], ["SECURITY", "COVERAGE", "TEST", "BUG"])) return "report_type";
  if (!isIn(body["result"], ["PASSED", "FAILED", "PENDING"])) return "result";
  if (!URL.canParse(String(body["link"]))) return "link";
  const data = Array.isArray(body["data"]) ? body["data"] : [];
  if (data.length > 10) return "data has more than 10 items";
  const fits = (item: unknown): boolean =>
    isRecord(item) &&
    isText(item["title"], 450) &&
    ((item["type"] === "NUMBER" && typeof item["value"] === "number") ||
      (item["type"] === "TEXT" && isText(item["value"], 450)));
  return data.every(fits) ? null : "data";
}

function annotationFault(item: Record<string, unknown>): string | null {
  if (!isText(item["external_id"], 450)) return "external_id";
  if (!isIn(item["annotation_type"], ["VULNERABILITY", "CODE_SMELL", "BUG"])) return "annotation_type";
  if (!isIn(item["severity"], ["CRITICAL", "HIGH", "MEDIUM", "LOW"])) return "severity";
  if (!isText(item["summary"], 450) || !isText(item["details"], 2000)) return "summary or details";
  return isText(item["path"], 4000) && !String(item["path"]).startsWith("/") ? null : "path";
}

function reportCall(
  work: Work,
  at: { readonly commit: string; readonly id: string; readonly tail: string; readonly annotation: string | undefined },
  { method, body, query, path }: RestRequest,
  url: string,
): RestAnswer {
  const reports = (work.reports ??= []);
  const found = reports.find((report) => report.commit === at.commit && report.id === at.id);
  if (at.tail === "" && method === "PUT") {
    const sent = isRecord(body) ? body : {};
    const fault = reportFault(sent);
    if (fault !== null) return refuse(400, `Invalid report: ${fault}`);
    if (found) found.body = sent;
    else reports.push({ commit: at.commit, id: at.id, body: sent, annotations: new Map() });
    return { status: 200, body: { ...sent, type: "report", uuid: "{1}", external_id: at.id } };
  }
  if (!found) return missing;
  if (at.annotation !== undefined && method === "DELETE")
    return found.annotations.delete(at.annotation) ? { status: 204, body: "" } : missing;
  if (method === "GET") {
    const page = Number(query.get("page") ?? 1);
    const values = [...found.annotations.values()].slice((page - 1) * PAGE, page * PAGE);
    const more = page * PAGE < found.annotations.size ? { next: `${url}${path}?page=${page + 1}` } : {};
    return { status: 200, body: { values, page, ...more } };
  }
  const items: unknown[] = Array.isArray(body) ? body : [];
  if (items.length === 0 || items.length > 100) return refuse(400, "Between 1 and 100 annotations are taken");
  for (const item of items) {
    const fault = isRecord(item) ? annotationFault(item) : "no object";
    if (fault !== null) return refuse(400, `Invalid annotation: ${fault}`);
  }
  for (const item of items) if (isRecord(item)) found.annotations.set(String(item["external_id"]), item);
  return { status: 200, body: items };
}

function statusCall(
  work: Work,
  { commit, part, one }: { readonly commit: string; readonly part: string; readonly one: WorkRequest },
  { method, body }: RestRequest,
): RestAnswer {
  const builds = (work.builds ??= []);
  const [, key] = /^\/statuses\/build(?:\/([\w-]+))?$/.exec(part) ?? [];
  if (!part.startsWith("/statuses/build")) return missing;
  if (method === "GET") {
    const found = builds.find((build) => build["commit"] === commit && build["key"] === key);
    return found ? { status: 200, body: found } : missing;
  }
  const sent = isRecord(body) ? body : {};
  if (!isText(sent["key"], 255) || !isIn(sent["state"], ["SUCCESSFUL", "FAILED", "INPROGRESS", "STOPPED"]))
    return refuse(400, "Bad request");
  if (sent["refname"] !== one.branch || !URL.canParse(String(sent["url"]))) return refuse(400, "refname or url");
  const others = builds.filter((build) => build["commit"] !== commit || build["key"] !== sent["key"]);
  const made = { ...sent, commit };
  builds.splice(0, builds.length, ...others, made);
  return { status: 201, body: made };
}
