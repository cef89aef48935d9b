/** The languages of the interface, each complete: a missing text fails the build. */
export const languages = ['en', 'it'] as const;
export type LanguageName = (typeof languages)[number];
export const languageNames: Record<LanguageName, string> = { en: 'English', it: 'Italiano' };
