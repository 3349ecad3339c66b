import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { expectNoOverflow } from "../../.storybook/expectNoOverflow.ts";
import { pictures, inPseudoOnPhone, modes, forState } from "../../.storybook/modes.ts";
import { AnalysisPanel } from "../../src/components/issues/AnalysisPanel.tsx";
import { analysis, poorAnalysis } from "../../tests/fixtures/issuePanels.ts";

const meta = {
  parameters: pictures,
  component: AnalysisPanel,
  args: {
    analysis: analysis(),
    hrefOf: (id) => `/projects/atlas/issues/${id}`,
  },
  decorators: [
    (Story) => (
      <div style={{ maxInlineSize: "32rem" }}>
        <h1 className="visually-hidden">Issue</h1>
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof AnalysisPanel>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  play: async ({ canvas, userEvent }) => {
    const [rests] = canvas.getAllByText("Evidence");
    if (rests) await userEvent.click(rests);
    await expect(canvas.getByText(/^Tested on the 412 newest labelled issues/)).toBeVisible();
  },
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow, tr: modes.tr } } },
};
export const NothingKnown: Story = {
  args: { analysis: poorAnalysis() },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByText(/^Not enough data for: Type/));
    await expect(canvas.getAllByText(/Too few labelled issues to learn from/)[0]).toBeVisible();
    await expect(canvas.getByText("5 things are missing in the report")).toBeVisible();
  },
  parameters: forState,
};
/** Words of a longer language with more plural forms. */
export const LongWords: Story = {
  ...inPseudoOnPhone,
  play: async ({ canvasElement }) => expectNoOverflow(canvasElement),
};
