/**
 * The parts of an Adaptive Card that messages in Teams have, as the schema 1.5 describes them (adaptivecards.io/schemas/adaptive-card.json): a
 * property that it does not have is refused. Teams shows at most six actions of a card.
 */
import { z } from "zod";

const OpenUrl = z.strictObject({ type: z.literal("Action.OpenUrl"), title: z.string().min(1), url: z.url() });
const Run = z.strictObject({
  type: z.literal("TextRun"),
  text: z.string().min(1),
  color: z.enum(["Default", "Dark", "Light", "Accent", "Good", "Warning", "Attention"]).optional(),
  selectAction: OpenUrl.partial({ title: true }).optional(),
  size: z.enum(["Small", "Default", "Medium", "Large", "ExtraLarge"]).optional(),
  weight: z.enum(["Lighter", "Default", "Bolder"]).optional(),
});
const Choice = z.strictObject({ title: z.string().min(1), value: z.string().min(1) });
const Action = z.discriminatedUnion("type", [
  OpenUrl,
  z.strictObject({
    type: z.literal("Action.Execute"),
    verb: z.string().min(1),
    title: z.string().min(1),
    data: z.record(z.string(), z.string()),
    associatedInputs: z.enum(["auto", "none"]).optional(),
  }),
]);
const Actions = z.array(Action).min(1).max(6);
const Element = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("RichTextBlock"), inlines: z.array(Run).min(1) }),
  z.strictObject({
    type: z.literal("Input.ChoiceSet"),
    id: z.string().min(1),
    label: z.string().min(1),
    style: z.enum(["compact", "expanded", "filtered"]),
    value: z.string(),
    isRequired: z.boolean(),
    errorMessage: z.string().min(1),
    choices: z.array(Choice).min(1),
  }),
  z.strictObject({ type: z.literal("ActionSet"), actions: Actions }),
]);

export const AdaptiveCard = z.strictObject({
  $schema: z.literal("http://adaptivecards.io/schemas/adaptive-card.json"),
  type: z.literal("AdaptiveCard"),
  version: z.literal("1.5"),
  body: z.array(Element).min(1),
  actions: Actions.optional(),
});
export type AdaptiveCard = z.output<typeof AdaptiveCard>;
