import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { ActionRow } from "../../src/components/patterns/ActionRow.tsx";
import { NameLines } from "../../src/components/patterns/NameLines.tsx";
import { Button } from "../../src/components/ui/Button.tsx";
import { Text } from "../../src/components/ui/Text.tsx";

const onRevoke = fn();

const meta = {
  component: ActionRow,
  parameters: {
    ...usage({
      do: ["Use it for an item of a short list that has buttons of its own."],
      dont: ["Do not use it for a table with columns: that is Table."],
    }),
  },
  argTypes: { children: { control: false }, fact: { control: false }, actions: { control: false } },
  decorators: [
    (Story) => (
      <ul aria-label="Invitations">
        <Story />
      </ul>
    ),
  ],
  args: {
    children: (
      <NameLines name="elif@atlas.example">
        <Text size="small" tone="muted">
          Expires on 3 March
        </Text>
      </NameLines>
    ),
    fact: <span>Member</span>,
    actions: <Button size="small" variant="outlined" text="Revoke" onClick={onRevoke} />,
  },
} satisfies Meta<typeof ActionRow>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  parameters: lightPicture,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Revoke" }));
    await expect(onRevoke).toHaveBeenCalledOnce();
  },
};
export const WithoutActions: Story = { args: { actions: undefined } };
export const WideName: Story = { args: { wide: "name" } };
export const WideActions: Story = {
  args: { wide: "actions" },
  globals: { viewport: { value: "phone" } },
};
