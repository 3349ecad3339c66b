import { CannotIssue } from "../../access/billing/issueInvoice.ts";
import { isUniqueViolation } from "../../db/databaseErrors.ts";
import { OperatorError } from "./options.ts";

/** Says to the operator why nothing was issued. */
export async function orSay<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof CannotIssue) throw new OperatorError(error.message, { cause: error });
    if (isUniqueViolation(error, "invoices_period_unique"))
      throw new OperatorError("The company has an invoice that begins on this day. Credit it first.", { cause: error });
    if (isUniqueViolation(error, "invoices_number_unique"))
      throw new OperatorError(
        "An invoice that was added by hand has this number. Choose another prefix: clew operator seller set --prefix",
        { cause: error },
      );
    throw error;
  }
}
