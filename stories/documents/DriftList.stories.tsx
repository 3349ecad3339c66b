import type { Meta, StoryObj } from "@storybook/react-vite";
import { forLayout, modes } from "../../.storybook/modes.ts";
import { DriftList } from "../../src/components/documents/DriftList.tsx";
import { drift, freshDrift } from "../../tests/fixtures/documents.ts";

const meta = {
  component: DriftList,
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, tr: modes.tr } } },
  args: { drift: drift(), lineHref: (line) => `#L${line}` },
  decorators: [
    (Story) => (
      <div style={{ inlineSize: "18rem" }}>
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof DriftList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Outdated: Story = {};
export const NamesNothing: Story = { args: { drift: freshDrift({ checked: 0 }) } };
export const OnlyPathsRead: Story = { args: { drift: freshDrift({ state: "unread" }) } };
export const LongHistory: Story = { args: { drift: drift({ since: "2019-04-01T00:00:00Z" }) }, parameters: forLayout };
