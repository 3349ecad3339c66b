import type { Principal } from "../../../server/access/sessions/sessions.ts";

/** A user of a company on Premium, for calls that reach a handler without a session. */
export const principal = (user: { readonly id: string } & Partial<Principal>): Principal => ({
  name: "Ada",
  email: "ada@example.org",
  language: "EN",
  companyId: "company-1",
  companyRole: "Member",
  plan: "Premium",
  subscriptionStatus: "active",
  sessionHash: "",
  ...user,
});
