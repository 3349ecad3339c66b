import { requireConfirmed } from "../access/passwords/confirmations.ts";
import { countMcpCall } from "../access/tokens/mcpUsage.ts";
import { whySessionEnded } from "../access/sessions/sessions.ts";
import { BackgroundTasks } from "../http/BackgroundTasks.ts";
import { withApiTokens } from "../http/apiTokenAuth.ts";
import { withImportTokens } from "../http/importTokenAuth.ts";
import { createMcpTokenAuth } from "../http/mcpTokenAuth.ts";
import { createInvoker, type Invoker } from "../http/invoker.ts";
import { ConcurrencyLimiter } from "../http/limits/ConcurrencyLimiter.ts";
import { limitQueuedCalls } from "../http/limits/limitQueuedCalls.ts";
import { createRouter } from "../http/router.ts";
import { recordFirstSearch } from "../features/home/firstSteps.ts";
import type { Authenticate, WebDeps } from "./webDeps.ts";

/** For calls with long answers that are computed on the event loop. */
const QUEUED_CALLS = { concurrency: 16, maxQueued: 800, maxQueuedPerUser: 16, queueTimeoutMs: 20_000 };

/** What calls are mounted with. */
export interface CallMount extends Invoker {
  /** Does work after the answer. The server waits for it when it stops. */
  readonly inBackground: (work: () => Promise<void>) => void;
}

/** Calls with long answers pass a limiter; each call is also given to agents. */
export function createMount({ server, storage }: WebDeps, authenticate: Authenticate): CallMount {
  const { app, settings, metrics, onClose } = server;
  const { db } = storage.database;
  const backgroundTasks = new BackgroundTasks((error) => app.log.error({ err: error }, "work after an answer failed"));
  onClose(() => backgroundTasks.drain());
  const agents = createMcpTokenAuth({
    db,
    callsPerMinute: settings.mcpRate,
    count: (tokenId, call) => backgroundTasks.add(() => countMcpCall(db, tokenId, call)),
  });
  const router = createRouter(app, {
    authenticate,
    whyEnded: (token) => whySessionEnded(db, token),
    agents: withApiTokens(db, settings.mcpRate, withImportTokens(db, agents)),
    requireConfirmed: (hash) => requireConfirmed(db, hash, settings.confirmMinutes),
    checkAnswers: settings.checkAnswers,
  });
  const { mount, invoke } = createInvoker(router, app.log);
  const limiter = new ConcurrencyLimiter({ ...QUEUED_CALLS, onRefused: () => metrics.refuse("queue") });
  const inBackground = (work: () => Promise<void>): void => backgroundTasks.add(work);
  return { mount: recordFirstSearch(limitQueuedCalls(mount, limiter), { db, inBackground }), invoke, inBackground };
}
