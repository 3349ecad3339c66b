import type { FastifyInstance } from "fastify";
import { API_PREFIX } from "../../../contract/constants.ts";
import type { Db } from "../../db/openDb.ts";
import { updateReceiverLeft } from "../../db/tables/insights/reports.ts";
import { message } from "../../messages/messages.ts";
import type { Seal } from "../../Seal.ts";
import { mountMailEnd } from "../notices/unsubscribe.ts";

const PATH = `${API_PREFIX}reports/unsubscribe/`;
const ABOUT = "report";

/** The path that ends a report for one receiver; its token is sealed with the installation's key. */
export const unsubscribePathOf = ({ seal }: Seal, reportId: string, userId: string): string =>
  `${PATH}?token=${Buffer.from(seal(`${reportId} ${userId}`, ABOUT)).toString("base64url")}`;

/** @returns undefined for a token that was not made here */
function readToken({ open }: Seal, token: string): { readonly reportId: string; readonly userId: string } | undefined {
  try {
    const [reportId = "", userId = ""] = open(Buffer.from(token, "base64url"), ABOUT).split(" ");
    return { reportId, userId };
  } catch {
    return undefined;
  }
}

/** The address in the mail of a report, which ends it for its receiver. */
export const mountReportUnsubscribe = (
  app: FastifyInstance,
  { db, seal }: { readonly db: Db; readonly seal: Seal },
): Promise<void> =>
  mountMailEnd(app, {
    path: PATH,
    read: (token) => readToken(seal, token),
    question: () => message("report.leave_question"),
    end: async ({ reportId, userId }) =>
      (await updateReceiverLeft(db, reportId, userId, new Date())) ? message("report.left") : undefined,
  });
