/** The part of an address after its last @. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf("@") + 1);
