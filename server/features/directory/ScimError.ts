import { ApiError } from "../../errors.ts";
import { type Message, message } from "../../messages/messages.ts";

/** Kinds of refusals that RFC 7644, section 3.12, names. */
export type ScimType =
  | "invalidFilter"
  | "tooMany"
  | "uniqueness"
  | "mutability"
  | "invalidSyntax"
  | "invalidPath"
  | "noTarget"
  | "invalidValue";

/** A refusal in the form of SCIM. */
export class ScimError extends ApiError {
  override readonly name = "ScimError";
  readonly scimType: ScimType | undefined;

  constructor(status: number, scimType: ScimType | undefined, text: Message) {
    super(status, text);
    this.scimType = scimType;
  }
}

export const invalidValue = (text: Message): ScimError => new ScimError(400, "invalidValue", text);
export const invalidSyntax = (text: Message): ScimError => new ScimError(400, "invalidSyntax", text);
/** An attribute whose value has another type. */
export const wrongType = (attribute: string): ScimError =>
  invalidValue(message("directory.wrong_type", { attribute: attribute.slice(0, 100) }));
