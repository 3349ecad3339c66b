/** Reading what an operator typed: each command names its options once, and they are checked before anything is done. */
import { z } from "zod";

/** What the operator typed cannot be done. `message` is a sentence for them. */
export class OperatorError extends Error {
  override readonly name = "OperatorError";
}

/** A date that the calendar has: 30 February is refused. */
const IsoDay = z.iso.date();
const IsoTime = z.iso.datetime({ offset: true });

/** A day (until its end, in UTC) or a moment in ISO 8601 with its time zone. */
export const Moment = z.string().transform((text, context) => {
  if (IsoDay.safeParse(text).success) return new Date(`${text}T23:59:59.999Z`);
  if (IsoTime.safeParse(text).success) return new Date(text);
  context.addIssue({ code: "custom", message: "must be a day (2026-12-31) or a time (2026-12-31T12:00:00Z)" });
  return z.NEVER;
});

/** The same, or `none`. */
export const MomentOrNone = z.union([z.literal("none").transform(() => null), Moment]);

/** A day, as its midnight in UTC. In an earlier century it is mistyped, and a schedule would make an invoice for each month since then. */
export const Day = z
  .string()
  .refine((text) => IsoDay.safeParse(text).success && text >= "2000", "must be a day such as 2026-12-31")
  .transform((text) => new Date(text));

export const Text = z.string().trim().min(1, "must not be empty").max(120, "must have at most 120 characters");
export const Address = z.string().trim().toLowerCase().max(254).pipe(z.email("must be an email address"));

/** An amount of money as people write it, in the smallest unit: `12.50` is 1250. */
export const Amount = z
  .string()
  .regex(/^\d{1,12}(?:\.\d{1,2})?$/, "must be an amount such as 12.50")
  .transform((text) => Math.round(Number(text) * 100));

/** A share in percent with at most two decimals, in hundredths of a percent: `12.5` is 1250. */
export const BasisPoints = z
  .string()
  .regex(/^\d{1,3}(?:\.\d{1,2})?$/, "must be a percentage such as 12.5")
  .transform((text) => Math.round(Number(text) * 100))
  .pipe(z.number().max(10_000, "must be at most 100"));

export const Currency = z
  .string()
  .toUpperCase()
  .regex(/^[A-Z]{3}$/, "must be three letters, such as EUR");

/** An address in lines, which are separated by `; `. */
export const PostalAddress = z
  .string()
  .max(500, "must have at most 500 characters")
  .transform((text) =>
    text
      .split(/[;\n]/)
      .map((line) => line.trim())
      .filter((line) => line !== "")
      .join("\n"),
  );

export const YesOrNo = z.enum(["yes", "no"]).default("no");

/** Checks options against a command's. @throws OperatorError naming each that is wrong */
export function readOptions<T extends z.ZodType>(schema: T, values: Readonly<Record<string, unknown>>): z.output<T> {
  const parsed = schema.safeParse(values);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map(({ path, message, code }) => {
    if (code === "unrecognized_keys") return message;
    const name = `--${path.join(".")}`;
    return values[String(path[0])] === undefined ? `${name} is needed` : `${name} ${message}`;
  });
  throw new OperatorError(`${wrong.join("; ")}.`);
}
