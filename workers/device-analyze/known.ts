/** A library's answer, with null for the empty text and undefined that stand for "no idea". */
export const known = (answer: string | null | undefined): string | null => answer?.trim() || null;
