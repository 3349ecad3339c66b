import type { Meta, StoryObj } from "@storybook/react-vite";
import { fn } from "storybook/test";
import { modes } from "../../.storybook/modes.ts";
import { CreatedTokenNotice } from "../../src/components/account/CreatedTokenNotice.tsx";

const meta = {
  component: CreatedTokenNotice,
  parameters: {
    chromatic: {
      disableSnapshot: false,
      modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow },
    },
  },
  args: {
    name: "Editor",
    token: "clew_mcp_3NG56M4_mQklnngJSjqnPoEG2MyGnSPttE61t04l_wQ",
    url: "https://clew.example/mcp",
    onCopy: () => Promise.resolve(true),
    onDone: fn(),
  },
} satisfies Meta<typeof CreatedTokenNotice>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {};
