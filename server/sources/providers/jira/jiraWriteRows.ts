/** Answers of Jira that writing reads. */
import { z } from "zod";
import { optionalField } from "../../rest/optionalField.ts";

const Id = z.union([z.string(), z.number()]).transform(String);
const Named = z.object({ id: Id, name: z.string() });
const User = z.object({
  accountId: z.string().nullish(),
  name: z.string().nullish(),
  displayName: z.string().nullish(),
});
export type WritableUser = z.infer<typeof User>;
export const OwnAccount = User;
export const Users = z.array(User);

export const WRITABLE_FIELDS = "status,labels,assignee,fixVersions,priority,issuelinks";
export const WritableIssue = z.object({
  id: z.string(),
  key: z.string(),
  fields: z.object({
    status: Named,
    labels: z.array(z.string()).nullish(),
    assignee: User.nullish(),
    fixVersions: z.array(Named).nullish(),
    priority: Named.nullish(),
    issuelinks: optionalField(
      z.array(z.object({ type: z.object({ id: Id }), outwardIssue: z.object({ key: z.string() }).nullish() })),
    ),
  }),
});
export type WritableIssue = z.infer<typeof WritableIssue>;

const Field = z.object({
  required: z.boolean().nullish(),
  hasDefaultValue: z.boolean().nullish(),
  name: z.string().nullish(),
  operations: z.array(z.string()).nullish(),
  allowedValues: optionalField(z.array(z.object({ id: Id, name: z.string(), archived: z.boolean().nullish() }))),
});
export type EditableField = z.infer<typeof Field>;
export const EditMeta = z.object({ fields: z.record(z.string(), Field) });

export const Transitions = z.object({
  transitions: z.array(
    z.object({
      id: Id,
      name: z.string(),
      to: Named.extend({ statusCategory: z.object({ key: z.string() }).nullish() }),
      isAvailable: z.boolean().nullish(),
      fields: z.record(z.string(), Field).nullish(),
    }),
  ),
});
export type Transition = z.infer<typeof Transitions>["transitions"][number];

export const JiraPermissions = z.object({
  permissions: z.record(z.string(), z.object({ havePermission: z.boolean().nullish() })),
});

export const CommentList = z.object({
  total: z.number().nullish(),
  comments: z.array(z.object({ id: z.string(), author: User.nullish(), body: z.unknown().optional() })),
});
export const MadeComment = z.object({ id: z.string() });
export const LinkTypes = z.object({ issueLinkTypes: z.array(z.object({ id: Id, outward: z.string() })) });

export const isSameName = (a: string, b: string): boolean => a.trim().toLowerCase() === b;

/** How an account is shown. */
export const accountNameOf = ({ displayName, name, accountId }: WritableUser): string =>
  displayName ?? name ?? accountId ?? "";

/** The operations of an update that adds and removes values of a list. */
export const operations = (
  { add, remove }: { readonly add: readonly string[]; readonly remove: readonly string[] },
  valueOf: (name: string) => unknown,
): readonly unknown[] => [
  ...add.map((name) => ({ add: valueOf(name) })),
  ...remove.map((name) => ({ remove: valueOf(name) })),
];
