/** English texts about users and groups that a directory manages, as ICU MessageFormat. */
export const ENGLISH_DIRECTORY = {
  "directory.address_taken":
    "An account has this address already: it is in the directory, or it belongs to another company.",
  "directory.deactivated": "Your company’s directory has turned off this account. Ask an Admin of the company.",
  "directory.domain":
    "{domain} is not a verified domain of the company. Verify it in Clew under Settings > Single sign-on first.",
  "directory.filter_value": "The filter compares an attribute with a value of another type.",
  "directory.filter_wrong": "The filter is not right at “{shown}”, or it is too long.",
  "directory.group_not_found": "There is no such group.",
  "directory.group_taken": "Another group has this name.",
  "directory.groups_limit": "A company can have {max} groups of its directory, and as many of its identity providers.",
  "directory.last_admin": "This is the last Admin of the company. Make another person an Admin in Clew first.",
  "directory.last_password_admin":
    "This is the only Admin who can sign in with a password. Name another one in Clew under Settings > Single sign-on first.",
  "directory.managed": "Your company’s directory manages this person. Change it there.",
  "directory.mapping_not_found": "There is no such rule for a group.",
  "directory.member_managed":
    "A group of your company’s directory or identity provider gives {name} this role. Change the group there, or its role under Settings > Directory.",
  "directory.member_unknown": "No user of the directory has the id {id}. Send the user first.",
  "directory.members_limit": "A group can have {max} members.",
  "directory.nested_group": "A group cannot be a member of a group. Assign the people of the inner group directly.",
  "directory.not_found": "There is no such resource.",
  "directory.not_object": "A JSON object is expected here.",
  "directory.parameter": "The parameter {name} is not right.",
  "directory.patch_empty": "A PATCH needs at least one operation.",
  "directory.patch_limit": "A PATCH can have {max} of these operations.",
  "directory.patch_op": "The operation has to be add, replace or remove.",
  "directory.patch_schema": "A PATCH names the schema urn:ietf:params:scim:api:messages:2.0:PatchOp.",
  "directory.search_schema": "A search names the schema urn:ietf:params:scim:api:messages:2.0:SearchRequest.",
  "directory.patch_target": "To remove something, name its path.",
  "directory.path_wrong": "The path is not right at “{shown}”, or it is too long.",
  "directory.provider_without_groups":
    "This identity provider names no groups. Set its claim or attribute of groups under Settings > Single sign-on first.",
  "directory.read_only": "{attribute} cannot be changed.",
  "directory.required": "{attribute} cannot be empty.",
  "directory.token_expired": "This SCIM token has expired. Create a new one in Clew under Settings > Directory.",
  "directory.token_wrong":
    "Send a SCIM token of Settings > Directory in Clew as Authorization: Bearer. This one is missing, wrong or revoked.",
  "directory.unsupported":
    "This server does not support this call of SCIM; ServiceProviderConfig says what it supports.",
  "directory.user_name": "userName has to be the mail address of the person.",
  "directory.version": "The resource was changed meanwhile. Read it again.",
  "directory.wrong_type": "The value of {attribute} has another type than the schema says.",
} as const;
