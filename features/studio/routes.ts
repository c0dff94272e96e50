import { changeDraft, createDraft, deleteDraft, listDrafts, readDraft } from './drafts.js';
import { pictureRoutes } from './pictures.js';
import { checkQrDraft, drawQrDraft, previewQrDraft } from './previews.js';
import { createStudioSession } from './sessions.js';

/** Routes of the account API for drafts. */
export const draftRoutes = [
  createDraft,
  listDrafts,
  readDraft,
  changeDraft,
  deleteDraft,
  checkQrDraft,
  previewQrDraft,
  drawQrDraft,
] as const;

/** Routes of the account API for the studio. */
export const studioRoutes = [...draftRoutes, ...pictureRoutes, createStudioSession] as const;
