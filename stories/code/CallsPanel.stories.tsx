import type { Meta, StoryObj } from "@storybook/react-vite";
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
  parameters: { chromatic: { disableSnapshot: true } },
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

export const Both: Story = {};
export const Neither: Story = { args: { callers: [], callees: [] } };
export const Loading: Story = { args: { callers: null } };
export const Failed: Story = { args: { callers: null, failure: "No connection. Check your network." } };
