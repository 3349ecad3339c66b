import type { Meta, StoryObj } from "@storybook/react-vite";
import { lightPicture } from "../../.storybook/modes.ts";
import { PersonFigure } from "../../src/components/dashboards/PersonFigure.tsx";

const meta = {
  component: PersonFigure,
  args: {
    name: "Ada Kaya",
    href: "/projects/atlas/people/Ada-Kaya",
    commits: 120,
    assigned: 4,
    requests: 2,
    reviews: 31,
  },
} satisfies Meta<typeof PersonFigure>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Usual: Story = { parameters: lightPicture };
export const HostileName: Story = { args: { name: `<img src=x onerror="alert(1)">` } };
export const Turkish: Story = { globals: { locale: "tr" } };
