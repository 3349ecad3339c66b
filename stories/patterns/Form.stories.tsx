import type { Meta, StoryObj } from "@storybook/react-vite";
import { pictures, inForcedColors, zoomed, forState } from "../../.storybook/modes.ts";
import { FIELD_KEYS, usage } from "../../.storybook/usage.ts";
import { useState } from "react";
import { expect, fn } from "storybook/test";
import { Form } from "../../src/components/patterns/Form.tsx";
import { FormField } from "../../src/components/patterns/FormField.tsx";
import { Button } from "../../src/components/ui/Button.tsx";
import { InputGroup } from "../../src/components/ui/InputGroup.ts";

interface Props {
  isBusy?: boolean;
  isLive?: boolean;
  rejection?: "none" | "field" | "summary";
  onSubmit: () => void;
}

const REJECTIONS = {
  none: null,
  field: { text: "", fields: { team: ["This team exists already."] } },
  summary: { text: "The server could not be reached." },
} as const;

/** A form of two fields, of which the first is required. */
function TeamForm({ isBusy = false, isLive = false, rejection = "none", onSubmit }: Props) {
  const [team, setTeam] = useState("");
  return (
    <Form
      label="New team"
      isBusy={isBusy}
      isLive={isLive}
      faults={{ team: team.trim() === "" ? "This field is required" : null }}
      failure={REJECTIONS[rejection]}
      failureTitle="The team was not created"
      onSubmit={onSubmit}
    >
      {({ errorsOf }) => (
        <>
          <FormField label="Team" errors={errorsOf("team")}>
            {(control) => <InputGroup {...control} value={team} onValueChange={setTeam} />}
          </FormField>
          <FormField label="Purpose">{(control) => <InputGroup {...control} />}</FormField>
          <Button type="submit" intent="primary" text="Create team" loading={isBusy} />
        </>
      )}
    </Form>
  );
}

const meta = {
  component: Form as never,
  parameters: {
    ...pictures,
    ...usage({
      do: [
        "Use it for every form: it validates on submit and focuses the first invalid field.",
        "Give the faults of all fields, so that one attempt shows them all.",
      ],
      dont: [
        "Do not disable the submit button because of a fault: a press says what is missing.",
        "Do not validate while the user types for the first time.",
      ],
      keys: FIELD_KEYS,
    }),
  },
  render: (args) => <TeamForm {...args} />,
  argTypes: { rejection: { control: "inline-radio", options: ["none", "field", "summary"] } },
  args: { onSubmit: fn(), isBusy: false, isLive: false, rejection: "none" },
} satisfies Meta<Props>;
export default meta;
type Story = StoryObj<Props>;

export const Playground: Story = {};
export const Busy: Story = { parameters: forState, args: { isBusy: true } };
export const RejectedField: Story = { parameters: forState, args: { rejection: "field" } };
export const Rejected: Story = { parameters: forState, args: { rejection: "summary" } };

/** An attempt with faults sends nothing, shows them and focuses the first field with one; typing removes the fault. */
export const Attempt: Story = {
  parameters: forState,
  play: async ({ args, canvas, userEvent }) => {
    const team = canvas.getByRole("textbox", { name: "Team" });
    await expect(team).toBeValid();
    await userEvent.click(canvas.getByRole("button", { name: "Create team" }));
    await expect(args.onSubmit).not.toHaveBeenCalled();
    await expect(team).toBeInvalid();
    await expect(team).toHaveFocus();
    await userEvent.type(team, "Atlas");
    await expect(team).toBeValid();
    await userEvent.keyboard("{Enter}");
    await expect(args.onSubmit).toHaveBeenCalledOnce();
  },
};

/** A state must not differ by its background alone. */
export const ForcedColors: Story = { args: { rejection: "field" }, tags: ["!autodocs"], parameters: inForcedColors };
/** Nothing may be clipped or covered. */
export const TextAt200Percent: Story = {
  args: { rejection: "field" },
  globals: { zoom: "200" },
  tags: ["!autodocs"],
  parameters: zoomed,
};
