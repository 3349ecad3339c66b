/** `/scim/v2`: the calls of a company's directory (RFC 7644). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { MINUTE_MS } from "../../../contract/durations.ts";
import { type Limits, RateLimiter } from "../../access/limits/RateLimiter.ts";
import { findDirectory } from "../../access/tokens/scimTokens.ts";
import type { Db } from "../../db/openDb.ts";
import { Unauthorized } from "../../errors.ts";
import { refusalFor } from "../../http/errorHandler.ts";
import { addJsonParser } from "../../http/jsonBody.ts";
import { answerLanguage } from "../../http/language.ts";
import { clientAddress } from "../../http/limits/clientAddress.ts";
import type { JsonLimits } from "../../JsonScanner.ts";
import { formatMessage, message } from "../../messages/messages.ts";
import type { DirectoryCaller } from "./DirectoryCaller.ts";
import { patchGroup, presentScimGroup, readScimGroup, type StoredGroup } from "./groupResource.ts";
import { changeScimGroup, createGroup, deleteScimGroup, readStoredGroup } from "./groups.ts";
import { listOf, pageOfBoth, pageOfGroups, pageOfUsers } from "./scimPages.ts";
import { readQuery, readSearch, returns, selectAttributes } from "./scimQuery.ts";
import { ScimError, type ScimType } from "./ScimError.ts";
import { configurationOf, ERROR_SCHEMA, type ScimObject, resourceTypesOf, schemasOf } from "./scimSchemas.ts";
import { changeUser, createUser, deleteUser, readStoredUser, type VersionCheck } from "./users.ts";
import { patchUser, presentScimUser, readUser, type StoredUser, versionOf } from "./userResource.ts";

export const SCIM_PATH = "/scim/v2";
const CONTENT_TYPE = "application/scim+json; charset=utf-8";

/** Directories send bursts of 25 requests each second for a long time. */
const CALL_LIMITS: Limits = {
  name: "scim",
  windowMs: MINUTE_MS,
  perAddress: null,
  perAccount: 1500,
  refusal: message("limit.requests"),
};
/** Requests with a token that is none. */
const REFUSED_LIMITS: Limits = { ...CALL_LIMITS, name: "scim-refused", perAddress: 120, perAccount: null };

/** A group with the most members has 20,000 texts. */
const BODY_LIMITS: JsonLimits = { elements: 100_000, members: 20_000, depth: 16 };

export interface ScimDeps {
  readonly db: Db;
  /** Where users reach this server, without a slash at the end. */
  readonly publicUrl: () => string;
}

interface WithId {
  Params: { id: string };
}

/** Mounts the calls, which have tokens, errors and a content type of their own. */
export async function mountScim(app: FastifyInstance, deps: ScimDeps): Promise<void> {
  await app.register(
    async (scope) => {
      const callers = new WeakMap<FastifyRequest, DirectoryCaller>();
      authenticate(scope, deps, callers);
      readBodies(scope);
      scope.setErrorHandler(sendError);
      scope.setNotFoundHandler((request, reply) =>
        sendError(new ScimError(404, undefined, message("not_found")), request, reply),
      );
      const callerOf = (request: FastifyRequest): DirectoryCaller => {
        const caller = callers.get(request);
        if (!caller) throw new Unauthorized(message("directory.token_wrong"));
        return caller;
      };
      mountDescriptions(scope, callerOf);
      mountUsers(scope, deps.db, callerOf);
      mountGroups(scope, deps.db, callerOf);
      scope.post("/.search", async (request, reply) => {
        send(reply, 200, await pageOfBoth(deps.db, callerOf(request), readSearch(request.body)));
        return reply;
      });
      for (const url of ["/Bulk", "/Me"]) {
        scope.post(url, () => {
          throw new ScimError(501, undefined, message("directory.unsupported"));
        });
      }
    },
    { prefix: SCIM_PATH },
  );
}

