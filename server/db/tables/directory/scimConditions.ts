/** Conditions of SCIM filters as SQL: comparisons of known columns with values, which are parameters. */
import { type RawBuilder, sql } from "kysely";

export type ScimCondition<Column extends string> =
  | { readonly kind: "all" | "any"; readonly parts: readonly ScimCondition<Column>[] }
  | { readonly kind: "not"; readonly part: ScimCondition<Column> }
  | { readonly kind: "constant"; readonly value: boolean }
  | { readonly kind: "present"; readonly column: Column }
  /** A group of a user or a member of a group; null: any. */
  | { readonly kind: "related"; readonly id: string | null }
  | {
      readonly kind: "compare";
      readonly column: Column;
      readonly op: "eq" | "ne" | "co" | "sw" | "ew" | "gt" | "ge" | "lt" | "le";
      readonly value: string | boolean | Date | null;
      readonly isExact: boolean;
    };

type Expression = RawBuilder<unknown>;

export interface ScimColumns<Column extends string> {
  readonly columns: Readonly<Record<Column, Expression>>;
  readonly related: (id: string | null) => Expression;
}

const ORDERED = { gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=` } as const;

/** An expression that is true or false, and never null. */
export function scimCondition<Column extends string>(
  condition: ScimCondition<Column>,
  of: ScimColumns<Column>,
): RawBuilder<boolean> {
  switch (condition.kind) {
    case "all":
    case "any": {
      const parts = condition.parts.map((part) => scimCondition(part, of));
      return sql<boolean>`(${sql.join(parts, condition.kind === "all" ? sql` and ` : sql` or `)})`;
    }
    case "not":
      return sql<boolean>`(not ${scimCondition(condition.part, of)})`;
    case "constant":
      return condition.value ? sql<boolean>`true` : sql<boolean>`false`;
    case "present":
      return sql<boolean>`(coalesce(${of.columns[condition.column]}::text, '') <> '')`;
    case "related":
      return sql<boolean>`${of.related(condition.id)}`;
    case "compare":
      return comparison(of.columns[condition.column], condition);
  }
}

function comparison(
  column: Expression,
  { op, value, isExact }: Extract<ScimCondition<string>, { kind: "compare" }>,
): RawBuilder<boolean> {
  if (value === null) {
    if (op === "eq") return sql<boolean>`(${column} is null)`;
    return op === "ne" ? sql<boolean>`(${column} is not null)` : sql<boolean>`false`;
  }
  if (typeof value !== "string") {
    if (op === "eq") return sql<boolean>`(${column} is not distinct from ${value})`;
    if (op === "ne") return sql<boolean>`(${column} is distinct from ${value})`;
    return op in ORDERED && value instanceof Date
      ? sql<boolean>`coalesce(${column} ${ORDERED[op as keyof typeof ORDERED]} ${value}, false)`
      : sql<boolean>`false`;
  }
  const left = isExact ? column : sql`lower(${column})`;
  const right = sql`${isExact ? value : value.toLowerCase()}::text`;
  switch (op) {
    case "eq":
      return sql<boolean>`coalesce(${left} = ${right}, false)`;
    case "ne":
      return sql<boolean>`(${left} is distinct from ${right})`;
    case "co":
      return sql<boolean>`coalesce(strpos(${left}, ${right}) > 0, false)`;
    case "sw":
      return sql<boolean>`coalesce(starts_with(${left}, ${right}), false)`;
    case "ew":
      return sql<boolean>`coalesce(right(${left}, length(${right})) = ${right}, false)`;
    default:
      return sql<boolean>`coalesce(${left} collate "C" ${ORDERED[op]} ${right} collate "C", false)`;
  }
}
