import type { CallerOrigin, Principal } from "../access/sessions/sessions.ts";
import type { EnginePool } from "../compute/EnginePool.ts";
import type { Mail } from "../mail/Mail.ts";
import type { ConnectedSources } from "./connectSources.ts";
import type { Jobs } from "./createJobs.ts";
import type { ProcessChats } from "./integrationDeps.ts";
import type { Storage } from "./openStorage.ts";
import type { ServerProcess } from "./ServerProcess.ts";

/** What the role `web` is wired with. */
export interface WebDeps {
  readonly server: ServerProcess;
  readonly storage: Storage;
  readonly connected: ConnectedSources;
  readonly jobs: Jobs;
  /** The engine threads of this process. */
  readonly pool: EnginePool;
  readonly mail: Mail;
  readonly chats: ProcessChats;
}

/** The principal of a session's token. */
export type Authenticate = (token: string, origin: CallerOrigin) => Promise<Principal | undefined>;
