import { customAlphabet } from 'nanoid';
import type { Experience, ExperienceCollections } from '../../../shared/experience/collections.js';

/** 62¹⁰ codes, about 60 bits: no one finds a page by trying. */
export const newCode = customAlphabet('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 10);

/** Keeps a new experience under the next number. */
export async function keepExperience(store: ExperienceCollections, made: Omit<Experience, '_id'>): Promise<Experience> {
  const experience = { _id: await nextNumber(store), ...made };
  await store.experiences.insertOne(experience);
  return experience;
}

async function nextNumber({ counters }: ExperienceCollections): Promise<number> {
  const counter = await counters.findOneAndUpdate(
    { _id: 'experiences' },
    { $inc: { last: 1 } },
    { upsert: true, returnDocument: 'after' },
  );
  if (!counter) throw new Error('the store gave no number');
  return counter.last;
}

/** The public address of an experience. */
export const scanUrl = (baseUrl: string, code: string): string => `${baseUrl}/e/${code}`;
