/** What the MCP server may call: the reading endpoints of the contract, for the projects of a token only. */
import { createHash } from "node:crypto";
import type { AnswerOf, EndpointsWith, ParamsOf, QueryOf } from "../../contract/endpoints.ts";
import type { McpPrincipal, McpTokenProject } from "../access/tokens/mcpTokens.ts";
import type { Principal } from "../access/sessions/sessions.ts";
import type { Db } from "../db/openDb.ts";
import { issueNamed, type AddressedItem, requestNamed } from "./namedItems.ts";
import { slugIn } from "./namedProject.ts";
import { toolRefusal } from "./toolErrors.ts";

/** The calls that reading tools may make. None of them writes. */
export type ReadCall = EndpointsWith<"agents", true> | "getInsights";
/** The calls of tools that change issues at their trackers. */
export type WriteCall = "issueActions" | "writeIssue" | "newIssueForm" | "createIssue";
type ToolCall = ReadCall | WriteCall;

/** Arguments of the query; the endpoint fills in those that are left out. */
type Query<N extends ToolCall> = { readonly [K in keyof QueryOf<N>]?: QueryOf<N>[K] | undefined };

interface InvokeOptions<N extends ToolCall> {
  readonly user: Principal;
  readonly params: ParamsOf<N>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}
/** Makes a call of the contract on behalf of a principal, with all of its checks. Passed in by the composition root. */
export type Invoke = <N extends ToolCall>(name: N, options: InvokeOptions<N>) => Promise<AnswerOf<N>>;

type OtherParams<N extends ToolCall> = Omit<ParamsOf<N>, "id">;
interface About<N extends ToolCall> {
  readonly params?: OtherParams<N>;
  readonly query?: Query<N>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** One project of the token. Its calls concern this project, regardless of an agent's arguments. */
export interface OpenProject {
  readonly id: string;
  readonly slug: string;
  /** @throws ApiError as the call would */
  invoke<N extends ReadCall>(name: N, about?: About<N>): Promise<AnswerOf<N>>;
  /** @throws ToolRefusal where the token may not change issues of the project; ApiError as the call would */
  write<N extends WriteCall>(name: N, about?: About<N>): Promise<AnswerOf<N>>;
  /** The key of a change at the API for the key of an agent: another token's key is another one. */
  writeKey(key: string): string;
  /** An issue as people name it, see `namedItems.ts`. @throws ToolRefusal for none and for several */
  issueNamed(text: string): Promise<AddressedItem>;
  /** A pull or merge request, in the same ways. */
  requestNamed(text: string): Promise<AddressedItem>;
  /** An address of the web app, made of a path with its slash. */
  href(path: string): string;
}

/** What a tool works with. */
export interface RequestScope {
  readonly slugs: readonly string[];
  /** @throws ToolRefusal for a project that the token does not open, and when it opens several and none is named */
  project(slug: string | undefined): OpenProject;
  /**
   * The project of a slug; without a slug the project that the name of an item shows, such as `http://…/projects/tern/issues/71`.
   * @throws ToolRefusal as `project` does
   */
  projectOf(slug: string | undefined, named: string | undefined): Promise<OpenProject>;
}

export interface RequestScopeOptions {
  readonly db: Db;
  readonly invoke: Invoke;
  /** Where people reach the app, without a slash at the end. */
  readonly appUrl: string;
}

/** A UUID (version 4 in form, as the API takes keys) that a text always has. */
function uuidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return parts.join("-");
}

export function createScope(
  { db, invoke, appUrl }: RequestScopeOptions,
  who: McpPrincipal,
  signal: AbortSignal,
): RequestScope {
  const slugs = who.projects.map(({ slug }) => slug);
  const open = ({ id, slug, writes }: McpTokenProject): OpenProject => {
    const call = <N extends ToolCall>(name: N, { params, query, body }: About<N> = {}): Promise<AnswerOf<N>> =>
      invoke(name, {
        user: who.caller,
        // The one place that names the project, after everything else, so that nothing can name another one.
        params: { ...params, id: slug } as ParamsOf<N>,
        query: { ...query, project: name === "getInsights" ? [slug] : slug },
        ...(body && { body }),
        signal,
      });
    const project: OpenProject = {
      id,
      slug,
      href: (path) => appUrl + path,
      invoke: call,
      write: async (name, about) => {
        if (!writes)
          throw toolRefusal(
            "not_allowed",
            "This token does not change issues of this project: it was made for reading, or its owner is no longer Owner or Maintainer.",
          );
        return call(name, about);
      },
      writeKey: (key) => uuidOf(`${who.tokenId}\n${id}\n${key}`),
      issueNamed: (text) => issueNamed(db, project, text),
      requestNamed: (text) => requestNamed(db, project, text),
    };
    return project;
  };
  const projectOfSlug = (slug: string | undefined): OpenProject => {
    if (who.projects.length === 0) throw toolRefusal("not_allowed", "This token opens no project any more.");
    const [only] = who.projects;
    if (slug === undefined) {
      if (only && who.projects.length === 1) return open(only);
      throw toolRefusal("invalid_arguments", `project: Say which one: ${slugs.join(", ")}`);
    }
    const requested = who.projects.find((project) => project.slug === slug);
    // Another user's project and one that does not exist get the same message.
    if (!requested) throw toolRefusal("not_found", `This token opens no such project. It opens: ${slugs.join(", ")}`);
    return open(requested);
  };
  return {
    slugs,
    project: projectOfSlug,
    projectOf: async (slug, named) =>
      projectOfSlug(
        slug === undefined && named !== undefined && who.projects.length > 1
          ? await slugIn({ db, appUrl, projects: who.projects }, named)
          : slug,
      ),
  };
}
