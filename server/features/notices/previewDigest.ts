import type { DigestPreview } from "../../../contract/search/ask.ts";
import { DAY_MS } from "../../../contract/durations.ts";
import { findCompanyModel } from "../../db/tables/companies/companyModels.ts";
import { findMailedUser } from "../../db/tables/notices/noticeMails.ts";
import { NotFound } from "../../errors.ts";
import { message } from "../../messages/messages.ts";
import { completionsUrl } from "../ask/ModelClient.ts";
import type { AskDeps } from "../ask/askDeps.ts";
import { shownCost } from "../ask/usage.ts";
import { createDigestRequest } from "../digests/digestRequest.ts";
import { readWeek } from "./weeklyMail.ts";

/** What the model of a company would be sent for a digest of a user's last seven days. Nothing is sent. @throws NotFound while none is set up */
export async function previewDigest(
  { db, now }: Pick<AskDeps, "db" | "now">,
  companyId: string,
  userId: string,
): Promise<DigestPreview> {
  const [model, user] = await Promise.all([findCompanyModel(db, companyId), findMailedUser(db, userId)]);
  if (!model || !user) throw new NotFound(message("ask.no_settings"));
  const to = now();
  const week = await readWeek({ db, link: (path) => path }, user, { from: new Date(to.getTime() - 7 * DAY_MS), to });
  const request = week.opening.length === 0 ? null : createDigestRequest(model, week);
  const counted = { sent: request?.tokens ?? 0, received: request?.answerTokens ?? model.answer_tokens };
  return {
    host: completionsUrl(model.address).host,
    model: model.model,
    body: request?.body ?? null,
    tokens: counted.sent,
    answer_tokens: counted.received,
    cost: shownCost(model, counted),
  };
}
