import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { ConnectedPanel } from "../../src/components/graph/ConnectedPanel.tsx";
import { connectedWith } from "../../tests/fixtures/graph.ts";

const meta = {
  component: ConnectedPanel,
  decorators: [
    (Story) => (
      <>
        <h1 className="visually-hidden">Commit</h1>
        <Story />
      </>
    ),
  ],
  args: {
    groups: connectedWith().groups,
    maxItems: 50,
    hrefOf: ({ kind, id, url }) =>
      kind === "release" ? null : { href: url ?? `/projects/atlas/${kind}/${id}`, isExternal: url !== null },
    onMore: fn(),
  },
} satisfies Meta<typeof ConnectedPanel>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: { chromatic: { disableSnapshot: false } },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByText("12 changed · 2 mentioned")).toBeVisible();
    await expect(canvas.getByText("2,000+")).toBeVisible();
    await expect(canvas.queryByRole("link", { name: "v9.9" })).toBeNull();
    await userEvent.click(canvas.getByRole("button", { name: "Show 11 more" }));
    await expect(args.onMore).toHaveBeenCalledWith("file");
  },
};
export const Nothing: Story = { args: { groups: [] } };
export const LoadsMore: Story = { args: { loadingKind: "file" } };
export const AllThatIsShown: Story = { args: { maxItems: 1 } };
export const Turkish: Story = { globals: { locale: "tr" } };
