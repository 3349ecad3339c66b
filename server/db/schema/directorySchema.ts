/** Tables of users and groups that a company's directory manages by SCIM. */
import type { ColumnType, Generated } from "kysely";
import type { Created, Time } from "../columns.ts";

/** Tokens of a company's directory: the SHA-256, and the first letters, which distinguish them in lists. */
export interface ScimTokensTable {
  id: string;
  company_id: string;
  name: string;
  token_hash: string;
  preview: string;
  /** The name of the Admin who made it. */
  created_by: string;
  expires_at: Time;
  created_at: Created;
  last_used_at: Time | null;
  last_address: Generated<string>;
  last_client: Generated<string>;
}

/** A user that a directory manages. Active while the user belongs to the company. */
export interface DirectoryUsersTable {
  user_id: string;
  company_id: string;
  external_id: string | null;
  display_name: string | null;
  formatted_name: string | null;
  given_name: string | null;
  family_name: string | null;
  language: "EN" | "TR" | null;
  version: Generated<number>;
  created_at: Created;
  updated_at: ColumnType<Date, Date | undefined, Date>;
  /** Role in the company that a deactivated user gets back; null for an active user. */
  left_role: ColumnType<"Admin" | "Member" | null, "Admin" | "Member" | null | undefined, "Admin" | "Member" | null>;
}

export interface DirectoryGroupsTable {
  id: string;
  company_id: string;
  /** The identity provider that names the group at a sign-in; null: a directory sends it by SCIM. */
  provider_id: ColumnType<string | null, string | null | undefined, never>;
  /** A directory's name is unique in the company, compared without case; a provider's is unique in the provider, with case. */
  name: string;
  external_id: string | null;
  version: Generated<number>;
  created_at: Created;
  updated_at: ColumnType<Date, Date | undefined, Date>;
}

export interface DirectoryGroupMembersTable {
  group_id: string;
  user_id: string;
}

/** The role that the members of a group have in a project, or without one in the company. */
export interface DirectoryMappingsTable {
  id: string;
  group_id: string;
  project_id: string | null;
  role: "Admin" | "Owner" | "Maintainer" | "Developer" | "Viewer";
}

/** Roles that were given by hand to a user who is deactivated. */
export interface DirectoryLeftMembersTable {
  user_id: string;
  project_id: string;
  role: "Owner" | "Maintainer" | "Developer" | "Viewer";
}
