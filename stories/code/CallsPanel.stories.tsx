import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { CallsPanel } from "../../src/components/code/CallsPanel.tsx";
import { codeDefinition } from "../../tests/fixtures/references.ts";

const call = (line: number, text: string) => ({
  source: "repository-1",
  path: "src/dispatch/assignCourier.ts",
  line,
  column: 5,
  text,
});

const meta = {
  component: CallsPanel,
  decorators: [
    (Story) => (
      <>
        <h1>Code</h1>
        <h2>Calls of planRoute</h2>
        <Story />
      </>
    ),
  ],
  args: {
    precision: "by_name",
    callers: [
      {
        definition: codeDefinition({ name: "assignCourier", container: "", kind: "function" }),
        calls: [call(41, "const route = planner.planRoute(stops);"), call(77, "return planner.planRoute(rest);")],
      },
      { definition: null, calls: [call(3, "planner.planRoute([]);")] },
    ],
    callees: [{ definition: codeDefinition({ name: "distance" }), calls: [call(30, "distance(a, b)")] }],
    hrefOf: ({ path, line }) => `/projects/tern/documents?path=${path}#L${line}`,
  },
} satisfies Meta<typeof CallsPanel>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Both: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByText("By name")).toBeVisible();
    await expect(canvas.getByText("2 callers in 1 file")).toBeVisible();
    await expect(canvas.getByText("1 call")).toBeVisible();
  },
};
export const Precise: Story = {
  args: { precision: "precise" },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("Precise")).toBeVisible();
  },
};
export const SomeFilesAreUnread: Story = {
  args: { partial: { read: 240, candidates: 812 } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("240 of 812 files that contain the name are read.")).toBeVisible();
  },
};
export const Neither: Story = {
  args: { callers: [], callees: [] },
  play: async ({ canvas }) => {
    await expect(canvas.queryByText(/^0/)).toBeNull();
  },
};
export const Turkish: Story = {
  globals: { locale: "tr" },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("1 dosyada 2 çağıran")).toBeVisible();
  },
};
export const Loading: Story = { args: { callers: null, precision: null } };
export const Failed: Story = {
  args: { callers: null, precision: null, failure: "No connection. Check your network." },
};
