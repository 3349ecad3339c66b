import type { Meta, StoryObj } from "@storybook/react-vite";
import { lightPicture } from "../../.storybook/modes.ts";
import { LinkedIssueLine } from "../../src/components/issues/LinkedIssueLine.tsx";
import { issueLink } from "../../tests/fixtures/issueWorkflow.ts";

const meta = {
  component: LinkedIssueLine,
  args: { link: issueLink(), hrefOf: (address) => `/projects/atlas/issues/${address}` },
} satisfies Meta<typeof LinkedIssueLine>;
export default meta;
type Story = StoryObj<typeof meta>;

export const OfTheProject: Story = { parameters: lightPicture };
export const OfAnotherTracker: Story = {
  args: { link: issueLink({ issue: null, title: null, name: "is tested by" }) },
};
export const WithoutAnAddress: Story = { args: { link: issueLink({ issue: null, url: null }) } };
