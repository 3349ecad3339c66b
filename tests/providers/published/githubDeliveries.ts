/** GitHub's published schemas of webhook events, and the deliveries that GitHub's community has recorded. */
import { createRequire } from "node:module";
import { Ajv, type ValidateFunction } from "ajv";
import formats from "ajv-formats";

export type DeliveryBody = Readonly<Record<string, unknown>>;
export interface RecordedDelivery {
  readonly event: string;
  readonly body: DeliveryBody;
}

const packages = createRequire(import.meta.url);
const schemas = packages("@octokit/webhooks-schemas") as { readonly definitions: Readonly<Record<string, unknown>> };
const examples = packages("@octokit/webhooks-examples") as readonly {
  readonly name: string;
  readonly examples: readonly DeliveryBody[];
}[];

/** Each delivery that is recorded, of all events and actions. */
export const RECORDED_DELIVERIES: readonly RecordedDelivery[] = examples.flatMap(({ name, examples: bodies }) =>
  bodies.map((body) => ({ event: name, body })),
);

const ajv = new Ajv({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema(schemas, "webhooks");

/** The schema of the event's action, or of the event where GitHub describes no such action or the event has none. */
function validatorOf(event: string, action: unknown): ValidateFunction {
  const names = [`${event}$${String(action)}`, `${event}_event`, `${event}$event`];
  const name = names.find((one) => one in schemas.definitions);
  const validate = name && ajv.getSchema(`webhooks#/definitions/${encodeURIComponent(name)}`);
  if (!validate) throw new Error(`GitHub publishes no event ${event}.`);
  return validate;
}

/** What in the body of a delivery differs from the published schema of its event; empty for none. */
export function deliveryDeviations({ event, body }: RecordedDelivery): readonly string[] {
  const validate = validatorOf(event, body["action"]);
  if (validate(body)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${event}${instancePath}: ${message}`);
}

const INSTALLATION = { id: 1, node_id: "MDIzOkludGVncmF0aW9uSW5zdGFsbGF0aW9uMQ==" };

const isObject = (value: unknown): value is DeliveryBody =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function merged(base: DeliveryBody, changes: DeliveryBody): DeliveryBody {
  const changed = Object.entries(changes).map(([name, value]): [string, unknown] => {
    const before = base[name];
    return [name, isObject(value) && isObject(before) ? merged(before, value) : value];
  });
  return { ...base, ...Object.fromEntries(changed) };
}

/**
 * A recorded delivery of the event with these changes: of the action that the changes name, if one is recorded.
 * Older records lack fields that GitHub has added since; the newest form is taken.
 */
export function deliveryWith(event: string, changes: DeliveryBody): DeliveryBody {
  const { action } = changes;
  const base = RECORDED_DELIVERIES.find(
    (one) =>
      one.event === event &&
      (action === undefined || one.body["action"] === action) &&
      deliveryDeviations(one).length === 0,
  );
  if (!base) throw new Error(`No delivery of ${event} ${String(action)} is recorded.`);
  // Records come from webhooks of repositories too; a delivery of an app names its installation.
  return merged("installation" in changes ? { installation: INSTALLATION, ...base.body } : base.body, changes);
}
