/**
 * Parameters of a component that covers the page (a dialog, a drawer, a palette) or has landmarks of a page. A documentation page renders
 * each of its stories in a separate frame; inline, all of them would open over the page together.
 */
export const framed = { docs: { story: { inline: false, height: "32rem" } } } as const;
