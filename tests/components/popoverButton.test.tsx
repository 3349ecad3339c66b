import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
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
