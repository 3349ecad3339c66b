import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { mcpToken } from "../../fixtures/account.ts";
import { respond, failWith, type Handler } from "../../fixtures/handlers.ts";
import { renderApp, settle } from "../../renderApp.tsx";

const show = (rotate: Handler<"rotateMcpToken">) =>
  renderApp({
    path: "/settings/mcp",
    handlers: { listMcpTokens: respond([mcpToken()]), rotateMcpToken: rotate },
  });

test("a token gets a new secret after a question that describes what happens to the old one, and it is shown once", async () => {
  const rotate = vi.fn<Handler<"rotateMcpToken">>(respond({ ...mcpToken(), token: "clew_mcp_new" }));
  await show(rotate);
  await userEvent.click(await screen.findByRole("button", { name: "Rotate the secret of Editor on the laptop" }));
  const question = await screen.findByRole("dialog", { name: "Give Editor on the laptop a new secret?" });
  expect(question).toHaveTextContent("The old secret stops working at once");
  expect(rotate).not.toHaveBeenCalled();
  await userEvent.click(within(question).getByRole("button", { name: "Rotate" }));
  await settle();
  const fresh = await screen.findByRole("region", { name: "The token Editor on the laptop is ready" });
  expect(within(fresh).getByText("clew_mcp_new")).toBeInTheDocument();
  expect(rotate).toHaveBeenCalledTimes(1);
  await userEvent.click(within(fresh).getByRole("button", { name: "Done" }));
  expect(screen.queryByText("clew_mcp_new")).toBeNull();
});

test("a failed rotation shows the reason where it was requested, and cancelling sends no request", async () => {
  const rotate = vi.fn<Handler<"rotateMcpToken">>(failWith());
  await show(rotate);
  await userEvent.click(await screen.findByRole("button", { name: "Rotate the secret of Editor on the laptop" }));
  const question = await screen.findByRole("dialog");
  await userEvent.click(within(question).getByRole("button", { name: "Rotate" }));
  expect(await within(question).findByText(/The host is being restarted/)).toBeInTheDocument();
  await userEvent.click(within(question).getByRole("button", { name: "Cancel" }));
  expect(rotate).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole("region", { name: /is ready/ })).toBeNull();
});
