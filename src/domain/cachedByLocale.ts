/** Intl's objects are expensive to create (50 µs each) and a list needs hundreds: one is cached per locale and format. */
export const cachedByLocale = <Locale extends string, T>(make: (locale: Locale) => T): ((locale: Locale) => T) => {
  const made = new Map<Locale, T>();
  return (locale) => {
    const existing = made.get(locale);
    if (existing !== undefined) return existing;
    const fresh = make(locale);
    made.set(locale, fresh);
    return fresh;
  };
};
