import type { Meta, StoryObj } from "@storybook/react-vite";
import { lightPicture } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { NameLines } from "../../src/components/patterns/NameLines.tsx";
import { Tag } from "../../src/components/ui/Tag.tsx";
import { Text } from "../../src/components/ui/Text.tsx";

const meta = {
  component: NameLines,
  parameters: {
    ...usage({
      do: ["Use it in an ActionRow for what has no face."],
      dont: ["Do not use it for a person: that is PersonListItem."],
    }),
  },
  argTypes: { name: { control: "text" }, children: { control: false } },
  args: {
    name: "Firefox on Linux",
    children: (
      <Text size="small" tone="muted">
        Since 3 March
      </Text>
    ),
  },
} satisfies Meta<typeof NameLines>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: lightPicture };
export const WithTag: Story = {
  args: {
    name: (
      <>
        Firefox on Linux <Tag>This session</Tag>
      </>
    ),
  },
};
export const LongName: Story = {
  args: { name: "continuous-integration-of-the-payment-service@".repeat(4) },
  decorators: [
    (Story) => (
      <div style={{ inlineSize: 240 }}>
        <Story />
      </div>
    ),
  ],
};
