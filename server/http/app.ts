/** The HTTP server with everything that is the same for all of its routes. */
import { redactTokens } from "../observability/redact.ts";
import websocket from "@fastify/websocket";
import { fastify, LogController, type FastifyInstance, type FastifyRequest } from "fastify";
import { newId } from "../db/newId.ts";
import type { Settings } from "../settings.ts";
import { handleError } from "./errorHandler.ts";
import { readJson } from "./jsonBody.ts";
import { readLanguage } from "./language.ts";
import { answerClientError, rejectMalformedRequests } from "./rejectMalformedRequests.ts";
import { allowOrigins } from "./cors.ts";
import { SECURITY_HEADERS, STRICT_TRANSPORT } from "./securityHeaders.ts";
import type { Metrics } from "../observability/Metrics.ts";
import { limitPipelining } from "./limits/limitPipelining.ts";
import { shedLoad, type LoadLimits } from "./limits/loadShedding.ts";
import { watchRequests } from "./metricsEndpoints.ts";
import { appVersion, contentSecurityPolicy, mountWebApp } from "./staticFiles.ts";

const BODY_LIMIT_BYTES = 1024 * 1024;
/** Timeouts in milliseconds. A slower client loses its connection, which bounds how many connections slow clients can hold. */
export interface ConnectionLimits {
  /** Until the head of a request is received. */
  readonly headers: number;
  /** Until the whole request is received. */
  readonly request: number;
  /** Between two checks of the two limits above. */
  readonly checkEvery: number;
  /** Idle: nothing read and nothing written. */
  readonly silence: number;
}
const CONNECTIONS: ConnectionLimits = { headers: 20_000, request: 120_000, checkEvery: 10_000, silence: 120_000 };
/** Clients send no messages on the socket, so none needs more. */
const MESSAGE_LIMIT_BYTES = 4096;

export interface AppOptions {
  readonly settings: Pick<Settings, "distDir" | "logLevel"> &
    Partial<Pick<Settings, "trustedProxies" | "allowedOrigins" | "publicUrl">>;
  /** Where the log lines go; standard output when left out. */
  readonly logStream?: { write(line: string): void };
  /** Counts the requests, and refuses some when there are too many. */
  readonly metrics?: Metrics;
  readonly loadLimits?: LoadLimits;
  readonly connections?: Partial<ConnectionLimits> | undefined;
  /** Whether the process is about to stop: a connection then ends with its answer, so that none is cut while a request arrives on it. */
  readonly isDraining?: () => boolean;
}

/** Creates the app without routes. It does not listen: the caller mounts the routes first. */
export async function createApp({
  settings,
  logStream,
  metrics,
  loadLimits,
  connections,
  isDraining = () => false,
}: AppOptions): Promise<FastifyInstance> {
  const limits = { ...CONNECTIONS, ...connections };
  const headersOf = responseHeaders(settings);
  const app = fastify({
    logger: {
      level: settings.logLevel,
      ...(logStream && { stream: logStream }),
      serializers: { req: presentRequest },
    },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
    genReqId: (request) => givenRequestId(request.headers["x-request-id"]) ?? newId(),
    // An address that cannot even be read never reaches a route, nor the hooks.
    frameworkErrors: (error, request, reply) => {
      void reply.headers(headersOf(request));
      handleError(error, request, reply);
    },
    clientErrorHandler: answerClientError,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: limits.request,
    connectionTimeout: limits.silence,
    http: { headersTimeout: limits.headers, connectionsCheckingInterval: limits.checkEvery },
    trustProxy: settings.trustedProxies !== undefined && [...settings.trustedProxies],
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
  });
  readLanguage(app);
  readJson(app);
  app.setErrorHandler(handleError);

  app.addHook("onRequest", async (request, reply) => {
    void reply.headers(headersOf(request));
    if (isDraining()) void reply.header("connection", "close");
  });
  rejectMalformedRequests(app);
  limitPipelining(app, metrics);
  allowOrigins(app, settings.allowedOrigins ?? []);
  if (metrics) {
    watchRequests(app, metrics);
    shedLoad(app, metrics, loadLimits);
  }
  logResponses(app);
  await acceptSockets(app);
  await mountWebApp(app, settings.distDir);
  return app;
}

/** The headers of every response. */
function responseHeaders({
  distDir,
  publicUrl,
}: Pick<AppOptions["settings"], "distDir" | "publicUrl">): (request: FastifyRequest) => Record<string, string> {
  const policy = contentSecurityPolicy(distDir);
  const version = appVersion(distDir);
  const isPublicSecure = publicUrl?.startsWith("https:") === true;
  return (request) => ({
    "x-request-id": request.id,
    "content-security-policy": policy,
    ...SECURITY_HEADERS,
    ...((isPublicSecure || request.protocol === "https") && { "strict-transport-security": STRICT_TRANSPORT }),
    ...(request.url.startsWith("/api/") && {
      "cache-control": "no-store",
      // An open page detects by it that another version of the app was deployed.
      ...(version !== undefined && { "x-clew-app": version }),
    }),
  });
}

function logResponses(app: FastifyInstance): void {
  app.addHook("onResponse", async (request, reply) => {
    const level = reply.statusCode >= 500 ? "warn" : "info";
    request.log[level](
      { req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10 },
      "request",
    );
  });
}

async function acceptSockets(app: FastifyInstance): Promise<void> {
  await app.register(websocket, {
    options: { maxPayload: MESSAGE_LIMIT_BYTES },
    // The hub has closed its sockets with its own code before.
    preClose: (done) => {
      for (const client of app.websocketServer.clients) client.close(1001);
      app.websocketServer.close(() => done());
    },
  });
}

/** The name that the app, or a proxy, gave a request: so the user's screen, the proxy and this log have the same one. Nothing else passes. */
function givenRequestId(header: string | string[] | undefined): string | undefined {
  return typeof header === "string" && /^[\w-]{8,64}$/.test(header) ? header : undefined;
}

/** A request as it is logged: no headers, no body, no secret in its URL. */
function presentRequest(request: FastifyRequest): Record<string, unknown> {
  return { method: request.method, url: redactTokens(request.url), address: request.ip };
}
