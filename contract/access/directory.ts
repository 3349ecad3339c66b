/** Users and groups that a company's directory manages by SCIM: what its Admins set and see. */
import { z } from "zod";
import { COMPANY_ROLES, PROJECT_ROLES, TEXT_LIMITS } from "../constants.ts";
import { Id, Name, Slug, Timestamp } from "../fieldSchemas.ts";
import { SIGN_IN_GROUP_LIMITS } from "./signInGroups.ts";

/** The most that one company may have; the age of a token in days. */
export const DIRECTORY_LIMITS = { tokens: 10, tokenDays: 366, groups: 1000 } as const;

/** A token of a directory, without its secret. */
export const DirectoryToken = z.object({
  id: Id,
  name: z.string(),
  /** The first characters of the secret. */
  preview: z.string(),
  /** The name of the Admin who made it. */
  created_by: z.string(),
  created_at: Timestamp,
  expires_at: Timestamp,
  /** Kept to the minute, with the network and the program of that use; empty where unknown. */
  last_used_at: Timestamp.nullable(),
  last_address: z.string(),
  last_client: z.string(),
});
export type DirectoryToken = z.infer<typeof DirectoryToken>;
/** The secret is only in the answer that creates a token. */
export const NewDirectoryToken = DirectoryToken.extend({ token: z.string() });
export type NewDirectoryToken = z.infer<typeof NewDirectoryToken>;
export const NewDirectoryTokenBody = z.object({ name: Name, expires_at: Timestamp });
export type NewDirectoryTokenBody = z.infer<typeof NewDirectoryTokenBody>;

export const DirectoryGroup = z.object({ id: Id, name: z.string(), members: z.number().int().nonnegative() });
export type DirectoryGroup = z.infer<typeof DirectoryGroup>;

const ProjectLabel = z.object({ slug: Slug, name: z.string().max(TEXT_LIMITS.name) });

/** An identity provider whose sign-ins name groups. */
const GroupProvider = z.object({ id: Id, label: z.string() });

/** A role that the members of a group have. */
export const DirectoryMapping = z.object({
  id: Id,
  group: z.object({ id: Id, name: z.string() }),
  /** The identity provider that names the group at a sign-in; null: the directory sends it by SCIM. */
  provider: GroupProvider.nullable(),
  /** Whether the role is one of the company, or of a project. */
  scope: z.enum(["company", "project"]),
  /** Null for the company, and for a project that the reader is not a member of. */
  project: ProjectLabel.nullable(),
  role: z.enum([...COMPANY_ROLES, ...PROJECT_ROLES]),
});
export type DirectoryMapping = z.infer<typeof DirectoryMapping>;

/** A group as an identity provider names it, letter by letter: a name, or an id where the provider sends ids. */
const ProviderGroup = z.object({
  provider: Id,
  name: z
    .string()
    .trim()
    .min(1)
    .max(SIGN_IN_GROUP_LIMITS.name)
    .regex(/^[^\p{Cc}]*$/u, "field.format"),
});

/** Makes the members of a group Admins of the company, or gives them a role in a project of which the caller is an Owner. */
export const DirectoryMappingBody = z
  .object({ group: z.union([Id, ProviderGroup]), project: Slug.nullable(), role: z.enum(["Admin", ...PROJECT_ROLES]) })
  .refine(({ project, role }) => (project === null) === (role === "Admin"), {
    path: ["role"],
    message: "field.format",
  });
export type DirectoryMappingBody = z.infer<typeof DirectoryMappingBody>;

export const DirectorySettings = z.object({
  /** The address to enter at the directory. */
  base_url: z.string(),
  tokens: z.array(DirectoryToken),
  /** The greatest age of a new token in days. */
  max_days: z.number().int().positive(),
  /** Domains whose addresses the directory may use. */
  domains: z.array(z.string()),
  users: z.number().int().nonnegative(),
  inactive_users: z.number().int().nonnegative(),
  groups: z.array(DirectoryGroup),
  mappings: z.array(DirectoryMapping),
  /** Identity providers whose sign-ins name groups. */
  providers: z.array(GroupProvider),
  /** Projects of which the caller is an Owner. */
  projects: z.array(ProjectLabel),
});
export type DirectorySettings = z.infer<typeof DirectorySettings>;
