import type { CompanyUser, Invitation, Invoice, PublicInvitation } from "../../contract/companies.ts";
import { COMPANY_ROLES } from "../../contract/constants.ts";
import type { McpToken, NewMcpToken } from "../../contract/users.ts";
import { isFields, listOf, numberOf, textOf, textOrNull, wordOf } from "./readAnswer.ts";

/*
 * The specification names invoices, invitations and tokens without their fields, so another host's may lack any of ours. A missing field is
 * an empty text or null, and the screens show it as such.
 */

export function readCompanyUser(answer: unknown): CompanyUser | null {
  if (!isFields(answer)) return null;
  const email = textOf(answer["email"]);
  const id = textOf(answer["id"]) || email;
  if (id === "") return null;
  return {
    id,
    name: textOf(answer["name"]) || email,
    email,
    role: wordOf(answer["role"], COMPANY_ROLES, "Member"),
  };
}

/** The invitation of a link. Without an address the visitor has to enter one. */
export function readPublicInvitation(answer: unknown): PublicInvitation | null {
  if (!isFields(answer)) return null;
  const { company } = answer;
  return {
    email: textOf(answer["email"]),
    role: wordOf(answer["role"], COMPANY_ROLES, "Member"),
    company: isFields(company)
      ? { id: textOf(company["id"]), name: textOf(company["name"]) }
      : { id: "", name: textOf(company) || textOf(answer["company_name"]) },
    expires_at: textOf(answer["expires_at"]),
    created_at: textOf(answer["created_at"]),
  };
}

export function readInvitation(answer: unknown): Invitation | null {
  const invitation = readPublicInvitation(answer);
  if (!invitation || !isFields(answer)) return null;
  const id = textOf(answer["id"]) || textOf(answer["token"]);
  return id === "" ? null : { id, ...invitation };
}

/** The link in the response to creating or resending an invitation; null from a host that does not return it. */
export const readInvitationLink = (answer: unknown): { link: string | null } => ({
  link: isFields(answer) ? textOf(answer["link"]) || null : null,
});

/** The links of the invitations that were created by adding people to a project. */
export const readAddedLinks = (answer: unknown): { email: string; link: string }[] =>
  listOf(answer).flatMap((entry) => {
    const link = isFields(entry) ? textOf(entry["invitation_link"]) : "";
    return isFields(entry) && link !== "" ? [{ email: textOf(entry["email"]), link }] : [];
  });

/** An invoice for display: the amount may be missing, which is not the same as zero. */
export interface ReadInvoice extends Omit<Invoice, "amount_cents"> {
  readonly amount_cents: number | null;
}

export function readInvoice(answer: unknown): ReadInvoice | null {
  if (!isFields(answer)) return null;
  const number = textOf(answer["number"]) || textOf(answer["id"]);
  if (number === "") return null;
  const status = textOf(answer["status"]).toLowerCase();
  return {
    id: textOf(answer["id"]) || number,
    number,
    issued_at: textOf(answer["issued_at"]) || textOf(answer["created_at"]) || textOf(answer["date"]),
    due_at: textOrNull(answer["due_at"]),
    amount_cents: numberOf(answer["amount_cents"], null),
    currency: textOf(answer["currency"]).toUpperCase(),
    status: status as Invoice["status"],
    download_url: textOrNull(answer["download_url"]),
  };
}

export function readMcpToken(answer: unknown): McpToken | null {
  if (!isFields(answer)) return null;
  const id = textOf(answer["id"]);
  if (id === "") return null;
  return {
    id,
    name: textOf(answer["name"]) || id,
    projects: listOf(answer["projects"])
      .map((project) => (isFields(project) ? textOf(project["slug"]) : textOf(project)))
      .filter((slug) => slug !== ""),
    last_used_at: textOrNull(answer["last_used_at"]),
    expires_at: textOrNull(answer["expires_at"]),
    created_at: textOf(answer["created_at"]),
    preview: textOf(answer["preview"]),
  };
}

export function readNewMcpToken(answer: unknown): NewMcpToken | null {
  const token = readMcpToken(answer);
  const secret = isFields(answer) ? textOf(answer["token"]) : "";
  return token && secret !== "" ? { ...token, token: secret } : null;
}

export function readProjectOption(answer: unknown): { slug: string; name: string } | null {
  if (!isFields(answer)) return null;
  const slug = textOf(answer["slug"]) || textOf(answer["id"]);
  return slug === "" ? null : { slug, name: textOf(answer["name"]) || slug };
}
