import { readStoredManifest } from "../../server/sync/store/storedManifest.ts";
import { errorIn, type TestSync, addSource, makeProject, startSync, whenSettled } from "../server/sync/syncFixture.ts";
import type { TestDb } from "../server/testDb.ts";
import type { ContractProvider } from "./contractProviders.ts";
import { heldRows, storedIds, storedRows } from "./contractRows.ts";
import type { RestFault, RestHost } from "./restHost.ts";
import type { Work } from "./work.ts";
import { formatText } from "../../server/messages/messages.ts";
import { addSecret } from "../server/rows.ts";

/** The server that syncs: one for all cases, because starting and stopping takes longer than most of them. */
export class ContractServer {
  readonly database: TestDb;
  readonly credential = { token: "", username: "" };
  #running: TestSync | undefined;

  constructor(database: TestDb) {
    this.database = database;
  }

  get running(): TestSync {
    if (!this.#running) throw new Error("The server was not started.");
    return this.#running;
  }

  async start(): Promise<void> {
    const { database, credential } = this;
    this.#running = await startSync({ database, dataDir: database.dataDir, credential });
  }

  async stop(): Promise<void> {
    await this.running.stop();
  }
}

interface Opened {
  readonly work: Work;
  readonly host: RestHost;
  readonly projectId: string;
  readonly sourceId: string;
}

/** One provider's host with its data, and the rows that a linked server has stored. */
export class ContractStage {
  readonly work: Work;
  readonly host: RestHost;
  readonly #row: ContractProvider;
  readonly #server: ContractServer;
  readonly #projectId: string;
  readonly #sourceId: string;

  private constructor(row: ContractProvider, server: ContractServer, opened: Opened) {
    this.#row = row;
    this.#server = server;
    this.work = opened.work;
    this.host = opened.host;
    this.#projectId = opened.projectId;
    this.#sourceId = opened.sourceId;
  }

  /** Links the provider without a request to it. */
  static async open(row: ContractProvider, server: ContractServer): Promise<ContractStage> {
    const { database, credential } = server;
    const work = row.make();
    const host = await row.start(work);
    // With an e-mail address if the provider's tokens require one.
    Object.assign(credential, { token: work.token, username: row.kind === "repository" ? "" : "ada@example.org" });
    const { projectId, companyId } = await makeProject(database);
    await addSecret(database.db, companyId);
    const { kind, provider } = row;
    const url = `${host.url}${row.page}`;
    const sourceId = await addSource(database, projectId, { kind, provider, url, secretId: "secret" });
    return new ContractStage(row, server, { work, host, projectId, sourceId });
  }

  async begin(): Promise<void> {
    await this.#server.running.sync.request([this.#sourceId]);
  }

  async sync() {
    await this.begin();
    return this.settled();
  }

  /** Like a sync that a user requests: steps that cost many calls to the host are not postponed. */
  async syncWhole() {
    await this.#server.running.sync.requestProject(this.#projectId);
    return this.settled();
  }

  async source() {
    const { db } = this.#server.database;
    const row = await db.selectFrom("sources").selectAll().where("id", "=", this.#sourceId).executeTakeFirstOrThrow();
    return { ...row, sync_error: errorIn(row, "EN") };
  }

  settled = () => whenSettled(this.#server.database, this.#sourceId);
  stored = () => storedRows(this.#server.database.db);
  ids = () => storedIds(this.#server.database.db);
  manifest = () => readStoredManifest(this.#server.database.db, this.#projectId);
  held = () => heldRows(this.work, this.#row.forms);

  /** Notes on the source's card, apart from what the host is. */
  async notes(): Promise<string> {
    const { notes } = await this.source();
    return notes
      .filter(({ code }) => code !== "host")
      .map(({ text }) => formatText(text, "EN"))
      .join("\n");
  }

  /** Injects these faults, one per request, from the middle of the requests that return data. */
  inTheMiddle(faults: readonly RestFault[]): { readonly met: number } {
    const { path, middle } = this.#row.brings;
    const counted = { met: 0 };
    let requestCount = 0;
    this.host.fault = (request) => {
      if (!path.test(request.path)) return undefined;
      requestCount += 1;
      const fault = faults[requestCount - middle];
      if (fault) counted.met += 1;
      return fault;
    };
    return counted;
  }

  /** From the middle of the sync on only the new token is accepted. */
  expireInTheMiddle(): void {
    const { path, middle } = this.#row.brings;
    let requestCount = 0;
    this.host.fault = (request) => {
      if (path.test(request.path)) requestCount += 1;
      if (requestCount === middle) this.work.token = "fresh";
      return undefined;
    };
  }

  reconnect(): void {
    this.host.fault = undefined;
    this.#server.credential.token = this.work.token;
  }

  /** Stops the server in the middle of a sync and starts another one. */
  async restart(): Promise<void> {
    await this.#server.stop();
    this.host.fault = undefined;
    await this.#server.start();
  }

  async close(): Promise<void> {
    await this.host.stop();
    // With few rows this is many times faster than truncating every table.
    const { db } = this.#server.database;
    await db.deleteFrom("companies").execute();
    await db.deleteFrom("users").execute();
  }
}
