import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { modes, pageModes } from "../../.storybook/modes.ts";
import { AppScreens } from "../../tests/fixtures/appScreens.tsx";
import { connectedWith } from "../../tests/fixtures/graph.ts";
import { type Handlers, apiError, failWith, pending, respond } from "../../tests/fixtures/handlers.ts";
import {
  noKnowledge,
  noWork,
  personAnswer,
  personKnowledge,
  personProfile,
  personWork,
} from "../../tests/fixtures/personPage.ts";
import { issueProject } from "../../tests/fixtures/projects.ts";

const host: Handlers = {
  getProject: respond(issueProject()),
  getPerson: respond(personAnswer()),
  personKnowledge: respond(personKnowledge()),
  personWork: respond(personWork()),
  connected: respond(connectedWith()),
};

const meta = {
  // A documentation page would mount all screens together, each with its own landmarks.
  tags: ["!autodocs"],
  component: AppScreens,
  parameters: { layout: "fullscreen" },
  args: { handlers: host, path: "/projects/atlas/people/noor-haddad-89abcdef" },
} satisfies Meta<typeof AppScreens>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: {
    chromatic: { disableSnapshot: false, modes: { ...pageModes, dark: modes.dark, narrow: modes.narrow } },
  },
  play: async ({ canvas }) => {
    const areas = await canvas.findByRole("table", { name: "Areas" }, { timeout: 10_000 });
    await expect(areas).toHaveTextContent("src/routes/issues");
  },
};
export const PartsAreRead: Story = {
  args: { handlers: { ...host, personKnowledge: pending, personWork: pending, connected: pending } },
};
export const PartsFailed: Story = {
  args: {
    handlers: {
      ...host,
      personKnowledge: failWith(apiError()),
      personWork: failWith(apiError()),
      connected: failWith(apiError()),
    },
  },
};
export const WithoutAHistory: Story = {
  args: {
    handlers: {
      ...host,
      getPerson: respond(personAnswer({ profile: personProfile({ names: [], emails: [], accounts: [] }) })),
      personKnowledge: respond(noKnowledge),
      personWork: respond(noWork),
    },
  },
};
export const NotFound: Story = {
  args: {
    handlers: {
      ...host,
      getPerson: respond({ profile: null, candidates: [personProfile().person] }),
    },
  },
};