/** Before the body is read, so that a caller without rights costs neither memory nor a parse. */
function authenticate(
  scope: FastifyInstance,
  { db, publicUrl }: ScimDeps,
  callers: WeakMap<FastifyRequest, DirectoryCaller>,
): void {
  const calls = new RateLimiter(db, CALL_LIMITS);
  const refused = new RateLimiter(db, REFUSED_LIMITS);
  scope.addHook("onRequest", async (request, reply) => {
    void reply.header("cache-control", "no-store");
    const address = clientAddress(request);
    const secret = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
    const client = { address, userAgent: request.headers["user-agent"] ?? "" };
    const token = await findDirectory(db, secret, client).catch(async (error: unknown) => {
      if (error instanceof Unauthorized) {
        await refused.take(address, "");
        void reply.header("www-authenticate", 'Bearer realm="clew"');
      }
      throw error;
    });
    await calls.take("", token.id);
    const { companyId, name } = token;
    callers.set(request, {
      companyId,
      base: `${publicUrl().replace(/\/+$/, "")}${SCIM_PATH}`,
      actor: { id: null, name: `SCIM: ${name}`, email: "", companyId, address },
    });
  });
}

function readBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  addJsonParser(scope, ["application/scim+json", "application/json"], BODY_LIMITS);
}

/** A refusal as RFC 7644, section 3.12, has it. */
function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, text, fields, retryAfterSeconds, log } = refusalFor(error);
  if (log) request.log[log.level]({ err: error }, log.message);
  if (retryAfterSeconds !== undefined) void reply.header("retry-after", String(retryAfterSeconds));
  const first = Object.values(fields ?? {}).flat().find((entry) => "code" in entry); // prettier-ignore
  const language = answerLanguage(request);
  const shown = first !== undefined && "code" in first ? first : text;
  send(reply, status, {
    schemas: [ERROR_SCHEMA],
    status: String(status),
    ...typeOf(error, status),
    detail: formatMessage(shown as typeof text, language),
  });
}

function typeOf(error: unknown, status: number): { scimType?: ScimType } {
  if (error instanceof ScimError) return error.scimType === undefined ? {} : { scimType: error.scimType };
  return status === 400 ? { scimType: "invalidSyntax" } : {};
}

const send = (reply: FastifyReply, status: number, body: ScimObject): void =>
  void reply.code(status).type(CONTENT_TYPE).send(JSON.stringify(body));

type CallerOf = (request: FastifyRequest) => DirectoryCaller;

function mountDescriptions(scope: FastifyInstance, callerOf: CallerOf): void {
  scope.get("/ServiceProviderConfig", (request, reply) => send(reply, 200, configurationOf(callerOf(request).base)));
  for (const [path, list] of [
    ["/ResourceTypes", resourceTypesOf],
    ["/Schemas", schemasOf],
  ] as const) {
    scope.get(path, (request, reply) => {
      const resources = list(callerOf(request).base);
      send(reply, 200, listOf(resources, resources.length, 1));
    });
    scope.get<WithId>(`${path}/:id`, (request, reply) => {
      const { base } = callerOf(request);
      const resource = list(base).find(({ id }) => id === request.params.id);
      if (!resource) throw new ScimError(404, undefined, message("directory.not_found"));
      send(reply, 200, resource);
    });
  }
}

