import type { CompanyUser, Invitation, Invoice, PublicInvitation } from "../../contract/access/companies.ts";
import { COMPANY_ROLES } from "../../contract/constants.ts";
import type { McpToken, NewMcpToken } from "../../contract/access/users.ts";
import { asList, asNumber, asString, asStringOrNull, asEnum } from "./parseResponse.ts";
import { isRecord } from "../domain/isRecord.ts";

/*
 * The specification names invoices, invitations and tokens without their fields, so another host's may lack any of ours. A missing field is
 * an empty text or null, and the screens show it as such.
 */

export function readCompanyUser(answer: unknown): CompanyUser | null {
  if (!isRecord(answer)) return null;
  const email = asString(answer["email"]);
  const id = asString(answer["id"]) || email;
  if (id === "") return null;
  const hasFactor = answer["has_second_factor"];
  return {
    id,
    name: asString(answer["name"]) || email,
    email,
    role: asEnum(answer["role"], COMPANY_ROLES, "Member"),
    ...(typeof hasFactor === "boolean" && { has_second_factor: hasFactor }),
  };
}

/** The invitation of a link. Without an address the visitor has to enter one. */
export function readPublicInvitation(answer: unknown): PublicInvitation | null {
  if (!isRecord(answer)) return null;
  const { company } = answer;
  return {
    email: asString(answer["email"]),
    role: asEnum(answer["role"], COMPANY_ROLES, "Member"),
    company: isRecord(company)
      ? { id: asString(company["id"]), name: asString(company["name"]) }
      : { id: "", name: asString(company) || asString(answer["company_name"]) },
    expires_at: asString(answer["expires_at"]),
    created_at: asString(answer["created_at"]),
  };
}

export function readInvitation(answer: unknown): Invitation | null {
  const invitation = readPublicInvitation(answer);
  if (!invitation || !isRecord(answer)) return null;
  const id = asString(answer["id"]) || asString(answer["token"]);
  return id === "" ? null : { id, ...invitation };
}

/** The link in the response to creating or resending an invitation; null from a host that does not return it. */
export const readInvitationLink = (answer: unknown): { link: string | null } => ({
  link: isRecord(answer) ? asString(answer["link"]) || null : null,
});

/** The links of the invitations that were created by adding people to a project. */
export const readAddedLinks = (answer: unknown): { email: string; link: string }[] =>
  asList(answer).flatMap((entry) => {
    const link = isRecord(entry) ? asString(entry["invitation_link"]) : "";
    return isRecord(entry) && link !== "" ? [{ email: asString(entry["email"]), link }] : [];
  });

/** An invoice for display: the amount may be missing, which is not the same as zero. */
export interface ReadInvoice extends Omit<Invoice, "amount_cents"> {
  readonly amount_cents: number | null;
}

export function readInvoice(answer: unknown): ReadInvoice | null {
  if (!isRecord(answer)) return null;
  const number = asString(answer["number"]) || asString(answer["id"]);
  if (number === "") return null;
  const status = asString(answer["status"]).toLowerCase();
  return {
    id: asString(answer["id"]) || number,
    number,
    issued_at: asString(answer["issued_at"]) || asString(answer["created_at"]) || asString(answer["date"]),
    due_at: asStringOrNull(answer["due_at"]),
    amount_cents: asNumber(answer["amount_cents"], null),
    currency: asString(answer["currency"]).toUpperCase(),
    status: status as Invoice["status"],
    download_url: asStringOrNull(answer["download_url"]),
    ...(answer["has_file"] === true && { has_file: true }),
  };
}

export function readMcpToken(answer: unknown): McpToken | null {
  if (!isRecord(answer)) return null;
  const id = asString(answer["id"]);
  if (id === "") return null;
  return {
    id,
    name: asString(answer["name"]) || id,
    projects: asList(answer["projects"])
      .map((project) => (isRecord(project) ? asString(project["slug"]) : asString(project)))
      .filter((slug) => slug !== ""),
    last_used_at: asStringOrNull(answer["last_used_at"]),
    expires_at: asStringOrNull(answer["expires_at"]),
    created_at: asString(answer["created_at"]),
    preview: asString(answer["preview"]),
    writes: answer["writes"] === true,
    client: readRedirectTarget(answer["client"]),
  };
}

/** The kinds of a newer server are shown as a site. */
function readRedirectTarget(answer: unknown): McpToken["client"] {
  const name = isRecord(answer) ? asString(answer["name"]) : "";
  if (!isRecord(answer) || name === "") return null;
  const kind = answer["kind"];
  return { kind: kind === "loopback" || kind === "app" ? kind : "web", name };
}

export function readNewMcpToken(answer: unknown): NewMcpToken | null {
  const token = readMcpToken(answer);
  const secret = isRecord(answer) ? asString(answer["token"]) : "";
  return token && secret !== "" ? { ...token, token: secret } : null;
}

export function readProjectOption(answer: unknown): { slug: string; name: string; may_write: boolean } | null {
  if (!isRecord(answer)) return null;
  const slug = asString(answer["slug"]) || asString(answer["id"]);
  if (slug === "") return null;
  return { slug, name: asString(answer["name"]) || slug, may_write: answer["may_write"] === true };
}
