import { basename } from "node:path";
import { clonedRepository, repositoryKey } from "../../../contract/addresses/cloneAddress.ts";
import type { Project } from "../../../contract/projects.ts";
import { type Message, message } from "../../messages/messages.ts";
import { CliError, STATUS } from "../CliError.ts";
import { serverAddressOf, type ClewServer } from "../remote/ClewServer.ts";
import { listOpened, projectOf } from "../remote/openServer.ts";
import { AnswerCache } from "./AnswerCache.ts";
import type { Clone } from "./Clones.ts";
import type { CodeKnowledge } from "./CodeKnowledge.ts";
import type { ServerCalls } from "./ServerCalls.ts";
import { ServerKnowledge } from "./ServerKnowledge.ts";

/** Projects whose repositories are compared with the remotes of a clone. */
const MAX_PROJECTS = 200;

export interface EditorProjectsDeps {
  /** Null: no server is to be asked. */
  readonly calls: ServerCalls | null;
  /** The name or slug of the configuration; undefined: the project of the clone's remote. */
  readonly project: () => string | undefined;
  readonly inform: (information: Message) => void;
  readonly openLocal: (clone: Clone) => Promise<CodeKnowledge>;
}

/** Finds what to ask about a clone: a project of the server that has its repository, or the clone alone. */
export class Projects {
  readonly #deps: EditorProjectsDeps;
  readonly #projects = new AnswerCache<Project>(MAX_PROJECTS);
  readonly #servers = new Map<string, ServerKnowledge>();
  readonly #locals = new Map<Clone, Promise<CodeKnowledge>>();
  /** The project and the repository of each clone; null: no project has it. */
  readonly #places = new AnswerCache<{ readonly place: { project: Project; source: string } | null }>(MAX_PROJECTS);
  readonly #informed = new Set<string>();
  #server: ClewServer | undefined;

  constructor(deps: EditorProjectsDeps) {
    this.#deps = deps;
  }

  /** Null while the server that has to be asked gives no answer. */
  async knowledgeOf(clone: Clone, signal: AbortSignal): Promise<CodeKnowledge | null> {
    const { calls } = this.#deps;
    const server = calls?.server ?? null;
    const folder = basename(clone.root);
    if (!calls || !server) {
      if (calls) this.#informOnce(message("editor.local", { folder }));
      return this.#localOf(clone);
    }
    if (calls.isRefusedBy(server)) return null;
    // What was answered to one token is not shown to another.
    if (!server.isSameAs(this.#server)) this.reset();
    this.#server = server;
    const address = serverAddressOf(server.url);
    const name = this.#deps.project();
    const serverPlace = await this.#places.get([address, name, clone.root, clone.remotes], () =>
      calls.ask(async (connected) => ({ place: await this.#find(connected, clone, name, signal) })),
    );
    if (!serverPlace) return null;
    const { place } = serverPlace;
    if (!place) {
      if (name === undefined) this.#informOnce(message("editor.no_project", { server: address, folder }));
      return this.#localOf(clone);
    }
    const key = JSON.stringify([address, place.project.slug, place.source, clone.root]);
    const knowledge = this.#servers.get(key) ?? new ServerKnowledge({ calls, url: server.url, ...place, clone });
    this.#servers.set(key, knowledge);
    return knowledge;
  }

  /** After a change of the settings or of the token. */
  reset(): void {
    this.#places.clear();
    this.#projects.clear();
    this.#servers.clear();
  }

  /** @throws CliError */
  async #find(
    server: ClewServer,
    clone: Clone,
    name: string | undefined,
    signal: AbortSignal,
  ): Promise<{ project: Project; source: string } | null> {
    if (name !== undefined) {
      const slug = await this.#slugOf(server, name);
      const project = slug === null ? null : await this.#project(server, slug, signal);
      const repository = project && clonedRepository(project.repositories, clone.remotes);
      return project && repository ? { project, source: repository.id } : null;
    }
    const keys = new Set(clone.remotes.map(repositoryKey));
    if (keys.size === 0) return null;
    for (const { slug } of (await listOpened(server)).slice(0, MAX_PROJECTS)) {
      const project = await this.#project(server, slug, signal);
      const repository = project?.repositories.find(({ url }) => keys.has(repositoryKey(url)));
      if (project && repository) return { project, source: repository.id };
    }
    return null;
  }

  async #slugOf(server: ClewServer, name: string): Promise<string | null> {
    try {
      return await projectOf(server, { project: name });
    } catch (error) {
      if (!(error instanceof CliError) || (error.status !== STATUS.notFound && error.status !== STATUS.usage))
        throw error;
      this.#informOnce(message("editor.wrong_project", { server: serverAddressOf(server.url), project: name }));
      return null;
    }
  }

  #project(server: ClewServer, slug: string, signal: AbortSignal): Promise<Project | null> {
    return this.#projects.get([serverAddressOf(server.url), slug], () =>
      server.call("getProject", { params: { id: slug }, signal }),
    );
  }

  #localOf(clone: Clone): Promise<CodeKnowledge> {
    let local = this.#locals.get(clone);
    if (!local) this.#locals.set(clone, (local = this.#deps.openLocal(clone)));
    return local;
  }

  #informOnce(information: Message): void {
    const key = JSON.stringify(information);
    if (this.#informed.has(key)) return;
    this.#informed.add(key);
    this.#deps.inform(information);
  }
}