/** What `If-Match` and `If-None-Match` name. */
const versionsIn = (header: string | undefined): readonly string[] =>
  (header ?? "").split(",", 50).map((version) => version.trim().replace(/^W\//, "").replaceAll('"', ""));

function fits(request: FastifyRequest): VersionCheck {
  const header = request.headers["if-match"];
  if (header === undefined) return () => true;
  const versions = versionsIn(header);
  return (version) => versions.includes("*") || versionsIn(version).some((name) => versions.includes(name));
}

/** Sends a resource with its version, or 304 where the client has it. */
function sendResource(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    status,
    version,
    resource,
  }: { readonly status: 200 | 201; readonly version: number; readonly resource: ScimObject },
): void {
  const name = versionOf(version);
  void reply.header("etag", name);
  const { location } = resource["meta"] as { location: string };
  void reply.header(status === 201 ? "location" : "content-location", location);
  const cached = versionsIn(request.headers["if-none-match"]);
  if (request.method === "GET" && versionsIn(name).some((tag) => cached.includes(tag)))
    return void reply.code(304).send();
  send(reply, status, selectAttributes(resource, readQuery(request.query)));
}

function mountUsers(scope: FastifyInstance, db: Db, callerOf: CallerOf): void {
  const answer = (request: FastifyRequest, reply: FastifyReply, user: StoredUser, status: 200 | 201 = 200): void =>
    sendResource(request, reply, {
      status,
      version: user.version,
      resource: presentScimUser(callerOf(request).base, user),
    });
  scope.get("/Users", async (request, reply) => {
    send(reply, 200, await pageOfUsers(db, callerOf(request), readQuery(request.query)));
    return reply;
  });
  scope.post("/Users/.search", async (request, reply) => {
    send(reply, 200, await pageOfUsers(db, callerOf(request), readSearch(request.body)));
    return reply;
  });
  scope.get<WithId>("/Users/:id", async (request, reply) => {
    answer(request, reply, await readStoredUser(db, callerOf(request).companyId, request.params.id));
    return reply;
  });
  scope.post("/Users", async (request, reply) => {
    answer(request, reply, await createUser(db, callerOf(request), readUser(request.body)), 201);
    return reply;
  });
  scope.put<WithId>("/Users/:id", async (request, reply) => {
    const resource = readUser(request.body);
    const user = await changeUser(db, callerOf(request), request.params.id, () => resource, fits(request));
    answer(request, reply, user);
    return reply;
  });
  scope.patch<WithId>("/Users/:id", async (request, reply) => {
    const patched = (before: Parameters<typeof patchUser>[0]) => patchUser(before, request.body);
    answer(request, reply, await changeUser(db, callerOf(request), request.params.id, patched, fits(request)));
    return reply;
  });
  scope.delete<WithId>("/Users/:id", async (request, reply) => {
    await deleteUser(db, callerOf(request), request.params.id, fits(request));
    return reply.code(204).send();
  });
}

function mountGroups(scope: FastifyInstance, db: Db, callerOf: CallerOf): void {
  const answer = (request: FastifyRequest, reply: FastifyReply, group: StoredGroup, status: 200 | 201 = 200): void =>
    sendResource(request, reply, {
      status,
      version: group.version,
      resource: presentScimGroup(callerOf(request).base, group),
    });
  scope.get("/Groups", async (request, reply) => {
    send(reply, 200, await pageOfGroups(db, callerOf(request), readQuery(request.query)));
    return reply;
  });
  scope.post("/Groups/.search", async (request, reply) => {
    send(reply, 200, await pageOfGroups(db, callerOf(request), readSearch(request.body)));
    return reply;
  });
  scope.get<WithId>("/Groups/:id", async (request, reply) => {
    const members = returns(readQuery(request.query), "members");
    answer(request, reply, await readStoredGroup(db, callerOf(request).companyId, request.params.id, members));
    return reply;
  });
  scope.post("/Groups", async (request, reply) => {
    answer(request, reply, await createGroup(db, callerOf(request), readScimGroup(request.body)), 201);
    return reply;
  });
  scope.put<WithId>("/Groups/:id", async (request, reply) => {
    const resource = readScimGroup(request.body);
    answer(
      request,
      reply,
      await changeScimGroup(db, callerOf(request), request.params.id, () => resource, fits(request)),
    );
    return reply;
  });
  scope.patch<WithId>("/Groups/:id", async (request, reply) => {
    const patched = (before: Parameters<typeof patchGroup>[0]) => patchGroup(before, request.body);
    answer(request, reply, await changeScimGroup(db, callerOf(request), request.params.id, patched, fits(request)));
    return reply;
  });
  scope.delete<WithId>("/Groups/:id", async (request, reply) => {
    await deleteScimGroup(db, callerOf(request), request.params.id, fits(request));
    return reply.code(204).send();
  });
}
