/** The query of a list as the filter of a card of a dashboard: each parameter with its values. */
export const cardFilter = (query: Readonly<Record<string, unknown>>): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => {
      const values = [value].flat().filter((one) => one !== null && one !== undefined && one !== "");
      return values.length === 0 ? [] : [[name, values.map(String)]];
    }),
  );
