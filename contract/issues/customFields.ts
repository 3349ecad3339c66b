/** Fields that the administrators of a tracker made. Those that are read are chosen when it is linked. Free of zod, so that the app may import it. */

/** `choice`: one of the field's options; `choices`: any number of options or labels. A person has the name at the host. */
export const CUSTOM_FIELD_TYPES = ["text", "number", "date", "choice", "choices", "person"] as const;
export type CustomFieldType = (typeof CUSTOM_FIELD_TYPES)[number];

/** A field as its host knows it; `id` is the host's own. */
export interface CustomField {
  readonly id: string;
  readonly name: string;
  readonly type: CustomFieldType;
}

/** Fields that one source may read, characters of a name, and values of one field of an issue that are stored. */
export const CUSTOM_FIELD_LIMITS = { fields: 20, nameChars: 200, values: 100 } as const;

/** A value as the search and the list are filtered by it: `Team=Core`. */
export const fieldValueText = (name: string, value: string | number): string => `${name}=${value}`;
