/** Makes a panel a modal dialog for screen readers: Blueprint gives its drawer and its omnibar no role. */
export function setModalRole(panel: HTMLElement, name: { "aria-label": string } | { "aria-labelledby": string }): void {
  const attributes = { role: "dialog", "aria-modal": "true", ...name };
  for (const [attribute, value] of Object.entries(attributes)) panel.setAttribute(attribute, value);
}
