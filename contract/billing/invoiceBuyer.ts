/** Whom the invoices of a company are addressed to. */
import { z } from "zod";
import { LANGUAGES } from "../constants.ts";
import { Email, Name } from "../fieldSchemas.ts";

const Text = z.string().trim().max(60);

export const InvoiceBuyer = z.object({
  name: z.string(),
  /** Lines are separated by a line feed. */
  address: z.string(),
  tax_id: z.string(),
  /** What the company wants printed, such as the number of its order. */
  reference: z.string(),
  /** Gets each invoice besides the Admins. */
  email: z.string(),
  /** The language of the invoices. */
  language: z.enum(LANGUAGES),
});
export type InvoiceBuyer = z.infer<typeof InvoiceBuyer>;

/** "" for what is left empty. */
export const InvoiceBuyerBody = z.object({
  name: Name,
  address: z
    .string()
    .max(500)
    .transform((text) =>
      text
        .split("\n")
        .map((line) => line.trim())
        .filter((line) => line !== "")
        .join("\n"),
    ),
  tax_id: Text,
  reference: Text,
  email: z.union([z.literal(""), Email], "field.email"),
  language: z.enum(LANGUAGES),
});
export type InvoiceBuyerBody = z.infer<typeof InvoiceBuyerBody>;
