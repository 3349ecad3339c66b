import { PASSWORD_MIN_LENGTH } from "../../../contract/constants.ts";
import { Invalid } from "../../errors.ts";

/**
 * What a new password must fulfil: long enough, typed the same twice, and not the address itself.
 * @param field under which name the form has it
 * @throws Invalid
 */
export function requireGoodPassword(field: string, password: string, confirmation: string, email: string): void {
  if (password.length < PASSWORD_MIN_LENGTH) {
    throw new Invalid({ [field]: [`Must be at least ${PASSWORD_MIN_LENGTH} characters`] });
  }
  if (password.toLowerCase() === email.toLowerCase()) {
    throw new Invalid({ [field]: ["Must not be your email address"] });
  }
  if (password !== confirmation) throw new Invalid({ confirm_password: ["The passwords do not match"] });
}
