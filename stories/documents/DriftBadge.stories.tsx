import type { Meta, StoryObj } from "@storybook/react-vite";
import type { DocumentDrift } from "../../contract/documents.ts";
import { modes } from "../../.storybook/modes.ts";
import { DriftBadge } from "../../src/components/documents/DriftBadge.tsx";
import { DriftList } from "../../src/components/documents/DriftList.tsx";
import { drift, freshDrift } from "../../tests/fixtures/documents.ts";

function Both({ drift: shown }: { drift: DocumentDrift }) {
  return (
    <div style={{ inlineSize: "18rem" }}>
      <p>
        <DriftBadge drift={shown} />
      </p>
      <DriftList drift={shown} lineHref={(line) => `#L${line}`} />
    </div>
  );
}

const meta = {
  component: Both,
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, tr: modes.tr } } },
  args: { drift: drift() },
} satisfies Meta<typeof Both>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Outdated: Story = {};
export const Fresh: Story = { args: { drift: freshDrift() } };
export const NamesNothing: Story = { args: { drift: freshDrift({ checked: 0 }) } };
export const Checking: Story = { args: { drift: freshDrift({ state: "checking", checked: 0 }) } };
export const CheckingAgain: Story = { args: { drift: drift({ state: "checking" }) } };
export const OnlyPathsRead: Story = { args: { drift: freshDrift({ state: "unread" }) } };
export const LongHistory: Story = { args: { drift: drift({ since: "2019-04-01T00:00:00Z" }) } };
