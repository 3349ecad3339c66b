/** What this server says of itself by SCIM: configuration, resource types and schemas (RFC 7643, sections 5 to 7). */

export const USER_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:User";
export const GROUP_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:Group";
/** Accepted, and its values are not kept. */
export const ENTERPRISE_SCHEMA = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
export const LIST_SCHEMA = "urn:ietf:params:scim:api:messages:2.0:ListResponse";
export const PATCH_SCHEMA = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
export const SEARCH_SCHEMA = "urn:ietf:params:scim:api:messages:2.0:SearchRequest";
export const ERROR_SCHEMA = "urn:ietf:params:scim:api:messages:2.0:Error";

/** The most resources on one page, and the number without `count`. */
export const PAGE = { max: 200, usual: 100 } as const;

export type ScimObject = Record<string, unknown>;

export const configurationOf = (base: string): ScimObject => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"],
  documentationUri: `${base.replace(/\/scim\/v2$/, "")}/settings/directory`,
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: PAGE.max },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: "oauthbearertoken",
      name: "Bearer token",
      description: "A SCIM token of the company, sent as Authorization: Bearer.",
      specUri: "https://www.rfc-editor.org/rfc/rfc6750",
      primary: true,
    },
  ],
  meta: { resourceType: "ServiceProviderConfig", location: `${base}/ServiceProviderConfig` },
});

const resourceType = (base: string, name: "User" | "Group", schema: string): ScimObject => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:ResourceType"],
  id: name,
  name,
  endpoint: `/${name}s`,
  description: name === "User" ? "People of the company" : "Groups of people, which give roles",
  schema,
  schemaExtensions: [],
  meta: { resourceType: "ResourceType", location: `${base}/ResourceTypes/${name}` },
});

export const resourceTypesOf = (base: string): ScimObject[] => [
  resourceType(base, "User", USER_SCHEMA),
  resourceType(base, "Group", GROUP_SCHEMA),
];

interface AttributeOptions {
  readonly type?: "string" | "boolean" | "complex" | "reference";
  readonly multiValued?: boolean;
  readonly required?: boolean;
  readonly caseExact?: boolean;
  readonly mutability?: "readWrite" | "readOnly" | "immutable";
  readonly returned?: "default" | "always";
  readonly uniqueness?: "none" | "server";
  readonly subAttributes?: readonly ScimObject[];
  readonly referenceTypes?: readonly string[];
  readonly canonicalValues?: readonly string[];
}

const attribute = (name: string, description: string, options: AttributeOptions = {}): ScimObject => ({
  name,
  type: "string",
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: "readWrite",
  returned: "default",
  uniqueness: "none",
  ...options,
});

const readOnly = { mutability: "readOnly" } as const;
const EXTERNAL_ID = attribute("externalId", "The identifier at the directory", { caseExact: true });

const USER_ATTRIBUTES = [
  attribute("userName", "The address of the account, of a verified domain", { required: true, uniqueness: "server" }),
  EXTERNAL_ID,
  attribute("displayName", "The name that others see"),
  attribute("name", "The parts of the name", {
    type: "complex",
    subAttributes: [
      attribute("formatted", "The whole name"),
      attribute("givenName", "The given name"),
      attribute("familyName", "The family name"),
    ],
  }),
  // Without it a user is active, and its removal could bring back a user who was deactivated.
  attribute("active", "Whether the person may sign in", { type: "boolean", required: true }),
  attribute("preferredLanguage", "en or tr"),
  attribute("emails", "The address of the account, which is userName", {
    type: "complex",
    multiValued: true,
    ...readOnly,
    subAttributes: [
      attribute("value", "The address", readOnly),
      attribute("type", "work", { canonicalValues: ["work"], ...readOnly }),
      attribute("primary", "true", { type: "boolean", ...readOnly }),
    ],
  }),
  attribute("groups", "The groups of the person", {
    type: "complex",
    multiValued: true,
    ...readOnly,
    subAttributes: [
      attribute("value", "The id of the group", readOnly),
      attribute("$ref", "The address of the group", { type: "reference", referenceTypes: ["Group"], ...readOnly }),
      attribute("display", "The name of the group", readOnly),
      attribute("type", "direct", { canonicalValues: ["direct"], ...readOnly }),
    ],
  }),
];

const GROUP_ATTRIBUTES = [
  attribute("displayName", "The name of the group", { required: true, uniqueness: "server" }),
  EXTERNAL_ID,
  attribute("members", "Users; groups in groups are refused", {
    type: "complex",
    multiValued: true,
    subAttributes: [
      attribute("value", "The id of a user", { mutability: "immutable" }),
      attribute("$ref", "The address of the user", {
        type: "reference",
        referenceTypes: ["User"],
        mutability: "immutable",
      }),
      attribute("type", "User", { canonicalValues: ["User"], mutability: "immutable" }),
      attribute("display", "The name of the user", readOnly),
    ],
  }),
];

const schema = (base: string, id: string, name: string, attributes: readonly ScimObject[]): ScimObject => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:Schema"],
  id,
  name,
  description: name,
  attributes,
  meta: { resourceType: "Schema", location: `${base}/Schemas/${id}` },
});

export const schemasOf = (base: string): ScimObject[] => [
  schema(base, USER_SCHEMA, "User", USER_ATTRIBUTES),
  schema(base, GROUP_SCHEMA, "Group", GROUP_ATTRIBUTES),
];
