import type { EndpointName } from "../../../contract/endpoints.ts";
import type { Handler, Mount } from "../route.ts";
import type { Gate } from "./Gate.ts";

/**
 * The calls that make an engine work: searching, with its regular expressions, and everything that ranks or counts. And those whose answer
 * may be long: the folders and texts of a repository, all of its people, the rows of a log.
 */
const AT_THE_ENGINES: ReadonlySet<EndpointName> = new Set([
  "searchAll",
  "searchProject",
  "analyzeIssue",
  "localizeIssue",
  "localizeText",
  "similarIssues",
  "issueDocuments",
  "issueExperts",
  "issueCommits",
  "projectExperts",
  "expertContext",
  "knowledgeMap",
  "relatedToDocument",
  "documentDrift",
  "getInsights",
  "insightRows",
  "insightViewRows",
  "insightViews",
  "exportInsights",
  "listDocuments",
  "findDocuments",
  "getDocument",
  "listPersons",
  "mergePersons",
  "exportAudit",
]);

/** Mounts as before; the calls that make an engine work go through the gate, over HTTP and for agents alike. */
export function limitEngines(mount: Mount, gate: Gate): Mount {
  return (name, handler) => {
    if (!AT_THE_ENGINES.has(name)) {
      mount(name, handler);
      return;
    }
    const limited: Handler<typeof name> = (context) =>
      gate.run(context.user?.id ?? context.address, context.signal, () => handler(context));
    mount(name, limited);
  };
}
