import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { pictures, modes, forLayout, forState } from "../../.storybook/modes.ts";
import { framed } from "../../.storybook/framed.ts";
import { DocumentPage } from "../../src/components/documents/DocumentPage.tsx";
import { StaleReferenceBadge } from "../../src/components/documents/StaleReferenceBadge.tsx";
import { staleReferences, wikiPage } from "../../tests/fixtures/documents.ts";

const meta = {
  component: DocumentPage,
  parameters: {
    ...pictures,
    ...framed,
  },
  decorators: [
    (Story) => (
      <main>
        <h1 className="visually-hidden">Atlas</h1>
        <Story />
      </main>
    ),
  ],
  argTypes: {
    view: { control: "inline-radio", options: ["rendered", "source"] },
    selected: { control: "object" },
    badge: { control: false },
  },
  args: {
    document: wikiPage(),
    view: "rendered",
    selected: null,
    viewHref: (view) => `#${view}`,
    resolve: (href) => `#inside:${href}`,
    onSelect: fn(),
    onTopLine: fn(),
    onCopyLink: fn(() => Promise.resolve(true)),
  },
} satisfies Meta<typeof DocumentPage>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
export const Page: Story = {
  args: { badge: <StaleReferenceBadge references={staleReferences()} /> },
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow, tr: modes.tr } } },
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByRole("heading", { name: "How long it lasts" }, { timeout: 10_000 }),
    ).toHaveAttribute("id", "h-how-long-it-lasts");
  },
};
export const PageAsSource: Story = { parameters: forState, args: { view: "source", selected: { from: 3, to: 3 } } };
export const VeryLongPage: Story = {
  tags: ["!autodocs"],
  args: { document: wikiPage({ text: "A sentence of a page that never ends.\n".repeat(1700) }) },
  parameters: forLayout,
};
export const Empty: Story = { args: { document: wikiPage({ text: "" }) }, parameters: forState };
export const WithoutHost: Story = {
  args: { document: wikiPage({ url: null, updated_at: null }) },
  parameters: forState,
};
export const CopiesTheLink: Story = {
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Copy link" }));
    await expect(args.onCopyLink).toHaveBeenCalledOnce();
    await expect(await canvas.findByRole("button", { name: "Copied" })).toBeVisible();
  },
  parameters: forState,
};
