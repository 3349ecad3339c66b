/** The viewport widths that the interface supports, for snapshots and the toolbar. */
export const VIEWPORTS = {
  phone: { name: "Phone, 360 px", type: "mobile", styles: { width: "360px", height: "740px" } },
  tablet: { name: "Tablet, 768 px", type: "tablet", styles: { width: "768px", height: "1024px" } },
  desktop: { name: "Desktop, 1280 px", type: "desktop", styles: { width: "1280px", height: "800px" } },
} as const;
