/** The factor of an age with a half-life in the same unit: 1 at age 0, and half of it after each half-life. */
export const halved = (age: number, halfLife: number): number => 2 ** (-age / halfLife);
