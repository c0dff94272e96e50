import { changeDraft, createDraft, deleteDraft, listDrafts, readDraft } from './drafts.js';

/** Routes of the account API for the studio. */
export const studioRoutes = [createDraft, listDrafts, readDraft, changeDraft, deleteDraft] as const;
