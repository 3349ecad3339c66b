import { z } from "zod";
import { SourceError, type SourceErrorCode } from "../../SourceError.ts";
import type { HostKind } from "../../connector/connectorTypes.ts";
import { type JiraApi, type JiraOptions, createJiraApi } from "./jiraApi.ts";
import { createJiraCloud } from "./jiraCloud.ts";
import { createJiraDataCenter } from "./jiraDataCenter.ts";

const ServerInfo = z.object({ version: z.string().max(60), deploymentType: z.string().max(60).nullish() });
/** Answers of a host that does not say what it is: it is read as Jira Cloud, whose refusals follow. */
const SILENT: ReadonlySet<SourceErrorCode> = new Set(["not_found", "gone", "bad_answer", "forbidden"]);

/** The API of the kind of Jira that answers at an address: the host is asked, because its name does not tell. @throws SourceError */
export async function openJira(options: JiraOptions, signal: AbortSignal): Promise<JiraApi> {
  const cloud = createJiraCloud(options);
  const host = await askHost(cloud.client, signal);
  return createJiraApi(options, host === null ? cloud : createJiraDataCenter(options, host));
}

/** Null for Jira Cloud. */
async function askHost(client: JiraApi["client"], signal: AbortSignal): Promise<HostKind | null> {
  try {
    const info = client.read(ServerInfo, (await client.get("../2/serverInfo", "account", signal)).data);
    if (info.deploymentType === "Cloud") return null;
    // One node reports itself as a server, even with a licence for several.
    return { product: "Jira Data Center", version: info.version };
  } catch (error) {
    if (error instanceof SourceError && SILENT.has(error.code)) return null;
    throw error;
  }
}
