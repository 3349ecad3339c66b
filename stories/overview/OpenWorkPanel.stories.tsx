import type { Meta, StoryObj } from "@storybook/react-vite";
import { forLayout } from "../../.storybook/modes.ts";
import { OpenWorkPanel } from "../../src/components/overview/OpenWorkPanel.tsx";
import { littleOverview, overview } from "../../tests/fixtures/overview.ts";

const { newest, quiet, waiting, open_issues: open } = overview();
const meta = {
  component: OpenWorkPanel,
  args: {
    open,
    newest,
    quiet,
    waiting,
    hrefOf: ({ address }) => `/issues/${address}`,
    personHref: ({ id }) => `/projects/atlas/people/${id}`,
    requestHref: (id) => `#request-${id}`,
    waitingHref: "#requests",
    openHref: "/issues?state=open",
    quietHref: "/issues?state=open&sort=updated_at",
  },
} satisfies Meta<typeof OpenWorkPanel>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Full: Story = { parameters: { chromatic: { disableSnapshot: false } } };
export const NothingStuck: Story = { args: { quiet: littleOverview().quiet, waiting: littleOverview().waiting } };
export const NothingOpen: Story = {
  args: { open: 0, newest: [], quiet: littleOverview().quiet, waiting: littleOverview().waiting },
};
export const WithActions: Story = { args: { actionOf: (_, title) => <button type="button">Add {title}</button> } };
export const LongTitles: Story = {
  parameters: forLayout,
  args: { newest: newest.map((issue) => ({ ...issue, title: `${issue.title} ${"and again ".repeat(20)}` })) },
};
export const Turkish: Story = { globals: { locale: "tr" }, parameters: forLayout };
