import { actorOf } from "../../access/auditLog.ts";
import { readInvitationByToken, listInvitations } from "../../access/invitations.ts";
import { requireCompany } from "../../access/policy.ts";
import { EMAIL_LIMITS, RateLimiter } from "../../access/limits/RateLimiter.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { createInvitation, type InvitationDeps, removeInvitation, resendInvitation } from "./service.ts";

/** Invitations to a company: Admins write them, their recipients read them by the token of the link. */
export function mountInvitations(mount: RouteRegistrar, deps: InvitationDeps): void {
  const { db } = deps;
  const resending = new RateLimiter(db, { ...EMAIL_LIMITS, name: "resending" });
  mount("listInvitations", async ({ user, params }) =>
    listInvitations(db, requireCompany(user, params.id, "invitations.read")),
  );
  mount("createInvitation", async ({ user, params, body, address }) => {
    const companyId = requireCompany(user, params.id, "invitations.change");
    return createInvitation(deps, user, companyId, body, actorOf(user, address));
  });
  mount("resendInvitation", async ({ user, params, address }) => {
    const companyId = requireCompany(user, params.id, "invitations.change");
    return resendInvitation(deps, user, companyId, params.invitationId, {
      by: actorOf(user, address),
      // Only existing invitations count, so that a wrong id does not reduce the limit.
      limit: (id, transaction) => resending.take(address, id, transaction),
    });
  });
  mount("revokeInvitation", async ({ user, params, address }) => {
    const companyId = requireCompany(user, params.id, "invitations.change");
    await removeInvitation(db, companyId, params.invitationId, actorOf(user, address));
  });
  mount("getInvitation", ({ params }) => readInvitationByToken(db, params.token));
}
