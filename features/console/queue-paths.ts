export const QUEUES_PATH = '/operator/queues';

/** The page of a job in the queue dashboard. */
export const jobPath = (queue: string, job: string): string =>
  `${QUEUES_PATH}/queue/${encodeURIComponent(queue)}/${encodeURIComponent(job)}`;

/** The story of the call that a job computes. */
export const timelinePath = (requestId: string): string => `/operator/requests?id=${encodeURIComponent(requestId)}`;
