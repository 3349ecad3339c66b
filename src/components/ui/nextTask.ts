/** Resolves in a task of its own: the browser paints and handles input before it. */
export const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve);
  });
