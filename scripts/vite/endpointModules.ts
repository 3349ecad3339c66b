import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import type { z } from "zod";
import { type Endpoint, endpoints } from "../../contract/endpoints.ts";

type Schema = z.core.$ZodType;
const defOf = (schema: Schema) => (schema as z.core.$ZodTypes)._zod.def;
const ROWS: readonly (readonly [string, Endpoint])[] = Object.entries<Endpoint>(endpoints);
const pathOf = ({ method, path }: Endpoint): string => JSON.stringify(`${method} ${path}`);

/**
 * The expression of a schema's guard. A guard checks structure: fields, lists, types of values, timestamps that can be parsed. It does not
 * check limits and the words of enumerations, to which a newer server may add.
 * @param guardOf the expression for a part
 * @throws Error for a type of schema that no response has yet
 */
function expressionOf(schema: Schema, guardOf: (part: Schema) => string): string {
  const def = defOf(schema);
  switch (def.type) {
    case "object": {
      const fields = Object.entries(def.shape).map(([key, part]) => `${key}:${guardOf(part)}`);
      return `object({${fields.join(",")}})`;
    }
    case "array":
      return `arrayOf(${guardOf(def.element)})`;
    case "nullable":
    case "optional":
      return `${def.type}(${guardOf(def.innerType)})`;
    case "record":
      return `recordOf(${guardOf(def.valueType)})`;
    case "union":
      return `anyOf(${def.options.map(guardOf).join(",")})`;
    case "string":
      return "format" in def && (def.format === "datetime" || def.format === "date") ? "timestamp" : "string";
    case "enum":
      return "string";
    case "literal":
      // A literal separates the objects of a union.
      return `literal(${JSON.stringify(def.values[0])})`;
    case "number":
    case "boolean":
      return def.type;
    case "null":
      return "(value)=>value===null";
    default:
      throw new Error(`No guard is generated for a schema of type ${def.type}.`);
  }
}

/** The guards of all responses. An object that occurs several times is one constant. */
function guardsSource(): string {
  const uses = new Map<Schema, number>();
  const count = (schema: Schema): string => {
    const useCount = uses.get(schema) ?? 0;
    uses.set(schema, useCount + 1);
    return useCount > 0 ? "" : expressionOf(schema, count);
  };
  for (const [, { response }] of ROWS) if (response) count(response);

  const lines = [
    `import {anyOf,arrayOf,boolean,literal,nullable,number,object,optional,recordOf,string,timestamp} from ${JSON.stringify(GUARD_PARTS)};`,
  ];
  const names = new Map<Schema, string>();
  const guardOf = (schema: Schema): string => {
    const schemaName = names.get(schema);
    if (schemaName !== undefined) return schemaName;
    const text = expressionOf(schema, guardOf);
    if ((uses.get(schema) ?? 0) < 2 || defOf(schema).type !== "object") return text;
    const name = `schema${names.size}`;
    names.set(schema, name);
    lines.push(`const ${name}=${text};`);
    return name;
  };
  const guards = ROWS.flatMap(([, row]) => {
    const guard = row.response ? guardOf(row.response) : row.type === "text/csv" ? "string" : null;
    return guard === null ? [] : [`${pathOf(row)}:${guard}`];
  });
  return [...lines, `export default {${guards.join(",")}};`].join("\n");
}

const endpointsSource = (isOf: (name: string) => boolean): string =>
  ROWS.filter(([name]) => isOf(name))
    .map(([name, row]) => `export const ${name}=${pathOf(row)};`)
    .join("\n");

const GUARD_PARTS = fileURLToPath(new URL("../../src/services/guards/guardParts.ts", import.meta.url));
const SOURCES: Readonly<Record<string, () => string>> = {
  "virtual:endpoints": () => endpointsSource(() => true),
  "virtual:endpoints/access": () => endpointsSource((name) => /ApiToken|AccessPolicy|McpConsent/i.test(name)),
  "virtual:endpoints/billing": () =>
    endpointsSource((name) => /^(?:previewPlan|getSeats|[gs]etInvoiceBuyer)$/.test(name)),
  "virtual:endpoints/companies": () =>
    endpointsSource((name) => /Compan(?:y|ies)|Invitation|Invoice|Setup|Audit|^export(?:Archive|Table)$/.test(name)),
  "virtual:endpoints/dashboards": () =>
    endpointsSource((name) => /[dD]ashboard|[oO]wnMetric|Report(?:s|Runs?)?$/.test(name)),
  "virtual:endpoints/directory": () => endpointsSource((name) => /Directory/.test(name)),
  "virtual:endpoints/groups": () => endpointsSource((name) => /Group/.test(name)),
  "virtual:endpoints/imports": () => endpointsSource((name) => /Import|CustomSource|^importItems$/.test(name)),
  "virtual:endpoints/secondFactors": () =>
    endpointsSource((name) => /SecondFactor|Passkey|AuthenticatorApp|RecoveryCodes|confirmCode/.test(name)),
  "virtual:endpoints/sso": () => endpointsSource((name) => /sso|saml|ldap/i.test(name)),
  "virtual:endpoints/ask": () => endpointsSource((name) => /^ask|Model/.test(name)),
  "virtual:endpoints/apps": () =>
    endpointsSource((name) => /HostApp|UsableInstallation|installationRepo|AppRights/.test(name)),
  "virtual:endpoints/chats": () => endpointsSource((name) => /Slack|Teams|ChatLink/.test(name)),
  "virtual:endpoints/webhooks": () =>
    endpointsSource((name) => /OutgoingWebhook|CompanyWebhook|WebhookSecret|Deliver/.test(name)),
  "virtual:endpoints/checks": () => endpointsSource((name) => /SourceChecks|requestFindings/.test(name)),
  "virtual:endpoints/insights": () => endpointsSource((name) => /[iI]nsight|Annotation|Backtest/.test(name)),
  "virtual:endpoints/replies": () => endpointsSource((name) => /Repl(?:y|ies)$/.test(name)),
  "virtual:endpoints/marks": () => endpointsSource((name) => name.endsWith("Mark")),
  "virtual:endpoints/rules": () => endpointsSource((name) => /Rule/.test(name)),
  "virtual:guards": guardsSource,
};

/**
 * The endpoint table without zod. `virtual:endpoints` exports the method and path of each endpoint by its name, `virtual:endpoints/…` those of
 * services that are not in the first load, `virtual:guards` the guards of the responses by method and path.
 * src/services/endpointModules.d.ts declares them.
 */
export const endpointModules = (): Plugin => ({
  name: "clew-endpoint-modules",
  resolveId: (id) => (id in SOURCES ? `\0${id}` : null),
  load: (id) => (id.startsWith("\0") ? (SOURCES[id.slice(1)]?.() ?? null) : null),
});
