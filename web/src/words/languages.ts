/** The languages that Kaiten speaks, each complete: a missing word fails the build. */
export const languages = ['en', 'it'] as const;
export type LanguageName = (typeof languages)[number];
export const languageNames: Record<LanguageName, string> = { en: 'English', it: 'Italiano' };
