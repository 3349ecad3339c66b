/** How long a page waits for answers that are nearly there: too short to be noticed. */
const GRACE_MS = 100;

/**
 * For a loader that returns its answers as promises, so that a slow host does not block a page. React shows a skeleton for at least 300 ms,
 * however soon the answer comes. Answers that come within a moment are therefore awaited, and marked as React marks what it has read: `use`
 * returns their value at once, and no skeleton is rendered.
 * @param answers promises that do not reject
 */
export async function withGracePeriod(...answers: readonly Promise<unknown>[]): Promise<void> {
  const all = answers.map(async (answer): Promise<void> => {
    const value = await answer;
    void Object.assign(answer, { status: "fulfilled", value });
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, GRACE_MS);
  });
  await Promise.race([Promise.all(all), timeout]);
  clearTimeout(timer);
}
