import { act, fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { PopoverButton } from "../../src/components/ui/PopoverButton.tsx";
import { ThemeFrame } from "../../src/components/ui/ThemeFrame.tsx";

test("a click between the load of the panel's code and the render after it opens the panel", async () => {
  render(
    <ThemeFrame theme="light">
      <PopoverButton label="Columns" placement="bottom-end" button={{ text: "Open" }} content={<p>Text</p>} />
    </ThemeFrame>,
  );
  const placeholder = screen.getByRole("button", { name: "Open" });
  // Continues after the component's own handler of the same import, and before React renders.
  await import("../../src/components/ui/LayerButton.tsx");
  expect(placeholder).toBeInTheDocument();
  placeholder.click();
  expect(await screen.findByRole("dialog", { name: "Columns" })).toBeInTheDocument();
});

test("a button that is pressed while the panel's code arrives is replaced after its click, and opens the panel", async () => {
  vi.resetModules();
  const { PopoverButton: Fresh } = await import("../../src/components/ui/PopoverButton.tsx");
  render(
    <ThemeFrame theme="light">
      <Fresh label="Columns" placement="bottom-end" button={{ text: "Open" }} content={<p>Text</p>} />
    </ThemeFrame>,
  );
  const placeholder = screen.getByRole("button", { name: "Open" });
  fireEvent.pointerDown(placeholder);
  await act(async () => {
    await import("../../src/components/ui/LayerButton.tsx");
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
  expect(placeholder).toBeInTheDocument();
  fireEvent.pointerUp(placeholder);
  fireEvent.click(placeholder);
  expect(await screen.findByRole("dialog", { name: "Columns" })).toBeInTheDocument();
});
