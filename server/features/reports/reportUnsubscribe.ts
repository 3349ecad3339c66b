import type { FastifyInstance } from "fastify";
import { API_PREFIX } from "../../../contract/constants.ts";
import type { Db } from "../../db/openDb.ts";
import { updateReceiverLeft } from "../../db/tables/reports.ts";
import { message } from "../../messages/messages.ts";
import type { Seal } from "../../Seal.ts";
import { unsubscribePage } from "../notices/unsubscribe.ts";

const PATH = `${API_PREFIX}reports/unsubscribe/`;
const ABOUT = "report";
/** Bytes of the POST of a mail program. */
const BODY_LIMIT = 4096;

/** The path that ends a report for one receiver; its token is sealed with the installation's key. */
export const unsubscribePathOf = ({ seal }: Seal, reportId: string, userId: string): string =>
  `${PATH}?token=${Buffer.from(seal(`${reportId} ${userId}`, ABOUT)).toString("base64url")}`;

function readToken({ open }: Seal, token: unknown): { readonly reportId: string; readonly userId: string } | null {
  try {
    const [reportId = "", userId = ""] = open(Buffer.from(String(token), "base64url"), ABOUT).split(" ");
    return { reportId, userId };
  } catch {
    return null;
  }
}

/** Ends a report for its receiver without signing in: mail programs send the POST of RFC 8058, and a GET shows a page with a button. */
export async function mountReportUnsubscribe(
  app: FastifyInstance,
  { db, seal }: { readonly db: Db; readonly seal: Seal },
): Promise<void> {
  await app.register((scope, _options, registered) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: BODY_LIMIT }, (_request, body, done) => {
      done(null, body);
    });
    scope.get<{ Querystring: { token?: unknown } }>(PATH, (request, reply) =>
      readToken(seal, request.query.token)
        ? unsubscribePage(reply, request.language, message("report.leave_question"), true)
        : unsubscribePage(reply.code(404), request.language, message("unsubscribe.invalid")),
    );
    scope.post<{ Querystring: { token?: unknown } }>(PATH, { bodyLimit: BODY_LIMIT }, async (request, reply) => {
      const found = readToken(seal, request.query.token);
      const hasLeft = found !== null && (await updateReceiverLeft(db, found.reportId, found.userId, new Date()));
      return hasLeft
        ? unsubscribePage(reply, request.language, message("report.left"))
        : unsubscribePage(reply.code(404), request.language, message("unsubscribe.invalid"));
    });
    registered();
  });
}
