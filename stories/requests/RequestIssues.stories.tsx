import type { Meta, StoryObj } from "@storybook/react-vite";
import { lightPicture } from "../../.storybook/modes.ts";
import { RequestIssues } from "../../src/components/requests/RequestIssues.tsx";
import { changeRequest } from "../../tests/fixtures/requests.ts";

const meta = {
  component: RequestIssues,
  decorators: [
    (Story) => (
      <>
        <h1 className="visually-hidden">Request</h1>
        <Story />
      </>
    ),
  ],
  args: {
    issues: changeRequest().issues,
    issueHref: ({ address }) => `/projects/atlas/issues/${address}`,
  },
} satisfies Meta<typeof RequestIssues>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = { parameters: lightPicture };
export const Nothing: Story = { args: { issues: [] } };
export const Turkish: Story = { globals: { locale: "tr" } };
