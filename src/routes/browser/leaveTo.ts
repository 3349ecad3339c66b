/** Leaves the app for an address of another program, and keeps no way back to a page that was answered. */
export const leaveTo = (address: string): void => window.location.replace(address);
