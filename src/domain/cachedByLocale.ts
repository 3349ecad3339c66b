/** Intl's objects are expensive to create (50 µs each) and a list needs hundreds: one is cached per locale and format. */
export const cachedByLocale = <Locale extends string, T>(create: (locale: Locale) => T): ((locale: Locale) => T) => {
  const cache = new Map<Locale, T>();
  return (locale) => {
    const cached = cache.get(locale);
    if (cached !== undefined) return cached;
    const value = create(locale);
    cache.set(locale, value);
    return value;
  };
};
