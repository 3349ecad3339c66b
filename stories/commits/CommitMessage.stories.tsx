import type { Meta, StoryObj } from "@storybook/react-vite";
import { lightPicture } from "../../.storybook/modes.ts";
import { CommitMessage } from "../../src/components/commits/CommitMessage.tsx";

const meta = {
  component: CommitMessage,
  // The stories of the commit page have the pictures.
  args: {
    body: "Fixes #4: the rows of <b>both</b> answers were shown.\n\n- one\n- two",
    links: [{ from: 6, to: 8, href: "/projects/atlas/issues/4" }],
  },
} satisfies Meta<typeof CommitMessage>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = { parameters: lightPicture };
export const Nothing: Story = { args: { body: "", links: [] } };
