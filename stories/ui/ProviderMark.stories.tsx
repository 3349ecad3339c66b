import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, waitFor } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { ProviderMark, type SourceProvider } from "../../src/components/ui/ProviderMark.tsx";

const PROVIDERS: readonly SourceProvider[] = ["github", "gitlab", "bitbucket", "jira", "confluence", "google_calendar"];

const meta = {
  component: ProviderMark,
  parameters: {
    ...usage({
      do: ["Use it by SourceIcon, which gives it the name of the provider.", "Keep it in the colour of the text."],
      dont: ["Do not use it as a decoration: a mark names the host that something comes from."],
    }),
  },
  args: { provider: "github" },
} satisfies Meta<typeof ProviderMark>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: lightPicture };
/** Each is drawn: a mark that the file lacks would be an empty box. */
export const EveryProvider: Story = {
  render: () => (
    <div style={{ display: "flex", gap: "1rem" }}>
      {PROVIDERS.map((provider) => (
        <ProviderMark key={provider} provider={provider} size={16} />
      ))}
    </div>
  ),
  play: async ({ canvasElement }) => {
    const shapes = [...canvasElement.querySelectorAll("use")];
    await expect(shapes).toHaveLength(PROVIDERS.length);
    await waitFor(() => expect(shapes.map((shape) => shape.getBBox().width > 0)).not.toContain(false));
  },
};
export const ForcedColors: Story = {
  render: EveryProvider.render,
  parameters: { chromatic: { forcedColors: "active", disableSnapshot: true } },
};
