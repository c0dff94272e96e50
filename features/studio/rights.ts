/** Things that a visitor of the studio may do: change drafts and pictures, and publish. */
export const studioRights = ['edit', 'publish'] as const;
export type StudioRight = (typeof studioRights)[number];
