/**
 * The signed-in user of the server, the selected project, and the outcome of the last request. No request is sent before the user asks for
 * something.
 */
import { clonedRepository } from "../../../contract/addresses/cloneAddress.ts";
import { appPath, type PageTarget } from "../../../contract/addresses/pageAddress.ts";
import type { Project } from "../../../contract/projects.ts";
import type { Root } from "./paths.ts";
import { addressOf, ClewClient, readServer, ClientError } from "./ClewClient.ts";

export interface SessionDeps {
  /** The current values of the two settings. */
  readonly settings: () => { readonly server: string; readonly project: string };
  readonly readToken: (address: string) => PromiseLike<string | undefined>;
  readonly language: string;
  /** Called after each change of `state`. */
  readonly onChange: () => void;
}

/** `unknown`: no request was sent yet. `projectMissing`: the token covers several projects, and none was selected. */
export type SessionState =
  | { readonly kind: "unknown" | "signedOut" | "projectMissing" }
  | { readonly kind: "ready"; readonly slug: string }
  | { readonly kind: "error"; readonly error: ClientError };

export interface Opened {
  readonly client: ClewClient;
  readonly slug: string;
}

/** A file of the workspace: its root, and its path in it. */
export interface WorkspaceFile {
  readonly root: Root;
  readonly path: string;
}

export class Session {
  readonly #deps: SessionDeps;
  #state: SessionState = { kind: "unknown" };
  #client: ClewClient | undefined;
  #slug: string | undefined;
  #project: Project | undefined;
  /** Grows with each reset: an answer to a request of before belongs to another user or project. */
  #generation = 0;

  constructor(deps: SessionDeps) {
    this.#deps = deps;
  }

  get state(): SessionState {
    return this.#state;
  }

  get server(): URL | undefined {
    return readServer(this.#deps.settings().server);
  }

  /** The address of a page of the project in the web app; undefined before the project is known, and for what has no page there. */
  pageOf(target: PageTarget): string | undefined {
    const path = this.#slug === undefined ? null : appPath(this.#slug, target);
    return path === null || !this.server ? undefined : addressOf(this.server) + path;
  }

  /** Clears the cached state after a change of a setting or the token. */
  reset(): void {
    this.#generation++;
    this.#client = undefined;
    this.#slug = undefined;
    this.#project = undefined;
    this.#setState({ kind: "unknown" });
  }

  /** The client for the server of the settings; undefined without a token for it. */
  async client(): Promise<ClewClient | undefined> {
    const generation = this.#generation;
    const { server } = this;
    const token = server && (await this.#deps.readToken(addressOf(server)));
    // The settings have changed meanwhile: this token is of another server or user.
    if (generation !== this.#generation) return this.client();
    if (!server || token === undefined) {
      this.#client = undefined;
      this.#setState({ kind: "signedOut" });
      return undefined;
    }
    return (this.#client ??= new ClewClient({ server, token, language: this.#deps.language }));
  }

  /**
   * Sends a request about the project and keeps its outcome.
   * @returns undefined when no user is signed in, when the project has to be selected first, when `signal` was aborted, or after a reset
   * @throws ClientError
   */
  async request<T>(question: (opened: Opened) => Promise<T>, signal: AbortSignal): Promise<T | undefined> {
    const client = await this.client();
    if (!client) return undefined;
    const generation = this.#generation;
    try {
      const slug = this.#slug ?? (await this.#choose(client, signal));
      if (generation !== this.#generation) return undefined;
      this.#slug = slug;
      if (slug === undefined) {
        this.#setState({ kind: "projectMissing" });
        return undefined;
      }
      const answer = await question({ client, slug });
      if (generation !== this.#generation) return undefined;
      this.#setState({ kind: "ready", slug });
      return answer;
    } catch (error) {
      if (signal.aborted || generation !== this.#generation) return undefined;
      if (error instanceof ClientError) this.#setState({ kind: "error", error });
      throw error;
    }
  }

  /** The project with its sources; requested once. */
  async project({ client, slug }: Opened, signal: AbortSignal): Promise<Project> {
    const generation = this.#generation;
    const project = this.#project ?? (await client.project(slug, signal));
    if (generation === this.#generation) this.#project = project;
    return project;
  }

  /** The id of the project's source that contains a file of the workspace; undefined for a file that the project does not have. */
  async sourceOf(opened: Opened, { root, path }: WorkspaceFile, signal: AbortSignal): Promise<string | undefined> {
    const { repositories } = await this.project(opened, signal);
    const cloned = clonedRepository(repositories, root.remotes);
    if (cloned || path === "") return cloned?.id;
    const found = await opened.client.findDocuments(opened.slug, path, signal);
    return found.find((one) => one.path === path)?.source;
  }

  /** The project of the settings, or the only one that the token covers. */
  async #choose(client: ClewClient, signal: AbortSignal): Promise<string | undefined> {
    const configured = this.#deps.settings().project.trim();
    if (configured !== "") return configured;
    const { projects } = await client.token(signal);
    return projects.length === 1 ? projects[0]?.slug : undefined;
  }

  #setState(state: SessionState): void {
    const isSame = JSON.stringify(state) === JSON.stringify(this.#state) && state.kind !== "error";
    this.#state = state;
    if (!isSame) this.#deps.onChange();
  }
}
