/** A process cannot start, for a reason that whoever started it can mend. The message is all that they need to see. */
export class StartError extends Error {}
