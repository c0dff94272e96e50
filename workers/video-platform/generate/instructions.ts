/** Instructions to a model that several endpoints share. */
export const TITLE_INSTRUCTIONS =
  'The title of one video: at most 90 characters, a promise, a tension or a question that the topic really supports, ' +
  'in natural letter case, not with capitals for every word. A good one names the thing itself and one thing about it that ' +
  'not everybody knows.';

export const DESCRIPTION_INSTRUCTIONS =
  'The description of one video: 850 to 1,100 characters in three to five short paragraphs. An opening that makes the ' +
  'viewer stay, what the topic is, whom it is for, a call to action at the end. A good one is concrete: things, not ' +
  'praise; verbs, not adjectives; no sentence that would suit another video.';

export const TAGS_INSTRUCTIONS =
  '15 to 25 search tags of one to four words that viewers of the video would type, the most specific first, no repetition. ' +
  'Good ones are whole searches ("how to …", the thing with its use), not single words that fit everything.';
