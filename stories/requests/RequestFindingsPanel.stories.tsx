import type { Meta, StoryObj } from "@storybook/react-vite";
import { lightPicture } from "../../.storybook/modes.ts";
import { RequestFindingsPanel } from "../../src/components/requests/RequestFindingsPanel.tsx";
import { requestFindings } from "../../tests/fixtures/requests.ts";

const meta = {
  component: RequestFindingsPanel,
  decorators: [
    (Story) => (
      <>
        <h1 className="visually-hidden">Request</h1>
        <Story />
      </>
    ),
  ],
  args: {
    findings: requestFindings(),
    recommendsPeople: true,
    personHref: ({ id }) => `/projects/atlas/people/${id}`,
    issueHref: ({ address }) => `/projects/atlas/issues/${address}`,
    fileHref: (path) => `/projects/atlas/code/${path}`,
    pageHref: ({ path }) => `/projects/atlas/documents?path=${path}`,
  },
} satisfies Meta<typeof RequestFindingsPanel>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Found: Story = { parameters: lightPicture };
export const Nothing: Story = {
  args: { findings: requestFindings({ reviewers: [], issues: [], missing: [], pages: [] }) },
};
export const OutsidePlan: Story = {
  args: { findings: requestFindings({ reviewers: [] }), recommendsPeople: false },
  parameters: { chromatic: { disableSnapshot: true } },
};
export const NotIndexed: Story = { args: { findings: requestFindings({ status: "unindexed" }) } };
export const Unavailable: Story = { args: { findings: requestFindings({ status: "unavailable" }) } };
export const GonePage: Story = {
  args: {
    findings: requestFindings({
      pages: requestFindings().pages.map((page) => ({
        ...page,
        title: "",
        how: "gone" as const,
        names: ["src/cursor.ts"],
      })),
    }),
  },
};
export const Turkish: Story = { globals: { locale: "tr" } };
