import type { Meta, StoryObj } from "@storybook/react-vite";
import { fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { SymbolCard } from "../../src/components/code/SymbolCard.tsx";
import { codeDefinition, foundDefinitions } from "../../tests/fixtures/references.ts";

const meta = {
  component: SymbolCard,
  decorators: [
    (Story) => (
      <>
        <h1 className="visually-hidden">Code</h1>
        <Story />
      </>
    ),
  ],
  args: {
    found: foundDefinitions(),
    personHref: ({ id }) => `/projects/atlas/people/${id}`,
    hrefOf: ({ path, line }) => `/projects/tern/documents?path=${path}#L${line}`,
    onReferences: fn(),
    onCalls: fn(),
    onClose: fn(),
  },
} satisfies Meta<typeof SymbolCard>;
export default meta;
type Story = StoryObj<typeof meta>;

export const ByName: Story = { parameters: lightPicture };
export const Precise: Story = { args: { found: foundDefinitions({ precision: "precise" }) } };
export const Several: Story = {
  args: {
    found: foundDefinitions({
      definitions: [codeDefinition(), codeDefinition({ line: 90 }), codeDefinition({ line: 120 })],
      owner: null,
    }),
  },
};
export const Variable: Story = {
  args: {
    found: foundDefinitions({
      definitions: [codeDefinition({ kind: "variable", container: "", doc: "", signature: "const LIMIT = 3" })],
    }),
  },
};
export const Loading: Story = { args: { found: null } };
export const Failed: Story = { args: { found: null, failure: "No connection. Check your network." } };
export const NotInTheProject: Story = { args: { found: foundDefinitions({ definitions: [], owner: null }) } };
export const NoName: Story = { args: { found: foundDefinitions({ name: null, definitions: [], owner: null }) } };
export const NotIndexed: Story = {
  args: { found: foundDefinitions({ name: null, is_indexed: false, definitions: [], owner: null }) },
};
export const Turkish: Story = { globals: { locale: "tr" } };
