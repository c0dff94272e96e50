/** Whether a text has the words in it, whatever their letter case. */
export const mentions = (text: string, words: string): boolean =>
  text.toLocaleLowerCase().includes(words.toLocaleLowerCase());
